/** The JSON of the API, as far as the page reads it. `docs/api.md` and the OpenAPI document rule. */

export type Box = [number, number, number, number];
export type Pair = [string | null, string | null];

export interface Citation {
  document: string;
  document_id: string;
  page: number | null;
  page_label: string | null;
  line: number | null;
  turn: number | null;
  company: string | null;
  form: string | null;
  period: string | null;
  section: string | null;
  speaker: string | null;
  quote: string;
  boxes: Box[];
  span: [number, number, number];
  note: string;
  sheet: string | null;
  cell: string | null;
  ocr_confidence: number | null;
}

export interface Claim {
  text: string;
  citations: Citation[];
  pair: Pair | null;
  arithmetic: string;
}

export interface Check {
  name: string;
  passed: boolean;
  measured: number | null;
  threshold: number | null;
  kind: string;
  detail: string;
}

export interface Evidence {
  rank: number;
  document: string;
  document_id: string;
  page: number | null;
  line: number | null;
  turn: number | null;
  company: string | null;
  form: string | null;
  period: string | null;
  section: string | null;
  speaker: string | null;
  text: string;
}

export interface Refusal {
  code: string;
  detail: string;
  missing: Pair[];
  on_file: Record<string, string[]>;
  choices: string[];
  citations: Citation[];
  unread?: Failure[]; // records from before it was told have none
}

export interface Value {
  number: number;
  scale: number;
  currency: string | null;
  unit: string | null;
  percent: boolean;
}

export interface Scope {
  companies: string[];
  periods: string[];
  pairs: Pair[];
  concepts: string[];
  notes: string[];
}

export interface Outcome {
  outcome: "answered" | "refused";
  id: string;
  question: string;
  answer: string | null;
  value: Value | null;
  claims: Claim[];
  refusal: Refusal | null;
  confidence: string | null;
  checks: Check[];
  evidence: Evidence[];
  scope: Scope;
  searched: { documents: number; pages: number };
  timings_ms: Record<string, number>;
  record: string | null;
}

export interface Failure {
  file: string;
  page: number | null;
  reason: string;
  status: string;
}

export interface MatrixRow {
  company: string | null;
  form: string | null;
  period: string | null;
  documents: number;
}

export interface Coverage {
  documents: number;
  pages: number;
  by_status: Record<string, number>;
  unaccounted_pages: number;
  matrix: MatrixRow[];
  failures: Failure[];
  left_out: Failure[];
  missing: string[];
}

export interface Figure {
  figure_id: string;
  document: string | null;
  document_id: string;
  page: number;
  label: string;
  path: string[];
  column: string;
  period: string | null;
  number: number;
  scale: number | null;
  currency: string | null;
  unit: string | null;
  percent: boolean;
  printed: string;
  row_span: [number, number, number];
  cell_span: [number, number, number];
}
