import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedTime } from '../../../../shared/time/parse-resolve.ts'
import { parseTime } from '../../../../shared/time/parse-time.ts'
import { formatClock, formatDate } from '../../../../shared/time/format.ts'
import { addMinutes, fromMillis, instantsOf, toLocal, toMillis } from '../../../../shared/time/time.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('spoken-time')
const ZONE = 'America/New_York'
/** Sat 21 Nov 2026, 10:05 AM in New York. */
const NOW = '2026-11-21T15:05:00Z'

const hear = (text: string, now = NOW, date: string | null = null) => parseTime(text, { now, zone: ZONE, date })
const say = (heard: ParsedTime) => (heard.kind === 'time' ? `${heard.date} ${heard.time ?? '-'}` : heard.kind)

describe('`parseTime`', () => {
  test.for<[string, string]>([
    ['tomorrow 2p', '2026-11-22 14:00'],
    ['Tomorrow at 2 PM', '2026-11-22 14:00'],
    ['2p tomorrow', '2026-11-22 14:00'],
    ['tmrw 2:30 p.m.', '2026-11-22 14:30'],
    ['tmrw 9:30a.m.', '2026-11-22 09:30'],
    ['tmrw 9:30a.', '2026-11-22 09:30'],
    ['2p.m. mon', '2026-11-23 14:00'],
    ['weds 2p', '2026-11-25 14:00'],
    ['Weds. 2p', '2026-11-25 14:00'],
    ['fri 930', '2026-11-27 09:30'],
    ['930 fri', '2026-11-27 09:30'],
    ['Friday, 9:30', '2026-11-27 09:30'],
    ['fri930', '2026-11-27 09:30'],
    ['fri 9 30', '2026-11-27 09:30'],
    ['9 30 fri', '2026-11-27 09:30'],
    ['nov24 2 30p', '2026-11-24 14:30'],
    ["mon 2 o'clock", '2026-11-23 14:00'],
    ['mon 9 o’clock', '2026-11-23 09:00'],
    ['tonight 6', '2026-11-21 18:00'],
    ['8 tonight', '2026-11-21 20:00'],
    ['this afternoon 3', '2026-11-21 15:00'],
    ['tomorrow morning 6:30', '2026-11-22 06:30'],
    ['mon at 8 in the evening', '2026-11-23 20:00'],
    ['mon afternoon 12:15', '2026-11-23 12:15'],
    ['mon evening 19:30', '2026-11-23 19:30'],
    ['mon 2', '2026-11-23 14:00'],
    ['mon 7', '2026-11-23 07:00'],
    ['mon 6:59', '2026-11-23 18:59'],
    ['mon 06:59', '2026-11-23 06:59'],
    ['mon 1430', '2026-11-23 14:30'],
    ['mon 12', '2026-11-23 12:00'],
    ['mon 12a', '2026-11-23 00:00'],
    ['+45m', '2026-11-21 10:50'],
    ['+45', '2026-11-21 10:50'],
    ['45 min', '2026-11-21 10:50'],
    ['in 45', '2026-11-21 10:50'],
    ['90m', '2026-11-21 11:35'],
    ['1h', '2026-11-21 11:05'],
    ['2 hours', '2026-11-21 12:05'],
    ['an hour', '2026-11-21 11:05'],
    ['half an hour', '2026-11-21 10:35'],
    ['in a half hour', '2026-11-21 10:35'],
    ['in 2 hours', '2026-11-21 12:05'],
    ['in an hour', '2026-11-21 11:05'],
    ['+1h30', '2026-11-21 11:35'],
    ['in 1.5 hours', '2026-11-21 11:35'],
    ['Fri 27 Nov, 9:30 AM ET', '2026-11-27 09:30'],
    ['mon 2pm EST', '2026-11-23 14:00'],
    ['11/24/2026 2:30:00 PM', '2026-11-24 14:30'],
    ['2026-11-24T14:30', '2026-11-24 14:30'],
    ['mon about 2p', '2026-11-23 14:00'],
    ['mon 2p sharp', '2026-11-23 14:00'],
    ['tomorrow at two', '2026-11-22 14:00'],
    ['fri nine thirty', '2026-11-27 09:30'],
    ['two forty-five p.m. tomorrow', '2026-11-22 14:45'],
    ['in two hours', '2026-11-21 12:05'],
    ['half past two', '2026-11-21 14:30'],
    ['fri half past 9', '2026-11-27 09:30'],
    ['tomorrow quarter to three', '2026-11-22 14:45'],
    ['a quarter past 8 am mon', '2026-11-23 08:15'],
    ['mon quarter to 12pm', '2026-11-23 11:45'],
    ['mon quarter to 1pm', '2026-11-23 12:45'],
    ['mon ten to four', '2026-11-23 15:50'],
    ['mon twenty after 1', '2026-11-23 13:20'],
    ['tomorrow evening half past six', '2026-11-22 18:30'],
    ['the 24th at 9', '2026-11-24 09:00'],
    ['24th 9a', '2026-11-24 09:00'],
    ['fri the 27th at 9', '2026-11-27 09:00'],
    ['the 3rd of december at 9', '2026-12-03 09:00'],
    ['nov 24 1430', '2026-11-24 14:30'],
    ['24 nov 0930', '2026-11-24 09:30'],
    ['nov 24 2027', '2027-11-24 -'],
    ['24 november 2026 2p', '2026-11-24 14:00'],
    ['2 hours from now', '2026-11-21 12:05'],
    ['mon ten minutes to 3', '2026-11-23 14:50'],
    ['mon quarter of 3', '2026-11-23 14:45'],
    ['9:30 on the 3rd', '2026-12-03 09:30'],
    ['21st 2p', '2026-11-21 14:00'],
    ['the 31st', '2026-12-31 -'],
    ['by 5', '2026-11-21 17:00'],
    ['mon by noon', '2026-11-23 12:00'],
    ['tomorrow midday', '2026-11-22 12:00'],
    ['8 tomorrow night', '2026-11-22 20:00'],
    ['fri at night 7:30', '2026-11-27 19:30'],
    ['day after tomorrow 2p', '2026-11-23 14:00'],
    ['9:30 the day after tomorrow', '2026-11-23 09:30'],
    ['noon', '2026-11-21 12:00'],
    ['tomorrow noon', '2026-11-22 12:00'],
    ['11/24 2:30 pm', '2026-11-24 14:30'],
    ['11/24/26 2:30pm', '2026-11-24 14:30'],
    ['2026-11-24 14:30', '2026-11-24 14:30'],
    ['nov 24 2p', '2026-11-24 14:00'],
    ['24th November 2p', '2026-11-24 14:00'],
    ['Tue 24 Nov 2p', '2026-11-24 14:00'],
    ['2p', '2026-11-21 14:00'],
    ['tomorrow', '2026-11-22 -'],
    ['sat', '2026-11-21 -'],
    ['11/24', '2026-11-24 -'],
    ['1/5/27 9a', '2027-01-05 09:00'],
    ['morning', '2026-11-22 09:00'],
    ['this afternoon', '2026-11-21 13:00'],
    ['tomorrow morning', '2026-11-22 09:00'],
    ['mon am', '2026-11-23 09:00'],
    ['3ish', '2026-11-21 15:00'],
    ['mon next week 9', '2026-11-23 09:00'],
    ['', 'blank'],
    [' , ', 'blank'],
  ])('`parseTime` reads %j as %s', ([text, means]) => expect(say(hear(text))).toBe(means))

  test.for([
    'soon',
    'half to 3',
    'quarter to 25',
    'half past',
    'the day after',
    'midnight',
    'mon midnight',
    'tomorrow morning 2p',
    'tomorrow morning 12:30',
    'tonight 9a',
    'fri afternoon 09:30',
    'nov 9 30',
    'mon 10 5',
    'mon 2pm PT',
    'next month',
    'next year 2p',
    '11/20/2026 9a',
    'tomorrow 25:00',
    '13/40 2p',
    'fri 9:75',
    'wed 24 nov 2p',
    '2/29/2027 9a',
    '13pm',
    'in 5',
    '900 hours',
    '800 hrs',
    '14h',
    '700h',
    'thu the 27th at 9',
    '45',
    'tonight 2',
    'tonight 12',
    'mon evening 1',
    'the 0th',
    'the 32nd',
    'fri 2p 3p',
    '+',
    'constructor',
    '__proto__',
  ])('`parseTime` does not understand %j and quotes that text in its message', (text) => {
    const heard = hear(text)
    expect(heard.kind).toBe('unread')
    expect(heard).toMatchObject({ message: expect.stringContaining(`Not understood: "${text}"`) as string })
  })
})

