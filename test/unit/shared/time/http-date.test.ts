import { expect, test } from 'vitest'
import { parseHttpDate, formatHttpDate } from '../../../../shared/time/http-date.ts'

const NOON = '2026-11-24T19:00:00Z'

test('`parseHttpDate` reads the three forms of an HTTP date and refuses all other text', () => {
  for (const text of ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994']) {
    expect(parseHttpDate(text, NOON)).toBe('1994-11-06T08:49:37Z')
  }
  expect(parseHttpDate('Wed Nov 16 08:49:37 1994', NOON)).toBe('1994-11-16T08:49:37Z')
  expect(formatHttpDate('1994-11-06T08:49:37Z')).toBe('Sun, 06 Nov 1994 08:49:37 GMT')
  for (const text of [
    '',
    'soon',
    '06 Nov 1994',
    'Sun, 06 Nov 1994 08:49:37 EST',
    'Sun, 99 Xxx 1994 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov  6 08:49:37 94',
    'Sun Nov  6 08:49:37 1994 GMT',
    NOON,
  ]) {
    expect(parseHttpDate(text, NOON)).toBeNull()
  }
})

test.for([
  ['26', '2026'],
  ['76', '2076'],
  ['77', '1977'],
  ['99', '1999'],
  ['00', '2000'],
] as const)('The year %s in an HTTP date is read as %s, at most fifty years ahead', ([short, whole]) => {
  expect(parseHttpDate(`Sunday, 06-Nov-${short} 08:49:37 GMT`, NOON)).toBe(`${whole}-11-06T08:49:37Z`)
})
