/** Company × period: what is on file, and what a question asks for. */

import { h } from "./dom.js";
import { byTime } from "./place.js";

/** @typedef {import("./types.js").Pair} Pair */
/** @typedef {import("./types.js").MatrixRow} MatrixRow */

/** Forms in short, so that a cell stays narrow. @type {Record<string, string>} */
const SHORT = { "call transcript": "call", "earnings release": "release", "annual report": "annual" };

/**
 * @typedef {object} Grid
 * @property {string[]} companies
 * @property {string[]} periods in the order of time
 * @property {(company: string, period: string) => string[]} forms what is on file, in short
 */

/**
 * @param {MatrixRow[]} rows
 * @returns {Grid}
 */
export function gridOf(rows) {
  /** @type {Map<string, Set<string>>} */
  const cells = new Map();
  const companies = new Set();
  const periods = new Set();
  for (const { company, period, form } of rows) {
    if (!company || !period) continue;
    companies.add(company);
    periods.add(period);
    const key = `${company}\n${period}`;
    cells.set(key, (cells.get(key) ?? new Set()).add(form ? (SHORT[form] ?? form) : "file"));
  }
  return {
    companies: [...companies].sort((a, b) => a.localeCompare(b)),
    periods: [...periods].sort(byTime),
    forms: (company, period) => [...(cells.get(`${company}\n${period}`) ?? [])].sort(),
  };
}

/**
 * A grid from what a refusal says is on file, where the coverage can't be had.
 * @param {Record<string, string[]>} onFile
 * @returns {Grid}
 */
export function gridOfPeriods(onFile) {
  return gridOf(Object.entries(onFile).flatMap(([company, periods]) => periods.map((period) => ({ company, period, form: null, documents: 1 }))));
}

/**
 * The grid with room for what is asked for, even where it is not on file; only these companies.
 * @param {Grid} grid
 * @param {Pair[]} asked
 * @param {string[]} companies none: all
 * @returns {Grid}
 */
export function withAsked(grid, asked, companies) {
  const rows = companies.length ? companies : grid.companies;
  const held = grid.periods.filter((period) => rows.some((company) => grid.forms(company, period).length));
  const periods = new Set([...held, ...asked.flatMap(([, period]) => (period ? [period] : []))]);
  return { companies: [...rows], periods: [...periods].sort(byTime), forms: grid.forms };
}

/**
 * @param {Grid} grid
 * @param {{asked?: Pair[], pick?: (company: string, period: string) => void, pickLabel?: string, caption: string}} options
 */
export function matrix(grid, { asked = [], pick, pickLabel = "Ask about", caption }) {
  const isAsked = (/** @type {string} */ company, /** @type {string} */ period) =>
    asked.some(([a, b]) => (a === null || a === company) && (b === null || b === period));
  const box = h("div", { class: "scroll-x matrix-box" },
    h("table", { class: "matrix" },
      h("caption", { class: "visually-hidden" }, caption),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "Company")), grid.periods.map((period) => h("th", { scope: "col" }, period)))),
      h("tbody", {}, grid.companies.map((company) => h("tr", {},
        h("th", { scope: "row" }, company),
        grid.periods.map((period) => h("td", {}, cell(grid.forms(company, period), isAsked(company, period), pick && (() => pick(company, period)), `${pickLabel} ${company}, ${period}`))))))));
  requestAnimationFrame(() => showNewest(box));
  return box;
}

/**
 * A wide table shows what was asked for, else its newest periods.
 * @param {HTMLElement} box
 */
function showNewest(box) {
  const wanted = /** @type {HTMLElement | null} */ (box.querySelector(".missing, .asked")?.closest("td"));
  const names = box.querySelector("tbody th")?.clientWidth ?? 0;
  const furthest = box.scrollWidth - box.clientWidth;
  if (furthest <= 0) return;
  const columns = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("thead th:not(:first-child)")]);
  const starts = columns.map((column) => column.offsetLeft - names);
  const start = wanted ? wanted.offsetLeft - names : (starts.find((at) => at >= furthest) ?? furthest);
  // Room after the last column, so that the first one that is seen is seen whole.
  if (start > furthest) box.style.setProperty("--after", `${start - furthest}px`);
  box.scrollLeft = start;
}

/**
 * @param {string[]} forms
 * @param {boolean} asked
 * @param {(() => void) | undefined} pick
 * @param {string} label
 */
function cell(forms, asked, pick, label) {
  const held = forms.length > 0;
  const name = `cell${asked ? (held ? " asked" : " missing") : held ? "" : " none"}`;
  const words = held ? forms.join(" ") : asked ? "none" : "·";
  const note = asked && h("span", { class: "visually-hidden" }, held ? " (asked for)" : " on file (asked for)");
  if (!held || !pick) return h("span", { class: name, "aria-hidden": !held && !asked }, words, note);
  return h("button", { class: name, type: "button", title: label, click: pick }, words, note, h("span", { class: "visually-hidden" }, `: ${label}`));
}
