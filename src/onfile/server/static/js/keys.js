/** One table of keys: it dispatches them and writes the list that “?” shows. */

import { send } from "./api.js";
import { byId, h, replace, say } from "./dom.js";

/** @typedef {{keys: string[], shown: string[], label: string, act: (event: KeyboardEvent) => unknown}} Key */

const OFF = "onfile.keys";
/** @type {Key[]} */
const table = [];

/** True where single keys act; they can be switched off (WCAG 2.1.4). */
let isOn = true;

/**
 * @param {string[]} keys as `KeyboardEvent.key`
 * @param {string} label
 * @param {(event: KeyboardEvent) => unknown} act gives false where the key did nothing
 * @param {string[]} [shown]
 */
export function onKey(keys, label, act, shown = keys) {
  table.push({ keys, shown, label, act });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

/** @param {KeyboardEvent} event */
function dispatch(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const open = document.querySelector("dialog[open]");
  if (event.key !== "Escape" && (!isOn || open || isTyping(event.target))) return;
  if (open) return; // the browser closes a dialog on Escape
  const key = table.find((row) => row.keys.includes(event.key));
  if (key && key.act(event) !== false) event.preventDefault();
}

function showKeys() {
  const rows = table.flatMap((row) => [h("dt", {}, row.shown.map((name) => h("kbd", {}, name))), h("dd", {}, row.label)]);
  replace(byId("key-list"), rows);
  /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
}

function cycleTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  store("onfile.theme", next);
  say(`${next === "dark" ? "Dark" : "Light"} theme`);
}

/**
 * @param {string} name
 * @param {string} value
 */
function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // it holds until the page is left
  }
}

async function leave() {
  try {
    await send("POST", "/api/logout");
    location.assign("/login");
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

/** Keys and buttons that every screen has. Called last, so that its rows end the list. */
export function startKeys() {
  onKey(["t"], "Dark or light", cycleTheme);
  onKey(["?"], "These keys", showKeys);
  try {
    isOn = localStorage.getItem(OFF) !== "off";
  } catch {
    // on, as shipped
  }
  const toggle = /** @type {HTMLInputElement} */ (byId("keys-on"));
  toggle.checked = isOn;
  toggle.addEventListener("change", () => {
    isOn = toggle.checked;
    store(OFF, isOn ? "on" : "off");
  });
  byId("show-keys").addEventListener("click", showKeys);
  byId("theme").addEventListener("click", cycleTheme);
  document.getElementById("leave")?.addEventListener("click", leave);
  addEventListener("keydown", dispatch);
  document.documentElement.dataset.ready = "true";
}

/**
 * Moves the focus to the next of some elements, or the one before.
 * @param {HTMLElement[]} elements in the order of the page
 * @param {number} step
 */
export function move(elements, step) {
  if (!elements.length) return false;
  const at = elements.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : elements.length - 1) : Math.min(Math.max(at + step, 0), elements.length - 1);
  elements[next].focus();
  elements[next].scrollIntoView({ block: "nearest" });
  return true;
}
