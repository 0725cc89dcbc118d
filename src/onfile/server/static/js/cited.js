/** The citations of an outcome, numbered once, and the stored figures in the rows they quote. */

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Claim} Claim */
/** @typedef {import("./types.js").Figure} Figure */

/** @param {Citation} citation */
const keyOf = (citation) => [citation.document_id, ...citation.span].join(" ");

/**
 * Distinct citations in the order in which claims name them; `numberOf` counts from 1.
 * @param {Citation[]} citations
 */
export function numbered(citations) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Citation[]} */
  const list = [];
  for (const citation of citations) {
    if (numbers.has(keyOf(citation))) continue;
    list.push(citation);
    numbers.set(keyOf(citation), list.length);
  }
  return { list, numberOf: (/** @type {Citation} */ citation) => numbers.get(keyOf(citation)) ?? 0 };
}

/**
 * The figures whose row lies in what a citation quotes.
 * @param {Citation} citation
 * @param {Figure[]} figures
 */
export function figuresIn(citation, figures) {
  const [page, start, end] = citation.span;
  return figures.filter((figure) => figure.document_id === citation.document_id && figure.row_span[0] === page && figure.cell_span[1] >= start && figure.cell_span[2] <= end);
}

/**
 * @typedef {object} Point
 * @property {string} company
 * @property {string} period
 * @property {Figure} figure
 * @property {Citation} citation
 * @property {boolean} asked
 */

/**
 * The periods of one row, where it states three or more; those asked for are marked.
 * @param {Claim[]} claims
 * @param {Figure[]} figures
 * @returns {Point[]} in the order of time is left to the caller; empty where there is no series
 */
export function seriesOf(claims, figures) {
  const stated = claims.filter((claim) => !claim.arithmetic && claim.pair?.[1] && claim.citations.length);
  const points = stated.flatMap((claim) => pointOf(claim, figures));
  const companies = new Set(points.map((point) => point.company));
  if (companies.size !== 1) return [];
  const labels = new Set(points.map((point) => point.figure.label));
  if (new Set(points.map((point) => point.period)).size >= 3) return points;
  return labels.size === 1 ? rowOf(points, figures) : [];
}

/**
 * @param {Claim} claim
 * @param {Figure[]} figures
 * @returns {Point[]} one, or none where it is not certain
 */
function pointOf(claim, figures) {
  const [company, period] = claim.pair ?? [null, null];
  const citation = claim.citations[0];
  const found = figuresIn(citation, figures).filter((figure) => figure.period === period);
  if (!period || found.length !== 1) return [];
  return [{ company: company ?? citation.company ?? "", period, figure: found[0], citation, asked: true }];
}

/**
 * The other columns of the row that the latest point stands in, of periods of the same length.
 * @param {Point[]} points
 * @param {Figure[]} figures
 * @returns {Point[]}
 */
function rowOf(points, figures) {
  const asked = new Set(points.map((point) => point.period));
  const { company, citation, figure } = points[points.length - 1];
  const alike = figuresIn(citation, figures).filter((other) => other.period && kind(other.period) === kind(figure.period) && other.percent === figure.percent && other.scale === figure.scale && other.row_span[1] === figure.row_span[1]);
  const periods = new Set(alike.map((other) => other.period));
  if (periods.size !== alike.length || periods.size < 3) return [];
  return alike.map((other) => ({ company, period: other.period ?? "", figure: other, citation, asked: asked.has(other.period ?? "") }));
}

/** @param {string | null} period */
function kind(period) {
  return period?.startsWith("FY") ? "year" : (period?.split("-")[1] ?? "quarter");
}
