/** The screen for asking: a question, its stages, the outcome, and the page beside it. */

import { ApiError, events, get } from "./api.js";
import { byId, count, h, replace } from "./dom.js";
import { onKey, startKeys, move } from "./keys.js";
import { gridOf, matrix } from "./matrix.js";
import { outcomeView } from "./outcome.js";
import { amount } from "./place.js";
import { ScopeChips } from "./scope.js";
import { Viewer } from "./viewer.js";
import { viewerKeys } from "./viewerkeys.js";

/** @typedef {import("./types.js").Citation} Citation */
/** @typedef {import("./types.js").Coverage} Coverage */
/** @typedef {import("./types.js").Figure} Figure */
/** @typedef {import("./types.js").Outcome} Outcome */

/** @type {Record<string, string>} */
const STAGES = { scope: "Reading the question", retrieve: "Searching", answer: "Answering and checking" };
const WIDE = matchMedia("(min-width: 70rem)"); // room for the page beside the answer

const form = /** @type {HTMLFormElement} */ (byId("ask-form"));
const input = /** @type {HTMLTextAreaElement} */ (byId("question"));
const thread = byId("thread");
const stages = byId("stages");
const chips = new ScopeChips(byId("scope"));
const canJudge = document.documentElement.dataset.canJudge !== "false";

/** @type {Coverage | null} */
let coverage = null;
/** @type {string | null} the last question, as it stood alone */
let before = null;
/** @type {AbortController | null} */
let asking = null;
/** @type {HTMLElement | null} what opened the page, to give the focus back to */
let opener = null;

const viewer = new Viewer(byId("viewer"), {
  onClose: () => {
    markOpen(null);
    opener?.focus();
  },
});

/**
 * @param {Citation} citation
 * @param {Figure | null} cell
 * @param {HTMLElement | null} from
 */
function open(citation, cell, from) {
  opener = from ?? /** @type {HTMLElement | null} */ (document.activeElement);
  markOpen(from?.dataset.source ?? null);
  void viewer.open({
    document_id: citation.document_id, page: cell?.page ?? citation.page ?? 1, citation,
    cell: cell ? [cell.cell_span[1], cell.cell_span[2]] : null,
  });
  if (from && !WIDE.matches) byId("viewer").focus();
}

/** @param {string | null} source */
function markOpen(source) {
  const shown = thread.querySelector(".outcome");
  for (const element of shown?.querySelectorAll("[data-source]") ?? []) {
    element.classList.toggle("open", source !== null && element.getAttribute("data-source") === source);
  }
}

/**
 * The stored figures of every page that is cited.
 * @param {Citation[]} citations
 * @returns {Promise<Figure[]>}
 */
async function figures(citations) {
  const pages = new Map(citations.filter((one) => one.page !== null).map((one) => [`${one.document_id} ${one.page}`, one]));
  const found = await Promise.all([...pages.values()].map((one) => get("/api/figures", { document: one.document_id, page: one.page }).catch(() => ({ figures: [] }))));
  return found.flatMap((answer) => answer.figures);
}

/** @param {string} question */
async function ask(question) {
  const words = question.trim();
  if (!words) return;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  showBusy(words);
  try {
    const body = { question: words };
    for await (const { event, data } of events("/api/ask/stream", body, signal)) {
      if (event === "stage") showStage(data.stage);
      if (event === "outcome") showOutcome(data);
      if (event === "error") throw new ApiError(data.status ?? 500, data.error ?? data);
    }
  } catch (error) {
    if (!signal.aborted) showFailure(error, words);
  } finally {
    if (!signal.aborted) replace(stages);
    form.removeAttribute("aria-busy");
  }
}

/** @param {string} words */
function showBusy(words) {
  viewer.close();
  form.setAttribute("aria-busy", "true");
  byId("intro").hidden = true;
  input.value = words;
  resize();
  fold();
  replace(stages, Object.entries(STAGES).map(([name, said]) => h("li", { "data-stage": name }, said)));
}

/** @param {string} name */
function showStage(name) {
  for (const item of stages.children) {
    if (item.getAttribute("aria-current")) item.className = "done";
    item.removeAttribute("aria-current");
    if (item.getAttribute("data-stage") === name) item.setAttribute("aria-current", "step");
  }
}

