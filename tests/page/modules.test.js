/** The modules that need no browser: `node --test tests/page/`. */

import assert from "node:assert/strict";
import test from "node:test";

import { operandsOf, typeset } from "../../src/onfile/server/static/js/arithmetic.js";
import { figuresIn, numbered, seriesOf } from "../../src/onfile/server/static/js/cited.js";
import { eventsIn } from "../../src/onfile/server/static/js/events.js";
import { amount, byTime, reference, where } from "../../src/onfile/server/static/js/place.js";
import { pieces } from "../../src/onfile/server/static/js/pieces.js";
import { boxOf, lineBoxes, linesOf, wordsOf } from "../../src/onfile/server/static/js/words.js";

const citation = (given = {}) => ({
  document: "A.pdf", document_id: "sha256:a", page: 7, page_label: "4", line: null, turn: null, company: "Northwind",
  form: "10-K", period: "FY2024", section: null, speaker: null, quote: "Net sales 5,037 4,706 4,471", boxes: [],
  span: [7, 100, 130], note: "", sheet: null, cell: null, ocr_confidence: null, ...given,
});
const figure = (period, number, start, given = {}) => ({
  figure_id: period, document: "A.pdf", document_id: "sha256:a", page: 7, label: "Net sales", path: [], column: "", period,
  number, scale: 1e6, currency: "USD", unit: null, percent: false, printed: String(number), row_span: [7, 100, 130],
  cell_span: [7, start, start + 5], ...given,
});
const claim = (period, cited = citation()) => ({ text: "", citations: [cited], pair: ["Northwind", period], arithmetic: "" });
const row = [figure("FY2024", 5037, 110), figure("FY2023", 4706, 116), figure("FY2022", 4471, 122)];

test("operands are what a line starts from, not what a line before gave", () => {
  assert.deepEqual(operandsOf("5037 - 4471 = 566; 100 * (5037 - 4471) / 4471 = 12.7"), [5037, 4471, 100]);
  assert.deepEqual(operandsOf("2 + 3 = 5; 5 / 4 = 1.25"), [2, 3, 4]);
  assert.deepEqual(operandsOf("1,039.5 + 0 = 1039.5"), [1039.5, 0]);
});

test("signs of a keyboard become signs of print, and thousands are grouped", () => {
  assert.equal(typeset(" 100 * (5037 - 4471) / 4471 = 12.7"), "100 × (5,037 − 4,471) ÷ 4,471 = 12.7");
  assert.equal(typeset("1234567.2345 + 1,000 = 1235567.2345"), "1,234,567.2345 + 1,000 = 1,235,567.2345");
});

test("one citation has one number however often claims name it", () => {
  const a = citation();
  const b = citation({ span: [8, 1, 2] });
  const { list, numberOf } = numbered([a, b, { ...a }]);
  assert.equal(list.length, 2);
  assert.deepEqual([numberOf(a), numberOf(b), numberOf({ ...a })], [1, 2, 1]);
});

test("figures of a citation are those inside its quote, of its document", () => {
  const elsewhere = [figure("FY2024", 1, 200), figure("FY2024", 1, 110, { document_id: "sha256:b" })];
  assert.deepEqual(figuresIn(citation(), [...row, ...elsewhere]), row);
});

test("a row of three periods is a series, and the one asked for is marked", () => {
  const points = seriesOf([claim("FY2024")], row);
  assert.deepEqual(points.map((point) => [point.period, point.asked]), [["FY2024", true], ["FY2023", false], ["FY2022", false]]);
});

test("a row that states one period twice is no series", () => {
  assert.deepEqual(seriesOf([claim("FY2024")], [...row, figure("FY2022", 9, 124)]), []);
});

test("two companies are no series", () => {
  const other = { ...claim("FY2023"), pair: ["Kestrel", "FY2023"] };
  assert.deepEqual(seriesOf([claim("FY2024"), other], row), []);
});

