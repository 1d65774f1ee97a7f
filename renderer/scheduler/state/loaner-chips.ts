import { isSameText } from '../../../shared/booking/duplicates.ts'
import type { LoanerState } from '../../../shared/booking/loaner-state.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import type { BookingForm } from './form.ts'

/* Which loaners the form offers as chips. */

export type LoanerChip = {
  readonly loaner: LoanerState
  /** Only a wide window has room for this chip. */
  readonly isWide: boolean
}

/** Estimated width in pixels at 1366 px of a free loaner's chip without its name; the chips stay in one row. */
const CHIP = 82
const CHARACTER = 7
/** How much wider a time is than "ready". */
const TIME = 40
/** The room for all chips of loaners, and how much of it the choice of no loaner takes. */
const ROW = 520
const NONE_CHIP = 92
const MAX_CHIPS = 4

/** The fields of the form that a loaner sets; the others keep what a person typed. */
const PARTS = [
  ['loanerStock', 'stock'],
  ['loanerVin', 'vin'],
  ['loanerYear', 'year'],
  ['loanerMake', 'make'],
  ['loanerModel', 'model'],
] as const

/** Returns the fields that choose a loaner. */
export function loanerFields(loaner: LoanerState): Partial<BookingForm> {
  const parts = PARTS.map(([name, part]) => [name, loaner[part] ?? ''])
  return { loanerChoice: 'now', ...Object.fromEntries(parts), loanerColor: '', loanerGearbox: 'automatic' }
}

/** True if the form names this loaner with nothing more than its chip says. */
export function isChosen(form: BookingForm, loaner: LoanerState): boolean {
  return Object.entries(loanerFields(loaner)).every(([name, text]) => form[name as keyof BookingForm] === text)
}

/**
 * Returns the chips: for a pickup the free loaners and those that are back the same day, for a return those that the
 * customer has; none without a time (`at`). The chosen loaner stays among the chips, also if another customer has it.
 */
export function loanerChips(
  form: BookingForm,
  loaners: readonly LoanerState[],
  { at, offersNone }: { readonly at: UtcInstant | null; readonly offersNone: boolean },
): readonly LoanerChip[] {
  const offered = loaners.filter((loaner) => at !== null && isOffered(form, loaner)).slice(0, MAX_CHIPS)
  const chosen = loaners.find((loaner) => isChosen(form, loaner))
  const shown =
    chosen === undefined || offered.includes(chosen) ? offered : [...offered.slice(0, MAX_CHIPS - 1), chosen]
  let left = ROW - (offersNone ? NONE_CHIP : 0) - (chosen === undefined ? 0 : widthOf(chosen))
  return shown.map((loaner) => {
    if (loaner === chosen) return { loaner, isWide: false }
    left -= widthOf(loaner)
    return { loaner, isWide: left < 0 }
  })
}

function isOffered(form: BookingForm, { kind, customerName }: LoanerState): boolean {
  if (form.kind === 'pickup') return kind === 'free' || kind === 'due'
  return (kind === 'due' || kind === 'out') && isSameText(customerName, form.customerName)
}

function widthOf({ stock, name, model, kind }: LoanerState): number {
  const words = stock === null ? name : `${stock} ${model ?? ''}`
  return CHIP + CHARACTER * words.length + (kind === 'free' ? 0 : TIME)
}
