/** The page beside an outcome: what a citation opens, and the figures of the pages cited. */

import { get } from "./api.js";
import { byId } from "./dom.js";
import { Viewer } from "./viewer.js";

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Figure} Figure */

const WIDE = matchMedia("(min-width: 70rem)"); // room for the page beside the answer

export class Beside {
  /** @param {HTMLElement} thread holds the outcomes, the one on top first */
  constructor(thread) {
    this.thread = thread;
    /** @type {HTMLElement | null} what opened the page, to give the focus back to */
    this.opener = null;
    this.viewer = new Viewer(byId("viewer"), {
      onClose: () => {
        this.mark(null);
        this.opener?.focus();
      },
    });
  }

  /** True where answer and page stand side by side. */
  get isWide() {
    return WIDE.matches;
  }

  /**
   * @param {Citation} citation
   * @param {Figure | null} cell
   * @param {HTMLElement | null} from
   */
  open(citation, cell, from) {
    this.opener = from ?? /** @type {HTMLElement | null} */ (document.activeElement);
    this.mark(from?.dataset.source ?? null);
    void this.viewer.open({
      document_id: citation.document_id,
      page: cell?.page ?? citation.page ?? 1,
      citation,
      cell: cell ? [cell.cell_span[1], cell.cell_span[2]] : null,
    });
    if (!WIDE.matches) byId("viewer").focus();
  }

  /**
   * Where there is room, the first citation is opened without being asked for.
   * @param {import("./types.js").Outcome} outcome
   */
  openFirst(outcome) {
    const first = outcome.claims[0]?.citations[0];
    if (!first || !WIDE.matches) return;
    this.open(first, null, null);
    this.mark("1");
  }

  /** @param {string | null} source */
  mark(source) {
    for (const element of this.thread.querySelectorAll(":scope > .outcome [data-source]")) {
      element.classList.toggle("open", source !== null && element.getAttribute("data-source") === source);
    }
  }

  /** What j and k walk through: numbers, sources and buttons of the outcome on top. */
  walked() {
    return /** @type {HTMLElement[]} */ ([...this.thread.querySelectorAll(":scope > .outcome .walk")]);
  }
}

/**
 * The stored figures of every page that is cited.
 * @param {Citation[]} citations
 * @returns {Promise<Figure[]>} none where they can't be had: then there is no chart, but an answer
 */
export async function figuresOf(citations) {
  const pages = new Map(citations.filter((one) => one.page !== null).map((one) => [`${one.document_id} ${one.page}`, one]));
  const asked = [...pages.values()].map((one) => get("/api/figures", { document: one.document_id, page: one.page }));
  const found = await Promise.allSettled(asked);
  return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value.figures : []));
}