describe('`parseTime` of a time that has passed', () => {
  test.for<[string, string, string]>([
    ['9a', '2026-11-22 09:00', '9:00 AM has passed today. Using tomorrow.'],
    ['sat 9a', '2026-11-28 09:00', '9:00 AM has passed today. Using next week.'],
    ['the 20th 9a', '2026-12-20 09:00', 'The next such day is in December.'],
    ['am', '2026-11-22 09:00', 'Using 9:00 AM for the morning. 9:00 AM has passed today. Using tomorrow.'],
  ])('`parseTime` reads %j as %s with the note "%s"', ([text, means, note]) => {
    const heard = hear(text)
    expect(say(heard)).toBe(means)
    expect(heard).toMatchObject({ note })
  })

  test('`parseTime` puts a time without a date on the day that the field already has', () => {
    expect(say(hear('2p', NOW, '2026-11-24'))).toBe('2026-11-24 14:00')
    expect(hear('9a', NOW, '2026-11-21').kind).toBe('question')
    expect(say(hear('2p', NOW, '2026-11-20'))).toBe('2026-11-21 14:00')
    expect(say(hear('2p', NOW, 'nonsense'))).toBe('2026-11-21 14:00')
  })
})

const minute = fc
  .integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2031, 0) / 60_000 })
  .map((at) => fromMillis(at * 60_000))
