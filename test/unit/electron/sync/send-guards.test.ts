import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crashGuard, checkSendGuards } from '../../../../electron/sync/send-guards.ts'
import type { ActElsewhere } from '../../../../electron/store/tables/decisions.ts'
import { sendBy } from '../../../../shared/booking/send-by.ts'
import type { BookedMoves } from '../../../../shared/move/move.ts'
import { canRelease, HOLD_REASONS, stepEntry, type HoldReason } from '../../../../shared/outbox/machine.ts'
import { addMinutes, toMillis } from '../../../../shared/time/time.ts'
import { PAIR } from '../../../support/builders/booked-moves.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'

/** The appointment is at 19:00 and the ready-by time 18:00, so an hour of notice gives a send-by time of 17:00. */
const APPOINTMENT = PAIR.time.utc
const FREE = { noticeMinutes: 60, duplicate: false, unseenActs: [], disputedNow: null }
const at = (clock: string) => `2026-11-24T${clock}Z`

function overriddenHolds(...reasons: readonly HoldReason[]): BookedMoves {
  return { ...PAIR, entry: { ...PAIR.entry, state: 'waiting', overriddenHolds: reasons } }
}

describe('The send-by guard', () => {
  test.each([
    [at('16:59:59'), null],
    [at('17:00:00'), null],
    [at('17:00:01'), 'send-by-passed'],
    [at('18:59:59'), 'send-by-passed'],
    [at('19:00:00'), 'too-late'],
    [at('23:00:00'), 'too-late'],
  ])('The send guards give a booking at %s the hold reason %s', (now, reason) => {
    expect(checkSendGuards(PAIR, { ...FREE, now })?.reason ?? null).toBe(reason)
  })

  test('A hold after the send-by time names that time', () => {
    expect(checkSendGuards(PAIR, { ...FREE, now: at('17:30:00') })?.fields).toEqual({ sendBy: at('17:00:00') })
  })

  test('A booking released past its send-by time leaves until its own time and not after', () => {
    expect(checkSendGuards(overriddenHolds('send-by-passed'), { ...FREE, now: at('18:59:59') })).toBeNull()
    expect(checkSendGuards(overriddenHolds(...HOLD_REASONS), { ...FREE, now: APPOINTMENT })?.reason).toBe('too-late')
  })

  test('A booking saved after its send-by time has five minutes to leave', () => {
    const late = { ...PAIR, savedAt: at('17:30:00') }
    expect(checkSendGuards(late, { ...FREE, now: at('17:35:00') })).toBeNull()
    expect(checkSendGuards(late, { ...FREE, now: at('17:35:01') })?.reason).toBe('send-by-passed')
    expect(sendBy({ ...PAIR, savedAt: at('18:58:00') }, 60)).toBe(APPOINTMENT)
  })

  test('A booking leaves exactly until its send-by time and before its own time, for any times', () => {
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

const RELEASABLE = HOLD_REASONS.filter((code) => canRelease({ state: 'held', code }))

test.for(RELEASABLE)('A booking that was released from %s is held for other reasons alone', (reason) => {
  const released = overriddenHolds(reason)
  const elsewhere = { ...released, time: { ...PAIR.time, local: '2026-11-24T03:00' } }
  for (const now of [at('10:00:00'), at('17:30:00'), at('23:00:00')]) {
    for (const booking of [released, elsewhere]) {
      const held = checkSendGuards(booking, { ...FREE, duplicate: true, now })?.reason ?? null
      expect(held).not.toBe(reason)
      // A guard that asks for a hold must get one, or the send queue would try the entry forever.
      const step = held === null ? null : stepEntry(booking.entry, { kind: 'held', reason: held }, now)
      expect(step?.kind ?? 'moved').toBe('moved')
    }
  }
})

test('A booking that a wrong clock saved in the future gains no extra time to leave', () => {
  const saved = { ...PAIR, savedAt: at('17:30:00') }
  expect(checkSendGuards(saved, { ...FREE, now: at('17:25:00') })).toBeNull()
  expect(checkSendGuards(saved, { ...FREE, now: at('17:24:59') })?.reason).toBe('send-by-passed')
  expect(checkSendGuards(saved, { ...FREE, now: at('16:00:00') })).toBeNull()
})

describe('The zone guard', () => {
  test.for([
    ['whose zone changed its offset', { ...PAIR.time, utc: '2026-11-24T20:00:00Z' }],
    ['whose zone no longer exists', { ...PAIR.time, zone: 'America/Atlantis' }],
    [
      'whose wall time fell into a gap',
      { local: '2027-03-14T02:30', zone: 'America/New_York', utc: '2027-03-14T07:30:00Z' },
    ],
    ['whose wall time cannot be read', { ...PAIR.time, local: 'soon' }],
  ] as const)('A booking %s is held', ([, time]) => {
    expect(checkSendGuards({ ...PAIR, time }, { ...FREE, now: at('12:00:00') })?.reason).toBe('zone-changed')
  })
})

describe('The time guards while two clocks are in dispute', () => {
  const by = (now: string, disputedNow: string, booking = PAIR) =>
    checkSendGuards(booking, { ...FREE, now: at(now), disputedNow: at(disputedNow) })?.reason ?? null

  test.each([
    ['12:00:00', '16:00:00', null],
    ['12:00:00', '17:00:01', 'clock-disputed'],
    ['17:00:01', '12:00:00', 'clock-disputed'],
    ['12:00:00', '20:00:00', 'clock-disputed'],
    ['20:00:00', '12:00:00', 'clock-disputed'],
    ['17:30:00', '18:30:00', 'send-by-passed'],
    ['17:30:00', '20:00:00', 'send-by-passed'],
    ['19:00:00', '22:00:00', 'too-late'],
  ])('The send guards at %s on this PC and %s at the provider give the hold reason %s', (now, disputedNow, reason) => {
    expect(by(now, disputedNow)).toBe(reason)
  })

  test('A booking whose dispute a person released goes by the clock of this PC', () => {
    const released = overriddenHolds('clock-disputed')
    expect(by('12:00:00', '20:00:00', released)).toBeNull()
    expect(by('20:00:00', '12:00:00', released)).toBe('too-late')
    expect(by('17:30:00', '12:00:00', released)).toBe('send-by-passed')
  })

  test('A release past the send-by time does not hide that one clock says too late', () => {
    expect(by('17:30:00', '20:00:00', overriddenHolds('send-by-passed'))).toBe('clock-disputed')
  })

  test('A booking leaves only by both clocks and is late only by both, for any two times', () => {
    const minutes = fc.integer({ min: -600, max: 600 })
    fc.assert(
      fc.property(minutes, minutes, (mine, theirs) => {
        const [now, disputedNow] = [addMinutes(APPOINTMENT, mine), addMinutes(APPOINTMENT, theirs)]
        const alone = [now, disputedNow].map((at) => checkSendGuards(PAIR, { ...FREE, now: at })?.reason ?? null)
        const reason = checkSendGuards(PAIR, { ...FREE, now, disputedNow })?.reason ?? null
        expect(reason === null).toBe(alone.every((one) => one === null))
        expect(reason === 'too-late').toBe(alone.every((one) => one === 'too-late'))
        expect(reason === 'clock-disputed').toBe(alone.filter((one) => one === null).length === 1)
      }),
      { seed: seedOf('disputed clocks'), numRuns: 500 },
    )
  })
})

test('`crashGuard` holds an entry at its third crashed attempt, and a release does not switch that guard off', () => {
  expect(crashGuard(2)).toBeNull()
  expect(crashGuard(3)?.reason).toBe('crashed')
  const held = { ...PAIR.entry, state: 'held', code: 'crashed' } as const
  expect(stepEntry(held, { kind: 'release' }, at('12:00:00'))).toMatchObject({
    entry: { state: 'waiting', overriddenHolds: [] },
  })
})

test('A booking that resembles another open booking is held until a person releases that hold', () => {
  const now = at('12:00:00')
  expect(checkSendGuards(PAIR, { ...FREE, now, duplicate: true })?.reason).toBe('possible-duplicate')
  expect(checkSendGuards(overriddenHolds('possible-duplicate'), { ...FREE, now, duplicate: true })).toBeNull()
})

test('A booking that another desk changed or withdrew too late is held with that desk, a withdrawal before a change', () => {
  const act = (kind: ActElsewhere['kind'], desk: string) => ({ kind, desk, key: `${kind} ${START}` })
  const changed = { ...FREE, now: at('12:00:00'), unseenActs: [act('changed-elsewhere', 'Desk 3')] }
  expect(checkSendGuards(PAIR, changed)).toEqual({
    reason: 'changed-elsewhere',
    fields: { desk: 'Desk 3', isWithdrawn: false },
  })
  const both = { ...changed, unseenActs: [act('withdrawn-elsewhere', 'Desk 2'), ...changed.unseenActs] }
  expect(checkSendGuards(PAIR, both)?.fields).toEqual({ desk: 'Desk 2', isWithdrawn: true })
})

test('A release of `changed-elsewhere` overrides nothing, so that a later act holds the booking again', () => {
  const held = { ...PAIR.entry, state: 'held', code: 'changed-elsewhere' } as const
  expect(stepEntry(held, { kind: 'release' }, at('12:00:00'))).toMatchObject({
    entry: { state: 'waiting', overriddenHolds: [] },
  })
})

test('Every hold reason except unreadable, too-late and zone-changed can be released', () => {
  for (const reason of HOLD_REASONS) {
    const held = stepEntry({ ...PAIR.entry, state: 'waiting' }, { kind: 'held', reason }, at('12:00:00'))
    const free = held.kind === 'moved' ? stepEntry(held.entry, { kind: 'release' }, at('12:00:00')) : held
    const never = ['unreadable', 'too-late', 'zone-changed'].includes(reason)
    expect([reason, free.kind]).toEqual([reason, never ? 'impossible' : 'moved'])
  }
})
