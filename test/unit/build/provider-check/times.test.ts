import { expect, test } from 'vitest'
import { formatIso, formatRequestTime, parseTime } from '../../../../build/provider-check/times.ts'

const AT = Date.UTC(2026, 10, 24, 19)

test.each([
  ['2026-11-24 19:00:00', 'space'],
  ['2026-11-24T19:00:00Z', 'T and Z'],
  ['2026-11-24T19:00:00+00:00', 'T and offset'],
  ['2026-11-24T14:00:00-05:00', 'T and offset'],
  ['2026-11-24T19:00:00+00: 00', 'T and offset'],
  ['2026-11-24T19:00:00', 'T alone'],
  ['2026-11-24 19:00:00Z', 'space and Z'],
  ['2026-11-24 19:00:00 +00:00', 'space and offset'],
])('The time %s has the form %s.', (text, form) => {
  expect(parseTime(text)).toEqual({ ms: AT, form })
})

test('Fractions of a second are part of the form.', () => {
  expect(parseTime('2026-11-24T19:00:00.000Z')?.form).toBe('T and Z, fractions')
})

test.each([
  '',
  'soon',
  '2026-11-24',
  '2026-02-30 10:00:00',
  '2026-11-24T24:00:00Z',
  '2026-11-24T25:00:00Z',
  '1764010800',
])('The text %j is no time.', (text) => expect(parseTime(text)).toBeNull())

test('A formatted time parses to the same time.', () => {
  expect(formatRequestTime(AT)).toBe('2026-11-24 19:00:00')
  expect(parseTime(formatRequestTime(AT))?.ms).toBe(AT)
  expect(formatIso(AT)).toBe('2026-11-24T19:00:00Z')
})
