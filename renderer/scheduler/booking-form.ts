import { createContext, use } from 'react'
import type { Prefill } from './state/prefill.ts'
import type { DraftStore } from './state/draft.ts'
import type { BookingForm, FieldName } from './state/form.ts'

/** The stores of the form: its values stand in the draft alone. */
export type Desk = { readonly draft: DraftStore; readonly advice: Prefill }

export const BookingFormContext = createContext<Desk | null>(null)

/** The form that this field stands in. */
export function useDraftForm(): Desk {
  const desk = use(BookingFormContext)
  if (desk === null) throw new Error('A field of the booking form stands outside the form.')
  return desk
}

/** Sets several fields at once, as if they had been typed and left. */
export function setFields({ draft }: Pick<Desk, 'draft'>, values: Partial<BookingForm>): void {
  draft.type(values)
  draft.left(Object.keys(values) as FieldName[])
}

/**
 * Takes date and time from what was said beside them. False where something was taken for granted that nobody has seen
 * yet, so that it is not saved unseen.
 */
export function parseSpokenInput(desk: Pick<Desk, 'draft'>): boolean {
  const heard = desk.draft.hear()
  if (heard !== null) setFields(desk, heard)
  desk.draft.left(['said'])
  return heard === null || desk.draft.getState().saidNote === null
}

export function fieldId(name: FieldName): string {
  return `field-${name}`
}

/** Puts the focus into a field: its input, its first segment, or its chosen option. */
export function focusField(name: FieldName): void {
  const field = document.getElementById(fieldId(name))
  // A text field carries the id itself; a group of segments or options carries it around them.
  const inside = field?.querySelector<HTMLElement>(
    '[role="spinbutton"], input[type="radio"]:checked, input[type="radio"]',
  )
  const target = inside ?? field
  target?.focus()
}
