/** A refusal: the reason in words, what is on file instead, what came nearest, what to ask. */

import { h } from "./dom.js";
import { gridOf, gridOfPeriods, matrix, withAsked } from "./matrix.js";
import { passage, sources } from "./sources.js";

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Refusal} Refusal */

const NEAREST = 3;
const STATED = ["FALSE_PREMISE", "CONFLICTING_EVIDENCE"]; // refused for what the documents do state

/** Codes said in words, as the template gives them. @returns {Record<string, string>} */
function reasons() {
  return JSON.parse(document.getElementById("reasons")?.textContent ?? "{}");
}

/**
 * @param {Outcome} outcome
 * @param {Refusal} given
 * @param {import("./outcome.js").Surroundings} around
 */
export function refusal(outcome, given, around) {
  const open = (/** @type {Citation} */ citation, /** @type {HTMLElement} */ from) => around.open(citation, null, from);
  const nearest = given.citations.length ? given.citations : outcome.evidence.slice(0, NEAREST).map(passage);
  return h("div", { class: "refusal" },
    h("p", { class: "reason" }, "No answer: ", reasons()[given.code] ?? "declined", ". ", h("span", { class: "code quiet" }, given.code)),
    given.detail && h("p", { class: "detail" }, given.detail),
    given.choices.length > 0 && h("section", {},
      h("h2", { class: "label" }, "Which one?"),
      h("div", { class: "choices", "data-testid": "choices" }, given.choices.map((choice) => h("button", { class: "button walk", type: "button", click: () => around.ask(choice) }, choice)))),
    held(outcome, given, around),
    (given.unread ?? []).length > 0 && h("section", { "data-testid": "unread" },
      h("h2", { class: "label" }, "Could not be read, so it may stand there"),
      h("ul", {}, (given.unread ?? []).map((one) => h("li", {}, `${one.file.split(/[\\/]/).pop()}, page ${one.page}: ${one.reason}`)))),
    nearest.length > 0 && h("section", {},
      h("h2", { class: "label" }, STATED.includes(given.code) ? "What the documents state" : "Nearest passages, none of them an answer"),
      sources(nearest, open)));
}

/**
 * @param {Outcome} outcome
 * @param {Refusal} given
 * @param {import("./outcome.js").Surroundings} around
 */
function held(outcome, given, around) {
  const grid = around.coverage ? gridOf(around.coverage.matrix) : gridOfPeriods(given.on_file);
  const asked = [...outcome.scope.pairs, ...given.missing].filter(([company, period]) => company !== null && period !== null);
  const named = outcome.scope.companies.filter((company) => grid.companies.includes(company));
  const isOfUse = asked.length || named.length || given.missing.length || given.choices.length;
  if (!grid.companies.length || !isOfUse) return null;
  const unknown = given.missing.flatMap(([company]) => (company && !grid.companies.includes(company) ? [company] : []));
  const rows = named.length || unknown.length ? [...new Set([...unknown, ...(named.length ? named : grid.companies)])] : [];
  return h("section", { "data-testid": "held" },
    h("h2", { class: "label" }, "On file"),
    matrix(withAsked(grid, asked, rows), {
      asked, caption: "Companies and periods on file; what was asked for is marked",
      pick: (company, period) => around.ask(`What about ${company} in ${spoken(period)}?`), pickLabel: "Ask instead about",
    }),
    asked.length > 0 && h("p", { class: "legend" }, h("span", { class: "cell missing" }, "none"), " asked for, not on file", h("span", { class: "cell asked" }, "10-K"), " asked for, on file"));
}

/**
 * A period as questions name it.
 * @param {string} period
 */
export function spoken(period) {
  const quarter = /^(\d{4})Q(\d)/.exec(period);
  if (quarter) return `Q${quarter[2]} of fiscal ${quarter[1]}`;
  return period.replace(/^FY/, "fiscal ");
}
