/** The scope that the next question carries on with, as chips to be changed or taken away. */

import { h, icon, replace } from "./dom.js";
import { gridOf } from "./matrix.js";
import { byTime } from "./place.js";

/** @typedef {import("./types.js").Coverage} Coverage */

export class ScopeChips {
  /**
   * @param {HTMLElement} root
   * @param {{onEmpty: () => void, onAfresh: () => void}} listeners when nothing is carried on any
   *   more, and when all is to begin anew
   */
  constructor(root, listeners) {
    this.root = root;
    this.listeners = listeners;
    this.isBegun = false;
    this.isChanged = false;
    /** @type {string[]} */
    this.companies = [];
    /** @type {string[]} */
    this.periods = [];
    /** @type {Coverage | null} */
    this.coverage = null;
    this.draw();
  }

  /**
   * @param {string[]} companies
   * @param {string[]} periods
   */
  set(companies, periods) {
    this.companies = [...companies];
    this.periods = [...periods];
    this.isChanged = false;
    this.isBegun = true;
    this.draw();
  }

  /** Nothing asked yet. */
  clear() {
    this.isBegun = false;
    this.choose([], []);
    this.listeners.onAfresh();
  }

  /**
   * As the user would have it, whatever the last question named.
   * @param {string[]} companies
   * @param {string[]} periods
   */
  choose(companies, periods) {
    this.companies = [...companies];
    this.periods = [...periods];
    this.isChanged = !this.isEmpty;
    this.draw();
    if (this.isEmpty) this.listeners.onEmpty();
  }

  /** @param {Coverage} coverage */
  hold(coverage) {
    this.coverage = coverage;
    this.draw();
  }

  /** What the next question carries on, where the user changed it; else null. */
  get changed() {
    return this.isChanged ? { companies: this.companies, periods: this.periods } : null;
  }

  get isEmpty() {
    return !this.companies.length && !this.periods.length;
  }

  draw() {
    const grid = gridOf(this.coverage?.matrix ?? []);
    const fits = grid.periods.filter((period) => !this.companies.length || this.companies.some((company) => grid.forms(company, period).length));
    replace(this.root,
      !this.isEmpty && h("span", { class: "quiet small" }, "Carried on:"),
      this.companies.map((company, n) => this.chip("Company", company, grid.companies, this.companies, n)),
      this.periods.map((period, n) => this.chip("Period", period, fits, this.periods, n)),
      (!this.isEmpty || this.isBegun) && h("button", { class: "plain small", type: "button", click: () => this.clear() }, "Start afresh"));
  }

  /**
   * @param {string} kind
   * @param {string} value
   * @param {string[]} options
   * @param {string[]} list
   * @param {number} n
   */
  chip(kind, value, options, list, n) {
    const all = options.includes(value) ? options : [...options, value].sort(kind === "Period" ? byTime : undefined);
    const select = h("select", { "aria-label": kind, change: () => {
      list[n] = select.value;
      this.choose(this.companies, this.periods);
    } }, all.map((option) => h("option", { value: option, selected: option === value }, option)));
    const remove = h("button", { type: "button", "aria-label": `Without ${value}`, title: `Without ${value}`, click: () => {
      list.splice(n, 1);
      this.choose(this.companies, this.periods);
    } }, icon("close"));
    return h("span", { class: "chip", "data-testid": "chip" }, select, remove);
  }
}
