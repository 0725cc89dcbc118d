/** Elements from code; text is only ever set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[] | Leaf[][]} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Props} props
 * @param {Child[]} children
 * @returns {T}
 */
function filled(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name, /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(2)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * An HTML element. Functions among the props are listeners, named by their event.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

/**
 * The element of this id, which the template must hold.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the template has no element “${id}”`);
  return found;
}

/**
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  filled(element, {}, children);
}

const ICONS = {
  left: "M10 3 5 8l5 5",
  right: "m6 3 5 5-5 5",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  close: "m4 4 8 8m0-8-8 8",
  copy: "M6 6V3.5h6.5V10H10M3.5 6H10v6.5H3.5z",
  fit: "M2.5 5V2.5H5m6 0h2.5V5m0 6v2.5H11m-6 0H2.5V11",
};

/**
 * @param {keyof typeof ICONS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/** @type {number | undefined} */
let hiding;

/**
 * Say something shortly, to eyes and screen readers.
 * @param {string} words
 */
export function say(words) {
  const toast = byId("toast");
  toast.textContent = words;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), 2600);
}

/**
 * `1 page`, `2 pages`, with thousands grouped.
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function count(n, one, many = `${one}s`) {
  return `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;
}
