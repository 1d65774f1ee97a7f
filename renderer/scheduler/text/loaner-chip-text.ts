import type { LoanerState } from '../../../shared/booking/loaner-state.ts'
import { isSameLoaner } from '../../../shared/booking/loaners.ts'
import { formatClock, formatTime, formatWeekday } from '../../../shared/time/format.ts'
import { dateOf, type UtcInstant } from '../../../shared/time/time.ts'
import type { BookingForm } from '../state/form.ts'
import type { LoanersState } from '../state/loaners.ts'
import type { Check } from './ready-text.ts'

/** The words about the loaners that the form offers. */

type Around = { readonly at: UtcInstant; readonly zone: string; readonly now: UtcInstant }

/** The caption beside "Loaner": for which time the chips are. */
export function describeFreeAt({ at, zone }: Around, isReturn: boolean): string {
  const clock = `${formatWeekday(at, zone)} ${formatClock(at, zone)}`
  return isReturn ? `with the customer ${clock}` : `free ${clock}`
}

/** What a chip says of a loaner: "ready", or when the loaner is due back. Nothing without a time. */
export function describeChip(
  { kind, until }: LoanerState,
  { at, zone }: { readonly at: UtcInstant | null; readonly zone: string },
): string {
  if (at === null) return ''
  if (kind === 'free' || until === null) return kind === 'out' ? 'out' : 'ready'
  const isSameDay = dateOf(until, zone) === dateOf(at, zone)
  const clock = isSameDay ? formatClock(until, zone) : formatWeekday(until, zone)
  return kind === 'promised' ? `promised ${clock}` : `due ${clock}`
}

/** Says until when the named loaner is free: "LN-14 Buick Encore is not booked again until Fri, Nov 27, 5:00 PM ET". */
export function checkLoaner(
  form: BookingForm,
  { at, loaners, conflict }: LoanersState,
  around: Pick<Around, 'zone' | 'now'>,
): readonly Check[] {
  if (at === null || conflict !== null) return []
  const typed = { stock: form.loanerStock.trim() || null, vin: form.loanerVin.trim() || null }
  const loaner = loaners.find((one) => isSameLoaner(one, { ...typed, year: null, make: null, model: null }))
  return loaner?.kind === 'free' ? [{ isFine: true, words: describeFree(loaner, around) }] : []
}

function describeFree({ name, until }: LoanerState, { zone, now }: Pick<Around, 'zone' | 'now'>): string {
  return until === null
    ? `${name} is free from then on`
    : `${name} is not booked again until ${formatTime(until, zone, now)}`
}
