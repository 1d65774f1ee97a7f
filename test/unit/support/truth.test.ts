import { describe, expect, test } from 'vitest'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../shared/outbox/entry-state.ts'
import { aMove, CUSTOMER_REFERENCE, LOANER_REFERENCE, ONE_WAY, PAIR } from '../../support/builders/booked-moves.ts'
import { CREATION_CASES } from '../../support/faults/fault-matrix.ts'
import type { ToxicType, When } from '../../support/faults/toxics.ts'
import { breachesOfTruth } from '../../support/oracle/truth.ts'

const numbered = (booking: BookedMoves, ...numbers: readonly number[]): BookedMoves => ({
  ...booking,
  moves: booking.moves.map((move, at) => ({ ...move, number: { known: true, value: numbers[at] ?? 0 } })),
})

const LINE = { references: [LOANER_REFERENCE, CUSTOMER_REFERENCE], move_ids: [8, 7] }

describe('`breachesOfTruth`', () => {
  test.for(ENTRY_STATES)(
    'A pair that is %s breaches the truth when the remote has too few or too many of it',
    (state) => {
      const pair = { ...numbered(PAIR, 7, 8), state }
      // An attempt before the phone call may have been taken too, and a person has settled that.
      const open = ['sending', 'in-doubt', 'placed-by-phone'].includes(state)
      const booked = ['booked', 'booked-awaiting-number'].includes(state)
      expect(breachesOfTruth([pair], [])).toHaveLength(booked ? 1 : 0)
      expect(breachesOfTruth([pair], [LINE])).toHaveLength(booked || open ? 0 : 1)
      expect(breachesOfTruth([pair], [LINE, LINE])).toEqual([
        `RO 10412 is ${state} on the desk and 2 times at the remote`,
      ])
    },
  )

  test('A pair whose halves are separate bookings at the remote breaches the truth', () => {
    const halves = LINE.references.map((reference) => ({ references: [reference], move_ids: [7] }))
    expect(breachesOfTruth([{ ...PAIR, state: 'in-doubt' }], halves)).toHaveLength(1)
  })

  test('A pair with other numbers than the numbers of the remote breaches the truth', () => {
    expect(breachesOfTruth([{ ...numbered(PAIR, 7, 9), state: 'booked' }], [LINE])).toEqual([
      'RO 10412 carries 7, 9 on the desk and 8, 7 in truth',
    ])
  })
})

test('A booking at the remote that is not on the desk breaches the truth', () => {
  const other = { ...ONE_WAY, state: 'in-doubt', moves: [aMove('single', { reference: 'RO 2 LK-22222222C' })] } as const
  expect(breachesOfTruth([other], [LINE])).toEqual([
    `${LOANER_REFERENCE} and ${CUSTOMER_REFERENCE} is at the remote and not on the desk`,
  ])
})

/** The points at which each toxic can strike a creation. */
const WHENS: Readonly<Record<ToxicType, readonly When[]>> = {
  cut: ['after', 'before'],
  'half-open': ['after', 'before'],
  latency: ['after', 'before'],
  'limit-data': ['after', 'before'],
  'slow-close': ['after'],
  // An expired token is `corrupt` before, ends differently in each profile and is not in this table.
  corrupt: ['after'],
  status: ['after', 'before'],
  truncated: ['after', 'before'],
  foreign: ['after', 'before'],
  busy: ['before'],
}

test('The fault matrix holds each toxic at each point where the toxic can strike', () => {
  const toxics = CREATION_CASES.map(({ toxic }) => (typeof toxic === 'function' ? toxic([1, 2]) : toxic))
  for (const [type, whens] of Object.entries(WHENS)) {
    const found = new Set(toxics.filter((toxic) => toxic.type === type).map((toxic) => toxic.when))
    expect([type, [...found].sort()]).toEqual([type, whens])
  }
  const pages = toxics.filter((toxic) => toxic.type === 'status' && toxic.status === 200 && toxic.body === 'page')
  expect(pages.map(({ when }) => when).sort()).toEqual(['after', 'before'])
})
