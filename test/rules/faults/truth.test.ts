import { describe, expect, test } from 'vitest'
import { ENTRY_STATES, type BookedMoves } from '../../../shared/move.ts'
import { aMove, CUSTOMER_REFERENCE, LOANER_REFERENCE, ONE_WAY, PAIR } from '../../support/booked.ts'
import { CREATION_CASES } from '../../support/faults/cases.ts'
import type { FaultKind, When } from '../../support/faults/knobs.ts'
import { breachesOfTruth } from '../../support/faults/truth.ts'

const numbered = (booking: BookedMoves, ...numbers: readonly number[]): BookedMoves => ({
  ...booking,
  moves: booking.moves.map((move, at) => ({ ...move, number: { known: true, value: numbers[at] ?? 0 } })),
})

const LINE = { references: [LOANER_REFERENCE, CUSTOMER_REFERENCE], move_ids: [8, 7] }

describe('the truth about a pair', () => {
  test.for(ENTRY_STATES)('that is %s', (state) => {
    const pair = { ...numbered(PAIR, 7, 8), state }
    // What was placed by phone may have been taken before that as well: a person has settled it.
    const open = ['sending', 'in-doubt', 'by-phone'].includes(state)
    const booked = ['booked', 'booked-number-to-come'].includes(state)
    expect(breachesOfTruth([pair], [])).toHaveLength(booked ? 1 : 0)
    expect(breachesOfTruth([pair], [LINE])).toHaveLength(booked || open ? 0 : 1)
    expect(breachesOfTruth([pair], [LINE, LINE])).toEqual([
      `RO 10412 is ${state} on the desk and 2 times at the remote`,
    ])
  })

  test('whose halves came apart at the remote is there twice', () => {
    const halves = LINE.references.map((reference) => ({ references: [reference], move_ids: [7] }))
    expect(breachesOfTruth([{ ...PAIR, state: 'in-doubt' }], halves)).toHaveLength(1)
  })

  test('that carries other numbers than the remote gave', () => {
    expect(breachesOfTruth([{ ...numbered(PAIR, 7, 9), state: 'booked' }], [LINE])).toEqual([
      'RO 10412 carries 7, 9 on the desk and 8, 7 in truth',
    ])
  })
})

test('what is at the remote and not on the desk is seen', () => {
  const other = { ...ONE_WAY, state: 'in-doubt', moves: [aMove('single', { reference: 'RO 2 LK-22222222C' })] } as const
  expect(breachesOfTruth([other], [LINE])).toEqual([
    `${LOANER_REFERENCE} and ${CUSTOMER_REFERENCE} is at the remote and not on the desk`,
  ])
})

/** When each knob can strike a creation: one that only makes sense before, or after, stands here as such. */
const WHENS: Readonly<Record<FaultKind, readonly When[]>> = {
  drop: ['after', 'before'],
  delay: ['after', 'before'],
  cut: ['after', 'before'],
  status: ['after', 'before'],
  restatus: ['after'],
  page: ['after', 'before'],
  truncated: ['after', 'before'],
  foreign: ['after', 'before'],
  busy: ['before'],
  // Ends otherwise in each profile, so that it is not in this table.
  'expired-token': [],
}

test('each knob is in the table of creations, before and after', () => {
  const faults = CREATION_CASES.map(({ fault }) => (typeof fault === 'function' ? fault([1, 2]) : fault))
  for (const [kind, whens] of Object.entries(WHENS)) {
    const found = new Set(faults.filter((fault) => fault.kind === kind).map((fault) => fault.when))
    expect([kind, [...found].sort()]).toEqual([kind, whens])
  }
})
