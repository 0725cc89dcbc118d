/** One document: its pages, its parts, and what became of every page. */

import { get } from "./api.js";
import { byId, count, h, replace } from "./dom.js";
import { startKeys } from "./keys.js";
import { documentOf } from "./pages.js";
import { STATUS } from "./status.js";
import { Viewer } from "./viewer.js";
import { viewerKeys } from "./viewerkeys.js";

const id = byId("main").dataset.document ?? "";
const at = `/api/documents/${encodeURIComponent(id)}`;
const wanted = Number(new URLSearchParams(location.search).get("page")) || 1;

const viewer = new Viewer(byId("viewer"), {
  onPage: (page) => {
    history.replaceState(null, "", `?page=${page}`);
    mark(page);
  },
});

/** @param {number} page */
function show(page) {
  history.replaceState(null, "", `?page=${page}`);
  mark(page);
  return viewer.open({ document_id: id, page, citation: null, cell: null });
}

/** @param {number} page */
function mark(page) {
  for (const cell of byId("ledger").querySelectorAll("[data-page]")) {
    if (cell.getAttribute("data-page") === String(page)) cell.setAttribute("aria-current", "page");
    else cell.removeAttribute("aria-current");
  }
}

/** @param {import("./pages.js").DocumentInfo} info */
function showHead(info) {
  document.title = `${info.name} · onfile`;
  const told = [info.company, info.form, info.period, info.filed && `filed ${info.filed}`, info.has_pages ? count(info.pages, "page") : "text without pages"];
  replace(byId("head"), h("h1", { class: "name" }, info.name), h("p", { class: "told" }, told.filter(Boolean).join(" · ")), info.title && h("p", { class: "told quiet" }, info.title));
}

/** @param {import("./pages.js").DocumentInfo} info */
async function showOutline(info) {
  const { sections } = await get(`${at}/outline`);
  replace(byId("outline"), sections.length ? h("ol", { class: "outline" }, sections.map((/** @type {any} */ section) => h("li", { "data-level": Math.min(section.level, 4) },
    info.has_pages ? h("button", { class: "link", type: "button", click: () => void show(section.first_page) }, section.path.at(-1)) : h("span", {}, section.path.at(-1)),
    info.has_pages && h("span", { class: "quiet" }, section.first_page)))) : h("p", { class: "quiet" }, "No parts were recognised."));
}

async function showLedger() {
  const { rows } = await get(`${at}/ledger`);
  /** @type {any[]} */
  const pages = rows.filter((/** @type {any} */ row) => row.page !== null);
  const unread = pages.filter((row) => row.reason);
  replace(byId("ledger"),
    h("ol", { class: "ledger" }, pages.map((row) => h("li", {}, h("button", { class: `ledger-page ${row.status}`, type: "button", "data-page": row.page, title: `Page ${row.page}: ${STATUS[row.status] ?? row.status}`, click: () => void show(row.page) },
      row.page, h("span", { class: "visually-hidden" }, `: ${STATUS[row.status] ?? row.status}`))))),
    h("dl", { class: "reasons" }, unread.map((row) => [h("dt", {}, `Page ${row.page}`), h("dd", {}, `${STATUS[row.status] ?? row.status}: ${row.reason}`)])));
}

viewerKeys(viewer, () => /** @type {HTMLElement} */ (document.activeElement)?.blur());
startKeys();
try {
  const info = await documentOf(id);
  showHead(info);
  await Promise.all([showOutline(info), showLedger()]);
  await show(Math.min(Math.max(wanted, 1), info.pages));
} catch (error) {
  replace(byId("head"), h("p", { class: "notice bad", role: "alert" }, error instanceof Error ? error.message : String(error)));
}
