import type { MoveRole } from '../../shared/move/move.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The reference of a move on the wire: the typed text, then `LK-`, eight characters of the booking's id and `C` or `L`
 * (`L` for a loaner). The reference is unique for each move and the only key that matching relies on; the eight
 * characters encode the last 40 bits of the id, which are random.
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
