import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handMade } from '../../support/builders/exchanges.ts'
import { createReferee } from '../../support/oracle/referee.ts'
import { seedOf } from '../../support/fakes/system.ts'
import { ask, post, running, type Running } from './running.ts'

let desk: Running
beforeAll(async () => {
  desk = await running()
})
afterAll(() => desk.end())

const text = fc.constantFrom('Harriet Quill', 'Núñez', '12 Hull St', 'x', " O'Shea ", '🚗 7', '=1+1')
const optional = fc.option(text, { nil: undefined })
const day = fc.integer({ min: Date.UTC(2026, 10, 24) / 1000, max: Date.UTC(2031, 0, 1) / 1000 })
const iso = day.map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`)
const spaced = iso.map((time) => time.replace('T', ' ').replace('Z', ''))
const notes = { dealer_contact: optional, special_instructions: optional, reference_id: optional }
const details = { stock: optional, vin: optional, year: optional, color: optional }
const vehicle = { ...details, make: text, model: text, manual: fc.boolean() }
const place = {
  name: text,
  address_one: text,
  address_two: fc.option(fc.oneof(text, fc.constantFrom('', ' ')), { nil: undefined }),
  city: text,
  state: text,
  zip: fc.oneof(fc.constantFrom('23220', '02110', '99501'), fc.stringMatching(/^[0-9]{5}$/)),
}
const loaner = fc.record({
  ...details,
  make: fc.option(fc.constantFrom('', 'Buick'), { nil: undefined }),
  model: optional,
  manual: fc.option(fc.boolean(), { nil: undefined }),
})

const pairs = fc.record({
  path: fc.constant('/v1/concierge-loaner-moves'),
  body: fc.record({
    appointment_time_utc: fc.oneof(iso, spaced),
    customer_name: text,
    customer_phone: fc.constantFrom('+18045550134', '(804) 555-0134', '804-555-0134'),
    customer_action: fc.constantFrom('pickup', 'return'),
    loaner_move: fc.record({
      ...notes,
      vehicle: fc.option(loaner, { nil: undefined }),
      pickup_location: fc.record(place),
    }),
    customer_move: fc.record({ ...notes, vehicle: fc.record(vehicle), pickup_location: fc.record(place) }),
  }),
})
const oneWays = fc.record({
  path: fc.constant('/v1/one-way-moves'),
  body: fc.record({ ready_by_time_utc: spaced, ...notes, ...vehicle, ...place }),
})

test('Every request that the description allows is accepted, and its responses match the description', async () => {
  const referee = createReferee('baseline')
  const taken = { '/v1/concierge-loaner-moves': 0, '/v1/one-way-moves': 0 }
  await fc.assert(
    fc.asyncProperty(fc.oneof(pairs, oneWays), async ({ path, body }) => {
      const answer = await post(desk.at(path), body)
      const judged = (call: string, asked: object | null, { status, headers, text: said }: typeof answer) =>
        referee.judge(handMade(call, asked, null, { answer: { status, type: headers['content-type'], body: said } }))
      expect(answer.status).toBe(200)
      expect(judged(`POST ${path}`, body, answer)).toEqual([])
      for (const number of answer.text.match(/(?<="(?:move_)?id":)\d+/g) ?? []) {
        const fetched = await ask(desk.at(`/v1/moves/${number}`))
        expect(fetched.status).toBe(200)
        expect(judged(`GET /v1/moves/${number}`, null, fetched)).toEqual([])
        desk.clock.pass(7)
      }
      taken[path] += 1
    }),
    { seed: seedOf('practice-described'), numRuns: 300 },
  )
  expect(Math.min(...Object.values(taken))).toBeGreaterThan(50)
})
