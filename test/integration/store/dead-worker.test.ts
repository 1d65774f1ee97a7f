import type * as Threads from 'node:worker_threads'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openMaintainedStore } from '../../../electron/store/maintenance/maintenance.ts'
import { recordFacts } from '../../support/builders/event-recorder.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { virtualClock } from '../../support/fakes/system.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

// The files of this project share their modules: the mock reaches only modules that load after it, and has to go.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('node:worker_threads')
  vi.resetModules()
})

const deaths = vi.hoisted(() => ({ left: 0 }))

// The real worker thread starts and is terminated before it answers.
vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof Threads>()
  class MortalWorker extends real.Worker {
    constructor(...args: ConstructorParameters<typeof real.Worker>) {
      super(...args)
      if (deaths.left === 0) return
      deaths.left -= 1
      void this.terminate()
    }
  }
  return { ...real, Worker: MortalWorker }
})

const DAY_MS = 24 * 60 * 60_000

function open() {
  const clock = virtualClock()
  const facts = recordFacts()
  const kept = valueOf(openMaintainedStore({ folder: temporaryFolder(), clock, log: facts.log }, 'desk'))
  onTestFinished(() => kept.end())
  const events = (name: string) => facts.all.filter(({ event }) => event === name).length
  /** Lets the time pass and the due work end, after which the next timer is set. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    while (clock.pending().length === 0) await new Promise(setImmediate)
  }
  return { kept, events, pass, facts }
}

describe('A check of the store whose worker thread died', () => {
  test('The quick check runs again in a new worker, and bookings may then be sent', async () => {
    deaths.left = 1
    const { kept, events, pass, facts } = open()
    await facts.next('internal-error')
    await pass(4_000)
    expect(await kept.intact).toBe(true)
    expect([events('internal-error'), events('integrity-checked')]).toEqual([1, 1])
  })

  test('The daily thorough check runs again at the next occasion, not a day later', async () => {
    const { kept, events, pass, facts } = open()
    expect(await kept.intact).toBe(true)
    while (events('backup-created') === 0) await pass(60_000)
    const before = events('integrity-checked')
    deaths.left = 1
    await pass(DAY_MS)
    while (events('internal-error') === 0) await pass(60_000)
    expect(events('integrity-checked')).toBe(before)
    for (let minute = 0; minute < 3; minute += 1) await pass(60_000)
    expect(events('integrity-checked')).toBe(before + 1)
    expect(facts.all.filter(({ event }) => event === 'store-damaged')).toEqual([])
  })
})
