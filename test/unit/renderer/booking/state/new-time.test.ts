import { describe, expect, test } from 'vitest'
import { readNewTime } from '../../../../../renderer/booking/state/new-time.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'

const ZONE = 'America/New_York'
/** Sat, Nov 21, 10:00 AM; the booking is on Tue, Nov 24, 2:00 PM. */
const AT = { now: '2026-11-21T15:00:00Z', zone: ZONE }
const read = (text: string, at = AT) => readNewTime(text, PAIR, at)
const known = (local: string, utc: string) => ({ kind: 'known', time: { local, zone: ZONE, utc, window: null } })

describe('`readNewTime`', () => {
  test.for([
    ['thu 9a', '2026-11-26T09:00', '2026-11-26T14:00:00Z'],
    ['3:30p', '2026-11-24T15:30', '2026-11-24T20:30:00Z'],
    ['wed', '2026-11-25T14:00', '2026-11-25T19:00:00Z'],
    ['thu same time', '2026-11-26T14:00', '2026-11-26T19:00:00Z'],
    ['Same time Thursday', '2026-11-26T14:00', '2026-11-26T19:00:00Z'],
    ['thursday, at the same time', '2026-11-26T14:00', '2026-11-26T19:00:00Z'],
    ['first thing thursday', '2026-11-26T08:00', '2026-11-26T13:00:00Z'],
    ['thursday first thing in the morning', '2026-11-26T08:00', '2026-11-26T13:00:00Z'],
    ['tomorrow 10a', '2026-11-22T10:00', '2026-11-22T15:00:00Z'],
  ] as const)('"%s" is %s', ([text, local, utc]) => {
    expect(read(text)).toMatchObject(known(local, utc))
  })

  test('A window is kept in words, also in the options of a question', () => {
    expect(read('sat 2-4')).toMatchObject({ kind: 'known', time: { local: '2026-11-21T14:00', window: '2–4 PM' } })
    expect(read('thu 9a')).toMatchObject({ time: { window: null } })
    const asked = read('next tue 2-4')
    if (asked.kind !== 'ask') throw new Error('not asked')
    expect(asked.options.map(({ time }) => time.window)).toEqual(['2–4 PM', '2–4 PM'])
  })

  test('Blank text, unreadable text and a text with two meanings give no time', () => {
    expect(read(' ')).toEqual({ kind: 'blank' })
    expect(read('same time')).toEqual({ kind: 'blank' })
    expect(read('blue moon')).toMatchObject({ kind: 'unread', message: expect.stringContaining('blue moon') as string })
    const asked = read('next tue 9a')
    expect(asked).toMatchObject({ kind: 'ask' })
    if (asked.kind === 'ask') expect(asked.options.map(({ time }) => time.local.slice(11))).toEqual(['09:00', '09:00'])
  })

  test('A time that the clocks skip is said, and a time that comes twice is asked about', () => {
    const inMarch = { now: '2027-03-12T15:00:00Z', zone: ZONE }
    expect(read('3/14 2:30a', inMarch)).toMatchObject({ kind: 'unread' })
    const inFall = { now: '2026-10-30T15:00:00Z', zone: ZONE }
    const twice = read('11/1 1:30a', inFall)
    expect(twice).toMatchObject({ kind: 'ask' })
    if (twice.kind === 'ask') {
      expect(twice.options.map(({ time }) => time.utc)).toEqual(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
    }
  })
})
