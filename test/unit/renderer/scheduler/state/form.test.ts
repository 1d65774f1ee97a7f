import { expect, test } from 'vitest'
import { emptyForm, toStoredDraft, restoreForm, stashedForm } from '../../../../../renderer/scheduler/state/form.ts'

const typed = restoreForm({ customerName: 'Wren Castellane', kind: 'return', reference: 'RO 12077' })
const change = restoreForm({ changes: 'a-booking', customerName: 'Theo Brandt', loanerStock: 'LN-3' })

test('A stored draft holds the form and the form that waits behind it, and gives both back unchanged', () => {
  const kept = toStoredDraft(change, typed)
  expect(restoreForm(kept)).toEqual(change)
  expect(stashedForm(kept)).toEqual(typed)
  expect(stashedForm(toStoredDraft(emptyForm(), change))).toEqual(change)
})

test('A stored draft without a waiting form has the format of older versions', () => {
  expect(toStoredDraft(typed, null)).toEqual(typed)
  expect(stashedForm(typed)).toBeNull()
})
