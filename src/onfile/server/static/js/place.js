/** How places, periods and amounts are said. */

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Value} Value */

/** @type {Record<number, string>} */
const SCALES = { 1000: "thousand", 100000: "lakh", 1000000: "million", 10000000: "crore", 1000000000: "billion" };
/** @type {Record<string, string>} */
const SIGNS = { USD: "$", EUR: "€", GBP: "£", INR: "₹", JPY: "¥" };

/**
 * `page 9, printed 6`, `line 46, turn 4`, `sheet Bids, cell B7`.
 * @param {{page: number | null, page_label?: string | null, line?: number | null,
 *   turn?: number | null, sheet?: string | null, cell?: string | null}} at
 */
export function where(at) {
  const parts = [];
  if (at.page !== null) parts.push(`page ${at.page}`);
  if (at.page !== null && at.page_label && at.page_label !== String(at.page)) parts.push(`printed ${at.page_label}`);
  if (at.page === null && at.line) parts.push(`line ${at.line}`);
  if (at.turn) parts.push(`turn ${at.turn}`);
  if (at.sheet) parts.push(`sheet ${at.sheet}`);
  if (at.cell) parts.push(`cell ${at.cell}`);
  return parts.join(", ");
}

/**
 * `$318 million`, `42.5%`, `−12 crore INR`; null where there is no value.
 * @param {Value | null} value
 */
export function amount(value) {
  if (!value) return null;
  const number = Math.abs(value.number).toLocaleString("en-US", { maximumFractionDigits: 6 });
  const minus = value.number < 0 ? "−" : "";
  if (value.percent) return `${minus}${number}%`;
  const sign = value.currency ? SIGNS[value.currency] : undefined;
  const scale = value.scale === 1 ? "" : (SCALES[value.scale] ?? `× ${value.scale}`);
  const currency = value.currency && !sign ? value.currency : "";
  const unit = sign && value.unit?.startsWith(`${value.currency} `) ? value.unit.slice(4) : value.unit;
  return [`${minus}${sign ?? ""}${number}`, scale, currency, unit].filter(Boolean).join(" ");
}

/**
 * A quote with its reference, as it is pasted into a memo.
 * @param {Citation} citation
 */
export function reference(citation) {
  const parts = [citation.document, where(citation), citation.company, citation.form, citation.period];
  return `“${citation.quote}”\n— ${parts.filter(Boolean).join(" · ")}`;
}

/**
 * Periods in the order of time: a year stands after its quarters.
 * @param {string} a
 * @param {string} b
 */
export function byTime(a, b) {
  return sortKey(a) - sortKey(b) || a.localeCompare(b);
}

/** @param {string} period */
function sortKey(period) {
  const year = /^FY(\d{4})$/.exec(period);
  if (year) return Number(year[1]) * 10 + 9;
  const quarter = /^(\d{4})Q(\d)/.exec(period);
  return quarter ? Number(quarter[1]) * 10 + Number(quarter[2]) : 0;
}
