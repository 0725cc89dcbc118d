/** The screen for asking: a question, its stages, the outcome, and the page beside it. */

import { ApiError, events, get, send } from "./api.js";
import { Beside, figuresOf } from "./beside.js";
import { byId, count, h, replace } from "./dom.js";
import { keepSession, keptSession, outcomesOf } from "./kept.js";
import { move, onKey, startKeys } from "./keys.js";
import { gridOf, matrix } from "./matrix.js";
import { outcomeView } from "./outcome.js";
import { amount } from "./place.js";
import { ScopeChips } from "./scope.js";
import { viewerKeys } from "./viewerkeys.js";

/** @typedef {import("./types.js").Coverage} Coverage */
/** @typedef {import("./types.js").Outcome} Outcome */

/** @type {Record<string, string>} */
const STAGES = { scope: "Reading the question", retrieve: "Searching", answer: "Answering and checking" };

const form = /** @type {HTMLFormElement} */ (byId("ask-form"));
const input = /** @type {HTMLTextAreaElement} */ (byId("question"));
const thread = byId("thread");
const stages = byId("stages");
const beside = new Beside(thread);
const chips = new ScopeChips(byId("scope"), { onEmpty: leaveSession, onAfresh: startAfresh });
const viewer = beside.viewer;

/** What is on file; null where it can't be had. @type {Promise<Coverage | null>} */
const held = get("/api/coverage").catch((error) => {
  replace(byId("intro"), h("p", { class: "notice bad", role: "alert" }, error instanceof Error ? error.message : String(error)));
  return null;
});
/** @type {string | null} the conversation that questions belong to */
let sessionId = keptSession();
/** Done when what the conversation has told so far is shown again. @type {Promise<void>} */
let restored = Promise.resolve();
/** @type {AbortController | null} */
let asking = null;

/** Nothing is carried on any more: the next question begins another conversation. */
function leaveSession() {
  sessionId = null;
  keepSession(null);
  input.placeholder = "Ask about what is on file";
  input.focus();
}

function startAfresh() {
  asking?.abort();
  viewer.close();
  replace(stages);
  replace(thread);
  form.removeAttribute("aria-busy");
  byId("intro").hidden = false;
  document.title = "Ask · onfile";
  leaveSession();
}

/**
 * Shows again what a conversation has told; one that is gone, or not ours, is left.
 * @param {string} id
 */
async function restore(id) {
  try {
    const [outcomes, coverage] = await Promise.all([outcomesOf(id), held]);
    outcomes.forEach((outcome, n) => {
      fold();
      (n < outcomes.length - 1 ? put : showOutcome)(outcome, coverage);
    });
    byId("intro").hidden = outcomes.length > 0;
  } catch {
    leaveSession();
  }
}

/** @param {string} question */
async function ask(question) {
  const words = question.trim();
  if (!words) return;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  form.setAttribute("aria-busy", "true");
  await restored;
  if (signal.aborted) return;
  showBusy(words);
  try {
    sessionId ??= (await send("POST", "/api/sessions")).session_id;
    keepSession(sessionId);
    const body = { question: words, session_id: sessionId, scope: chips.changed };
    for await (const { event, data } of events("/api/ask/stream", body, signal)) {
      if (event === "stage" && data.state === "begun") showStage(data.stage);
      if (event === "outcome") {
        leaveQuestion(data); // first, so that closing the page does not give the focus back to it
        showOutcome(data, await held);
      }
      if (event === "error") throw new ApiError(0, data.error);
    }
  } catch (error) {
    if (!signal.aborted) showFailure(error, words);
  }
  if (signal.aborted) return;
  replace(stages);
  form.removeAttribute("aria-busy");
}

/** @param {string} words */
function showBusy(words) {
  viewer.close();
  byId("intro").hidden = true;
  input.value = words;
  resize();
  fold();
  replace(stages, Object.entries(STAGES).map(([name, said]) => h("li", { "data-stage": name }, said)));
}

/** @param {string} name */
function showStage(name) {
  if (!(name in STAGES)) return;
  for (const item of stages.children) {
    if (item.getAttribute("aria-current")) item.className = "done";
    item.removeAttribute("aria-current");
    if (item.getAttribute("data-stage") === name) item.setAttribute("aria-current", "step");
  }
}

