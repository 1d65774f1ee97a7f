import { expect, test } from 'vitest'
import { checkForm, formErrorsFrom } from '../../../../../renderer/scheduler/state/form-errors.ts'
import { restoreForm, toBooking } from '../../../../../renderer/scheduler/state/form.ts'
import { returnTripForm } from '../../../../../renderer/scheduler/state/form-from-booking.ts'
import { CONCIERGE } from '../../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
const TYPED = { loanerStock: 'LN-4', loanerContact: 'Dana R.', loanerInstructions: 'Keys in the box' }

test('A form without a loaner sends nothing that was typed of a loaner, and keeps it in the draft', () => {
  const form = restoreForm({ kind: 'pickup', loanerChoice: 'none', ...TYPED })
  expect(toBooking(form, ZONE)).toMatchObject({ withLoaner: false, loaner: null, loanerNotes: {} })
  expect(form).toMatchObject(TYPED)
})

test('The return of a pickup without a loaner is one without a loaner', () => {
  expect(returnTripForm(CONCIERGE, ZONE)).toMatchObject({ kind: 'return', loanerChoice: 'none', time: '' })
})

test('A refused booking without a loaner has its sentence at the choice of the loaner', () => {
  const issues = [{ path: 'withLoaner', code: 'concierge-not-taken' }] as const
  const { fields, loose } = formErrorsFrom(issues, restoreForm({ loanerChoice: 'none' }), ZONE)
  expect(fields.loanerChoice).toMatch(/can't be sent here/)
  expect(loose).toEqual([])
})

test('"Enter loaner" with no value of a loaner is refused, and is not saved as a loaner to assign later', () => {
  const problemsOf = (form: Parameters<typeof restoreForm>[0]) => {
    const checked = checkForm(restoreForm(form), ZONE, '2026-11-24T16:10:00Z')
    return checked.ok ? {} : checked.problems.fields
  }
  expect(problemsOf({ kind: 'pickup', loanerChoice: 'now' }).loanerStock).toBe('Enter a loaner stock number')
  for (const form of [
    { kind: 'pickup', loanerChoice: 'now', loanerMake: 'Buick' },
    { kind: 'pickup', loanerChoice: 'later' },
    { kind: 'one-way', loanerChoice: 'now' },
  ])
    expect(problemsOf(form).loanerStock).toBeUndefined()
})
