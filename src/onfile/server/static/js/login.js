/** Signing in with a name and a password. */

import { send } from "./api.js";
import { byId } from "./dom.js";
import { onKey, startKeys } from "./keys.js";

const form = /** @type {HTMLFormElement} */ (byId("login"));
const wrong = byId("wrong");

/** Where to go on: a place of this site only. */
function next() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  return wanted.startsWith("/") && !wanted.startsWith("//") && !wanted.includes("\\") ? wanted : "/";
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  wrong.hidden = true;
  const given = new FormData(form);
  try {
    await send("POST", "/api/login", { user: given.get("user"), password: given.get("password") });
    location.assign(next());
  } catch (error) {
    wrong.textContent = error instanceof Error ? error.message : String(error);
    wrong.hidden = false;
    byId("password").focus();
  }
});

const elsewhere = document.getElementById("elsewhere"); // where a provider is set
elsewhere?.setAttribute("href", `/api/oidc/login?next=${encodeURIComponent(next())}`);
onKey(["Escape"], "Leave the field", () => /** @type {HTMLElement} */ (document.activeElement)?.blur(), ["Esc"]);
startKeys();
