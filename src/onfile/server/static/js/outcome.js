/** An outcome as it is read: the answer or the refusal, then what it rests on. */

import { chart } from "./chart.js";
import { numbered, seriesOf } from "./cited.js";
import { count, h, replace } from "./dom.js";
import { feedback } from "./feedback.js";
import { formula } from "./formula.js";
import { amount } from "./place.js";
import { refusal } from "./refusal.js";
import { cite, sources } from "./sources.js";

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Coverage} Coverage */
/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {import("./types.js").Outcome} Outcome */

/**
 * @typedef {object} Surroundings what an outcome is shown with
 * @property {Coverage | null} coverage
 * @property {(citation: Citation, cell: Figure | null, from: HTMLElement | null) => void} open
 * @property {(question: string) => void} ask
 * @property {(citations: Citation[]) => Promise<Figure[]>} figures
 * @property {boolean} canJudge
 */

/**
 * @param {Outcome} outcome
 * @param {Surroundings} around
 * @returns {HTMLElement}
 */
export function outcomeView(outcome, around) {
  const notes = outcome.scope.notes.map((note) => h("p", { class: "read-as" }, note));
  return h("article", { class: `outcome ${outcome.outcome}`, "data-testid": "outcome", "data-outcome": outcome.outcome },
    h("h1", { class: "question", tabindex: "-1" }, outcome.question),
    notes,
    outcome.refusal ? refusal(outcome, outcome.refusal, around) : answer(outcome, around),
    foot(outcome, around));
}

/**
 * @param {Outcome} outcome
 * @param {Surroundings} around
 */
function answer(outcome, around) {
  const { list, numberOf } = numbered(outcome.claims.flatMap((claim) => claim.citations));
  const open = (/** @type {Citation} */ citation, /** @type {HTMLElement} */ from) => around.open(citation, null, from);
  const formulas = outcome.claims.map(() => h("div"));
  const series = h("div");
  void around.figures(list).then((figures) => {
    outcome.claims.forEach((claim, n) => {
      if (claim.arithmetic) replace(formulas[n], formula(claim, figures, numberOf, (citation, figure) => around.open(citation, figure, null)));
    });
    const points = seriesOf(outcome.claims, figures);
    if (points.length) replace(series, chart(points, (point) => around.open(point.citation, point.figure, null)));
  });
  const value = amount(outcome.value);
  return h("div", { class: "answer" },
    value && h("p", { class: "value", "data-testid": "value" }, value),
    h("ol", { class: "claims" }, outcome.claims.map((claim, n) => h("li", { class: "claim" },
      h("p", {}, claim.text, " ", h("span", { class: "cites" }, numbered(claim.citations).list.map((citation) => cite(numberOf(citation), citation, open)))),
      formulas[n]))),
    series,
    h("h2", { class: "label" }, list.length === 1 ? "Source" : "Sources"),
    sources(list, open));
}

/**
 * @param {Outcome} outcome
 * @param {Surroundings} around
 */
function foot(outcome, around) {
  const failed = outcome.checks.filter((check) => !check.passed).length;
  const passed = outcome.checks.length - failed;
  const unread = around.coverage?.failures.length ?? 0;
  const searched = `Searched ${count(outcome.searched.documents, "document")}, ${count(outcome.searched.pages, "page")}`;
  return h("footer", { class: "outcome-foot" },
    h("p", {}, h("span", { "data-testid": "searched" }, searched),
      unread > 0 && h("a", { href: "/archive#unread" }, `${count(unread, "file or page", "files or pages")} could not be read`),
      outcome.confidence && h("span", {}, `Confidence ${outcome.confidence}`),
      h("span", {}, `${((outcome.timings_ms.total ?? 0) / 1000).toFixed(2)} s`),
      outcome.record && h("a", { href: `/log?record=${encodeURIComponent(outcome.record)}`, class: "code", "data-testid": "record" }, outcome.record)),
    h("details", { class: "checks" },
      h("summary", {}, failed ? `${count(passed, "check")} passed, ${failed} did not` : `${count(passed, "check")} passed`),
      checks(outcome)),
    around.canJudge && outcome.record && feedback(outcome));
}

/** @param {Outcome} outcome */
function checks(outcome) {
  const number = (/** @type {number | null} */ given) => (given === null ? "" : String(Math.round(given * 1000) / 1000));
  return h("div", { class: "scroll-x" }, h("table", { class: "table narrow" },
    h("thead", {}, h("tr", {}, ["Check", "", "Measured", "Needed", ""].map((name, n) => (name ? h("th", { scope: "col", class: n === 2 || n === 3 ? "number" : "" }, name) : h("td"))))),
    h("tbody", {}, outcome.checks.map((check) => h("tr", {},
      h("td", {}, check.name.replaceAll("_", " ")), h("td", { class: check.passed ? "" : "bad" }, check.passed ? "passed" : "not passed"),
      h("td", { class: "number" }, number(check.measured)), h("td", { class: "number" }, number(check.threshold)),
      h("td", { class: "name" }, check.detail))))));
}
