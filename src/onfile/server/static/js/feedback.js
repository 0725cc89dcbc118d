/** Whether an outcome was right, in the words of the one who asked. */

import { send } from "./api.js";
import { h, say } from "./dom.js";

/** @param {import("./types.js").Outcome} outcome */
export function feedback(outcome) {
  const refused = outcome.outcome === "refused";
  const verdicts = refused
    ? [["right", "Right to refuse"], ["should_have_answered", "Should have answered"]]
    : [["right", "Right"], ["wrong", "Wrong"]];
  const buttons = verdicts.map(([verdict, words]) => h("button", { class: "button walk", type: "button", "aria-pressed": "false", "data-verdict": verdict, click: () => judge(verdict) }, words));
  const comment = h("input", { class: "search-input", name: "comment", "aria-label": "Remark", placeholder: "What is it, then? (Enter saves)", maxlength: "10000" });
  const remark = h("form", { class: "remark", hidden: true, submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void keep(current, comment.value);
  } }, comment);
  let current = "";

  /** @param {string} verdict */
  async function judge(verdict) {
    if (!(await keep(verdict, ""))) return;
    current = verdict;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.verdict === verdict));
    remark.hidden = verdict === "right";
    if (!remark.hidden) comment.focus();
  }

  /**
   * @param {string} verdict
   * @param {string} words
   */
  async function keep(verdict, words) {
    try {
      await send("POST", "/api/feedback", { record: outcome.record, verdict, comment: words });
      say("Kept with the record");
      return true;
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  return h("div", { class: "feedback", role: "group", "aria-label": "Was this right?" }, h("span", { class: "quiet" }, refused ? "Was it right to refuse?" : "Is this right?"), buttons, remark);
}
