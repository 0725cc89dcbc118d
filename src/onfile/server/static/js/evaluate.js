/** Evaluations: suites to be asked, their reports, and two of them side by side. */

import { ApiError, get, send } from "./api.js";
import { curve } from "./curve.js";
import { byId, count, h, replace } from "./dom.js";
import { ENDED, follow, line } from "./jobs.js";
import { move, onKey, startKeys } from "./keys.js";

const query = new URLSearchParams(location.search);
const run = query.get("run");
const before = query.get("before");

/** @type {[string, string][]} measures in the order in which they are read, with what they say */
const MEASURES = [
  ["right", "Right, of those with an answer"], ["wrong_rate", "Wrong, of all"], ["refused", "Refused, of those with an answer"],
  ["unsure", "Unsure"], ["failed", "Failed"], ["unscored", "Not scored"], ["unanswerable_refused", "Rightly refused"],
  ["expected_code", "Refused for the expected reason"], ["selective_accuracy", "Right, of those answered"],
  ["numbers_strict", "Numbers right with scale and sign"], ["numbers_lenient", "Numbers right but for scale or sign"],
  ["scope_right", "Scope read right"], ["page_hit@1", "Page first"], ["page_hit@5", "Page among the first 5"], ["page_recall@10", "Required pages among the first 10"],
  ["page_mrr", "Page, reciprocal rank"], ["document_hit@1", "Document first"], ["citation_precision", "Citations that are gold"], ["citation_recall", "Gold that is cited"],
  ["quotes_found", "Quotes that stand on their page"], ["context_recall", "Gold among what was read"], ["faithfulness", "Claims that rest on what they cite"],
];
const VERDICTS = ["right", "wrong", "unsure", "refused", "failed", "unscored"];

/** @param {string} name */
const link = (name) => `/evaluate?run=${encodeURIComponent(name)}`;

/** @param {number | null | undefined} value */
const share = (value) => (value === null || value === undefined ? "·" : value.toFixed(3));

/**
 * @param {string[]} names those that start with “#” are of numbers
 * @param {HTMLElement[]} rows
 */
function table(names, rows) {
  return h("div", { class: "scroll-x" }, h("table", { class: "table narrow" },
    h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col", class: name.startsWith("#") ? "number" : "" }, name.replace("#", ""))))),
    h("tbody", {}, rows)));
}

/** @param {...(string | number | Node)} cells numbers and numbers as text stand to the right */
function row(...cells) {
  const isNumber = (/** @type {unknown} */ cell) => typeof cell === "number" || (typeof cell === "string" && /^[-+−]?[\d.,·]+$/.test(cell));
  return h("tr", {}, cells.map((cell) => h("td", { class: isNumber(cell) ? "number" : "" }, typeof cell === "number" ? cell.toLocaleString("en-US") : cell)));
}

async function showList() {
  const [{ suites, runs }, me] = await Promise.all([get("/api/evals"), get("/api/me")]);
  const mayRun = me.scopes.includes("admin") && suites.length > 0;
  const select = h("select", { id: "suite", class: "select" }, suites.map((/** @type {string} */ name) => h("option", {}, name)));
  replace(byId("content"),
    mayRun && h("form", { class: "part-head", submit: (/** @type {Event} */ event) => { event.preventDefault(); void begin(select.value); } },
      h("label", { for: "suite" }, "Suite"), select, h("button", { class: "button", type: "submit" }, "Ask its questions")),
    h("ul", { class: "jobs", id: "jobs", "aria-live": "polite" }),
    runs.length ? h("form", { action: "/evaluate" },
      table(["Run", "Before", "After"], runs.map((/** @type {string} */ name, /** @type {number} */ n) => row(
        h("a", { class: "walk", href: link(name) }, name), pickOf("before", name, n === 1), pickOf("run", name, n === 0)))),
      runs.length > 1 && h("p", { class: "choices part" }, h("button", { class: "button", type: "submit" }, "Compare")))
      : h("p", { class: "quiet" }, suites.length ? "No run yet." : "No run yet. Files with questions are named with ONFILE_SERVE_SUITES; on the command line: onfile eval run SUITE."));
  const { jobs } = await get("/api/jobs").catch(() => ({ jobs: [] }));
  for (const job of jobs) if (job.kind === "eval" && !ENDED.includes(job.state)) void follow(job, line("Questions"), showList);
}

/**
 * @param {string} field
 * @param {string} name
 * @param {boolean} checked
 */
function pickOf(field, name, checked) {
  return h("input", { type: "radio", name: field, value: name, checked, "aria-label": `${name} as the run ${field === "run" ? "after" : "before"}` });
}

