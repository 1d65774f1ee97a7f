import { describe, expect, test } from 'vitest'
import {
  requestedValues,
  describeCancellation,
  describeChange,
} from '../../../../../renderer/booking/text/amendment-text.ts'
import { describeOutcome } from '../../../../../renderer/booking/text/outcome-text.ts'
import type { ConnectionState } from '../../../../../shared/desk/connection.ts'
import type { BookedMoves, Move } from '../../../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../../../shared/outbox/entry-state.ts'
import { changeSchema, type Amendment } from '../../../../../shared/outbox/amendment.ts'
import { AMENDMENT_STATES } from '../../../../../shared/outbox/amendment-state.ts'
import { aMove, anAmendment, CAR, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const UP: ConnectionState = { kind: 'up', since: START }
const DOWN: ConnectionState = { kind: 'down', since: START, cause: 'no-network', detail: null, fields: {}, until: null }
const REFUSED: ConnectionState = { ...DOWN, cause: 'token-refused' }
const BOOKED: BookedMoves = { ...PAIR, state: 'booked' }
const known = <T>(value: T) => ({ known: true, value }) as const

const customerMove = (cancelStatus: string | null, changes: Partial<Move> = {}) =>
  aMove('customer', { number: known(101), cancelStatus: known(cancelStatus), ...changes })

describe('`describeCancellation`', () => {
  test.for([
    ['not cancelled', null],
    [null, null],
    ['pending', "Requested, but not from here. The driver service hasn't decided yet."],
    [
      'started',
      'The driver service says "started", and nobody requested it here. If that is a surprise, call the driver service.',
    ],
    ['succeeded', 'Canceled, free of charge.'],
    ['partial', 'Stopped before the delivery, not fully canceled. A part is usually charged.'],
    ['cancelled', "Canceled. The driver service doesn't say whether it is charged."],
    ['failed', 'Too late to cancel: the driver service continues with this move.'],
    ['under review', 'The driver service says "under review".'],
  ] as const)('`describeCancellation` describes the cancel_status %j as %j', ([status, words]) => {
    expect(describeCancellation(BOOKED, customerMove(status), UP)).toBe(words)
  })

  test('A rescheduled move is described with its new number if the desk knows that number', () => {
    const describe = (changes: Partial<Move>) => describeCancellation(BOOKED, customerMove('rescheduled', changes), UP)
    expect(describe({ replacedBy: 205 })).toBe('Replaced by move 205. Looking it up.')
    expect(describe({})).toBe('Replaced by a new move. Call the driver service for its number.')
    // The provider's free text never tells a number.
    expect(describe({ cancelReason: 'Rescheduled: move 205 takes its place.' })).toBe(describe({}))
    const replacementMismatch = { mismatch: 'unknown-number', number: 205, value: null } as const
    expect(describe({ replacementMismatch })).toBe(
      'Replaced by a new move. The driver service has no move 205. Call the driver service for its number.',
    )
  })

  test('A waiting cancellation request is described with the event that it waits for', () => {
    const waits = customerMove('not cancelled', { amendments: [anAmendment()] })
    expect(describeCancellation(BOOKED, waits, UP)).toBe('Cancel request saved. Sends automatically.')
    expect(describeCancellation(BOOKED, waits, DOWN)).toBe("Cancel request saved. Sends when you're back online.")
    expect(describeCancellation(BOOKED, waits, REFUSED)).toContain('when the driver service takes requests again')
    expect(describeCancellation({ ...PAIR, state: 'in-doubt' }, waits, UP)).toContain(
      'as soon as we know whether this is booked',
    )
  })

  test('A move is never called canceled before the provider says so', () => {
    for (const state of AMENDMENT_STATES) {
      for (const status of [null, 'not cancelled', 'pending', 'failed']) {
        for (const booking of ENTRY_STATES) {
          const words =
            describeCancellation(
              { ...PAIR, state: booking },
              customerMove(status, { amendments: [anAmendment({ state })] }),
              DOWN,
            ) ?? ''
          expect(words).not.toMatch(/^Canceled/)
          if (state === 'submitted' || state === 'waiting' || state === 'sending') expect(words).not.toBe('')
        }
      }
    }
  })

  test('A refused cancellation is described in the words of the provider, unless the move is canceled', () => {
    const amendments = [anAmendment({ state: 'refused', code: 'refused', providerMessage: 'No.' })]
    expect(describeCancellation(BOOKED, customerMove('not cancelled', { amendments }), UP)).toBe(
      "The driver service didn't cancel this move: No.",
    )
    expect(describeCancellation(BOOKED, customerMove('pending', { amendments }), UP)).toBe(
      "The driver service didn't cancel this move: No.",
    )
    expect(describeCancellation(BOOKED, customerMove('succeeded', { amendments }), UP)).toBe(
      'Canceled, free of charge.',
    )
  })

  test('A withdrawn cancellation request is not described', () => {
    expect(
      describeCancellation(
        BOOKED,
        customerMove('not cancelled', { amendments: [anAmendment({ state: 'withdrawn' })] }),
        UP,
      ),
    ).toBeNull()
  })
})

describe('The description of a change request', () => {
  const change = changeSchema.parse({
    color: 'Red',
    stock: 'S-9',
    readyBy: { local: '2026-11-24T15:00', zone: 'America/New_York', utc: '2026-11-24T20:00:00Z' },
  })
  const asked = (state: Amendment['state'], more: Partial<Amendment> = {}) =>
    customerMove(null, {
      providerVehicle: { ...CAR, color: 'Green' },
      amendments: [anAmendment({ kind: 'change', change, state, ...more })],
    })
  const values = (move: Move) => requestedValues(BOOKED, move, 'America/New_York', START)

  test('A requested value stands beside the value of the provider until the change is applied or withdrawn', () => {
    for (const state of ['waiting', 'sending', 'submitted', 'refused'] as const) {
      expect(values(asked(state))).toEqual([
        { label: 'Ready by', asked: 'Tue, Nov 24, 3:00 PM ET', has: 'Tue, Nov 24, 1:00 PM ET' },
        { label: 'Stock', asked: 'S-9', has: null },
        { label: 'Color', asked: 'Red', has: 'Green' },
      ])
      expect(describeChange(BOOKED, asked(state), UP)).not.toBeNull()
    }
    expect(values(asked('completed'))).toEqual([])
    expect(describeChange(BOOKED, asked('completed'), UP)).toBeNull()
    expect(describeChange(BOOKED, asked('withdrawn'), UP)).toBeNull()
    expect(describeChange(BOOKED, asked('completed', { code: 'applied-differently' }), UP)).toContain(
      'something different',
    )
  })

  test('A change that another desk outran is named with the values of both while the other one is under way', () => {
    const lost = { state: 'withdrawn', code: 'asked-elsewhere' } as const
    const both = (kept: Partial<Amendment>, outrun: Partial<Amendment> = {}) =>
      customerMove(null, {
        amendments: [
          anAmendment({ kind: 'change', change, ...lost, ...outrun }),
          anAmendment({ kind: 'change', change: changeSchema.parse({ vin: '1HGCM82633A004352' }), ...kept }),
        ],
      })
    const words = (move: Move, desk: string | null = null) => describeChange({ ...BOOKED, desk }, move, UP)
    expect(words(both({}), 'Desk 2')).toBe(
      "Change saved. Sends automatically. Desk 2 already asks for VIN 1HGCM82633A004352, so Dana R.'s change to " +
        'Tue, Nov 24, 3:00 PM ET, stock S-9, color Red was not sent. Ask again if needed.',
    )
    expect(words(both({ state: 'submitted', change: null }, { who: '', change: null }))).toBe(
      "Requested. The driver service hasn't decided yet. This computer already asks for other values, so the change " +
        'to other values was not sent. Ask again if needed.',
    )
    for (const move of [both({}, { kind: 'cancel' }), both({}, { code: 'superseded' })])
      expect(words(move)).toBe('Change saved. Sends automatically.')
    expect(words(both({ state: 'completed' }))).toBe(
      'Not sent, because another desk asked first. Look at its request, and ask again if needed.',
    )
  })
})

describe('A booking with canceled moves', () => {
  const words = (moves: readonly Move[]) =>
    describeOutcome({ ...BOOKED, moves }, { board: null, connection: UP, now: START })

  test('A booking with every move canceled is no longer called confirmed', () => {
    expect(words([customerMove('succeeded'), customerMove('partial')])).not.toContain('Confirmed')
  })

  test('A half canceled booking is not called confirmed, and names the move that is left', () => {
    const loaner = aMove('loaner', { number: known(102), cancelStatus: known(null) })
    expect(words([customerMove('succeeded'), loaner])).toBe(
      'Still booked: Loaner move 102. No driver is coming for the other move: Customer move 101.',
    )
    expect(words([customerMove(null), loaner])).toContain('Confirmed')
  })
})
