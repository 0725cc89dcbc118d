/** One page as an image, with rectangles over the quote and an invisible text to select. */

import { h, s } from "./dom.js";
import { imageUrl } from "./pages.js";
import { boxOf } from "./words.js";

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

/** @param {PageInfo} page */
function textLayer(page) {
  const layer = h("div", { class: "text-layer" });
  const measure = document.createElement("canvas").getContext("2d");
  if (measure) measure.font = `${MEASURED_PX}px sans-serif`;
  for (const word of page.words) {
    const [x0, y0, x1, y1] = word.box;
    const size = ((y1 - y0) / page.width_pt) * 100;
    const natural = measure ? (measure.measureText(word.text).width / MEASURED_PX) * (y1 - y0) : x1 - x0;
    const span = h("span", {}, `${word.text} `);
    span.style.left = `${(x0 / page.width_pt) * 100}%`;
    span.style.top = `${(y0 / page.height_pt) * 100}%`;
    span.style.fontSize = `${size}cqw`;
    span.style.transform = `scaleX(${(x1 - x0) / Math.max(natural, 0.1)})`;
    layer.append(span);
    if (word.endsLine) layer.append(h("br"));
  }
  return layer;
}
