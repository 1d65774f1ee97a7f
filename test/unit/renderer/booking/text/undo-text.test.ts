import { describe, expect, test } from 'vitest'
import {
  describeAction,
  undoBlockedReason,
  type UndoableAction,
  type Undoable,
} from '../../../../../renderer/booking/text/undo-text.ts'
import type { BookedMoves } from '../../../../../shared/move/move.ts'
import { ENTRY_STATES, type EntryState } from '../../../../../shared/outbox/entry-state.ts'
import { canWithdraw } from '../../../../../shared/outbox/machine.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'

const at = (state: EntryState, doubt = false): BookedMoves => ({
  ...PAIR,
  state,
  entry: { ...PAIR.entry, state, doubt },
})
const after = (act: UndoableAction | null, more: Partial<Undoable> = {}): Undoable => ({
  act,
  undone: false,
  busy: false,
  refusal: null,
  ...more,
})
const WAITED = at('waiting')

describe('whether the last booking action can be undone', () => {
  test.for(ENTRY_STATES)('%s: a save and a change exactly while it has certainly not left, else in words', (state) => {
    for (const doubt of [false, true]) {
      const booking = at(state, doubt)
      const acts: readonly UndoableAction[] = [
        { kind: 'booked', booking },
        { kind: 'changed', booking, was: WAITED },
      ]
      for (const act of acts) {
        const why = undoBlockedReason(after(act))
        expect(why === null).toBe(canWithdraw(booking.entry))
        if (why !== null) expect(why).toMatch(/^[A-Z].*\.$/)
        expect(describeAction(after(act))).toMatch(/^(Saved|Changed): Pickup, .*\.$/)
      }
    }
  })

  test.for(ENTRY_STATES)('%s before: only what waited comes back as it was', (state) => {
    const waited = state === 'waiting'
    expect(undoBlockedReason(after({ kind: 'changed', booking: WAITED, was: at(state) })) === null).toBe(waited)
    expect(undoBlockedReason(after({ kind: 'taken-back', booking: at('withdrawn'), was: at(state) })) === null).toBe(
      waited,
    )
  })

  test('not before anything was done, not twice, not while it is being undone, and not after an unknown end', () => {
    const act: UndoableAction = { kind: 'taken-back', booking: at('withdrawn'), was: WAITED }
    expect(undoBlockedReason(after(act))).toBeNull()
    expect(undoBlockedReason(after(null))).toMatch('Nothing was saved')
    expect(undoBlockedReason(after(act, { undone: true }))).toBe('It is undone.')
    expect(undoBlockedReason(after(act, { busy: true }))).toBe('It is just being undone.')
    expect(undoBlockedReason(after(act, { refusal: { words: 'No answer.', again: false } }))).toBe('No answer.')
    expect(undoBlockedReason(after(act, { refusal: { words: 'The disk is full.', again: true } }))).toBeNull()
  })

  test('says what undoing has done', () => {
    const saidOf = (act: UndoableAction) => describeAction(after(act, { undone: true }))
    expect(saidOf({ kind: 'booked', booking: at('withdrawn') })).toMatch(/^Undone: .* is withdrawn and never leaves\.$/)
    expect(saidOf({ kind: 'changed', booking: WAITED, was: WAITED })).toMatch(/ is as it was\.$/)
    expect(saidOf({ kind: 'taken-back', booking: at('withdrawn'), was: WAITED })).toMatch(/ is booked anew\.$/)
    expect(describeAction(after(null))).toBe('')
  })
})
