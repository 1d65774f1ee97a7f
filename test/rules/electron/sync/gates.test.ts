import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gateOf } from '../../../../electron/sync/gates.ts'
import { sendBy } from '../../../../shared/booking.ts'
import type { BookedMoves } from '../../../../shared/move.ts'
import { GATES, step, type Gate } from '../../../../shared/outbox.ts'
import { addMinutes, fromMillis, toMillis } from '../../../../shared/time.ts'
import { PAIR } from '../../../support/booked.ts'
import { seedOf } from '../../../support/system.ts'

/** Its appointment is 19:00, its ready-by 18:00; with an hour's notice it must leave by 17:00. */
const APPOINTMENT = PAIR.time.utc
const FREE = { noticeMinutes: 60, vanished: 0, twin: false }
const at = (clock: string) => `2026-11-24T${clock}Z`

function opened(...gates: readonly Gate[]): BookedMoves {
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
    expect(gateOf(PAIR, { ...FREE, now })?.gate ?? null).toBe(gate)
  })

  test('names the time by which it should have left, in the zone of the rooftop', () => {
    expect(gateOf(PAIR, { ...FREE, now: at('17:30:00') })?.reason).toMatch(/left by .*12:00/)
  })

  test('one that a person let go leaves until its own time, and not after it', () => {
    expect(gateOf(opened('send-by-passed'), { ...FREE, now: at('18:59:59') })).toBeNull()
    expect(gateOf(opened(...GATES), { ...FREE, now: APPOINTMENT })?.gate).toBe('too-late')
  })

  test('one that was saved later than it should have left has five minutes', () => {
    const late = { ...PAIR, savedAt: at('17:30:00') }
    expect(gateOf(late, { ...FREE, now: at('17:35:00') })).toBeNull()
    expect(gateOf(late, { ...FREE, now: at('17:35:01') })?.gate).toBe('send-by-passed')
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
        const by = sendBy(booking, noticeMinutes)
        expect(toMillis(by)).toBeLessThanOrEqual(toMillis(APPOINTMENT))
        const leaves = gateOf(booking, seen) === null
        expect(leaves).toBe(now < 0 && toMillis(seen.now) <= toMillis(by))
      }),
      { seed: seedOf('gates'), numRuns: 10_000 },
    )
  })
})

test('row 31: the third try in a row that ended with the process holds it, until a person lets it go', () => {
  const now = fromMillis(toMillis(at('12:00:00')))
  expect(gateOf(PAIR, { ...FREE, now, vanished: 2 })).toBeNull()
  expect(gateOf(PAIR, { ...FREE, now, vanished: 3 })?.gate).toBe('crashed')
  expect(gateOf(opened('crashed'), { ...FREE, now, vanished: 4 })).toBeNull()
})

test('row 34: one that looks like another open one is held until a person says that it is a second move', () => {
  const now = at('12:00:00')
  expect(gateOf(PAIR, { ...FREE, now, twin: true })?.gate).toBe('looks-doubled')
  expect(gateOf(opened('looks-doubled'), { ...FREE, now, twin: true })).toBeNull()
})

test('every gate but an unreadable one and one that is too late can be opened, and holds no more then', () => {
  for (const gate of GATES) {
    const held = step({ ...PAIR.entry, state: 'waiting' }, { kind: 'gated', gate, reason: '' }, at('12:00:00'))
    const free = held.kind === 'moved' ? step(held.entry, { kind: 'let-go' }, at('12:00:00')) : held
    expect([gate, free.kind]).toEqual([gate, gate === 'unreadable' || gate === 'too-late' ? 'impossible' : 'moved'])
  }
})
