import { formatWindow, type TimeWindow } from '../../../shared/time/parse-clock.ts'
import type { BookingForm, FieldName } from './form.ts'

/*
 * The line of the driver's notes that names the window of a typed time. The provider's request has one time and no
 * window, so without this line the driver would not know of the window.
 */

const LINE = /(?:^|\n)Time window: [^\n]*/

const NOTES = ['customerInstructions', 'loanerInstructions', 'moveInstructions'] as const satisfies readonly FieldName[]

/**
 * Returns the instructions with the line of a window in place of the line of the last one; null for no window. The
 * line goes into each drive of the booking, and nothing is returned where nothing changes.
 */
export function windowNote(form: BookingForm, window: TimeWindow | null): Partial<BookingForm> {
  const drives = form.kind === 'one-way' ? ['moveInstructions'] : ['customerInstructions', 'loanerInstructions']
  const entries = NOTES.flatMap((name) => {
    const others = form[name].replace(LINE, '').replace(/^\n/, '')
    const hasLine =
      window !== null && drives.includes(name) && !(name.startsWith('loaner') && form.loanerChoice === 'none')
    const line = hasLine ? `Time window: ${formatWindow(window)}` : ''
    const text = [others, line].filter((one) => one !== '').join('\n')
    return text === form[name] ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}
