import { createContext, use } from 'react'
import type { TimeReading } from '../../shared/time/parse-question.ts'
import type { Prefill } from './state/prefill.ts'
import type { DraftStore } from './state/draft.ts'
import type { BookingForm, FieldName } from './state/form.ts'

/** The stores of the booking form. `draft` alone holds the field values. */
export type Desk = { readonly draft: DraftStore; readonly prefill: Prefill }

export const BookingFormContext = createContext<Desk | null>(null)

/** Returns the stores of the booking form that contains the calling component. Throws outside a booking form. */
export function useDraftForm(): Desk {
  const desk = use(BookingFormContext)
  if (desk === null) throw new Error('A field of the booking form stands outside the form.')
  return desk
}

/** Sets several fields and checks them. Starts no prefill, unlike a person who leaves a field. */
export function setFields({ draft }: Pick<Desk, 'draft'>, values: Partial<BookingForm>): void {
  draft.type(values)
  draft.checkFields(Object.keys(values) as FieldName[])
}

/**
 * Sets date and time from the spoken text. Returns false if this call led to a note or a question, which a person must
 * see before the booking is saved.
 */
export function parseSpokenInput(desk: Pick<Desk, 'draft'>): boolean {
  const parsed = desk.draft.parseSpoken()
  if (parsed !== null) setFields(desk, parsed)
  desk.draft.checkFields(['spokenInput'])
  const { saidNote, saidQuestion, form } = desk.draft.getState()
  return saidQuestion?.of !== form.spokenInput && (parsed === null || saidNote === null)
}

/** Reads the spoken text and focuses the first answer if the text is asked about. Returns whether it is. */
export function askAboutTime(desk: Pick<Desk, 'draft'>): boolean {
  parseSpokenInput(desk)
  const { saidQuestion, form } = desk.draft.getState()
  if (saidQuestion?.of !== form.spokenInput) return false
  // The answers appear once the store has told the form.
  setTimeout(() => document.querySelector<HTMLElement>('[data-testid="time-question"] button')?.focus(), 0)
  return true
}

/** Sets date, time and window to the meaning that a person chose for the spoken text. */
export function chooseSpokenTime(desk: Pick<Desk, 'draft'>, meant: TimeReading): void {
  setFields(desk, desk.draft.chooseSpoken(meant))
  desk.draft.checkFields(['spokenInput'])
  // The pressed button disappears with the question.
  focusField('spokenInput')
}

/** Returns the id of a field's element, which several fields share if one element shows them together. */
export function fieldId(name: FieldName): string {
  return `field-${name.replace(/State$/, 'City').replace(/^loaner(?:Year|Make)$/, 'loanerModel')}`
}

/** Focuses a field: its input, its first segment, or its chosen option. */
export function focusField(name: FieldName): void {
  const field = document.getElementById(fieldId(name))
  // A text field has the id on its input. A group of segments or options has the id on its container.
  const inside = field?.querySelector<HTMLElement>(
    '[role="spinbutton"], input[type="radio"]:checked, input[type="radio"]',
  )
  const target = inside ?? field
  target?.focus()
}
