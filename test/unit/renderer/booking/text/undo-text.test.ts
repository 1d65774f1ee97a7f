import { describe, expect, test } from 'vitest'
import {
  actionTone,
  describeAction,
  undoBlockedReason,
  type UndoableAction,
  type Undoable,
} from '../../../../../renderer/booking/text/undo-text.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { ENTRY_STATES, type EntryState } from '../../../../../shared/outbox/entry-state.ts'
import { canWithdraw } from '../../../../../shared/outbox/machine.ts'
import { aMove, PAIR } from '../../../../support/builders/booked-moves.ts'
import { START } from '../../../../support/fakes/system.ts'

const at = (state: EntryState, unresolvedAttempt = false): BookedMoves => ({
  ...PAIR,
  state,
  entry: { ...PAIR.entry, state, unresolvedAttempt },
})
const after = (act: UndoableAction | null, more: Partial<Undoable> = {}): Undoable => ({
  act,
  undone: false,
  busy: false,
  refusal: null,
  ...more,
})
const WAITED = at('waiting')

describe('The undo of the last booking action', () => {
  test.for(ENTRY_STATES)(
    'A save or change of a booking that is now %s can be undone exactly while the booking can be withdrawn',
    (state) => {
      for (const doubt of [false, true]) {
        const booking = at(state, doubt)
        const acts: readonly UndoableAction[] = [
          { kind: 'booked', booking, back: null },
          { kind: 'booked', booking: WAITED, back: booking },
          { kind: 'changed', booking, was: WAITED },
        ]
        for (const act of acts) {
          const why = undoBlockedReason(after(act))
          expect(why === null).toBe(canWithdraw(booking.entry))
          if (why !== null) expect(why).toMatch(/^[A-Z].*\.$/)
          expect(describeAction(after(act))).toMatch(/^(Saved|Changed): Pickup, .*\.$/)
        }
      }
    },
  )

  test.for(ENTRY_STATES)(
    'A change or withdrawal of a booking that was %s can be undone only if the booking was waiting',
    (state) => {
      const waited = state === 'waiting'
      expect(undoBlockedReason(after({ kind: 'changed', booking: WAITED, was: at(state) })) === null).toBe(waited)
      expect(undoBlockedReason(after({ kind: 'withdrawn', booking: at('withdrawn'), was: at(state) })) === null).toBe(
        waited,
      )
    },
  )

  test('An undo is refused without an action, a second time, during an undo and after an unknown outcome', () => {
    const act: UndoableAction = { kind: 'withdrawn', booking: at('withdrawn'), was: WAITED }
    expect(undoBlockedReason(after(act))).toBeNull()
    expect(undoBlockedReason(after(null))).toMatch('Nothing to undo')
    expect(undoBlockedReason(after(act, { undone: true }))).toBe('Already undone.')
    expect(undoBlockedReason(after(act, { busy: true }))).toBe('Being undone.')
    expect(undoBlockedReason(after(act, { refusal: { message: 'No answer.', again: false } }))).toBe('No answer.')
    expect(undoBlockedReason(after(act, { refusal: { message: 'The disk is full.', again: true } }))).toBeNull()
  })

  test('`describeAction` describes the effect of an undo', () => {
    const saidOf = (act: UndoableAction) => describeAction(after(act, { undone: true }))
    expect(saidOf({ kind: 'booked', booking: at('withdrawn'), back: null })).toMatch(/^Undone\. Nothing was sent\.$/)
    expect(saidOf({ kind: 'changed', booking: WAITED, was: WAITED })).toMatch(/ is unchanged\.$/)
    expect(saidOf({ kind: 'withdrawn', booking: at('withdrawn'), was: WAITED })).toMatch(/ is booked again\.$/)
    expect(describeAction(after(null))).toBe('')
  })
})

test('The message about a booking is marked as good only if the booking is', () => {
  const toneOf = (booking: BookedMoves, more: Partial<Undoable> = {}) =>
    actionTone(after({ kind: 'booked', booking, back: null }, more))
  expect(
    (['waiting', 'sending', 'booked', 'booked-awaiting-number'] as const).map((state) => toneOf(at(state))),
  ).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(toneOf(at('refused'))).toBe('bad')
  expect(toneOf(at('in-doubt'))).toBe('warn')
  expect(toneOf(at('held'))).toBe('warn')
  const wrong = at('booked-awaiting-number')
  expect(toneOf({ ...wrong, entry: { ...wrong.entry, code: 'number-wrong' } })).toBe('warn')
  expect(toneOf({ ...at('booked'), moves: [aMove('customer'), aMove('loaner', { missingSince: START })] })).toBe('warn')
  expect(actionTone(after({ kind: 'booked', booking: at('booked'), back: at('refused') }))).toBe('bad')
  expect(toneOf(at('waiting'), { refusal: { message: 'Not withdrawn.', again: true } })).toBe('warn')
  expect(toneOf(at('in-doubt'), { undone: true })).toBe('ok')
})
