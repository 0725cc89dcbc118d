/** Risk over coverage, drawn as a line of steps, with its points as a table. */

import { h, s } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 160;
const LEFT = 40;
const RIGHT = 20;
const BELOW = 22;
const ABOVE = 8;

/** @param {[number, number, number, number, number][]} points score, coverage, risk, risk with the unsure, answered */
export function curve(points) {
  const ordered = [...points].sort((a, b) => a[1] - b[1]);
  const top = Math.max(0.05, ...ordered.map((point) => point[3]));
  const x = (/** @type {number} */ coverage) => LEFT + coverage * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ risk) => ABOVE + (1 - risk / top) * (HEIGHT - ABOVE - BELOW);
  const path = (/** @type {number} */ at) => ordered.map((point, n) => `${n ? "L" : "M"}${x(point[1]).toFixed(1)} ${y(point[at]).toFixed(1)}`).join("");
  const last = ordered[ordered.length - 1];
  const spoken = `Risk over coverage: at a coverage of ${percent(last[1])} the risk is ${percent(last[2])}`;
  return h("figure", { class: "chart curve" },
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img", "aria-label": spoken },
      s("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0) }),
      s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(top), y2: y(top) }),
      s("text", { class: "end", x: LEFT - 6, y: y(0) + 4 }, "0"),
      s("text", { class: "end", x: LEFT - 6, y: y(top) + 4 }, percent(top)),
      [0, 0.5, 1].map((coverage) => s("text", { x: x(coverage), y: HEIGHT - 5 }, percent(coverage))),
      s("path", { class: "line unsure", d: path(3) }),
      s("path", { class: "line", d: path(2) }),
      ordered.map((point) => s("circle", { cx: x(point[1]), cy: y(point[2]), r: 2.5 }))),
    h("figcaption", { class: "small quiet" }, "Share of answers that are wrong (dashed: or unsure) over the share of questions answered"),
    h("details", {}, h("summary", {}, "As a table"), h("table", { class: "table narrow" },
      h("thead", {}, h("tr", {}, ["Score from", "Answered", "Coverage", "Risk", "With the unsure"].map((name) => h("th", { scope: "col", class: "number" }, name)))),
      h("tbody", {}, ordered.map((point) => h("tr", {}, [point[0].toFixed(3), String(point[4]), percent(point[1]), percent(point[2]), percent(point[3])].map((cell) => h("td", { class: "number" }, cell))))))));
}

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;
