import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../electron/platform/clock.ts'
import { oneWayBooking } from '../support/builders/bookings.ts'
import { openTestPractice } from '../support/desk/test-desk.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { buildChildren, startDeskProcess } from '../support/processes/processes.ts'

/* A provider that asked for a pause, and a desk whose process is killed and started again within that pause. */

const PAUSE_SECONDS = 8

beforeAll(buildChildren)

test.for([429, 503])(
  'A desk that is killed after a %i with Retry-After and starts again asks nothing before that time',
  async (status) => {
    const practice = await openTestPractice(temporaryFolder())
    const proxy = await openTestProxy(practice.url)
    /** When each request arrived, in milliseconds of the monotonic clock. */
    const arrivals: number[] = []
    proxy.addToxic(() => {
      arrivals.push(systemClock.monotonic())
      const headers = [`retry-after: ${PAUSE_SECONDS}`]
      return arrivals.length === 1 ? { type: 'status', when: 'before', status, body: 'none', headers } : null
    })
    const order = { folder: temporaryFolder(), address: proxy.url, token: practice.token, killAt: null }
    const first = startDeskProcess(order)
    first.book(oneWayBooking(1))
    await first.heard((line) => line.event === 'saved')
    await first.heard((line) => line.event === 'connection' && line.cause === 'provider-busy')
    first.kill()
    await first.ended

    const second = startDeskProcess(order)
    expect(await second.heard((line) => line.event === 'connection')).toBe(true)
    expect(second.lines).toContainEqual({ event: 'connection', kind: 'down', cause: 'provider-busy' })
    // The restart is part of the proof only while the pause lasts.
    expect(systemClock.monotonic() - (arrivals[0] ?? 0)).toBeLessThan(PAUSE_SECONDS * 1000)
    expect(arrivals).toHaveLength(1)
    expect(await second.heard((line) => line.event === 'send-settled')).toBe(true)
    second.finish()
    await second.ended
    expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThanOrEqual((PAUSE_SECONDS - 1) * 1000)
    expect(await practice.ledger()).toHaveLength(1)
  },
)
