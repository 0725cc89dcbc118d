/** Documents and their pages, asked for once. */

import { get } from "./api.js";
import { wordsOf } from "./words.js";

/**
 * @typedef {object} DocumentInfo
 * @property {string} document_id
 * @property {string} name
 * @property {number} pages
 * @property {boolean} has_pages
 * @property {boolean} has_page_images
 * @property {string | null} company
 * @property {string | null} form
 * @property {string | null} period
 * @property {string | null} filed
 * @property {string | null} title
 */

/**
 * @typedef {object} PageInfo
 * @property {string} document_id
 * @property {number} number
 * @property {string | null} label
 * @property {string} status
 * @property {string} reason
 * @property {string} text
 * @property {number} width_pt
 * @property {number} height_pt
 * @property {import("./words.js").Word[]} words
 */

/** @type {Map<string, Promise<any>>} */
const asked = new Map();
const KEPT = 60; // pages; the oldest is let go

/**
 * @template T
 * @param {string} path
 * @param {(json: any) => T} read
 * @returns {Promise<T>}
 */
function once(path, read) {
  const before = asked.get(path);
  if (before) return before;
  const answer = get(path).then(read);
  answer.catch(() => asked.delete(path));
  asked.set(path, answer);
  if (asked.size > KEPT) asked.delete(/** @type {string} */ (asked.keys().next().value));
  return answer;
}

/** @param {string} id */
const at = (id) => `/api/documents/${encodeURIComponent(id)}`;

/**
 * @param {string} id
 * @returns {Promise<DocumentInfo>}
 */
export function documentOf(id) {
  return once(at(id), (json) => json);
}

/**
 * @param {string} id
 * @param {number} number
 * @returns {Promise<PageInfo>}
 */
export function pageOf(id, number) {
  return once(`${at(id)}/pages/${number}`, (json) => ({ ...json, document_id: id, number, words: wordsOf(json.text, json.words) }));
}

/**
 * @param {{document_id: string, number: number}} page
 * @param {number} dpi
 */
export function imageUrl(page, dpi) {
  return `${at(page.document_id)}/pages/${page.number}/image?dpi=${dpi}`;
}
