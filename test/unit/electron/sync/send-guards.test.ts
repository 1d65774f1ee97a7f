import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crashGuard, checkSendGuards } from '../../../../electron/sync/send-guards.ts'
import { sendBy } from '../../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../../shared/move/move.ts'
import { HOLD_REASONS, stepEntry, type HoldReason } from '../../../../shared/outbox/machine.ts'
import { addMinutes, toMillis } from '../../../../shared/time/time.ts'
import { PAIR } from '../../../support/builders/booked-moves.ts'
import { seedOf } from '../../../support/fakes/system.ts'

/** Its appointment is 19:00, its ready-by 18:00; with an hour's notice it must leave by 17:00. */
const APPOINTMENT = PAIR.time.utc
const FREE = { noticeMinutes: 60, duplicate: false }
const at = (clock: string) => `2026-11-24T${clock}Z`

function opened(...gates: readonly HoldReason[]): BookedMoves {
  return { ...PAIR, entry: { ...PAIR.entry, state: 'waiting', opened: gates } }
}

describe('row 30: the send-by time', () => {
  test.each([
    [at('16:59:59'), null],
    [at('17:00:00'), null],
    [at('17:00:01'), 'send-by-passed'],
    [at('18:59:59'), 'send-by-passed'],
    [at('19:00:00'), 'too-late'],
    [at('23:00:00'), 'too-late'],
  ])('at %s: %s', (now, gate) => {
    expect(checkSendGuards(PAIR, { ...FREE, now })?.gate ?? null).toBe(gate)
  })

  test('names the time by which it should have left', () => {
    expect(checkSendGuards(PAIR, { ...FREE, now: at('17:30:00') })?.fields).toEqual({ sendBy: at('17:00:00') })
  })

  test('one that a person release leaves until its own time, and not after it', () => {
    expect(checkSendGuards(opened('send-by-passed'), { ...FREE, now: at('18:59:59') })).toBeNull()
    expect(checkSendGuards(opened(...HOLD_REASONS), { ...FREE, now: APPOINTMENT })?.gate).toBe('too-late')
  })

  test('one that was saved later than it should have left has five minutes', () => {
    const late = { ...PAIR, savedAt: at('17:30:00') }
    expect(checkSendGuards(late, { ...FREE, now: at('17:35:00') })).toBeNull()
    expect(checkSendGuards(late, { ...FREE, now: at('17:35:01') })?.gate).toBe('send-by-passed')
    expect(sendBy({ ...PAIR, savedAt: at('18:58:00') }, 60)).toBe(APPOINTMENT)
  })

  test('whatever the times are, nothing leaves at or after its own time, nor after its send-by time', () => {
    const minutes = fc.integer({ min: -3000, max: 3000 })
    fc.assert(
      fc.property(minutes, minutes, minutes, fc.nat({ max: 1440 }), (readyBy, savedAt, now, noticeMinutes) => {
        const booking = {
          ...PAIR,
          readyBy: { ...PAIR.readyBy, utc: addMinutes(APPOINTMENT, readyBy) },
          savedAt: addMinutes(APPOINTMENT, savedAt),
        }
        const seen = { ...FREE, noticeMinutes, now: addMinutes(APPOINTMENT, now) }
        const known = savedAt <= now + 5
        const by = sendBy(known ? booking : { ...booking, savedAt: null }, noticeMinutes)
        expect(toMillis(by)).toBeLessThanOrEqual(toMillis(APPOINTMENT))
        const leaves = checkSendGuards(booking, seen) === null
        expect(leaves).toBe(now < 0 && toMillis(seen.now) <= toMillis(by))
      }),
      { seed: seedOf('gates'), numRuns: 10_000 },
    )
  })
})

test('one that a wrong clock saved in the future is granted nothing for it', () => {
  const saved = { ...PAIR, savedAt: at('17:30:00') }
  expect(checkSendGuards(saved, { ...FREE, now: at('17:25:00') })).toBeNull()
  expect(checkSendGuards(saved, { ...FREE, now: at('17:24:59') })?.gate).toBe('send-by-passed')
  expect(checkSendGuards(saved, { ...FREE, now: at('16:00:00') })).toBeNull()
})

describe('a booking whose wall time means another instant by now', () => {
  test.for([
    ['because the zone moved', { ...PAIR.time, utc: '2026-11-24T20:00:00Z' }],
    ['because the zone is gone', { ...PAIR.time, zone: 'America/Atlantis' }],
    [
      'because it fell into a gap',
      { local: '2027-03-14T02:30', zone: 'America/New_York', utc: '2027-03-14T07:30:00Z' },
    ],
    ['because it cannot be read', { ...PAIR.time, local: 'soon' }],
  ] as const)('%s is held', ([, time]) => {
    expect(checkSendGuards({ ...PAIR, time }, { ...FREE, now: at('12:00:00') })?.gate).toBe('zone-changed')
  })
})

test('row 31: the third try in a row that ended with the process holds it, and once it was release the third after that', () => {
  expect(crashGuard(2)).toBeNull()
  expect(crashGuard(3)?.gate).toBe('crashed')
  const held = { ...PAIR.entry, state: 'held', code: 'crashed' } as const
  expect(stepEntry(held, { kind: 'release' }, at('12:00:00'))).toMatchObject({
    entry: { state: 'waiting', opened: [] },
  })
})

test('row 34: one that looks like another open one is held until a person says that it is a second move', () => {
  const now = at('12:00:00')
  expect(checkSendGuards(PAIR, { ...FREE, now, duplicate: true })?.gate).toBe('possible-duplicate')
  expect(checkSendGuards(opened('possible-duplicate'), { ...FREE, now, duplicate: true })).toBeNull()
})

test('every gate but of what is unreadable, too late or of a changed zone can be opened, and holds no more then', () => {
  for (const gate of HOLD_REASONS) {
    const held = stepEntry({ ...PAIR.entry, state: 'waiting' }, { kind: 'held', gate }, at('12:00:00'))
    const free = held.kind === 'moved' ? stepEntry(held.entry, { kind: 'release' }, at('12:00:00')) : held
    const never = ['unreadable', 'too-late', 'zone-changed'].includes(gate)
    expect([gate, free.kind]).toEqual([gate, never ? 'impossible' : 'moved'])
  }
})
