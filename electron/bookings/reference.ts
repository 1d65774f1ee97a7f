import type { MoveRole } from '../../shared/move/move.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns the reference of a move on the wire: the typed text, then `LK-`, eight characters for the last 40 random
 * bits of the booking's id, and `L` for a loaner, else `C`. The reference is unique for each move, can be read aloud,
 * and is what matching relies on.
 */
export function moveReference(typed: string | null, bookingId: string, role: MoveRole): string {
  const tail = BigInt(`0x${bookingId.replaceAll('-', '').slice(-10)}`)
  const letters = Array.from(
    { length: 8 },
    (_, place) => ALPHABET[Number((tail >> BigInt(5 * (7 - place))) & 31n)],
  ).join('')
  const ours = `LK-${letters}${role === 'loaner' ? 'L' : 'C'}`
  return typed === null ? ours : `${typed} ${ours}`
}
