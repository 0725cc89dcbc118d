/** Who may see what, for those who set it up: shown, and changed. */

import { ApiError, get, send } from "./api.js";
import { byId, count, h, icon, replace, say } from "./dom.js";

/** @typedef {{label: string, covers: string[], allow: string[], deny: string[], documents: number}} Label */
/** @typedef {{is_in_force: boolean, labels: Label[], groups: Record<string, string[]>, auditors: string[], unlabelled: number}} Rules */

const N_CHANGES = 20;
const OPEN = "No document has a label: whoever may ask sees all of them. With the first label, documents without one are seen by nobody who has an account.";

/** @param {string} who `user:ines`, `group:staff`, `everyone` */
const named = (who) => who.replace(/^user:/, "").replace(/^group:(.*)$/, "$1 (group)");

/** @type {Map<string, string>} names of documents by their ids */
const names = new Map();
/** What else on the screen depends on who may see what. @type {() => unknown} */
let changed = () => undefined;

/** @param {string} place a path, or a document's id */
function placeName(place) {
  if (place.startsWith("sha256:")) return names.get(place) ?? `${place.slice(0, 15)}…`;
  return place.split("/").slice(-2).join("/");
}

/**
 * Shows the rules to administrators; to others nothing.
 * @param {() => unknown} onChange
 */
export async function showAcl(onChange) {
  changed = onChange;
  const me = await get("/api/me");
  if (!me.scopes.includes("admin")) return;
  await draw();
  byId("acl").hidden = false;
}

async function draw() {
  /** @type {[Rules, any]} */
  const [rules, held] = await Promise.all([get("/api/acl"), get("/api/documents", { limit: 200 })]);
  for (const one of held.documents) names.set(one.document_id, one.name);
  replace(byId("acl-rules"),
    !rules.is_in_force && h("p", { class: "quiet" }, OPEN),
    rules.labels.length > 0 && table(rules.labels),
    rules.is_in_force && rules.unlabelled > 0 && h("p", { class: "told" }, `${count(rules.unlabelled, "document")} without a label: only the owner sees ${rules.unlabelled === 1 ? "it" : "them"}.`),
    groups(rules.groups),
    rules.auditors.length > 0 && h("p", { class: "told" }, "Auditors: ", rules.auditors.map(named).join(", ")),
    h("p", { class: "bad", id: "acl-wrong", role: "alert", hidden: true }),
    forms(rules),
    history());
}

/** @param {Label[]} labels */
function table(labels) {
  const heads = ["Label", "On", "Allows", "Denies", "Documents"].map((name) => h("th", { scope: "col", class: name === "Documents" ? "number" : "" }, name));
  return h("div", { class: "scroll-x" }, h("table", { class: "table narrow stacks rules" }, h("thead", {}, h("tr", {}, heads)),
    h("tbody", {}, labels.map(({ label, covers, allow, deny, documents }) => h("tr", {},
      h("td", { class: "name" }, label),
      h("td", { "data-head": "on" }, covers.map((place) => chip(placeName(place), `Take ${label} off ${placeName(place)}`, () => change("labels", { change: "unlabel", label, targets: [place] })))),
      h("td", { "data-head": "allows" }, allow.length ? allow.map((who) => person(label, who)) : h("span", { class: "quiet" }, "nobody")),
      h("td", { "data-head": deny.length ? "denies" : null }, deny.map((who) => person(label, who))),
      h("td", { class: "number text" }, documents))))));
}

/**
 * @param {string} label
 * @param {string} who
 */
function person(label, who) {
  return chip(named(who), `No rule of ${label} for ${named(who)}`, () => change("grants", { change: "revoke", label, who: [who] }));
}

/**
 * @param {string} words
 * @param {string} undo
 * @param {() => void} act
 */
function chip(words, undo, act) {
  return h("span", { class: "chip" }, h("span", { class: "chip-words" }, words), h("button", { type: "button", "aria-label": undo, title: undo, click: act }, icon("close")));
}

/** @param {Record<string, string[]>} held */
function groups(held) {
  const all = Object.entries(held);
  return all.length > 0 && h("dl", { class: "facts" }, all.map(([group, users]) => [h("dt", {}, `Group ${group}`),
    h("dd", {}, users.length ? users.map((user) => chip(user, `Drop ${user} from ${group}`, () => change("groups", { group, drop: [user] }))) : "nobody")]));
}

