/** The words of a page with the rectangle of each, as the API gives them. */

/** @typedef {import("./types.js").Box} Box */
/** @typedef {{text: string, start: number, end: number, box: Box, endsLine: boolean}} Word */

const OVERLAP_PT = 2; // slanted letters of two words may overlap

/**
 * @param {string} text
 * @param {number[][]} rows `[x0, y0, x1, y1, start, end]`; offsets count code points
 * @returns {Word[]}
 */
export function wordsOf(text, rows) {
  const characters = [...text];
  return rows.map(([x0, y0, x1, y1, start, end], n) => {
    const after = characters.slice(end, rows[n + 1]?.[4] ?? characters.length);
    return { text: characters.slice(start, end).join(""), start, end, box: [x0, y0, x1, y1], endsLine: after.includes("\n") };
  });
}

/**
 * The smallest rectangle around two.
 * @param {Box} a
 * @param {Box} b
 * @returns {Box}
 */
export function union(a, b) {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/**
 * One rectangle around the words that characters [start, end) touch; null where there are none.
 * @param {Word[]} words
 * @param {number} start
 * @param {number} end
 * @returns {Box | null}
 */
export function boxOf(words, start, end) {
  const touched = words.filter((word) => word.start < end && word.end > start);
  return touched.length ? touched.map((word) => word.box).reduce(union) : null;
}

/**
 * A rectangle for each printed line that characters [start, end) touch.
 * @param {Word[]} words
 * @param {number} start
 * @param {number} end
 * @returns {Box[]}
 */
export function lineBoxes(words, start, end) {
  /** @type {Box[]} */
  const boxes = [];
  let isNew = true;
  for (const word of words) {
    const touched = word.start < end && word.end > start;
    if (touched && isNew) boxes.push(word.box);
    else if (touched) boxes[boxes.length - 1] = union(boxes[boxes.length - 1], word.box);
    isNew = word.endsLine || !touched;
  }
  return boxes;
}

/**
 * Words by printed line; where a line jumps back to the left, a new one begins.
 * @param {Word[]} words
 * @returns {Word[][]}
 */
export function linesOf(words) {
  /** @type {Word[][]} */
  const lines = [];
  /** @type {Word | null} */
  let last = null;
  for (const word of words) {
    if (last && !last.endsLine && word.box[0] >= last.box[2] - OVERLAP_PT) lines[lines.length - 1].push(word);
    else lines.push([word]);
    last = word;
  }
  return lines;
}
