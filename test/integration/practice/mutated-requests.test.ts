import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ask,
  changed,
  ONE_WAY_OPTIONAL,
  ONE_WAY_REQUIRED,
  oneWayBody,
  PAIR_OPTIONAL,
  PAIR_REQUIRED,
  pairBody,
  post,
  running,
  type Running,
} from './running.ts'

let desk: Running
beforeAll(async () => {
  desk = await running()
})
afterAll(() => desk.end())

const nasty = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(null, true, false, 0, -1, 1e308, '', ' ', [], {}, 'pickup', 'return', '23220', '٢٣٢٢٠'),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '\udc00x',
    '\u202e',
    '$1$&',
    "'; DROP TABLE moves; --",
    '<b>',
    '=1+1',
    '__proto__',
  ),
  fc.constantFrom('2026-11-24 19:00:00', '2026-11-24T19:00:00Z', '2026-02-30 00:00:00', '275760-09-13 00:00:00'),
  fc.string({ maxLength: 260 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const pairs = fc.record({
  path: fc.constant('/v1/concierge-loaner-moves'),
  body: fc.constant<object>(pairBody()),
  changes: fc.array(fc.tuple(fc.constantFrom(...PAIR_REQUIRED, ...PAIR_OPTIONAL), nasty), { maxLength: 3 }),
})
const oneWays = fc.record({
  path: fc.constant('/v1/one-way-moves'),
  body: fc.constant<object>(oneWayBody()),
  changes: fc.array(fc.tuple(fc.constantFrom(...ONE_WAY_REQUIRED, ...ONE_WAY_OPTIONAL), nasty), { maxLength: 3 }),
})

/** A text cut, doubled or with one character changed: mostly no JSON any more. */
const garbled = fc.tuple(fc.nat(), fc.constantFrom('', '"', '{', '}', '\\', '\u0000', ',', '9', '\\ud800'))

test('A mutated body gets no 5xx, every 422 names its fields, and the ledger grows only with a 200', async () => {
  const counts: Record<string, number> = {}
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(pairs, oneWays),
      fc.option(garbled, { freq: 6 }),
      async ({ path, body, changes }, garble) => {
        const mutated = changes.reduce<object>((now, [field, value]) => {
          try {
            return changed(now, field, value)
          } catch {
            // An earlier change removed the holder of this field.
            return now
          }
        }, body)
        let text = JSON.stringify(mutated)
        if (garble !== null) {
          const at = garble[0] % text.length
          text = text.slice(0, at) + garble[1] + text.slice(at + 1)
        }
        const answer = await post(desk.at(path), text)
        counts[answer.status] = (counts[answer.status] ?? 0) + 1
        expect([200, 400, 422]).toContain(answer.status)
        const json = JSON.parse(answer.text)
        if (answer.status === 422) {
          expect(json.errors.length).toBeGreaterThan(0)
          for (const error of json.errors) {
            expect(error.code).toMatch(/^field_(missing|invalid)$/)
            expect([...PAIR_REQUIRED, ...PAIR_OPTIONAL, ...ONE_WAY_REQUIRED, ...ONE_WAY_OPTIONAL]).toContain(
              error.param,
            )
            expect(error.message.startsWith(`${error.param} `)).toBe(true)
          }
        }
        if (answer.status === 200) {
          taken += 1
          const id = path === '/v1/one-way-moves' ? json.move.id : json.customer_move.move_id
          const fetched = await ask(desk.at(`/v1/moves/${id}`))
          expect(fetched.status).toBe(200)
          expect(JSON.parse(fetched.text).move.vehicle).toEqual((json.move ?? json.customer_move).vehicle)
        }
        expect(await desk.ledger()).toHaveLength(taken)
      },
    ),
    { numRuns: 800 },
  )
  // Each kind of response came often enough for the test to mean something.
  expect(counts['200'] ?? 0).toBeGreaterThan(100)
  expect(counts['422'] ?? 0).toBeGreaterThan(200)
  expect(counts['400'] ?? 0).toBeGreaterThan(20)
  const ids = (await desk.ledger()).flatMap((entry) => entry.move_ids)
  expect(ids).toEqual(ids.map((_, index) => 70001 + index))
  expect(desk.events.filter((event) => event.event === 'internal-error')).toEqual([])
}, 60_000)
