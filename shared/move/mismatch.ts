/**
 * Why the move with a given number is not ours. `value` is the value that the provider shows instead; null for no such
 * value.
 */
export type Mismatch = {
  readonly mismatch:
    | 'vin'
    | 'reference'
    /** Our reference is not shown and a VIN is missing, so no comparison is possible. */
    | 'unmarked'
    | 'time'
    | 'pickup'
    | 'delivery'
    /** The move is the other one of the same pair. */
    | 'swapped'
    /** Another booking of this desk already has the number. */
    | 'other-booking'
    /** The provider answers this desk with `403`. */
    | 'hidden'
    | 'unknown-number'
  readonly number: number
  readonly value: string | null
}
