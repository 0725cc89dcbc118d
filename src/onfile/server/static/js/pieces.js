/** Text cut at the edges of what is marked in it. */

/**
 * Text cut at the edges of spans of characters, each piece with whether it lies in the quote and
 * in the cell. Offsets count code points, as the API's do.
 * @param {string} text
 * @param {[number, number] | null} quote
 * @param {[number, number] | null} cell
 */
export function pieces(text, quote, cell) {
  const characters = [...text];
  const edges = new Set([0, characters.length, ...(quote ?? []), ...(cell ?? [])]);
  const cuts = [...edges].filter((edge) => edge >= 0 && edge <= characters.length).sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, n) => ({
    text: characters.slice(start, cuts[n + 1]).join(""),
    inQuote: quote !== null && start >= quote[0] && start < quote[1],
    inCell: cell !== null && start >= cell[0] && start < cell[1],
  }));
}
