import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatWindow } from '../../../../shared/time/parse-clock.ts'
import type { TimeReading } from '../../../../shared/time/parse-question.ts'
import type { ParsedTime } from '../../../../shared/time/parse-resolve.ts'
import { parseTime } from '../../../../shared/time/parse-time.ts'
import { dateAfter, fromMillis, instantsOf, toLocal, toMillis } from '../../../../shared/time/time.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('spoken-phrases')
const ZONE = 'America/New_York'
/** Tue 24 Nov 2026, 9:40 AM in New York. */
const NOW = '2026-11-24T14:40:00Z'
const SOONEST = '2026-11-24T16:05:00Z'

const ASKS = /^Which one is "|on which day\?$|^What time |today has passed\.$|^This one\? If not, type another time\.$/

const hear = (text: string, now = NOW) => parseTime(text, { now, zone: ZONE, soonest: SOONEST })
const say = ({ date, time, window }: TimeReading) =>
  [date, time ?? '-', ...(window === null ? [] : [`(${formatWindow(window)})`])].join(' ')

describe('The phrases of a service lane', () => {
  test.for<[string, string, (string | null)?]>([
    ['2-4', '2026-11-24 14:00 (2–4 PM)'],
    ['2–4pm', '2026-11-24 14:00 (2–4 PM)'],
    ['10-12', '2026-11-24 10:00 (10 AM–noon)'],
    ['sat 10-12', '2026-11-28 10:00 (10 AM–noon)'],
    ['11-1', '2026-11-24 11:00 (11 AM–1 PM)'],
    ['8-10 tonight', '2026-11-24 20:00 (8–10 PM)'],
    ['11/24', '2026-11-24 -'],
    ['asap', '2026-11-24 11:15', 'The earliest time that the notice allows.'],
    ['now', '2026-11-24 09:40'],
    ['am', '2026-11-25 09:00', 'Using 9:00 AM for the morning. 9:00 AM has passed today. Using tomorrow.'],
    ['tmrw morning', '2026-11-25 09:00', 'Using 9:00 AM for the morning.'],
    ['after 3', '2026-11-24 15:00 (after 3 PM)'],
    ['before noon', '2026-11-24 11:00 (before noon)'],
    ['2 to 4', '2026-11-24 14:00 (2–4 PM)'],
    ['between 1 and 3', '2026-11-24 13:00 (1–3 PM)'],
    ['fri pm', '2026-11-27 13:00', 'Using 1:00 PM for the afternoon.'],
    ['10-12pm', '2026-11-24 10:00 (10 AM–noon)'],
    ['mon 2:30 pm - 4 pm', '2026-11-30 14:30 (2:30–4 PM)'],
    ['tomorrow morning 10-12', '2026-11-25 10:00 (10 AM–noon)'],
    ['dec 1 noon-2', '2026-12-01 12:00 (noon–2 PM)'],
    ['thu 0900-1100', '2026-11-26 09:00 (9–11 AM)'],
    ['9-11 wed', '2026-11-25 09:00 (9–11 AM)'],
    ['2-4 11/24', '2026-11-24 14:00 (2–4 PM)'],
    ['after 10 before 12', '2026-11-24 10:00 (10 AM–noon)'],
    ['tomorrow after 10am and before noon', '2026-11-25 10:00 (10 AM–noon)'],
    ['pm 2-4', '2026-11-24 14:00 (2–4 PM)'],
    ['fri pm 2', '2026-11-27 14:00'],
    ['tues after lunch', '2026-11-24 13:00 (after 1 PM)'],
    ['first thing tomorrow', '2026-11-25 08:00'],
    ['first thing friday', '2026-11-27 08:00'],
    ['this afternoon', '2026-11-24 13:00', 'Using 1:00 PM for the afternoon.'],
    ['2pm?', '2026-11-24 14:00'],
    ['10-4', '2026-11-24 10:00 (10 AM–4 PM)'],
    ['tomorrow 9am-5pm', '2026-11-25 09:00 (9 AM–5 PM)'],
    ['tomorrow 9pm', '2026-11-25 21:00', '9:00 PM is outside lane hours.'],
    ['tomorrow 6a', '2026-11-25 06:00', '6:00 AM is outside lane hours.'],
    ['tomorrow 6p', '2026-11-25 18:00'],
    ['tomorrow night 9', '2026-11-25 21:00'],
    ['by 5', '2026-11-24 17:00 (by 5 PM)'],
    ['fri by noon', '2026-11-27 12:00 (by noon)'],
    ['no later than 3', '2026-11-24 14:00 (before 3 PM)'],
    ['around 3', '2026-11-24 15:00 (around 3 PM)'],
    ['3ish', '2026-11-24 15:00 (around 3 PM)'],
    ['tomorrow 3:30 pm ish', '2026-11-25 15:30 (around 3:30 PM)'],
    ['about half past 2', '2026-11-24 14:30 (around 2:30 PM)'],
    ['fri noonish', '2026-11-27 12:00 (around noon)'],
    ['around 9', '2026-11-25 09:00 (around 9 AM)', '9:00 AM has passed today. Using tomorrow.'],
    ['around 2-4', '2026-11-24 14:00 (2–4 PM)'],
    ['between about 2 and 4', '2026-11-24 14:00 (2–4 PM)'],
    ['in about 2 hours', '2026-11-24 11:40'],
    ['about an hour', '2026-11-24 10:40'],
    ['around 12/5', '2026-12-05 -'],
    ['monday 9-5', '2026-11-30 09:00 (9 AM–5 PM)'],
    ['tomorrow 9-5', '2026-11-25 09:00 (9 AM–5 PM)'],
    ['fri 12/4', '2026-12-04 -'],
    ['eod', '2026-11-24 17:00 (before 6 PM)'],
    ['fri by close of business', '2026-11-27 17:00 (before 6 PM)'],
    ['end of day tomorrow', '2026-11-25 17:00 (before 6 PM)'],
    ['1400', '2026-11-24 14:00'],
    ['0830', '2026-11-25 08:30', '8:30 AM has passed today. Using tomorrow.'],
    ['1930', '2026-11-24 19:30', '7:30 PM is outside lane hours.'],
    ['fri 20:27', '2026-11-27 20:27', '8:27 PM is outside lane hours.'],
    ['fri 1900-2030', '2026-11-27 19:00 (7–8:30 PM)', '7:00 PM is outside lane hours.'],
  ])('`parseTime` reads %j as %s', ([text, means, note = null]) => {
    const heard = hear(text)
    if (heard.kind !== 'time') throw new Error(`${heard.kind}: ${JSON.stringify(heard)}`)
    expect(say(heard)).toBe(means)
    expect(heard.note).toBe(note)
  })

  test.for<[string, readonly string[]]>([
    ['2/4', ['Today 2–4 PM', 'Feb 4, 2027']],
    ['next week', ['Mon, Nov 30', 'Tue, Dec 1']],
    ['next tue', ['Tue, Dec 1', 'Tue, Dec 8']],
    ['next fri 2p', ['Fri, Nov 27, 2 PM', 'Fri, Dec 4, 2 PM']],
    ['12-14', ['Today noon–2 PM', 'Mon, Dec 14']],
    ['10 to 4', ['Today 10 AM–4 PM', 'Today 3:50 PM']],
    ['11/20', ['Sun, Dec 20', 'Nov 20, 2027']],
    ['9-11', ['Today before 11 AM', 'Tomorrow 9–11 AM']],
    ['today 9a', ['Today 9 PM', 'Tomorrow 9 AM']],
    ['3 or 4', ['Today 3 PM', 'Today 4 PM']],
    ['fri 9 or 10 am', ['9 AM', '10 AM']],
    ['thu 2p or fri 9a', ['Thu, Nov 26, 2 PM', 'Fri, Nov 27, 9 AM']],
    ['1-10', ['Today 1–10 PM', 'Jan 10, 2027']],
    ['monday 1-10', ['Mon, Nov 30, 1–10 PM', 'Jan 10, 2027']],
    ['12-19', ['Today noon–7 PM', 'Sat, Dec 19']],
    ['friday 2/4', ['Fri, Nov 27, 2–4 PM', 'Feb 4, 2027']],
    ['fri 2/5', ['Fri, Nov 27, 2–5 PM', 'Feb 5, 2027']],
    ['12/14 fri', ['Fri, Nov 27, noon–2 PM', 'Mon, Dec 14']],
    ['today around 9', ['Today around 9 PM', 'Tomorrow around 9 AM']],
    ['around 10 to 4', ['10 AM–4 PM', 'Around 3:50 PM']],
    ['dec 1 2030', ['Tue, Dec 1, 8:30 PM', 'Dec 1, 2030']],
    ['tonight', ['Today 5 PM', 'Today 6 PM']],
    ['fri evening', ['Fri, Nov 27, 5 PM', 'Fri, Nov 27, 6 PM']],
    ['11/30 evening', ['Mon, Nov 30, 5 PM', 'Mon, Nov 30, 6 PM']],
  ])('`parseTime` asks about %j with %j', ([text, labels]) => {
    const heard = parseTime(text, { now: NOW, zone: ZONE, soonest: '2026-11-24T15:20:00Z' })
    expect(heard).toMatchObject({ kind: 'question', message: expect.stringMatching(ASKS) as string })
    expect(heard.kind === 'question' && heard.options.map(({ label }) => label)).toEqual(labels)
  })

  test('A dashed pair of numbers is asked about only while it is also a day of the coming month', () => {
    expect(hear('2-4', '2027-01-20T15:00:00Z').kind).toBe('question')
    expect(hear('2-4', '2026-12-20T15:00:00Z')).toMatchObject({ kind: 'time', window: { from: '14:00', to: '16:00' } })
  })

  test.for<[string, string, string]>([
    ['mar 5', '2026-12-20T15:00:00Z', 'Mar 5, 2027'],
    ['3/5 9a', '2026-12-31T15:00:00Z', 'Mar 5, 2027, 9 AM'],
    ['tonight', '2026-11-24T22:30:00Z', 'Today 6 PM'],
  ])('The one meaning of %j at %s is asked as %j, with the way to another', ([text, now, label]) => {
    const heard = hear(text, now)
    expect(heard.kind === 'question' && heard.options.map((option) => option.label)).toEqual([label])
    expect(heard).toMatchObject({ message: expect.stringMatching(/ If not, type another time\.$/) as string })
  })

  test.for(['2024', '2027', '2039', 'fri 2027', '2027 fri', 'tomorrow 2030', 'by 2027', 'after 2030'])(
    '`parseTime` takes no clock time from the year in %j',
    (text) => {
      expect(hear(text)).toMatchObject({
        kind: 'unread',
        message: expect.stringMatching(/looks like a year\. Type the whole date, like "11\/24\/20\d\d", or/) as string,
      })
    },
  )

  test.for(['thanksgiving', 'Christmas eve 9a', 'labor day', "new year's day", 'black friday'])(
    '`parseTime` asks for the date of the holiday in %j',
    (text) => {
      expect(hear(text)).toMatchObject({
        kind: 'unread',
        message: `Not understood: "${text}". Type the date of a holiday, like "11/26 9a".`,
      })
    },
  )

  test('A date of a past year is said to have passed', () => {
    expect(hear('dec 5 2025')).toMatchObject({ message: expect.stringContaining('This day has passed.') as string })
  })

  test('The note of a day of the month in the next year names that year', () => {
    expect(hear('the 1st', '2026-12-20T15:00:00Z')).toMatchObject({ note: 'The next such day is in January 2027.' })
    expect(hear('the 1st')).toMatchObject({ note: 'The next such day is in December.' })
  })

  test('A time of today that has passed is said to have passed, with two other days to choose', () => {
    const heard = hear('today 3pm', '2026-11-24T21:28:00Z')
    expect(heard).toMatchObject({
      kind: 'question',
      message: '3 PM today has passed.',
      options: [{ label: 'Tomorrow 3 PM' }, { label: 'Tue, Dec 1, 3 PM' }],
    })
    const rest = hear('this afternoon', '2026-11-24T16:05:00Z')
    expect(rest).toMatchObject({ kind: 'time', date: '2026-11-24', time: '13:00' })
    const late = parseTime('this afternoon', {
      now: '2026-11-24T19:10:00Z',
      zone: ZONE,
      soonest: '2026-11-24T20:35:00Z',
    })
    expect(late.kind === 'question' && late.options.map(({ label }) => label)).toEqual([
      'Today 3:45 PM',
      'Tomorrow 1 PM',
    ])
  })

  test('A passed time on a typed date leads to no other day', () => {
    for (const text of ['12/31/26 3p', '12/31 3p', 'dec 31 3p', '2026-12-31 15:00', 'the 31st 3p', 'thu dec 31 3p']) {
      expect(hear(text, '2026-12-31T21:00:00Z'), text).toEqual({
        kind: 'unread',
        message: '3:00 PM on Thu, Dec 31, 2026 has passed. Type a later time or another day.',
      })
    }
  })

  test('An hour that the morning does not have is not understood', () => {
    expect(hear('tomorrow morning 2').kind).toBe('unread')
    expect(hear('3 or later').kind).toBe('unread')
  })

  test('"asap" is not understood where the earliest time is unknown', () => {
    expect(parseTime('asap', { now: NOW, zone: ZONE }).kind).toBe('unread')
  })
})

