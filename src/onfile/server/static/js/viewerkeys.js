/** The keys that work while a page is shown. */

import { onKey } from "./keys.js";

/**
 * @param {import("./viewer.js").Viewer} viewer
 * @param {() => void} escape
 */
export function viewerKeys(viewer, escape) {
  const whileOpen = (/** @type {() => unknown} */ act) => () => (viewer.isOpen ? void act() : false);
  onKey(["ArrowLeft"], "Page before", whileOpen(() => viewer.turn(-1)), ["←"]);
  onKey(["ArrowRight"], "Next page", whileOpen(() => viewer.turn(1)), ["→"]);
  onKey(["+", "="], "Larger", whileOpen(() => viewer.magnify(1)), ["+"]);
  onKey(["-"], "Smaller", whileOpen(() => viewer.magnify(-1)), ["−"]);
  onKey(["0"], "Fit the width", whileOpen(() => viewer.magnify(0)));
  onKey(["c"], "Copy the quote with its reference", whileOpen(() => viewer.copy()));
  onKey(["Escape"], "Close, or leave the field", escape, ["Esc"]);
}
