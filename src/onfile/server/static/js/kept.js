/** The conversation of this tab: it outlives a reload and a visit to another screen. */

import { get } from "./api.js";

/** @typedef {import("./types.js").Outcome} Outcome */

const NAME = "onfile.session";
const SHOWN = 10; // outcomes that are brought back; the log has them all

/** @returns {string | null} */
export function keptSession() {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/** @param {string | null} id */
export function keepSession(id) {
  try {
    if (id) sessionStorage.setItem(NAME, id);
    else sessionStorage.removeItem(NAME);
  } catch {
    // it holds until the page is left
  }
}

/**
 * What was told in a conversation, oldest first, as far as it may still be seen.
 * @param {string} id
 * @returns {Promise<Outcome[]>}
 */
export async function outcomesOf(id) {
  const { questions } = await get(`/api/sessions/${encodeURIComponent(id)}`);
  const records = questions.slice(-SHOWN).map((/** @type {{record: string}} */ turn) => get(`/api/log/${encodeURIComponent(turn.record)}`));
  const found = await Promise.allSettled(records);
  return found.flatMap((one) => (one.status === "fulfilled" ? [{ ...one.value.body.outcome, record: one.value.id }] : []));
}
