/** One page as an image, with rectangles over the quote and an invisible text to select. */

import { h, s } from "./dom.js";
import { imageUrl } from "./pages.js";
import { boxOf, linesOf, union } from "./words.js";

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./pages.js").PageInfo} PageInfo */

const DPIS = [75, 110, 150, 220, 300]; // few steps, so that the server's and browser's caches hit
const PAD_PT = 1.5; // a mark stands a little off the ink
const MEASURED_PX = 100;

/**
 * @param {PageInfo} page
 * @param {Box[]} boxes
 * @param {[number, number] | null} cell
 */
export function sheet(page, boxes, cell) {
  const { width_pt: width, height_pt: height } = page;
  /** @type {HTMLImageElement} */
  const image = h("img", { class: "page-image", alt: `Page ${page.number} as printed`, width: Math.round(width), height: Math.round(height), draggable: "false", load: () => image.classList.add("loaded") });
  const marked = cell ? boxOf(page.words, cell[0], cell[1]) : null;
  const marks = s("svg", { class: "marks", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    boxes.map((box) => rectangle(box, "mark")),
    marked && rectangle(marked, "mark-cell"));
  const element = h("div", { class: "sheet" }, image, marks, textLayer(page));

  /** @param {HTMLElement} stage */
  const start = (stage) => {
    const load = () => {
      const dpi = dpiFor((element.clientWidth / width) * 72 * devicePixelRatio);
      const url = imageUrl(page, dpi);
      if (image.getAttribute("src") !== url) image.src = url;
    };
    stage.addEventListener("zoom", () => element.isConnected && load());
    load();
    scrollTo(stage, element, boxes[0] ?? null, height);
  };
  return { element, start };
}

/**
 * The smallest step that is sharp enough, else the largest.
 * @param {number} wanted
 */
function dpiFor(wanted) {
  return DPIS.find((dpi) => dpi >= wanted * 0.95) ?? DPIS[DPIS.length - 1];
}

/**
 * @param {Box} box
 * @param {string} name
 */
function rectangle([x0, y0, x1, y1], name) {
  return s("rect", { class: name, x: x0 - PAD_PT, y: y0 - PAD_PT, width: x1 - x0 + 2 * PAD_PT, height: y1 - y0 + 2 * PAD_PT, rx: 1.5 });
}

/**
 * A third of the way down is where eyes look first.
 * @param {HTMLElement} stage
 * @param {HTMLElement} element
 * @param {Box | null} box
 * @param {number} height
 */
function scrollTo(stage, element, box, height) {
  const y = box ? (box[1] / height) * element.clientHeight : 0;
  stage.scrollTo({ top: Math.max(y + element.offsetTop - stage.clientHeight / 3, 0), left: 0 });
}

/**
 * Invisible text where it is printed. A line is a block as wide as the page, and a word reaches up
 * to the next one, so that a selection follows the pointer from wherever it starts.
 * @param {PageInfo} page
 */
function textLayer(page) {
  const measure = document.createElement("canvas").getContext("2d");
  if (measure) measure.font = `${MEASURED_PX}px sans-serif`;
  const share = (/** @type {number} */ points) => `${(points / page.width_pt) * 100}cqw`;
  return h("div", { class: "text-layer" }, linesOf(page.words).map((line) => {
    const [left, top, , bottom] = line.map((word) => word.box).reduce(union);
    const block = h("div", {}, line.map((word, n) => wordSpan(word, line[n + 1]?.box[0], bottom - top, measure, share)));
    block.style.top = `${(top / page.height_pt) * 100}%`;
    block.style.height = share(bottom - top);
    block.style.fontSize = share(bottom - top);
    block.style.paddingLeft = share(left);
    return block;
  }));
}

/**
 * @param {import("./words.js").Word} word
 * @param {number | undefined} next where the word after it begins
 * @param {number} size_pt of the type
 * @param {CanvasRenderingContext2D | null} measure
 * @param {(points: number) => string} share
 */
function wordSpan(word, next, size_pt, measure, share) {
  const [x0, , x1] = word.box;
  const natural = measure ? (measure.measureText(word.text).width / MEASURED_PX) * size_pt : x1 - x0;
  const span = h("span", {}, next === undefined ? word.text : `${word.text} `);
  span.style.width = share((next ?? x1) - x0);
  span.style.letterSpacing = share((x1 - x0 - natural) / word.text.length);
  return span;
}
