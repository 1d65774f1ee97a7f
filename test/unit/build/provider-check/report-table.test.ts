import { expect, test } from 'vitest'
import {
  conforms,
  createReportTable,
  deviation,
  missing,
  skipped,
} from '../../../../build/provider-check/report-table.ts'

test('A row with several results keeps the worst verdict and says how often it was seen.', () => {
  const { add, rows } = createReportTable()
  add('2.4', 'move', conforms('object'))
  add('2.4', 'move', conforms('null'))
  add('2.4', 'move.id', conforms('integer'))
  add('2.4', 'move.id', deviation('string'))
  add('2.4', 'move.id', skipped('null'))
  add('2.4', 'move.vin', deviation('string'))
  add('2.4', 'move.vin', missing('absent'))
  add('2.1', 'GET of lane_uri', skipped('null'))
  add('2.1', 'GET of lane_uri', conforms('200'))
  expect(rows().map(({ what, found, verdict }) => [what, found, verdict])).toEqual([
    ['GET of lane_uri', '200', 'yes'],
    ['move', 'object; null', 'yes'],
    ['move.id', 'string (1 of 2)', 'other'],
    ['move.vin', 'absent (1 of 2)', 'no'],
  ])
})

test('A row speaks against a profile that needs it when one of its results is breaking.', () => {
  const { add, failuresFor } = createReportTable()
  const breaking = { breaking: true }
  add('4.2', 'a', missing('absent', breaking), ['baseline'])
  add('4.2', 'a', conforms('there'), ['baseline'])
  add('hopdrive 8', 'b', missing('absent', breaking), ['hopdrive'])
  add('2.4', 'c', missing('absent', breaking))
  add('2.4', 'd', missing('absent'))
  add('2.4', 'e', missing('absent', breaking), [])
  expect(failuresFor('baseline').map(({ what }) => what)).toEqual(['c', 'a'])
  expect(failuresFor('hopdrive').map(({ what }) => what)).toEqual(['c', 'b'])
})

test('The table refuses a section that it does not know.', () => {
  expect(() => createReportTable().add('2.9', 'x', conforms(''))).toThrow('2.9')
})
