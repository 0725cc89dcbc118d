/** A text without page images: its lines numbered, the quote marked. */

import { h } from "./dom.js";
import { pieces } from "./pieces.js";

/**
 * @param {string} text
 * @param {[number, number] | null} quote
 * @param {[number, number] | null} cell
 * @returns {{element: HTMLElement, mark: HTMLElement | null}}
 */
export function textSheet(text, quote, cell) {
  const element = h("ol", { class: "text-sheet" });
  /** @type {HTMLElement | null} */
  let mark = null;
  let line = h("li");
  element.append(line);
  for (const piece of pieces(text, quote, cell)) {
    piece.text.split("\n").forEach((part, n) => {
      if (n > 0) element.append((line = h("li")));
      if (!part) return;
      const marked = piece.inQuote || piece.inCell;
      const node = marked ? h("mark", { class: piece.inCell ? "in-cell" : "" }, part) : part;
      if (node instanceof HTMLElement && !mark) mark = node;
      line.append(node);
    });
  }
  return { element, mark };
}
