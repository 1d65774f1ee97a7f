import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { addMinutes } from '../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openDeskStore } from '../support/desk/test-store.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { growth, sampleOf } from '../support/reliability/soak-samples.ts'
import { START } from '../support/fakes/system.ts'

/*
 * A desk makes a verified copy every quarter of an hour in which something was written. The soak in the window sees three of
 * them, too few to tell what the system's allocator keeps from what grows with each: here are as many as in most of a day.
 */

const COPIES = 80
const BOOKINGS = 1500
/** Until then the heap finds its size. */
const WARM_UP = 20
const A_COPY = 15 * 60
/** In ten minutes, in KB: a fifth of what the window may. */
const MOST = 200

// The garbage is collected before each look, as in the window.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test.skipIf(process.platform !== 'linux')('verified copies, one after the other, leave nothing behind', async () => {
  const goal = openGoal('G14', 'verified copies of most of a day: memory does not grow with them')
  const { store, book, folder } = openDeskStore()
  for (let number = 1; number <= BOOKINGS; number += 1) {
    book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
  }
  const samples = []
  for (let made = 1; made <= COPIES; made += 1) {
    book(oneWayBooking(BOOKINGS + made))
    expect(await store.copy(addMinutes(START, made))).not.toBeNull()
    // What is freed is given back to the system in several turns.
    for (let turn = 0; turn < 5; turn += 1) collect()
    samples.push(sampleOf(process.pid, `${folder}/desk.db-wal`, made * A_COPY))
  }
  const warm = samples.slice(WARM_UP)
  const grown = { memory: growth(warm, ({ memory }) => memory), handles: growth(warm, ({ handles }) => handles) }
  expect(grown.memory).toBeLessThan(MOST)
  expect(grown.handles).toBeLessThan(0.1)
  goal.held({
    copies: { did: samples.length, floor: COPIES },
    bookings: { did: BOOKINGS + samples.length, floor: BOOKINGS },
    'KB that memory grows in 10 minutes, under 200': { did: Math.round(grown.memory) },
  })
})
