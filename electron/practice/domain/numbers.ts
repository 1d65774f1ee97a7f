/** The number of a move or a lane as it stands in an address: digits only, without a leading zero; null for anything else. */
export function readMoveNumber(text: string): number | null {
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : null
}