const second = fc.integer({ min: 0, max: 59 })
const zone = fc.constantFrom(
  'America/New_York',
  'America/Phoenix',
  'Pacific/Honolulu',
  'Europe/London',
  'Australia/Lord_Howe',
)
const two = (count: number) => String(count).padStart(2, '0')
const day = fc.constantFrom('', 'today', 'tomorrow', 'fri', 'tue', 'sun', '11/1', '3/8', '24 dec')
const clock = fc.constantFrom('', '2p', '930', '1:30am', '2:30 am', '14:45', 'noon', '12a', '6')

describe('`parseTime` of any text', () => {
  test('`parseTime` reads back every time in the forms that the desk writes', () => {
    fc.assert(
      fc.property(minute, minute, zone, (utc, now, where) => {
        const local = toLocal(utc, where)
        const [date, time] = [local.slice(0, 10), local.slice(11)]
        const [year, month, dayOfMonth] = date.split('-')
        for (const text of [
          `${formatDate(date)}, ${formatClock(utc, where)}`,
          `${date} ${time}`,
          `${month}/${dayOfMonth}/${year} ${formatClock(utc, where)}`,
        ]) {
          const heard = parseTime(text, { now, zone: where })
          if (date < toLocal(now, where).slice(0, 10)) expect(heard.kind).toBe('unread')
          else if (heard.kind === 'time') expect(heard).toMatchObject({ date, time })
          else expect(utc <= now && date === toLocal(now, where).slice(0, 10)).toBe(true)
        }
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  test('`parseTime` adds a number of minutes exactly, also across a gap or an overlap', () => {
    fc.assert(
      fc.property(minute, second, fc.integer({ min: 0, max: 9999 }), zone, (start, seconds, minutes, where) => {
        const now = start.replace(/:00Z$/, `:${two(seconds)}Z`)
        const heard = parseTime(`+${minutes}m`, { now, zone: where })
        if (heard.kind !== 'time') throw new Error('not understood')
        const meant = instantsOf(`${heard.date}T${heard.time}`, where)
        const at = meant[heard.turn === 'second' ? 1 : 0] ?? ''
        expect(heard.turn === null).toBe(meant.length === 1)
        expect(toMillis(at)).toBe(toMillis(addMinutes(start, minutes + (seconds === 0 ? 0 : 1))))
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  test('`parseTime` reads no phrase as a past time and reads its own result back unchanged', () => {
    const seen = { asked: 0, moved: 0, ahead: 0 }
    fc.assert(
      fc.property(minute, zone, day, clock, (now, where, onDay, atClock) => {
        const heard = parseTime(`${onDay} ${atClock}`, { now, zone: where })
        if (heard.kind === 'question') seen.asked += 1
        if (heard.kind !== 'time' || heard.time === null) return
        const local = `${heard.date}T${heard.time}`
        const last = instantsOf(local, where).at(-1)
        expect(last === undefined ? local > toLocal(now, where) : toMillis(last) > toMillis(now)).toBe(true)
        seen[heard.note === null ? 'ahead' : 'moved'] += 1
        const again = parseTime(`${heard.date} ${heard.time}`, { now, zone: where })
        expect(again).toMatchObject({ date: heard.date, time: heard.time })
      }),
      { seed: SEED, numRuns: 1000 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10)
  })

  test('`parseTime` answers any text with a time, a question, a blank or a message', () => {
    const piece = fc.constantFrom(
      '+',
      'in',
      'fri',
      '2',
      'p',
      'am',
      '11/24',
      'nov',
      'h',
      'm',
      ':',
      ' ',
      '9'.repeat(40),
      '99',
      '-',
      '/',
      ' to ',
      'next ',
      'after ',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const heard = hear(typed)
        expect(['time', 'question', 'blank', 'unread']).toContain(heard.kind)
        if (heard.kind === 'time' && heard.time !== null) instantsOf(`${heard.date}T${heard.time}`, ZONE)
        if (heard.kind === 'unread') expect(heard.message).toMatch(/^Not understood: /)
      }),
      { seed: SEED, numRuns: 2000 },
    )
  })
})