/** @param {Outcome} outcome */
function showOutcome(outcome) {
  before = outcome.question;
  const view = outcomeView(outcome, { coverage, open, ask: (words) => void ask(words), figures, canJudge });
  thread.prepend(view);
  document.title = `${outcome.question} · onfile`;
  chips.set(outcome.scope.companies, outcome.scope.periods);
  input.value = "";
  input.placeholder = "Ask on, for example: and the year before?";
  resize();
  byId("heard").textContent = outcome.answer ?? `No answer. ${outcome.refusal?.detail ?? ""}`;
  view.dataset.gist = amount(outcome.value) ?? outcome.claims[0]?.text ?? "no answer";
  if (document.activeElement === input) input.blur();
  const first = outcome.claims[0]?.citations[0];
  if (first && WIDE.matches) {
    markOpen("1");
    void viewer.open({ document_id: first.document_id, page: first.page ?? 1, citation: first, cell: null });
  }
}

/** Folds the outcome that was on top into one line, to be opened again. */
function fold() {
  const top = thread.querySelector(":scope > .outcome");
  if (!(top instanceof HTMLElement)) return;
  const question = top.querySelector(".question")?.textContent ?? "";
  const folded = h("details", { class: "earlier" }, h("summary", {}, h("span", {}, question), " ", h("span", { class: "quiet" }, top.dataset.gist ?? "")));
  top.replaceWith(folded);
  top.querySelector(".question")?.remove();
  folded.append(top);
}

/**
 * @param {unknown} error
 * @param {string} words
 */
function showFailure(error, words) {
  const hint = error instanceof ApiError ? error.hint : "";
  const failed = h("article", { class: "outcome failed", role: "alert" },
    h("h1", { class: "question" }, words),
    h("p", { class: "notice bad" }, `onfile could not do its work: ${error instanceof Error ? error.message : error}`, hint && ` (${hint})`),
    h("button", { class: "button", type: "button", click: () => { failed.remove(); void ask(words); } }, "Ask again"));
  thread.prepend(failed);
}

function resize() {
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight + 2}px`;
}

async function start() {
  try {
    coverage = await get("/api/coverage");
  } catch (error) {
    replace(byId("intro"), h("p", { class: "notice bad" }, error instanceof Error ? error.message : String(error)));
    return;
  }
  if (!coverage) return;
  chips.coverage = coverage;
  chips.draw();
  showIntro(coverage);
}

/** @param {Coverage} held */
function showIntro(held) {
  const grid = gridOf(held.matrix);
  const rest = held.matrix.filter((row) => !row.company || !row.period).reduce((sum, row) => sum + row.documents, 0);
  replace(byId("intro"),
    h("p", { class: "on-file" }, held.documents ? `${count(held.documents, "document")}, ${count(held.pages, "page")} on file` : "Nothing is on file yet. Add documents in the archive.",
      held.failures.length > 0 && h("a", { href: "/archive#unread" }, `${count(held.failures.length, "file or page", "files or pages")} could not be read`)),
    grid.companies.length > 0 && matrix(grid, {
      caption: "Companies and periods on file",
      pick: (company, period) => { chips.set([company], [period]); input.focus(); },
    }),
    rest > 0 && h("p", { class: "quiet small" }, `and ${count(rest, "document")} without a company or period: `, h("a", { href: "/archive" }, "the archive")));
}

/** What j and k walk through: the claims' numbers, sources and buttons of the outcome on top. */
function walked() {
  const top = thread.querySelector(":scope > .outcome");
  return /** @type {HTMLElement[]} */ ([...(top?.querySelectorAll(".walk") ?? [])]);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void ask(input.value);
});
input.addEventListener("input", resize);
input.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});

onKey(["/"], "Ask", () => { input.focus(); input.select(); });
onKey(["j"], "Next citation", () => move(walked(), 1));
onKey(["k"], "Citation before", () => move(walked(), -1));
onKey(["Enter"], "Open it", () => false);
viewerKeys(viewer, () => {
  if (viewer.isOpen) viewer.close();
  else if (document.activeElement === input) input.blur();
});
startKeys();
await start();
const given = new URLSearchParams(location.search).get("q");
if (given) void ask(given);
else if (WIDE.matches) input.focus();
