/** Who may see what, for those who set it up. */

import { get } from "./api.js";
import { byId, count, h, replace } from "./dom.js";

/** @param {string} who `user:ines`, `group:staff`, `everyone` */
const named = (who) => who.replace(/^user:/, "").replace(/^group:(.*)$/, "$1 (group)");

/** @param {string[]} list */
const listed = (list) => (list.length ? list.map(named).join(", ") : h("span", { class: "quiet" }, "nobody"));

/** Shows the rules to administrators; to others nothing. */
export async function showAcl() {
  const me = await get("/api/me");
  if (!me.scopes.includes("admin")) return;
  const acl = await get("/api/acl");
  byId("acl").hidden = false;
  if (!acl.is_in_force) {
    replace(byId("acl-rules"), h("p", { class: "quiet" }, "No document has a label: whoever may ask sees all of them. Labels are set with ", h("code", {}, "onfile acl"), "."));
    return;
  }
  const groups = Object.entries(acl.groups);
  replace(byId("acl-rules"),
    h("div", { class: "scroll-x" }, h("table", { class: "table narrow" },
      h("thead", {}, h("tr", {}, ["Label", "On", "Allows", "Denies", "Documents"].map((name) => h("th", { scope: "col", class: name === "Documents" ? "number" : "" }, name)))),
      h("tbody", {}, acl.labels.map((/** @type {any} */ one) => h("tr", {},
        h("td", {}, one.label), h("td", { class: "name" }, one.covers.map((/** @type {string} */ place) => place.split("/").slice(-2).join("/")).join(", ")),
        h("td", {}, listed(one.allow)), h("td", {}, one.deny.length ? listed(one.deny) : ""), h("td", { class: "number" }, one.documents)))))),
    acl.unlabelled > 0 && h("p", { class: "told" }, `${count(acl.unlabelled, "document")} without a label: only the owner sees ${acl.unlabelled === 1 ? "it" : "them"}.`),
    groups.length > 0 && h("dl", { class: "facts" }, groups.map(([name, users]) => [h("dt", {}, `Group ${name}`), h("dd", {}, /** @type {string[]} */ (users).join(", ") || "nobody")])),
    acl.auditors.length > 0 && h("p", { class: "told" }, "Auditors: ", listed(acl.auditors)));
}
