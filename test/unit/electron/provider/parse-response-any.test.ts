import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  moveNumbersIn,
  parseConcierge,
  parseErrors,
  parsePair,
  parseSingle,
} from '../../../../electron/provider/parse-response.ts'
import { pairAnswer, singleAnswer } from '../../../support/builders/booked-moves.ts'
import { errorBody } from '../../../support/builders/sent-request.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('answers-any')
const CONCIERGE = { ...pairAnswer(), loaner_move: null }
const BODIES = [pairAnswer(), singleAnswer(), CONCIERGE, errorBody('field_invalid'), { errors: [] }].map((body) =>
  JSON.stringify(body),
)

const value = fc.oneof(
  fc.constantFrom(
    'null',
    '-1',
    '1.5',
    '1e400',
    '9007199254740993',
    '"7"',
    '[]',
    '{}',
    '""',
    'true',
    '{"__proto__":{}}',
    '"\\ud800"',
  ),
  fc.json(),
)

/** An answer with a value changed, a piece cut out, or a character inserted. */
const mutated = fc.oneof(
  fc.tuple(fc.constantFrom(...BODIES), fc.nat(), value).map(([body, at, json]) => {
    const spots = [...body.matchAll(/:(null|-?\d[\d.]*|"[^"]*"|true|false)/g)]
    const spot = spots[at % Math.max(1, spots.length)]
    return spot === undefined
      ? json
      : `${body.slice(0, spot.index + 1)}${json}${body.slice(spot.index + spot[0].length)}`
  }),
  fc.tuple(fc.constantFrom(...BODIES), fc.nat(), fc.nat({ max: 40 })).map(([body, at, size]) => {
    const from = at % body.length
    return body.slice(0, from) + body.slice(from + size)
  }),
  fc
    .tuple(fc.constantFrom(...BODIES), fc.nat(), fc.string({ unit: 'binary', maxLength: 4 }))
    .map(([body, at, text]) => {
      const from = at % body.length
      return body.slice(0, from) + text + body.slice(from)
    }),
  fc.json(),
  fc.string({ unit: 'binary' }),
)

test('The response parsers never throw and give only valid numbers, codes and times for 10,000 broken answers', () => {
  let read = 0
  const whole = (number: number | undefined) => number === undefined || (Number.isSafeInteger(number) && number > 0)
  fc.assert(
    fc.property(mutated, (body) => {
      const pair = parsePair(body)
      const single = parseSingle(body)
      const concierge = parseConcierge(body)
      const errors = parseErrors(body)
      expect(whole(concierge?.move.number)).toBe(true)
      if (pair !== null || single !== null || errors !== null) read += 1
      expect(whole(pair?.customer.number) && whole(pair?.loaner.number) && whole(single?.move.number)).toBe(true)
      for (const number of moveNumbersIn(body)) expect(whole(number)).toBe(true)
      for (const error of errors ?? []) expect(error.code).toBe(error.code.toLowerCase())
      for (const stage of Object.values(single?.move.stages ?? {})) {
        if (typeof stage === 'string') expect(stage).toMatch(/^[-+]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      }
    }),
    { seed: SEED, numRuns: 10_000 },
  )
  expect(read).toBeGreaterThan(500)
})