/** @param {string} suite */
async function begin(suite) {
  const shown = line(suite);
  try {
    await follow(await send("POST", "/api/evals", { suite }), shown, showList);
  } catch (error) {
    shown.item.className = "bad";
    shown.words.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {string} name */
async function showReport(name) {
  const report = await get(`/api/evals/${encodeURIComponent(name)}`);
  const { header, metrics, matrix, latency_ms: ms } = report;
  document.title = `${name} · onfile`;
  replace(byId("content"),
    h("p", { class: "small" }, h("a", { href: "/evaluate" }, "All runs")),
    h("h2", {}, `${header.suite}, ${count(header.n_questions, "question")}`),
    h("p", { class: "told" }, `${header.started.replace("T", " ").slice(0, 16)} UTC · onfile ${header.version} · `, h("a", { href: `/api/evals/${encodeURIComponent(name)}/page` }, "Save the whole report")),
    h("div", { class: "beside" },
      part("What came of them", table(["", "#Answered", "#Refused", "#Failed"], [
        row("With an answer on file", matrix.answerable_answered, matrix.answerable_refused, matrix.answerable_failed),
        row("Without", matrix.unanswerable_answered, matrix.unanswerable_refused, matrix.unanswerable_failed)])),
      part("Time for a question, ms", table(Object.keys(ms).map((key) => `#${key}`), [row(...Object.values(ms).map((value) => Math.round(Number(value))))]))),
    h("div", { class: "beside" },
      part("Measures", table(["Measure", "#Value", "#Of", "95 % interval"], MEASURES.filter(([key]) => metrics[key]?.n).map(([key, words]) => row(words, share(metrics[key].value), metrics[key].n, metrics[key].low === null ? "" : `${share(metrics[key].low)} to ${share(metrics[key].high)}`)))),
      h("div", {},
        report.curve.points.length > 1 && part("Risk over coverage", curve(report.curve.points)),
        part("By kind", groups(report.by_kind)),
        Object.keys(report.refusal_codes).length > 0 && part("Refusals", table(["Code", "#Questions"], Object.entries(report.refusal_codes).map(([code, n]) => row(h("span", { class: "code" }, code), n)))),
        Object.keys(report.stages).length > 0 && part("Stage to mend", table(["Stage", "#Questions"], Object.entries(report.stages).map(([stage, n]) => row(stage, n)))))));
}

/** @param {any[]} rows */
function groups(rows) {
  const shown = VERDICTS.filter((verdict) => rows.some((group) => group.verdicts[verdict]));
  return table(["Kind", "#Questions", ...shown.map((verdict) => `#${verdict[0].toUpperCase()}${verdict.slice(1)}`)], rows.map((group) => row(group.name.replaceAll("_", " "), group.n, ...shown.map((verdict) => group.verdicts[verdict] || "·"))));
}

/**
 * @param {string} title
 * @param {...HTMLElement} body
 */
const part = (title, ...body) => h("section", { class: "part" }, h("h2", {}, title), body);

/**
 * @param {string} first
 * @param {string} second
 */
async function showComparison(first, second) {
  replace(byId("content"), h("p", { class: "quiet" }, "Comparing…"));
  const { n_questions: n, flips, shifts, settings_differ: differ } = await get("/api/evals/compare", { before: first, after: second });
  replace(byId("content"),
    h("p", { class: "small" }, h("a", { href: "/evaluate" }, "All runs")),
    h("h2", {}, "From ", h("a", { href: link(first) }, first), " to ", h("a", { href: link(second) }, second)),
    h("p", { class: "told" }, `${count(n, "question")} in both`, differ && "; the settings differ"),
    part("Measures", table(["Measure", "#Before", "#After", "95 % interval of the difference", "#Up", "#Down", "#p"], shifts.map((/** @type {any} */ one) => row(one.name, share(one.before), share(one.after), `${share(one.low)} to ${share(one.high)}`, one.n_up, one.n_down, one.p_value === null ? "·" : share(one.p_value))))),
    part("Questions that came out otherwise", flips.length ? table(["Question", "Before", "After", "Said before", "Says now"], flips.map((/** @type {any} */ flip) => row(flip.question, flip.before, h("strong", { class: flip.direction === "worse" ? "bad" : "" }, flip.after), flip.before_said, flip.after_said))) : h("p", { class: "quiet" }, "None.")));
}

/** @param {unknown} error */
function fail(error) {
  const hint = error instanceof ApiError && error.hint ? ` (${error.hint})` : "";
  replace(byId("content"), h("p", { class: "notice bad", role: "alert" }, `${error instanceof Error ? error.message : error}${hint}`));
}

onKey(["j"], "Next run", () => move(walked(), 1));
onKey(["k"], "Run before", () => move(walked(), -1));
onKey(["Escape"], "Leave the field", () => /** @type {HTMLElement} */ (document.activeElement)?.blur(), ["Esc"]);
startKeys();
await (run && before && before !== run ? showComparison(before, run) : run ? showReport(run) : showList()).catch(fail);

function walked() {
  return /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".walk")]);
}
