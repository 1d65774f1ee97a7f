import { describe, expect, test } from 'vitest'
import { stateLabel, type BookedMoves, type Move } from '../../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { MOVE_FLAGS, moveFlagLabel, type MoveFlag } from '../../../../shared/outbox/amendment.ts'
import { bookingStatus, statusOf } from '../../../../shared/outbox/booking-status.ts'
import { aMove, anAmendment, PAIR } from '../../../support/builders/booked-moves.ts'

const known = <T>(value: T) => ({ known: true, value }) as const

describe('`bookingStatus`', () => {
  test.for([
    [[null, null], 'Confirmed'],
    [[null], 'Confirmed'],
    [['canceled'], 'Canceled'],
    [['canceled', 'canceled'], 'Canceled'],
    [['canceled', 'stopped'], 'Stopped'],
    [['canceled', null], 'Canceled 1 of 2'],
    [[null, 'canceled'], 'Canceled 1 of 2'],
    [['cancel-requested', 'canceled'], 'Canceled 1 of 2'],
    [['cancel-requested', 'cancel-requested'], 'Cancel requested'],
    [['cancel-requested', 'cancel-started'], 'Cancel requested'],
    [['cancel-requested', null], 'Cancel requested 1 of 2'],
    [['change-requested', 'missing'], 'Missing 1 of 2'],
  ] as const)('The moves with the flags %j make a booked booking: %s', ([flags, label]) => {
    expect(bookingStatus('booked', flags).label).toBe(label)
  })

  test('A booking is called confirmed only if none of its moves has a flag', () => {
    for (const state of ['booked', 'booked-awaiting-number', 'placed-by-phone'] as const) {
      for (const one of MOVE_FLAGS) {
        for (const other of [...MOVE_FLAGS, null] as readonly (MoveFlag | null)[]) {
          for (const flags of [
            [one, other],
            [other, one],
          ]) {
            const { flag, label } = bookingStatus(state, flags)
            expect(flag).not.toBeNull()
            expect(label).not.toContain('Confirmed')
            expect([moveFlagLabel(one), other === null ? '' : moveFlagLabel(other)]).toContain(
              label.replace(/ 1 of 2$/, ''),
            )
          }
        }
      }
    }
  })

  test('A booking that is not booked, or may not be, keeps the word for its state', () => {
    for (const state of ENTRY_STATES) {
      if (state === 'booked' || state === 'booked-awaiting-number' || state === 'placed-by-phone') continue
      expect(bookingStatus(state, ['cancel-requested', null])).toEqual({ flag: null, label: stateLabel(state) })
    }
  })

  test('The moves of a loaded booking are counted by what the provider says and by what was requested', () => {
    const at = (...moves: readonly Partial<Move>[]): BookedMoves => ({
      ...PAIR,
      state: 'booked',
      moves: moves.map((move, index) => aMove(index === 0 ? 'customer' : 'loaner', move)),
    })
    const requested = { amendments: [anAmendment({ state: 'submitted' })] }
    expect(statusOf(at({}, {})).label).toBe('Confirmed')
    expect(statusOf(at(requested, requested)).label).toBe('Cancel requested')
    expect(statusOf(at({ cancelStatus: known('succeeded') }, requested)).label).toBe('Canceled 1 of 2')
    expect(statusOf(at({ cancelStatus: known('succeeded') }, { cancelStatus: known('canceled') })).label).toBe(
      'Canceled',
    )
  })
})