test("a quarter and a year to date are not put into one series", () => {
  const mixed = [row[0], row[1], figure("2024Q2-6M", 7, 122)];
  assert.deepEqual(seriesOf([claim("FY2024")], mixed), []);
});

test("events are read whole, and what has not ended waits", () => {
  const { events, rest } = eventsIn('event: stage\r\ndata: {"a":1}\r\n\r\n: ping\n\nevent: outcome\ndata: {"b"');
  assert.deepEqual(events, [{ event: "stage", data: '{"a":1}' }]);
  assert.equal(rest, 'event: outcome\ndata: {"b"');
});

test("amounts are said with sign, scale and unit", () => {
  const value = (given) => amount({ number: 318, scale: 1e6, currency: "USD", unit: null, percent: false, ...given });
  assert.equal(value({}), "$318 million");
  assert.equal(value({ number: -12, scale: 1e7, currency: "INR" }), "−₹12 crore");
  assert.equal(value({ number: 42.5, percent: true, currency: null, scale: 1 }), "42.5%");
  assert.equal(value({ number: 2.98, scale: 1, unit: "USD per share" }), "$2.98 per share");
  assert.equal(value({ number: 60100, scale: 1000, currency: null, unit: "shares" }), "60,100 thousand shares");
  assert.equal(value({ number: 0 }), "$0 million");
  assert.equal(value({ scale: 7, currency: "SEK" }), "318 × 7 SEK");
  assert.equal(amount(null), null);
});

test("places are said by page and printed page, line and turn, sheet and cell", () => {
  assert.equal(where(citation()), "page 7, printed 4");
  assert.equal(where(citation({ page_label: "7" })), "page 7");
  assert.equal(where(citation({ page: null, line: 46, turn: 4 })), "line 46, turn 4");
  assert.equal(where(citation({ page: null, sheet: "Bids", cell: "B7" })), "sheet Bids, cell B7");
});

test("a quote is copied with its reference", () => {
  assert.equal(reference(citation()), "“Net sales 5,037 4,706 4,471”\n— A.pdf · page 7, printed 4 · Northwind · 10-K · FY2024");
});

test("a year stands after its quarters", () => {
  assert.deepEqual(["FY2024", "2025Q1", "2024Q4", "FY2023"].sort(byTime), ["FY2023", "2024Q4", "FY2024", "2025Q1"]);
});

test("pieces of a text join to the text, and the quote is marked by code points", () => {
  const cut = pieces("a𝒳 quote b", [3, 8], null);
  assert.equal(cut.map((piece) => piece.text).join(""), "a𝒳 quote b");
  assert.equal(cut.find((piece) => piece.inQuote).text, "quote");
});

test("words know their line's end, and a span has one rectangle a line", () => {
  const words = wordsOf("𝒳a b\ncd e", [[0, 0, 2, 1, 0, 2], [3, 0, 4, 1, 3, 4], [0, 2, 2, 3, 5, 7], [3, 2, 4, 3, 8, 9]]);
  assert.deepEqual(words.map((word) => [word.text, word.endsLine]), [["𝒳a", false], ["b", true], ["cd", false], ["e", false]]);
  assert.deepEqual(lineBoxes(words, 3, 7), [[3, 0, 4, 1], [0, 2, 2, 3]]);
  assert.deepEqual(lineBoxes(words, 0, 9), [[0, 0, 4, 1], [0, 2, 4, 3]]);
  assert.deepEqual(boxOf(words, 0, 4), [0, 0, 4, 1]);
  assert.equal(boxOf(words, 20, 30), null);
  assert.deepEqual(linesOf(words).map((line) => line.map((word) => word.text)), [["𝒳a", "b"], ["cd", "e"]]);
});

test("a line that jumps back to the left is two lines", () => {
  const words = wordsOf("a b", [[50, 0, 60, 1, 0, 1], [10, 0, 20, 1, 2, 3]]);
  assert.equal(linesOf(words).length, 2);
});
