/** Work in the background, followed until it ends. */

import { get, send } from "./api.js";
import { byId, count, h, replace, say } from "./dom.js";

/** @typedef {{job_id: string, kind: string, state: string, progress: any, result: any, error: any}} Job */

const POLL_MS = 700;
export const ENDED = ["done", "failed", "cancelled"];
/** @type {Record<string, string>} */
const STAGES = { read: "Reading", embed: "Making vectors", ocr: "Reading scans", questions: "Asking" };

/**
 * @param {string} name
 */
export function line(name) {
  const words = h("span", { class: "quiet" });
  const bar = h("progress", { max: "1", "aria-label": `Progress of ${name}` });
  const stop = h("span");
  const item = h("li", {}, h("span", { class: "name" }, name, " ", words), stop, bar);
  byId("jobs").prepend(item);
  return { item, words, bar, stop };
}

/**
 * @param {Job} job
 * @param {ReturnType<typeof line>} shown
 * @param {() => unknown} onRead
 */
export async function follow(job, shown, onRead) {
  const cancel = h("button", { class: "plain small", type: "button", click: () => void send("DELETE", `/api/jobs/${job.job_id}`).catch((error) => say(String(error.message))) }, "Stop");
  replace(shown.stop, cancel);
  let now = job;
  while (!ENDED.includes(now.state)) {
    const { stage, done, total, name } = now.progress;
    shown.words.textContent = stage ? `${STAGES[stage] ?? stage} ${name ?? ""} ${done} of ${total}` : "waiting for its turn";
    if (total) shown.bar.value = done / total;
    else shown.bar.removeAttribute("value");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await get(`/api/jobs/${job.job_id}`);
  }
  shown.stop.remove();
  shown.bar.remove();
  shown.words.textContent = ending(now);
  await onRead();
}

/** @param {Job} job */
function ending(job) {
  if (job.state === "failed") return `failed: ${job.error?.message ?? "see the server’s log"}`;
  if (job.state === "cancelled") return "stopped; what was read by then is on file";
  if (job.kind === "eval") return "done";
  const { documents, pages, skipped, failed } = job.result;
  const parts = [`${count(documents, "document")}, ${count(pages, "page")} read`];
  if (skipped) parts.push(`${skipped} already on file`);
  if (failed?.length) parts.push(`${count(failed.length, "file or page", "files or pages")} could not be read`);
  return parts.join("; ");
}
