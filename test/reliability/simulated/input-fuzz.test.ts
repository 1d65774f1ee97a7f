import { expect, test } from 'vitest'
import { bookingRequest } from '../../../electron/provider/build-request.ts'
import { describeFieldIssue } from '../../../renderer/app/text/field-issue-text.ts'
import { BRIDGE_CALLS } from '../../../shared/bridge/calls.ts'
import { fieldIssues } from '../../../shared/field-issues.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { seededChance } from '../../support/sim/seeded-rng.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { fillIn, type Json } from '../../support/fixtures/form-fields.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { oneWayInput, pairInput } from '../../support/builders/form-input.ts'

test('Form input is stored, shown and sent unchanged, or refused by its field', { tags: ['g19'] }, () => {
  const goal = openGoal('G19', 'inputs: stored, shown and sent alike, or refused by field', { share: 0.15 })
  const chance = seededChance('input-fuzz')
  const desk = openDeskStore()
  const did = { inputs: 0, taken: 0, refused: 0 }
  while (did.inputs < goal.floor(10_000)) {
    const filled = fillIn(chance, { pair: pairInput(), oneWay: oneWayInput() })
    const { input, wanted, refused } = filled
    did.inputs += 1

    // The bridge hands a structured clone over.
    const read = BRIDGE_CALLS.bookMove.input.safeParse(structuredClone(input))
    const says = JSON.stringify(wanted).slice(0, 600)
    if (!read.success) {
      did.refused += 1
      const issues = fieldIssues(read.error)
      expect(issues.map(({ path }) => path).sort(), says).toEqual(refused.toSorted())
      for (const issue of issues) expect(describeFieldIssue(issue)).toMatch(/^[A-Z].{5,150}\.$/)
      continue
    }
    expect(refused, says).toEqual([])
    const booked = desk.book(read.data)
    const shown = desk.moves.getBooking(booked.id)
    if (!shown.ok) throw new Error(shown.failure.detail)
    const profile = chance.pick(['baseline', 'hopdrive'] as const)
    const bytes = Buffer.from(bookingRequest(shown.value, { profile, rooftop: null }).body)
    const body = JSON.parse(bytes.toString('utf8')) as Json
    expect(filled.differences(shown.value, body, profile, PRACTICE_ROOFTOP.contact), says).toEqual([])
    const listed = desk.moves.findBookings({ text: '', limit: 200, shown: [shown.value.id] })
    expect(listed.ok && listed.value.shown[0]?.customerName).toBe(shown.value.customerName)
    // The lookup answers any search text.
    const searched = BRIDGE_CALLS.findBookings.input.safeParse({ text: wanted[0]?.text.slice(0, 200) ?? '', limit: 5 })
    if (searched.success) expect(desk.moves.findBookings(searched.data).ok).toBe(true)
    did.taken += 1
  }
  goal.held(
    {
      inputs: { did: did.inputs, floor: 10_000 },
      'stored, shown and sent': { did: did.taken, floor: 3000 },
      'refused by field': { did: did.refused, floor: 2000 },
    },
    chance.seed,
  )
})
