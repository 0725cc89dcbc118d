/** Files put into the archive, with the progress of sending and of reading them. */

import { get, upload } from "./api.js";
import { byId, count, h } from "./dom.js";
import { ENDED, follow, line } from "./jobs.js";

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
  for (const job of jobs) if (job.kind === "ingest" && !ENDED.includes(job.state)) void follow(job, line("Documents"), onRead);
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
