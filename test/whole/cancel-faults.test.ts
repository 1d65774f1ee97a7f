import { describe, expect, test } from 'vitest'
import { changeSchema } from '../../shared/wish.ts'
import { idsOf, onRoad, read } from '../support/at-work.ts'
import { valueOf } from '../support/desk.ts'
import type { Fault } from '../support/faults/knobs.ts'

const WHO = 'Dana R.'

/** What can happen to one request on its way there and back. */
const FAULTS: readonly Fault[] = [
  ...(['before', 'after'] as const).flatMap((when): readonly Fault[] => [
    { kind: 'drop', when, end: 'fin' },
    { kind: 'drop', when, end: 'rst' },
    { kind: 'cut', when, bytes: 30, end: 'rst' },
    { kind: 'cut', when, bytes: -1, end: 'fin' },
    { kind: 'status', when, status: 503, body: { errors: 'internal_server_error' } },
    { kind: 'status', when, status: 408, body: 'none' },
    { kind: 'status', when, status: 404, body: 'page' },
    { kind: 'page', when },
    { kind: 'truncated', when, bytes: -2, framing: 'too-long' },
    { kind: 'foreign', when, numbers: [990_001, 990_002], reference: null },
  ]),
  { kind: 'restatus', when: 'after', status: 202 },
  { kind: 'restatus', when: 'after', status: 500 },
]

describe.for(['cancel', 'change'] as const)('an outcome of a %s that is not known', (asks) => {
  test.for(FAULTS)('%j: the move is read, and what is there is not sent again', async (fault) => {
    const at = await onRoad({ asks, nth: 1, fault })
    const booking = await at.booked()
    const [moveId = ''] = idsOf(booking)
    const asked =
      asks === 'cancel'
        ? at.desk.askCancel([moveId], WHO)
        : at.desk.askChange(moveId, changeSchema.parse({ color: 'Red', stock: 'S-9' }), WHO)
    expect(valueOf(asked).moves[0]?.wishes[0]?.state).toBe('waiting')
    await at.facts.next('wish-settled', (fact) => fact.state === (asks === 'cancel' ? 'asked' : 'done'))
    expect(at.arrived(asks)).toHaveLength(fault.when === 'after' ? 1 : 2)
    expect(at.applied(asks)).toBe(1)
    if (asks === 'change') expect(read(at, booking.id).moves[0]?.vehicle).toMatchObject({ color: 'Red', stock: 'S-9' })
  })
})
