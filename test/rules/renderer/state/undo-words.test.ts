import { describe, expect, test } from 'vitest'
import { sayAct, whyNotUndone, type Act, type Undoable } from '../../../../renderer/state/undo-words.ts'
import { ENTRY_STATES, type BookedMoves, type EntryState } from '../../../../shared/move.ts'
import { canWithdraw } from '../../../../shared/outbox.ts'
import { PAIR } from '../../../support/booked.ts'

const at = (state: EntryState, doubt = false): BookedMoves => ({
  ...PAIR,
  state,
  entry: { ...PAIR.entry, state, doubt },
})
const after = (act: Act | null, more: Partial<Undoable> = {}): Undoable => ({
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
      const acts: readonly Act[] = [
        { kind: 'saved', booking },
        { kind: 'changed', booking, was: WAITED },
      ]
      for (const act of acts) {
        const why = whyNotUndone(after(act))
        expect(why === null).toBe(canWithdraw(booking.entry))
        if (why !== null) expect(why).toMatch(/^[A-Z].*\.$/)
        expect(sayAct(after(act))).toMatch(/^(Saved|Changed): Pickup, .*\.$/)
      }
    }
  })

  test.for(ENTRY_STATES)('%s before: only what waited comes back as it was', (state) => {
    const waited = state === 'waiting' || state === 'draft'
    expect(whyNotUndone(after({ kind: 'changed', booking: WAITED, was: at(state) })) === null).toBe(waited)
    expect(whyNotUndone(after({ kind: 'taken-back', booking: at('withdrawn'), was: at(state) })) === null).toBe(waited)
  })

  test('not before anything was done, not twice, not while it is being undone, and not after an unknown end', () => {
    const act: Act = { kind: 'taken-back', booking: at('withdrawn'), was: WAITED }
    expect(whyNotUndone(after(act))).toBeNull()
    expect(whyNotUndone(after(null))).toMatch('Nothing was saved')
    expect(whyNotUndone(after(act, { undone: true }))).toBe('It is undone.')
    expect(whyNotUndone(after(act, { busy: true }))).toBe('It is just being undone.')
    expect(whyNotUndone(after(act, { refusal: { words: 'No answer.', again: false } }))).toBe('No answer.')
    expect(whyNotUndone(after(act, { refusal: { words: 'The disk is full.', again: true } }))).toBeNull()
  })

  test('says what undoing has done', () => {
    const saidOf = (act: Act) => sayAct(after(act, { undone: true }))
    expect(saidOf({ kind: 'saved', booking: at('withdrawn') })).toMatch(/^Undone: .* is taken back and never leaves\.$/)
    expect(saidOf({ kind: 'changed', booking: WAITED, was: WAITED })).toMatch(/ is as it was\.$/)
    expect(saidOf({ kind: 'taken-back', booking: at('withdrawn'), was: WAITED })).toMatch(/ is booked anew\.$/)
    expect(sayAct(after(null))).toBe('')
  })
})