const minute = fc
  .integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2031, 0) / 60_000 })
  .map((at) => fromMillis(at * 60_000))
const hour = fc.integer({ min: 1, max: 14 }).map(String)
const half = fc.constantFrom('', 'a', 'pm', ':30')
const join = fc.constantFrom('-', '–', ' - ', ' to ', '/')
const span = fc.tuple(hour, half, join, hour, half).map((pieces) => pieces.join(''))
const aside = fc.constantFrom('after ', 'before ', 'by ', 'around ').chain((side) => hour.map((at) => side + at))
const clock = fc.oneof(span, aside, fc.constantFrom('', 'am', 'noon', '2p', '9', 'asap', 'now', 'morning'))
const monthDay = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map((pair) => pair.join('/'))
const day = fc.oneof(
  monthDay,
  fc.constantFrom(
    '',
    'today',
    'tomorrow',
    'sat',
    'next week',
    'next mon',
    'the 3rd',
    'jan 5',
    'dec 31',
    'tonight',
    'eod',
    '2027',
  ),
)
const phrase = fc.tuple(day, clock, fc.boolean()).map(([of, at, isFirst]) => (isFirst ? `${of} ${at}` : `${at} ${of}`))
const zone = fc.constantFrom('America/New_York', 'America/Phoenix', 'Pacific/Honolulu')

