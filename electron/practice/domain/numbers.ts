/**
 * Parses the number of a move or a lane in an address, which has 1 to 15 digits and no leading zero. Returns null for
 * any other text.
 */
export function parseMoveNumber(text: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null
}
