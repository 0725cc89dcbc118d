/** The operands in the arithmetic of a claim: `121 - 46 = 75; 100 * 75 / 46 = 163`. */

/**
 * The numbers that the lines of an arithmetic start from, in order of first use: those that are
 * not the result of a line before.
 * @param {string} arithmetic
 * @returns {number[]}
 */
export function operandsOf(arithmetic) {
  /** @type {number[]} */
  const operands = [];
  const results = new Set();
  for (const line of arithmetic.split(";")) {
    const [left, result] = line.split("=");
    for (const [token] of left.matchAll(/\d[\d,]*(?:\.\d+)?/g)) {
      const number = Number(token.replaceAll(",", ""));
      if (!operands.includes(number) && !results.has(number)) operands.push(number);
    }
    if (result) results.add(Number(result.trim().replaceAll(",", "")));
  }
  return operands;
}

/**
 * A line of arithmetic as it is set: the signs of print, and thousands grouped.
 * @param {string} line
 */
export function typeset(line) {
  const grouped = line.trim().replace(/(?<![\d.,])\d{4,}(?![\d,])/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","));
  return grouped.replaceAll(" - ", " − ").replaceAll(" * ", " × ").replaceAll(" / ", " ÷ ");
}