/** @param {Rules} rules */
function forms({ labels, groups: held }) {
  const known = [...names.values()].sort((a, b) => a.localeCompare(b));
  return h("div", { class: "rule-forms" },
    choices("known-labels", labels.map((one) => one.label)), choices("known-documents", known),
    choices("known-groups", Object.keys(held)), choices("known-people", ["everyone", ...Object.keys(held).map((name) => `group:${name}`)]),
    form("Put label", [field("label", "Label", "known-labels"), "on", field("target", "Document or folder", "known-documents")],
      (given) => change("labels", { change: "label", label: given.label, targets: [given.target] })),
    form("Save", [h("select", { name: "change", "aria-label": "Allow or deny" }, h("option", { value: "grant" }, "Allow"), h("option", { value: "deny" }, "Deny")), field("who", "Name, group:NAME or everyone", "known-people"), "what carries", field("label", "Label", "known-labels")],
      (given) => change("grants", { change: given.change, label: given.label, who: [given.who] })),
    form("Add to group", [field("user", "Name"), "to", field("group", "Group", "known-groups")],
      (given) => change("groups", { group: given.group, add: [given.user] })));
}

/**
 * @param {string} words
 * @param {(HTMLElement | string)[]} parts
 * @param {(given: Record<string, string>) => void} act
 */
function form(words, parts, act) {
  const made = h("form", { class: "rule-form", submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const given = [...new FormData(made)].map(([name, value]) => [name, String(value).trim()]);
    act(Object.fromEntries(given));
  } }, parts.map((part) => (typeof part === "string" ? h("span", { class: "quiet" }, part) : part)), h("button", { class: "button", type: "submit" }, words));
  return made;
}

/**
 * @param {string} name
 * @param {string} words
 * @param {string} [list]
 */
const field = (name, words, list) => h("input", { class: "search-input", name, placeholder: words, "aria-label": words, list, required: true, maxlength: "4096", autocomplete: "off" });

/**
 * @param {string} id
 * @param {string[]} values
 */
const choices = (id, values) => h("datalist", { id }, values.map((value) => h("option", { value })));

function history() {
  const rows = h("div", {});
  const shown = h("details", { toggle: () => {
    if (shown.open) void showHistory(rows).catch(fail);
  } }, h("summary", {}, "Changes so far"), rows);
  return shown;
}

/** @param {HTMLElement} rows */
async function showHistory(rows) {
  const { changes, total } = await get("/api/acl/history", { limit: N_CHANGES });
  replace(rows, total ? h("div", { class: "scroll-x" }, h("table", { class: "table narrow" },
    h("thead", {}, h("tr", {}, ["When (UTC)", "By", "Change", "From"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, changes.map((/** @type {any} */ one) => h("tr", {}, h("td", { class: "date" }, one.made_at.replace("T", " ").replace(/\.\d+Z$/, "")), h("td", {}, one.made_by), h("td", { class: "name" }, inWords(one)), h("td", { class: "name" }, one.source ?? "by hand")))))) : h("p", { class: "quiet" }, "None."),
    total > changes.length && h("p", { class: "quiet small" }, `and ${count(total - changes.length, "older change")}: onfile acl history`));
}

/** @param {{action: string, kind: string, subject: string, object: string}} one */
function inWords({ action, kind, subject, object }) {
  if (action === "off") return "every rule forgotten";
  const place = kind === "label" ? placeName(object) : named(object);
  /** @type {Record<string, string>} */
  const said = { label: `${subject} on ${place}`, allow: `${subject} allowed to ${place}`, deny: `${subject} denied to ${place}`, member: `${place} in group ${subject}`, role: `${place} is ${subject}` };
  return `${action === "add" ? "" : "no longer: "}${said[kind] ?? kind}`;
}

/**
 * @param {string} what `labels`, `grants`, `groups`
 * @param {unknown} given
 */
function change(what, given) {
  send("POST", `/api/acl/${what}`, given).then(async (told) => {
    await draw();
    say(told.changed ? "Changed; holds from the next question on" : "Nothing to change");
    await changed();
  }).catch(fail);
}

/** @param {unknown} error */
function fail(error) {
  const wrong = byId("acl-wrong");
  const hint = error instanceof ApiError && error.hint ? ` (${error.hint})` : "";
  wrong.textContent = `${error instanceof Error ? error.message : error}${hint}`;
  wrong.hidden = false;
}
