import { expect, test } from 'vitest'
import { createChecks, queryOf } from '../../../../../renderer/scheduler/state/checks.ts'
import { emptyForm } from '../../../../../renderer/scheduler/state/form.ts'
import type { Bridge } from '../../../../../shared/bridge/calls.ts'
import { ok } from '../../../../../shared/result.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
const TYPED = queryOf({ ...emptyForm(), customerPhone: '(804) 555-0134' }, ZONE)
const EMPTY = queryOf(emptyForm(), ZONE)

const checksWith = (findOpenPickup: Bridge['findOpenPickup']) => createChecks({ findOpenPickup } as Bridge)

test('The checks forget the pickup of the former values as soon as the form is empty', async () => {
  const checks = checksWith(() => Promise.resolve({ ...ok(PAIR), asOf: 1 }))
  await checks.ask(TYPED)
  expect(checks.getState().openPickup).toBe(PAIR)
  void checks.ask(EMPTY)
  expect(checks.getState()).toEqual({ duplicates: [], openPickup: null })
  await checks.ask(TYPED)
  expect(checks.getState().openPickup).toBe(PAIR)
})

test('An answer that comes after the form was emptied is not shown', async () => {
  let answer: (found: Awaited<ReturnType<Bridge['findOpenPickup']>>) => void = () => undefined
  const checks = checksWith(() => new Promise((resolve) => (answer = resolve)))
  const asked = checks.ask(TYPED)
  void checks.ask(EMPTY)
  answer({ ...ok(PAIR), asOf: 1 })
  await asked
  expect(checks.getState().openPickup).toBeNull()
})
