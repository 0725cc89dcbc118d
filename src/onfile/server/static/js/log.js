/** The audit log: records, one of them as it was shown, asked again, and the chain proved. */

import { ApiError, get, send } from "./api.js";
import { Beside, figuresOf } from "./beside.js";
import { byId, count, h, replace } from "./dom.js";
import { move, onKey, startKeys } from "./keys.js";
import { outcomeView } from "./outcome.js";
import { viewerKeys } from "./viewerkeys.js";

/** @typedef {{seq: number, id: string, created: string, hash: string, prev_hash: string, body: any}} LogRecord */

const find = /** @type {HTMLInputElement} */ (byId("find"));
const thread = byId("thread");
const beside = new Beside(thread);
let asked = 0; // counts look-ups, so that a late answer does not replace a newer one

/** @param {string} created */
const moment = (created) => created.replace("T", " ").replace(/\.\d+Z$/, "");

/** @param {number | null} before */
async function showRecords(before) {
  const look = ++asked;
  const { records, next_before: next } = await get("/api/log", { words: find.value.trim(), before, limit: 50 });
  if (look !== asked) return;
  const list = byId("records");
  if (before === null) replace(list, table());
  const rows = /** @type {HTMLElement} */ (list.querySelector("tbody"));
  rows.append(...records.map(row));
  byId("none").hidden = rows.children.length > 0;
  replace(byId("more"), next !== null && h("button", { class: "button", type: "button", click: () => void showRecords(next).catch(fail) }, "Older records"));
}

function table() {
  return h("div", { class: "scroll-x" }, h("table", { class: "table records stacks" },
    h("thead", {}, h("tr", {}, ["When (UTC)", "Question", "Outcome", "Asked by"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody")));
}

/** @param {LogRecord} record */
function row(record) {
  const { outcome, question, asker } = record.body;
  return h("tr", {},
    h("td", { class: "date" }, moment(record.created)),
    h("td", { class: "name" }, h("a", { class: "walk", href: `/log?record=${encodeURIComponent(record.id)}` }, question)),
    h("td", {}, outcome.outcome === "answered" ? "answered" : h("span", { class: "code quiet" }, outcome.refusal?.code ?? outcome.outcome)),
    h("td", {}, asker ?? h("span", { class: "quiet" }, "owner")));
}

/** @param {string} id */
async function showRecord(id) {
  /** @type {LogRecord} */
  const record = await get(`/api/log/${encodeURIComponent(id)}`);
  const coverage = await get("/api/coverage").catch(() => null);
  document.title = `Record ${record.id} · onfile`;
  const view = outcomeView({ ...record.body.outcome, record: record.id }, {
    coverage, figures: figuresOf, canJudge: true,
    open: (citation, cell, from) => beside.open(citation, cell, from),
    ask: (question) => location.assign(`/?q=${encodeURIComponent(question)}`),
  });
  const result = h("div", { role: "status", "data-testid": "replayed" });
  const again = h("button", { class: "button walk", type: "button", click: () => void replay(record, result, again) }, "Ask again and compare");
  replace(byId("record"),
    h("p", { class: "small" }, h("a", { href: "/log" }, "All records")),
    h("dl", { class: "facts" },
      fact("Record", h("span", { class: "code" }, record.id)), fact("Asked", `${moment(record.created)} UTC, by ${record.body.asker ?? "the owner"}`),
      fact("Its hash", h("span", { class: "code name" }, record.hash)), fact("Follows", h("span", { class: "code name" }, record.prev_hash || "the first"))),
    h("div", { class: "choices" }, again), result);
  replace(thread, view);
  replace(byId("whole"), h("details", {}, h("summary", {}, "The whole record"), h("pre", { class: "code whole", tabindex: "0" }, JSON.stringify(record.body, null, 1))));
  beside.openFirst(record.body.outcome);
}

/**
 * @param {string} name
 * @param {string | HTMLElement} value
 * @returns {HTMLElement[]}
 */
const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

/**
 * @param {LogRecord} record
 * @param {HTMLElement} result
 * @param {HTMLButtonElement} button
 */
async function replay(record, result, button) {
  button.disabled = true;
  replace(result, h("p", { class: "quiet" }, "Asking again…"));
  try {
    const { is_same: same, differences } = await send("POST", `/api/log/${encodeURIComponent(record.id)}/replay`);
    replace(result, same ? h("p", { class: "notice" }, "The same: asked again, the outcome agrees with the record.") : h("div", { class: "notice" }, h("p", {}, "Different: what is on file, or onfile itself, has changed since."), differences?.length > 0 && h("ul", { class: "code" }, differences.map((/** @type {string} */ place) => h("li", {}, place)))));
  } catch (error) {
    replace(result, notice(error));
  }
  button.disabled = false;
}

async function proveChain() {
  const result = byId("chain");
  replace(result, h("p", { class: "quiet" }, "Checking every record…"));
  try {
    const chain = await get("/api/log/verify");
    replace(result, chain.ok
      ? h("p", { class: "notice" }, `${count(chain.n_records, "record")}, each as it was written. Head `, h("span", { class: "code name" }, chain.head))
      : h("p", { class: "notice bad" }, `Record ${chain.bad_seq} is not as it was written: ${chain.reason}`));
  } catch (error) {
    replace(result, notice(error));
  }
}

/** @param {unknown} error */
function notice(error) {
  const hint = error instanceof ApiError && error.hint ? ` (${error.hint})` : "";
  return h("p", { class: "notice bad", role: "alert" }, `${error instanceof Error ? error.message : error}${hint}`);
}

/** @param {unknown} error */
const fail = (error) => replace(byId("records"), notice(error));

const id = new URLSearchParams(location.search).get("record");
find.addEventListener("input", () => void showRecords(null).catch(fail));
byId("prove").addEventListener("click", () => void proveChain());
byId("list").hidden = id !== null;
onKey(["/"], "Find a record", () => find.focus());
onKey(["j"], "Next", () => move(id ? beside.walked() : walked(), 1));
onKey(["k"], "The one before", () => move(id ? beside.walked() : walked(), -1));
viewerKeys(beside.viewer, () => (beside.viewer.isOpen ? beside.viewer.close() : find.blur()));
startKeys();
await (id ? showRecord(id).catch((error) => replace(byId("record"), notice(error))) : showRecords(null).catch(fail));

function walked() {
  return /** @type {HTMLElement[]} */ ([...byId("records").querySelectorAll(".walk")]);
}