/**
 * Puts an outcome on top of the others.
 * @param {Outcome} outcome
 * @param {Coverage | null} coverage
 */
function put(outcome, coverage) {
  const view = outcomeView(outcome, {
    coverage,
    open: (citation, cell, from) => beside.open(citation, cell, from),
    ask: (words) => void ask(words),
    figures: figuresOf,
    canJudge: true,
  });
  view.dataset.gist = amount(outcome.value) ?? outcome.claims[0]?.text ?? "no answer";
  thread.prepend(view);
}

/**
 * Shows an outcome as the last one, which the next question leans on.
 * @param {Outcome} outcome
 * @param {Coverage | null} coverage
 */
function showOutcome(outcome, coverage) {
  put(outcome, coverage);
  document.title = `${outcome.question} · onfile`;
  chips.set(outcome.scope.companies, outcome.scope.periods);
  input.placeholder = "Ask on: and the year before?";
  beside.openFirst(outcome);
}

/**
 * Makes room for the next question, and says what came of this one.
 * @param {Outcome} outcome
 */
function leaveQuestion(outcome) {
  byId("heard").textContent = outcome.answer ?? `No answer. ${outcome.refusal?.detail ?? ""}`;
  input.value = "";
  resize();
  if (document.activeElement === input) input.blur();
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
  const again = () => {
    failed.remove();
    void ask(words);
  };
  const failed = h("article", { class: "outcome failed", role: "alert" },
    h("h1", { class: "question" }, words),
    h("p", { class: "notice bad" }, `onfile could not do its work: ${error instanceof Error ? error.message : error}`, hint && ` (${hint})`),
    h("button", { class: "button", type: "button", click: again }, "Ask again"));
  thread.prepend(failed);
}

function resize() {
  input.style.height = "auto";
  input.style.height = `${input.scrollHeight + 2}px`;
}

/** @param {Coverage} all */
function showIntro(all) {
  const grid = gridOf(all.matrix);
  const rest = all.matrix.filter((row) => !row.company || !row.period).reduce((sum, row) => sum + row.documents, 0);
  const pick = (/** @type {string} */ company, /** @type {string} */ period) => {
    chips.choose([company], [period]);
    input.focus();
  };
  replace(byId("intro"),
    h("p", { class: "on-file" }, all.documents ? `${count(all.documents, "document")}, ${count(all.pages, "page")} on file` : "Nothing is on file yet: add documents in the archive.",
      all.failures.length > 0 && h("a", { href: "/archive#unread" }, `${count(all.failures.length, "file or page", "files or pages")} could not be read`)),
    h("div", { id: "examples" }),
    grid.companies.length > 0 && matrix(grid, { caption: "Companies and periods on file", pick }),
    rest > 0 && h("p", { class: "quiet small" }, `and ${count(rest, "document")} without a company or period: `, h("a", { href: "/archive" }, "the archive")));
}

/** Questions to begin with, each answered from what is on file. */
async function showExamples() {
  const { questions } = await get("/api/examples");
  if (!questions.length) return;
  replace(byId("examples"),
    h("h2", { class: "label first" }, "For example"),
    h("ul", { class: "examples" }, questions.map((/** @type {string} */ question) => h("li", {}, h("button", { class: "link", type: "button", click: () => void ask(question) }, question)))));
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

onKey(["/"], "Ask", () => input.focus());
onKey(["j"], "Next citation or button", () => move(beside.walked(), 1));
onKey(["k"], "The one before", () => move(beside.walked(), -1));
onKey(["Enter"], "Open it", () => false);
viewerKeys(viewer, () => {
  if (viewer.isOpen) viewer.close();
  else input.blur();
});
startKeys();
if (beside.isWide) input.focus();

const given = new URLSearchParams(location.search).get("q");
if (given) {
  history.replaceState(null, "", location.pathname); // asked once, not again at each reload
  sessionId = null;
} else if (sessionId) {
  byId("intro").hidden = true;
  restored = restore(sessionId);
}
const coverage = await held;
if (coverage) {
  chips.hold(coverage);
  showIntro(coverage);
  if (coverage.documents) void showExamples().catch(() => undefined); // the page does without
}
if (given) void ask(given);
