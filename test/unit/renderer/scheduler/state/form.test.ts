import { expect, test } from 'vitest'
import { emptyForm, toStoredDraft, restoreForm, stashedForm } from '../../../../../renderer/scheduler/state/form.ts'

const typed = restoreForm({ customerName: 'Wren Castellane', kind: 'return', reference: 'RO 12077' })
const change = restoreForm({ changes: 'a-booking', customerName: 'Theo Brandt', loanerStock: 'LN-3' })

test('what waits behind the form is kept with it, and each comes back as it was', () => {
  const kept = toStoredDraft(change, typed)
  expect(restoreForm(kept)).toEqual(change)
  expect(stashedForm(kept)).toEqual(typed)
  expect(stashedForm(toStoredDraft(emptyForm(), change))).toEqual(change)
})

test('a form with nothing behind it is kept as it is, also as an older desk kept it', () => {
  expect(toStoredDraft(typed, null)).toEqual(typed)
  expect(stashedForm(typed)).toBeNull()
})
