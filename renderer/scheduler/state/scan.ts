import { vinWarning } from '../../../shared/booking/vehicle.ts'

/*
 * A scanner types a VIN into whatever has the focus, much faster than a person, and often ends with Enter. Barcodes of
 * imported cars begin with an I in front of the VIN.
 */

const VIN_LENGTH = 17

/** Longest time in milliseconds from the first to the last key of a scanned VIN. A fast typist takes two seconds. */
const SCAN_MS = 850

/** A pressed key that types a character. `before` is the state before that character. */
export type TypedKey<State> = {
  readonly key: string
  readonly at: number
  readonly target: unknown
  readonly before: State
}

/**
 * Watches the typed keys for a VIN at the speed of a scanner, by the times of the events. `press` returns the VIN with
 * the last character of that VIN, and the state before the first one; otherwise null.
 */
export function createScanWatch<State>(): {
  readonly press: (key: TypedKey<State>) => { readonly vin: string; readonly before: State } | null
} {
  let keys: readonly TypedKey<State>[] = []
  return {
    press: (key) => {
      const isNext = keys.at(-1)?.target === key.target
      keys = key.key.length === 1 ? [...(isNext ? keys.slice(-VIN_LENGTH) : []), key] : []
      const scanned = keys.slice(-VIN_LENGTH)
      const [first] = scanned
      const vin = vinAtEnd(scanned.map((one) => one.key).join(''))
      if (first === undefined || vin === null || key.at - first.at > SCAN_MS) return null
      const lead = keys.length > VIN_LENGTH ? keys[0] : undefined
      const isLead = lead?.key.toUpperCase() === 'I' && key.at - lead.at <= SCAN_MS
      keys = []
      return { vin, before: (isLead ? lead : first).before }
    },
  }
}

/** Returns the VIN with a right check digit at the end of a text, in capitals; null for none. */
export function vinAtEnd(text: string): string | null {
  const [vin] = /[A-HJ-NPR-Z\d]{17}$/.exec(text.trimEnd().toUpperCase()) ?? []
  // A number without letters is a phone, a card or a tracking number, one in eleven of which has the right digit.
  return vin === undefined || !/[A-Z]/.test(vin) || vinWarning(vin) !== null ? null : vin
}
