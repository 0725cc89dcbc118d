/** How a computed number follows: each line of arithmetic, and its operands with their cells. */

import { operandsOf, typeset } from "./arithmetic.js";
import { figuresIn } from "./cited.js";
import { h } from "./dom.js";

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Claim} Claim */
/** @typedef {import("./types.js").Figure} Figure */

/**
 * @typedef {object} Operand
 * @property {number} number
 * @property {Citation} citation
 * @property {Figure} figure
 */

/**
 * The cited cells that hold the operands; a number that no cited cell states is a constant.
 * @param {Claim} claim
 * @param {Figure[]} figures
 * @returns {Operand[]}
 */
export function cellsOf(claim, figures) {
  return operandsOf(claim.arithmetic).flatMap((number) => {
    for (const citation of claim.citations) {
      const fits = figuresIn(citation, figures).filter((figure) => Math.abs(figure.number) === number);
      const figure = fits.find((one) => one.period === claim.pair?.[1]) ?? fits[0];
      if (figure) return [{ number, citation, figure }];
    }
    return [];
  });
}

/**
 * @param {Claim} claim
 * @param {Figure[]} figures
 * @param {(citation: Citation) => number} numberOf
 * @param {(citation: Citation, figure: Figure) => void} open
 */
export function formula(claim, figures, numberOf, open) {
  const operands = cellsOf(claim, figures);
  return h("div", { class: "formula", "data-testid": "formula" },
    claim.arithmetic.split(";").map((line) => h("p", { class: "arithmetic" }, typeset(line))),
    operands.length > 0 && h("div", { class: "scroll-x" }, h("table", { class: "table narrow" },
      h("caption", { class: "visually-hidden" }, "Operands, each with the cell that states it"),
      h("thead", {}, h("tr", {}, ["Operand", "Row", "Of", "Period", "Source"].map((name, n) => h("th", { scope: "col", class: n === 0 ? "number" : "" }, name)))),
      h("tbody", {}, operands.map(({ citation, figure }) => h("tr", {},
        h("td", { class: "number" }, h("button", { class: "link operand", type: "button", title: "Show the cell", click: () => open(citation, figure) }, figure.printed)),
        h("td", {}, figure.label), h("td", {}, citation.company), h("td", {}, figure.period ?? figure.column),
        h("td", {}, h("button", { class: "cite", type: "button", "aria-label": `Cell on page ${figure.page} of ${citation.document}`, click: () => open(citation, figure) }, String(numberOf(citation))))))))));
}
