/** A small chart of columns, drawn as SVG, with its numbers as a table below it. */

import { h, s } from "./dom.js";
import { byTime } from "./place.js";

/** @typedef {import("./cited.js").Point} Point */

const COLUMN = 68;
const BAR = 40;
const HEIGHT = 120;
const ABOVE = 18;
const BELOW = 20;

/**
 * @param {Point[]} points
 * @param {(point: Point) => void} open
 * @returns {HTMLElement}
 */
export function chart(points, open) {
  const ordered = [...points].sort((a, b) => byTime(a.period, b.period));
  const { label, path } = ordered[0].figure;
  const name = [...path.slice(-1), label].join(" › ");
  return h("figure", { class: "chart", "data-testid": "chart" },
    h("figcaption", {}, h("strong", {}, name), h("span", { class: "quiet" }, ` ${ordered[0].company}, ${unitOf(ordered[0])}; as printed`)),
    h("div", { class: "scroll-x" }, drawing(ordered, name)),
    h("details", {}, h("summary", {}, "As a table"), table(ordered, open)));
}

/** @param {Point} point */
function unitOf({ figure }) {
  if (figure.percent) return "percent";
  /** @type {Record<number, string>} */
  const scales = { 1000: "thousands", 100000: "lakh", 1000000: "millions", 10000000: "crore", 1000000000: "billions" };
  return [figure.currency, figure.scale ? scales[figure.scale] : "scale not stated", figure.unit].filter(Boolean).join(", ");
}

/**
 * @param {Point[]} points
 * @param {string} name
 */
function drawing(points, name) {
  const numbers = points.map((point) => point.figure.number);
  // A row printed in brackets throughout is an outflow: its size is what is compared.
  const sizes = numbers.every((number) => number <= 0) ? numbers.map(Math.abs) : numbers;
  const top = Math.max(0, ...sizes);
  const bottom = Math.min(0, ...sizes);
  const below = bottom < 0 ? ABOVE : 0;
  const scale = (HEIGHT - ABOVE - below) / Math.max(top - bottom, Number.MIN_VALUE);
  const zero = ABOVE + top * scale;
  const width = COLUMN * points.length;
  const spoken = points.map((point) => `${point.period}: ${point.figure.printed}`).join("; ");
  return s("svg", { viewBox: `0 0 ${width} ${HEIGHT + BELOW}`, width, height: HEIGHT + BELOW, role: "img", "aria-label": `${name}. ${spoken}` },
    points.map((point, n) => {
      const middle = n * COLUMN + COLUMN / 2;
      const height = Math.max(Math.abs(sizes[n]) * scale, 1);
      const y = sizes[n] >= 0 ? zero - height : zero;
      const words = sizes[n] >= 0 ? y - 5 : y + height + 13;
      return s("g", { class: point.asked ? "column asked" : "column" },
        s("rect", { x: middle - BAR / 2, y, width: BAR, height }),
        s("text", { x: middle, y: words, class: "amount" }, point.figure.printed.replace(/[$€£₹¥\s]/g, "")),
        s("text", { x: middle, y: HEIGHT + BELOW - 5 }, point.period));
    }),
    s("line", { class: "axis", x1: 0, x2: width, y1: zero, y2: zero }));
}

/**
 * @param {Point[]} points
 * @param {(point: Point) => void} open
 */
function table(points, open) {
  return h("table", { class: "table narrow" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Period"), h("th", { scope: "col", class: "number" }, "As printed"), h("th", { scope: "col" }, "Where"))),
    h("tbody", {}, points.map((point) => h("tr", {},
      h("td", {}, point.period), h("td", { class: "number" }, point.figure.printed),
      h("td", {}, h("button", { class: "link", type: "button", click: () => open(point) }, `${point.citation.document}, page ${point.figure.page}`))))));
}
