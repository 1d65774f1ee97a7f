import type { MoveRole } from '../../shared/move/move.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns the reference of a move on the wire: the typed text, then `LK-`, ten characters for the last 50 random
 * bits of the booking's id, and `L` for a loaner, else `C`. The reference is unique for each move, can be read aloud,
 * and is what matching relies on.
 */
export function moveReference(typed: string | null, bookingId: string, role: MoveRole): string {
  let letters = ''
  for (const digit of tailOf(bookingId)) letters += ALPHABET.charAt(Number.parseInt(digit, 32))
  const ours = `LK-${letters}${role === 'loaner' ? 'L' : 'C'}`
  return typed === null ? ours : `${typed} ${ours}`
}

/** The last ten digits of base 32 of an id; of the UUIDs of an earlier version, the last 40 bits as eight digits. */
function tailOf(id: string): string {
  if (!id.includes('-')) return id.slice(-10)
  return BigInt(`0x${id.replaceAll('-', '').slice(-10)}`)
    .toString(32)
    .padStart(8, '0')
}
