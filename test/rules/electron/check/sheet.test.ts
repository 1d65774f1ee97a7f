import { expect, test } from 'vitest'
import {
  BASELINE,
  HOPDRIVE,
  makeSheet,
  no,
  noAndBreaks,
  notTried,
  other,
  yes,
} from '../../../../electron/check/sheet.ts'

test('a row that is seen again keeps its worst verdict, and how often that was', () => {
  const { see, rows } = makeSheet()
  see('2.4', 'move', yes('object'))
  see('2.4', 'move', yes('null'))
  see('2.4', 'move.id', yes('integer'))
  see('2.4', 'move.id', other('string'))
  see('2.4', 'move.id', notTried('null'))
  see('2.4', 'move.vin', other('string'))
  see('2.4', 'move.vin', no('absent'))
  see('2.1', 'GET of lane_uri', notTried('null'))
  see('2.1', 'GET of lane_uri', yes('200'))
  expect(rows().map(({ what, found, verdict }) => [what, found, verdict])).toEqual([
    ['GET of lane_uri', '200', 'yes'],
    ['move', 'object; null', 'yes'],
    ['move.id', 'string (1 of 2)', 'other'],
    ['move.vin', 'absent (1 of 2)', 'no'],
  ])
})

test('a row speaks against a profile that needs it, when it was seen once to break', () => {
  const { see, against } = makeSheet()
  see('4.2', 'a', noAndBreaks('absent'), BASELINE)
  see('4.2', 'a', yes('there'), BASELINE)
  see('hopdrive 8', 'b', noAndBreaks('absent'), HOPDRIVE)
  see('2.4', 'c', noAndBreaks('absent'))
  see('2.4', 'd', no('absent'))
  see('2.4', 'e', noAndBreaks('absent'), [])
  expect(against('baseline').map(({ what }) => what)).toEqual(['c', 'a'])
  expect(against('hopdrive').map(({ what }) => what)).toEqual(['c', 'b'])
})

test('a section that the table does not know is a slip of ours', () => {
  expect(() => makeSheet().see('2.9', 'x', yes(''))).toThrow('2.9')
})
