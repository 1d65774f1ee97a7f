import { windowIn, withWindowLine } from '../../../shared/time/window-line.ts'
import type { BookingForm, FieldName } from './form.ts'

const NOTES = ['customerInstructions', 'loanerInstructions', 'moveInstructions'] as const satisfies readonly FieldName[]

/**
 * Returns the instructions with the line of a window in place of the line of the last one; null for no window. The
 * line goes into each drive of the booking, and nothing is returned where nothing changes.
 */
export function windowNote(form: BookingForm, words: string | null): Partial<BookingForm> {
  const drives = form.kind === 'one-way' ? ['moveInstructions'] : ['customerInstructions', 'loanerInstructions']
  const entries = NOTES.flatMap((name) => {
    const hasLine = drives.includes(name) && !(name.startsWith('loaner') && form.loanerChoice === 'none')
    const text = withWindowLine(form[name], hasLine ? words : null)
    return text === form[name] ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}

/** Returns the words of the window in the notes of the customer's drive; null for none. */
export function windowOf({ kind, customerInstructions, moveInstructions }: BookingForm): string | null {
  return windowIn(kind === 'one-way' ? moveInstructions : customerInstructions)
}
