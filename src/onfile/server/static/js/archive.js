/** What is on file: counts, companies by period, documents, what could not be read; uploads. */

import { showAcl } from "./acl.js";
import { get } from "./api.js";
import { byId, count, h, replace } from "./dom.js";
import { onKey, startKeys, move } from "./keys.js";
import { gridOf, matrix } from "./matrix.js";
import { STATUS } from "./status.js";
import { startUpload } from "./uploading.js";

/** @typedef {import("./types.js").Coverage} Coverage */
/** @typedef {import("./types.js").Failure} Failure */

const LIMIT = 200;
const NOT_STATED = "not stated";

const find = /** @type {HTMLInputElement} */ (byId("find"));
/** @type {{company: string, period: string} | null} */
let picked = null;
let asked = 0; // counts look-ups, so that a late answer does not replace a newer one

async function showCoverage() {
  /** @type {Coverage} */
  const held = await get("/api/coverage");
  const statuses = Object.entries(held.by_status).map(([status, n]) => `${n.toLocaleString("en-US")} ${STATUS[status] ?? status}`);
  replace(byId("counts"),
    h("p", {}, h("strong", {}, count(held.documents, "document")), ", ", h("strong", {}, count(held.pages, "page")), statuses.length > 0 && `: ${statuses.join(", ")}`),
    h("p", { class: held.unaccounted_pages ? "bad" : "quiet" }, held.unaccounted_pages ? `${count(held.unaccounted_pages, "page")} unaccounted for` : "Every page is accounted for."));
  const grid = gridOf(held.matrix);
  replace(byId("matrix"), grid.companies.length ? matrix(grid, {
    caption: "Companies and periods on file", pickLabel: "Show documents of",
    pick: (company, period) => {
      picked = { company, period };
      find.value = company;
      void showDocuments();
      byId("documents").scrollIntoView({ block: "nearest" });
    },
  }) : h("p", { class: "quiet" }, "No document names a company and a period."));
  unread("unread-list", held.failures, "Every page of every file could be read.");
  unread("left-out-list", held.left_out, "Nothing was left out.");
  byId("left-out").hidden = held.left_out.length === 0;
  replace(byId("missing-list"), held.missing.map((file) => h("li", { class: "name" }, file)));
  byId("missing").hidden = held.missing.length === 0;
}

/**
 * @param {string} id
 * @param {Failure[]} rows
 * @param {string} none
 */
function unread(id, rows, none) {
  replace(byId(id), rows.length ? h("div", { class: "scroll-x" }, h("table", { class: "table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "File"), h("th", { scope: "col", class: "number" }, "Page"), h("th", { scope: "col" }, "What happened"), h("th", { scope: "col" }, "Why"))),
    h("tbody", {}, runs(rows).map((row) => h("tr", {}, h("td", { class: "name" }, short(row.file)), h("td", { class: "number" }, row.pages), h("td", {}, STATUS[row.status] ?? row.status), h("td", { class: "name reason-cell" }, row.reason)))))) : h("p", { class: "quiet" }, none));
}

/**
 * Pages that follow one another and failed alike, as one row.
 * @param {Failure[]} rows in order of file and page
 */
function runs(rows) {
  /** @type {{file: string, status: string, reason: string, pages: string, first: number, last: number}[]} */
  const found = [];
  for (const { file, page, status, reason } of rows) {
    const last = found[found.length - 1];
    if (last && page !== null && last.last + 1 === page && last.file === file && last.status === status && last.reason === reason) {
      last.last = page;
      last.pages = `${last.first}–${page}`;
    } else {
      found.push({ file, status, reason, pages: page === null ? "all" : String(page), first: page ?? 0, last: page ?? 0 });
    }
  }
  return found;
}

/** @param {string} path */
const short = (path) => path.split("/").slice(-2).join("/");

async function showDocuments() {
  const look = ++asked;
  const { documents, total } = await get("/api/documents", { name: find.value.trim(), limit: LIMIT });
  if (look !== asked) return;
  /** @type {any[]} */
  const shown = picked ? documents.filter((/** @type {any} */ one) => one.period === picked?.period && one.company === picked?.company) : documents;
  const all = picked ? shown.length : total;
  replace(byId("documents"),
    h("p", { class: "quiet small" }, shown.length < all ? `${shown.length} of ${count(all, "document")}; name more of it to see the others` : count(all, "document"),
      picked && ` of ${picked.company}, ${picked.period} `,
      picked && h("button", { class: "link", type: "button", click: () => { picked = null; find.value = ""; void showDocuments(); } }, "Show all")),
    h("div", { class: "scroll-x" }, h("table", { class: "table stacks" },
      h("thead", {}, h("tr", {}, ["Document", "Company", "Form", "Period", "Pages", "Filed"].map((name) => h("th", { scope: "col", class: name === "Pages" ? "number" : "" }, name)))),
      h("tbody", {}, shown.map((one) => h("tr", {},
        h("td", { class: "name" }, h("a", { class: "walk", href: `/documents/${encodeURIComponent(one.document_id)}` }, one.name), one.is_amendment && h("span", { class: "quiet" }, " amended")),
        h("td", {}, one.company ?? h("span", { class: "quiet" }, NOT_STATED)), h("td", {}, one.form ?? h("span", { class: "quiet" }, NOT_STATED)),
        h("td", {}, one.period ?? ""), h("td", { class: one.has_pages ? "number" : "number text" }, one.has_pages ? one.pages : "text"), h("td", { class: "date" }, one.filed ?? "")))))));
}

/** @param {unknown} error */
function fail(error) {
  replace(byId("counts"), h("p", { class: "notice bad", role: "alert" }, error instanceof Error ? error.message : String(error)));
}

const walked = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".walk")]);
find.addEventListener("input", () => {
  picked = null;
  void showDocuments().catch(fail);
});
onKey(["/"], "Find a document", () => find.focus());
onKey(["j"], "Next document", () => move(walked(), 1));
onKey(["k"], "Document before", () => move(walked(), -1));
onKey(["Escape"], "Leave the field", () => find.blur(), ["Esc"]);
startKeys();
const showAgain = () => Promise.all([showCoverage(), showDocuments()]).catch(fail);
await Promise.all([showCoverage(), showDocuments(), showAcl(showAgain), startUpload(showAgain)]).catch(fail);
if (location.hash) document.querySelector(location.hash)?.scrollIntoView();
