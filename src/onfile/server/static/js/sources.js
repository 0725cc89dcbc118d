/** Citations as people read them: where, what, and the words as they stand. */

import { h } from "./dom.js";
import { where } from "./place.js";

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Evidence} Evidence */

/**
 * A numbered reference in a claim.
 * @param {number} number
 * @param {Citation} citation
 * @param {(citation: Citation, from: HTMLElement) => void} open
 */
export function cite(number, citation, open) {
  const label = `Source ${number}: ${citation.document}, ${where(citation)}`;
  return h("button", {
    class: "cite walk", type: "button", "data-source": number, title: label, "aria-label": label,
    click: (/** @type {Event} */ event) => open(citation, /** @type {HTMLElement} */ (event.currentTarget)),
  }, String(number));
}

/**
 * @param {Citation[]} citations
 * @param {(citation: Citation, from: HTMLElement) => void} open
 */
export function sources(citations, open) {
  return h("ol", { class: "sources", "data-testid": "sources" }, citations.map((citation, n) => {
    const told = [citation.company, citation.form, citation.period, citation.speaker].filter(Boolean).join(" · ");
    const doubtful = citation.ocr_confidence !== null && !citation.note.includes("OCR");
    return h("li", { class: "source", "data-source": n + 1 },
      h("span", { class: "source-number", "aria-hidden": "true" }, String(n + 1)),
      h("div", {},
        h("button", { class: "source-head walk", type: "button", "data-source": n + 1, click: (/** @type {Event} */ event) => open(citation, /** @type {HTMLElement} */ (event.currentTarget)) },
          h("span", { class: "name" }, citation.document), " ", h("span", { class: "quiet" }, where(citation))),
        told && h("p", { class: "told" }, told),
        citation.section && h("p", { class: "told quiet" }, citation.section),
        h("blockquote", {}, citation.quote),
        citation.note && h("p", { class: "told" }, citation.note),
        doubtful && h("p", { class: "told" }, `Read by OCR, certain to ${Math.round(Number(citation.ocr_confidence) * 100)} %: compare with the page`)));
  }));
}

/**
 * A passage that was found, as a citation to be opened; it has no boxes of its own.
 * @param {Evidence} evidence
 * @returns {Citation}
 */
export function passage(evidence) {
  return {
    document: evidence.document, document_id: evidence.document_id, page: evidence.page, page_label: null,
    line: evidence.line, turn: evidence.turn, company: evidence.company, form: evidence.form,
    period: evidence.period, section: evidence.section, speaker: evidence.speaker, quote: evidence.text,
    boxes: [], span: [evidence.page ?? 1, 0, 0], note: "", sheet: null, cell: null, ocr_confidence: null,
  };
}
