/** The page beside the answer: its image, the quote marked on the ink, its text to select. */

import { ApiError } from "./api.js";
import { h, icon, replace, say } from "./dom.js";
import { documentOf, pageOf } from "./pages.js";
import { reference, where } from "./place.js";
import { sheet } from "./sheet.js";
import { textSheet } from "./textsheet.js";
import { lineBoxes } from "./words.js";

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./pages.js").DocumentInfo} DocumentInfo */

/**
 * What is shown: a citation, or a page of a document with nothing marked.
 * @typedef {object} Shown
 * @property {string} document_id
 * @property {number} page
 * @property {Citation | null} citation
 * @property {[number, number] | null} cell characters of the page that hold one figure
 */

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

export class Viewer {
  /**
   * @param {HTMLElement} root
   * @param {{onClose?: () => void, onPage?: (page: number) => void}} [listeners]
   */
  constructor(root, listeners = {}) {
    this.root = root;
    this.listeners = listeners;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {DocumentInfo | null} */
    this.document = null;
    this.page = 1;
    this.zoom = 1;
    this.opened = 0; // counts openings, so that a late answer does not replace a later page
    this.stage = h("div", { class: "stage", tabindex: "0", role: "region", "aria-label": "Page" });
    this.head = h("div", { class: "viewer-head" });
    this.mark = h("div", { class: "viewer-mark", "aria-live": "polite" });
    replace(root, this.head, this.mark, this.stage);
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** @param {Shown} shown */
  async open(shown) {
    this.shown = shown;
    this.page = shown.page;
    this.root.hidden = false;
    document.body.classList.add("has-viewer");
    const opening = ++this.opened;
    try {
      const info = await documentOf(shown.document_id);
      if (opening !== this.opened) return;
      this.document = info;
      await this.draw();
    } catch (error) {
      if (opening === this.opened) this.fail(error);
    }
  }

  close() {
    if (!this.isOpen) return;
    this.opened += 1;
    this.root.hidden = true;
    document.body.classList.remove("has-viewer");
    this.listeners.onClose?.();
  }

  /** @param {number} step */
  async turn(step) {
    if (!this.document?.has_pages) return;
    const page = Math.min(Math.max(this.page + step, 1), this.document.pages);
    if (page === this.page) return;
    this.page = page;
    this.opened += 1;
    await this.draw();
    this.listeners.onPage?.(page);
  }

  /** @param {number} step 0 fits the width again */
  magnify(step) {
    const at = ZOOMS.indexOf(this.zoom);
    const next = step === 0 ? ZOOMS.indexOf(1) : Math.min(Math.max(at + step, 0), ZOOMS.length - 1);
    this.zoom = ZOOMS[next];
    this.stage.style.setProperty("--zoom", String(this.zoom));
    this.drawHead();
    this.stage.dispatchEvent(new Event("zoom"));
  }

  async copy() {
    const citation = this.shown?.citation;
    if (!citation) return;
    try {
      await navigator.clipboard.writeText(reference(citation));
      say("Quote and reference copied");
    } catch {
      say("The browser did not allow copying");
    }
  }

  async draw() {
    const { document: info, shown } = this;
    if (!info || !shown) return;
    const drawing = this.opened;
    this.label = null;
    this.drawHead();
    this.stage.setAttribute("aria-busy", "true");
    try {
      const page = await pageOf(info.document_id, this.page);
      if (drawing !== this.opened) return;
      this.label = page.label;
      const onPage = !info.has_pages || this.page === shown.page;
      const citation = onPage ? shown.citation : null;
      this.drawHead();
      if (info.has_page_images) this.drawSheet(page, citation, onPage ? shown.cell : null);
      else this.drawText(page, citation, onPage ? shown.cell : null);
    } catch (error) {
      if (drawing === this.opened) this.fail(error);
    } finally {
      this.stage.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {import("./pages.js").PageInfo} page
   * @param {Citation | null} citation
   * @param {[number, number] | null} cell
   */
  drawSheet(page, citation, cell) {
    const boxes = citation ? placesOf(citation, page) : [];
    const drawn = sheet(page, boxes, cell);
    replace(this.stage, drawn.element);
    if (citation) this.sayMark(boxes.length > 0, page.status);
    else replace(this.mark);
    drawn.start(this.stage);
  }

  /**
   * @param {import("./pages.js").PageInfo} page
   * @param {Citation | null} citation
   * @param {[number, number] | null} cell
   */
  drawText(page, citation, cell) {
    const drawn = textSheet(page.text, citation && spanOf(citation, page.text), cell);
    replace(this.stage, drawn.element);
    replace(this.mark, citation && h("span", {}, drawn.mark ? "The quote is marked in the text." : "Not located in the text."));
    if (drawn.mark) drawn.mark.scrollIntoView({ block: "center" });
    else this.stage.scrollTo(0, 0);
  }

  /**
   * @param {boolean} located
   * @param {string} status
   */
  sayMark(located, status) {
    const read = status === "ocr" ? " The text was read by OCR." : "";
    const words = located ? "The quote is marked on the page." : "Not located: the quote is in the page’s text, but its place on the image is not known.";
    replace(this.mark, h("span", {}, words + read));
  }

  drawHead() {
    const { document: info, shown } = this;
    if (!info || !shown) return;
    const at = { page: info.has_pages ? this.page : null, page_label: this.label, line: shown.citation?.line, turn: shown.citation?.turn, sheet: shown.citation?.sheet, cell: shown.citation?.cell };
    const of = info.has_pages ? ` of ${info.pages}` : "";
    const place = where(at).replace(/^page \d+/, (words) => words + of);
    replace(
      this.head,
      h("div", { class: "viewer-title" },
        h("a", { class: "name", href: `/documents/${encodeURIComponent(info.document_id)}?page=${this.page}` }, info.name),
        h("span", { class: "viewer-place", "data-testid": "place" }, place)),
      h("div", { class: "viewer-tools" },
        info.has_pages && tool("left", "Page before", "←", () => this.turn(-1), this.page === 1),
        info.has_pages && tool("right", "Next page", "→", () => this.turn(1), this.page === info.pages),
        tool("minus", "Smaller", "−", () => this.magnify(-1), this.zoom === ZOOMS[0]),
        h("button", { class: "plain zoom", type: "button", title: "Fit the width (0)", "aria-label": `Zoom ${Math.round(this.zoom * 100)} %, fit the width`, click: () => this.magnify(0) }, `${Math.round(this.zoom * 100)}%`),
        tool("plus", "Larger", "+", () => this.magnify(1), this.zoom === ZOOMS[ZOOMS.length - 1]),
        shown.citation && tool("copy", "Copy the quote with its reference", "c", () => this.copy()),
        this.listeners.onClose && tool("close", "Close the page", "Esc", () => this.close())),
    );
  }

  /** @param {unknown} error */
  fail(error) {
    const hint = error instanceof ApiError ? error.hint : "";
    replace(this.mark);
    replace(this.stage, h("p", { class: "notice", role: "alert" }, `This page can’t be shown: ${error instanceof Error ? error.message : error}`, hint && ` (${hint})`));
  }
}

/**
 * Where a quote stands on its page; a passage that was only found is looked for by its words.
 * @param {Citation} citation
 * @param {import("./pages.js").PageInfo} page
 */
function placesOf(citation, page) {
  if (citation.boxes.length || citation.span[2] > citation.span[1]) return citation.boxes;
  const span = spanOf(citation, page.text);
  return span ? lineBoxes(page.words, span[0], span[1]) : [];
}

/**
 * @param {Citation} citation
 * @param {string} text
 * @returns {[number, number] | null} in code points
 */
function spanOf(citation, text) {
  const [, start, end] = citation.span;
  if (end > start) return [start, end];
  const at = text.indexOf(citation.quote);
  if (at < 0) return null;
  const before = [...text.slice(0, at)].length;
  return [before, before + [...citation.quote].length];
}

/**
 * @param {"left" | "right" | "plus" | "minus" | "copy" | "close"} name
 * @param {string} label
 * @param {string} key
 * @param {() => void} act
 * @param {boolean} [disabled]
 */
function tool(name, label, key, act, disabled = false) {
  return h("button", { class: `plain tool-${name}`, type: "button", "aria-label": label, title: `${label} (${key})`, disabled, click: act }, icon(name));
}
