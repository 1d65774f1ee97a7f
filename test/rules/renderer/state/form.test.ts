import { expect, test } from 'vitest'
import { emptyForm, keptOf, restoreForm, waitingIn } from '../../../../renderer/state/form.ts'

const typed = restoreForm({ customerName: 'Wren Castellane', kind: 'return', reference: 'RO 12077' })
const change = restoreForm({ changes: 'a-booking', customerName: 'Theo Brandt', loanerStock: 'LN-3' })

test('what waits behind the form is kept with it, and each comes back as it was', () => {
  const kept = keptOf(change, typed)
  expect(restoreForm(kept)).toEqual(change)
  expect(waitingIn(kept)).toEqual(typed)
  expect(waitingIn(keptOf(emptyForm(), change))).toEqual(change)
})

test('a form with nothing behind it is kept as it is, also as an older desk kept it', () => {
  expect(keptOf(typed, null)).toEqual(typed)
  expect(waitingIn(typed)).toBeNull()
})
