import { describe, expect, test } from 'vitest'
import { formatWindow } from '../../../../shared/time/parse-clock.ts'
import type { TimeReading } from '../../../../shared/time/parse-question.ts'
import { parseTime } from '../../../../shared/time/parse-time.ts'

const ZONE = 'America/New_York'

/** The moments at which the phrases are typed. */
const NOVEMBER = '2026-11-24T14:00:00Z'
const LATE = '2026-11-25T04:50:00Z'
const DECEMBER = '2026-12-10T15:00:00Z'
const YEAR_END = '2026-12-30T15:00:00Z'

const hear = (text: string, now: string) => parseTime(text, { now, zone: ZONE })

function say({ date, time, window }: TimeReading): string {
  return [date, time ?? '-', ...(window === null ? [] : [`(${formatWindow(window)})`])].join(' ')
}

describe('`parseTime` near the end of a year', () => {
  test.for<[string, string, readonly string[]]>([
    ['1-2', YEAR_END, ['Today 1–2 PM', 'Jan 2, 2027']],
    ['1-3', YEAR_END, ['Today 1–3 PM', 'Jan 3, 2027']],
    ['1/2', YEAR_END, ['Today 1–2 PM', 'Jan 2, 2027']],
    ['1/4', NOVEMBER, ['Today 1–4 PM', 'Jan 4, 2027']],
    ['feb 4', NOVEMBER, ['Feb 4, 2027']],
    ['nov 20', NOVEMBER, ['Sun, Dec 20', 'Nov 20, 2027']],
    ['dec 4', DECEMBER, ['Dec 4, 2027']],
  ])('`parseTime` asks about %j at %s with %j', ([text, now, labels]) => {
    const heard = hear(text, now)
    expect(heard.kind === 'question' ? heard.options.map(({ label }) => label) : heard).toEqual(labels)
  })

  test.for<[string, string, string]>([
    ['jan 4', NOVEMBER, '2027-01-04 -'],
    ['jan 4', DECEMBER, '2027-01-04 -'],
    ['mon jan 4 9a', DECEMBER, '2027-01-04 09:00'],
    ['1/2 2-4', NOVEMBER, '2027-01-02 14:00 (2–4 PM)'],
    ['1/2 2-4', YEAR_END, '2027-01-02 14:00 (2–4 PM)'],
    ['fri 2-4', YEAR_END, '2027-01-01 14:00 (2–4 PM)'],
    ['day after tomorrow', YEAR_END, '2027-01-01 -'],
    ['fri 1-2', YEAR_END, '2027-01-01 13:00 (1–2 PM)'],
    ['mon 2p', YEAR_END, '2027-01-04 14:00'],
    ['in 2 weeks 9a', YEAR_END, '2027-01-13 09:00'],
  ])('`parseTime` reads %j at %s as %s with a note of the year', ([text, now, means]) => {
    const heard = hear(text, now)
    expect(heard.kind === 'time' ? [say(heard), heard.note] : heard).toEqual([means, 'In 2027.'])
  })

  test('The year that a text or another note names is not noted again', () => {
    expect(hear('1/5/27 9a', YEAR_END)).toMatchObject({ kind: 'time', note: null })
    expect(hear('jan 5 2027', YEAR_END)).toMatchObject({ kind: 'time', note: null })
    expect(hear('the 2nd', YEAR_END)).toMatchObject({ note: 'The next such day is in January 2027.' })
    expect(hear('fri 8p', YEAR_END)).toMatchObject({ note: '8:00 PM is outside lane hours. In 2027.' })
  })
})

test('The question about a window of today that has passed names the window', () => {
  expect(hear('8-10 tonight', LATE)).toMatchObject({
    message: '8–10 PM on which day?',
    options: [{ label: 'Tomorrow' }, { label: 'Tue, Dec 1' }],
  })
  expect(hear('today 2-4', LATE)).toMatchObject({ options: [{ label: 'Tomorrow 2–4 PM' }, {}] })
})

describe('`parseTime` of short spellings', () => {
  test.for<[string, string]>([
    ['btw 2 & 4', '2026-11-24 14:00 (2–4 PM)'],
    ['btwn 2-4', '2026-11-24 14:00 (2–4 PM)'],
    ['b/w 9 and 11 tmw', '2026-11-25 09:00 (9–11 AM)'],
    ['tmw @ noon', '2026-11-25 12:00'],
    ['12/4@9', '2026-12-04 09:00'],
    ['from 2-4', '2026-11-24 14:00 (2–4 PM)'],
    ['not until 2', '2026-11-24 14:00 (after 2 PM)'],
    ['2pm tmw or wed', '2026-11-25 14:00'],
    ['between 2 and 4', '2026-11-24 14:00 (2–4 PM)'],
    ['2/4pm', '2026-11-24 14:00 (2–4 PM)'],
    ['fri 2/4 pm', '2026-11-27 14:00 (2–4 PM)'],
    ['in 2 weeks', '2026-12-08 -'],
    ['in two weeks at 9', '2026-12-08 09:00'],
    ['a week from today', '2026-12-01 -'],
    ['in 3 days 2-4', '2026-11-27 14:00 (2–4 PM)'],
    ['tmw 2ish', '2026-11-25 14:00 (around 2 PM)'],
    ['no earlier than 2pm', '2026-11-24 14:00 (after 2 PM)'],
    ['tomorrow no sooner than 10', '2026-11-25 10:00 (after 10 AM)'],
  ])('`parseTime` reads %j as %s', ([text, means]) => {
    const heard = hear(text, NOVEMBER)
    expect(heard.kind === 'time' ? [say(heard), heard.note] : heard).toEqual([means, null])
  })

  test('A window between two hours is no date, however near the date is', () => {
    for (const text of ['between 1 and 2', 'from 1 to 2', 'btw 1 & 2', 'after 1 before 2'])
      expect(hear(text, YEAR_END), text).toMatchObject({ kind: 'time', date: '2026-12-30', time: '13:00' })
  })

  test('A morning that has begun is asked about without an hour of the evening', () => {
    const heard = hear('today am', YEAR_END)
    expect(heard.kind === 'question' && heard.options.map(({ label }) => label)).toEqual([
      'Today 10 AM',
      'Tomorrow 9 AM',
    ])
  })

  test('An hour or two from now is not two o’clock, and Eastern time is no holiday', () => {
    expect(hear('in an hour or two', NOVEMBER)).toMatchObject({ kind: 'unread' })
    expect(hear('1 pm eastern', NOVEMBER)).toMatchObject({ message: expect.not.stringContaining('holiday') as string })
  })

  test('A pair of numbers with "pm" is asked about only where the pair is a near date', () => {
    const asked = hear('12/4 pm', NOVEMBER)
    expect(asked.kind === 'question' && asked.options.map(({ label }) => label)).toEqual([
      'Today noon–4 PM',
      'Fri, Dec 4, 1 PM',
    ])
    expect(hear('sat 12/5a', NOVEMBER)).toMatchObject({ options: [{ date: '2026-11-28' }, { date: '2026-12-05' }] })
    expect(hear('12/14 pm', NOVEMBER)).toMatchObject({ date: '2026-12-14', time: '13:00', window: null })
  })
})