/** Days ahead that "tomorrow", a weekday, or a date can reach without a question. */
const REACH_DAYS = 62

describe('`parseTime` of any phrase', () => {
  const property = (check: (heard: ParsedTime, now: string, where: string) => void) =>
    fc.assert(
      fc.property(minute, zone, phrase, (now, where, text) => {
        check(parseTime(text, { now, zone: where, soonest: fromMillis(toMillis(now) + 85 * 60_000) }), now, where)
      }),
      { seed: SEED, numRuns: 4000 },
    )

  test('No phrase without a year leads to a day of another year unless the phrase is a question or a note names the year', () => {
    const seen = { asked: 0, read: 0 }
    property((heard, now, where) => {
      if (heard.kind === 'question') seen.asked += 1
      if (heard.kind !== 'time') return
      seen.read += 1
      const today = toLocal(now, where).slice(0, 10)
      if (heard.date.slice(0, 4) === today.slice(0, 4)) return
      // Near the end of a year, "tomorrow", "next Monday", "the 3rd" and "jan 5" lie in the next one.
      expect(heard.date <= dateAfter(today, REACH_DAYS)).toBe(true)
      expect(heard.note).toContain(heard.date.slice(0, 4))
    })
    expect(seen.asked).toBeGreaterThan(200)
    expect(seen.read).toBeGreaterThan(500)
  })

  test('Every reading and every meaning of a question is from now on', () => {
    property((heard, now, where) => {
      const meant = heard.kind === 'time' ? [heard] : heard.kind === 'question' ? heard.options : []
      for (const { date, time } of meant) {
        const local = `${date}T${time ?? '23:59'}`
        const last = instantsOf(local, where).at(-1)
        expect(last === undefined ? local >= toLocal(now, where) : toMillis(last) >= toMillis(now)).toBe(true)
      }
    })
  })

  test('A question has one or two meanings, all different and each with its label', () => {
    property((heard) => {
      if (heard.kind !== 'question') return
      const labels = heard.options.map(({ label }) => label)
      expect(labels.length === 1 || labels.length === 2).toBe(true)
      expect(new Set(labels).size).toBe(labels.length)
      expect(heard.message).toMatch(ASKS)
      expect(heard.message.length, heard.message).toBeLessThanOrEqual(44)
    })
  })

  test('The start of a window lies before its end', () => {
    property((heard) => {
      if (heard.kind !== 'time' || heard.window === null) return
      const { from, to } = heard.window
      expect(from === null || to === null || from < to).toBe(true)
      expect(from !== null || to !== null).toBe(true)
    })
  })
})
