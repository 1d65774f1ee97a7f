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
 * A desk makes a verified backup every quarter of an hour with a write. The soak in the window sees three backups, too
 * few to tell memory that the allocator keeps from memory that grows with each backup.
 */

const BACKUPS = 80
const BOOKINGS = 1500
/** The copies within which the heap finds its size. */
const WARM_UP = 20
const BACKUP_INTERVAL_SECONDS = 15 * 60
/** Growth in ten minutes, in KB: a fifth of the limit of the window. */
const MAX_GROWTH_KB = 200

// Garbage is collected before each sample, as in the window.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test.skipIf(process.platform !== 'linux')(
  'Verified backups made one after the other leak neither memory nor file handles',
  { tags: ['g14'] },
  async () => {
    const goal = openGoal('G14', 'verified copies of most of a day: memory does not grow with them')
    const { store, book, folder } = openDeskStore()
    for (let number = 1; number <= BOOKINGS; number += 1) {
      book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
    }
    const samples = []
    for (let made = 1; made <= BACKUPS; made += 1) {
      book(oneWayBooking(BOOKINGS + made))
      expect(await store.copy(addMinutes(START, made))).not.toBeNull()
      // Freed memory goes back to the system in several turns.
      for (let turn = 0; turn < 5; turn += 1) collect()
      samples.push(sampleOf(process.pid, `${folder}/desk.db-wal`, made * BACKUP_INTERVAL_SECONDS))
    }
    const warm = samples.slice(WARM_UP)
    const grown = { memory: growth(warm, ({ memory }) => memory), handles: growth(warm, ({ handles }) => handles) }
    expect(grown.memory).toBeLessThan(MAX_GROWTH_KB)
    expect(grown.handles).toBeLessThan(0.1)
    goal.held({
      copies: { did: samples.length, floor: BACKUPS },
      bookings: { did: BOOKINGS + samples.length, floor: BOOKINGS },
      'KB that memory grows in 10 minutes, under 200': { did: Math.round(grown.memory) },
    })
  },
)
