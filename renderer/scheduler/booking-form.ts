import { useForm } from '@tanstack/react-form'
import { createContext, use, useState } from 'react'
import type { Advice } from '../state/advice.ts'
import type { Draft } from '../state/draft.ts'
import type { BookingForm, FieldName } from '../state/form.ts'

/** The form's values and bindings; every change goes to the draft at once, which keeps it and knows what is wrong with it. */
export function useBookingForm(draft: Draft, onSubmit: () => Promise<void>) {
  const [defaultValues] = useState(() => draft.getState().form)
  return useForm({
    defaultValues,
    listeners: { onChange: ({ formApi }) => draft.typed(formApi.state.values) },
    onSubmit,
  })
}

export type BookingFormApi = ReturnType<typeof useBookingForm>

export type Desk = { readonly form: BookingFormApi; readonly draft: Draft; readonly advice: Advice }

export const BookingFormContext = createContext<Desk | null>(null)

/** The form that this field stands in. */
export function useDraftForm(): Desk {
  const desk = use(BookingFormContext)
  if (desk === null) throw new Error('A field of the booking form stands outside the form.')
  return desk
}

/** Sets several fields at once, as if they had been typed and left. */
export function fillFields({ form, draft }: Pick<Desk, 'form' | 'draft'>, values: Partial<BookingForm>): void {
  const filled = Object.entries(values) as [FieldName, string][]
  for (const [name, value] of filled) form.setFieldValue(name, value)
  draft.left(filled.map(([name]) => name))
}

/**
 * Takes date and time from what was said beside them. False where something was taken for granted that nobody has seen
 * yet, so that it is not saved unseen.
 */
export function hearSaid(desk: Pick<Desk, 'form' | 'draft'>): boolean {
  const heard = desk.draft.hear()
  if (heard !== null) fillFields(desk, heard)
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
