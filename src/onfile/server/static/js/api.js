/** Calls to the server: one error type, the CSRF token on what changes something, and events. */

import { eventsIn } from "./events.js";

export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, message?: string, hint?: string}} error
   */
  constructor(status, error) {
    super(error.message || `the server answered with status ${status}`);
    this.status = status;
    this.code = error.code || "ERROR";
    this.hint = error.hint || "";
  }
}

/** @returns {Record<string, string>} */
function guard() {
  const token = document.querySelector('meta[name="csrf-token"]')?.getAttribute("content");
  return token ? { "x-csrf-token": token } : {};
}

/**
 * @param {Response} response
 * @returns {Promise<ApiError>}
 */
async function failure(response) {
  try {
    const body = await response.json();
    return new ApiError(response.status, body.error ?? {});
  } catch {
    return new ApiError(response.status, {});
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
async function call(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new ApiError(0, { message: "the server can't be reached", hint: "is onfile serve still running?" });
  }
  if (response.status === 401 && document.documentElement.dataset.page !== "login") {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  if (!response.ok) throw await failure(response);
  return response;
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query]
 * @returns {Promise<any>}
 */
export async function get(path, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const response = await call(given.length ? `${path}?${search}` : path, {});
  return response.json();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} null where the answer has no body
 */
export async function send(method, path, body) {
  const response = await call(path, {
    method,
    headers: { "content-type": "application/json", ...guard() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return text ? JSON.parse(text) : null;
}

/**
 * The server-sent events that a POST answers with, as they come.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* events(path, body, signal) {
  const response = await call(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...guard() },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const read = eventsIn(rest + value);
    rest = read.rest;
    for (const { event, data } of read.events) yield { event, data: JSON.parse(data) };
  }
}

/**
 * Send files; the progress of sending is a share, 0 to 1.
 * @param {string} path
 * @param {FileList | File[]} files
 * @param {(share: number) => void} onProgress
 * @returns {Promise<any>}
 */
export function upload(path, files, onProgress) {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not tell how much was sent
    request.open("POST", path);
    for (const [name, value] of Object.entries(guard())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded / Math.max(event.total, 1)));
    request.addEventListener("error", () => reject(new ApiError(0, { message: "the server can't be reached" })));
    request.addEventListener("load", () => {
      let body = {};
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // what is no JSON says nothing; the status does
      }
      if (request.status < 400) resolve(body);
      else reject(new ApiError(request.status, /** @type {any} */ (body).error ?? {}));
    });
    request.send(form);
  });
}
