/** Files put into the archive, with the progress of sending and of reading them. */

import { get, send, upload } from "./api.js";
import { byId, count, h, replace, say } from "./dom.js";

/** @typedef {{job_id: string, state: string, progress: any, result: any, error: any}} Job */

const POLL_MS = 700;
const ENDED = ["done", "failed", "cancelled"];
/** @type {Record<string, string>} */
const STAGES = { read: "Reading", embed: "Making vectors", ocr: "Reading scans" };

/**
 * Shows the drop field to those who may add documents.
 * @param {() => unknown} onRead called when what was added is on file
 */
export async function startUpload(onRead) {
  const me = await get("/api/me");
  if (!me.scopes.includes("ingest")) return;
  byId("upload").hidden = false;
  const drop = byId("drop");
  const files = /** @type {HTMLInputElement} */ (byId("files"));
  files.addEventListener("change", () => {
    if (files.files?.length) void take([...files.files], onRead);
    files.value = "";
  });
  for (const name of ["dragenter", "dragover"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer?.files.length) void take([...event.dataTransfer.files], onRead);
  });
  const { jobs } = await get("/api/jobs");
  for (const job of jobs) if (!ENDED.includes(job.state)) void follow(job, line("Documents"), onRead);
}

/**
 * @param {string} name
 */
function line(name) {
  const words = h("span", { class: "quiet" });
  const bar = h("progress", { max: "1", "aria-label": `Progress of ${name}` });
  const stop = h("span");
  const item = h("li", {}, h("span", { class: "name" }, name, " ", words), stop, bar);
  byId("jobs").prepend(item);
  return { item, words, bar, stop };
}

/**
 * @param {File[]} files
 * @param {() => unknown} onRead
 */
async function take(files, onRead) {
  const shown = line(files.length === 1 ? files[0].name : count(files.length, "file"));
  shown.words.textContent = "being sent";
  try {
    const answer = await upload("/api/uploads", files, (share) => (shown.bar.value = share));
    for (const refused of answer.refused) {
      byId("jobs").append(h("li", { class: "bad" }, h("span", { class: "name" }, `${refused.name}: not taken, ${refused.message}`, refused.hint && ` (${refused.hint})`)));
    }
    await follow(answer.job, shown, onRead);
  } catch (error) {
    shown.bar.remove();
    shown.item.className = "bad";
    const hint = /** @type {any} */ (error).hint;
    shown.words.textContent = `not taken: ${error instanceof Error ? error.message : error}${hint ? ` (${hint})` : ""}`;
  }
}

/**
 * @param {Job} job
 * @param {ReturnType<typeof line>} shown
 * @param {() => unknown} onRead
 */
async function follow(job, shown, onRead) {
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
  const { documents, pages, skipped, failed } = job.result;
  const parts = [`${count(documents, "document")}, ${count(pages, "page")} read`];
  if (skipped) parts.push(`${skipped} already on file`);
  if (failed?.length) parts.push(`${count(failed.length, "file or page", "files or pages")} could not be read`);
  return parts.join("; ");
}
