import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LogEvent } from '../../electron/platform/log-events.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { breachesOfReschedule, LATER, readReschedule } from '../support/crash/rescheduling.ts'
import { CLIENT, MANUAL_HOPDRIVE } from '../support/fakes/practice-controls.ts'
import { bodiesOf } from '../support/faults/fault-proxy.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { buildChildren, startDeskProcess, startPracticeProcess } from '../support/processes/processes.ts'

/** The steps of a reschedule, and the state of the replacement after a kill there and a restart. */
const POINTS: readonly (readonly [event: LogEvent['event'], nth: number, becomes: 'booked' | 'in-doubt'])[] = [
  ['booking-rescheduled', 1, 'booked'],
  ['send-connecting', 2, 'booked'],
  ['send-connected', 2, 'booked'],
  ['send-claimed', 2, 'in-doubt'],
  ['send-written', 2, 'in-doubt'],
  ['send-answered', 2, 'in-doubt'],
  ['send-settled', 2, 'booked'],
  ['replaced-cancel-asked', 1, 'booked'],
  ['amendment-saved', 2, 'booked'],
  ['amendment-claimed', 1, 'booked'],
  ['amendment-answered', 1, 'booked'],
  ['amendment-closed', 1, 'booked'],
  ['amendment-claimed', 2, 'booked'],
  ['amendment-answered', 2, 'booked'],
]

beforeAll(buildChildren)

test('A desk killed at any step of a reschedule cancels the old pair once after its restart, and only for a replacement that is booked', async () => {
  const service = await startPracticeProcess(join(temporaryFolder(), 'judge.db'), { more: MANUAL_HOPDRIVE })
  const proxy = await openTestProxy(service.url)
  const provider = { profile: 'hopdrive', clientId: CLIENT.id }

  let number = 0
  for (const [event, nth, becomes] of POINTS) {
    const folder = temporaryFolder()
    const start = (killAt: { event: LogEvent['event']; nth: number } | null) =>
      startDeskProcess({ folder, address: proxy.url, token: CLIENT.secret, provider, killAt })
    number += 1
    const where = `${event} ${nth}`
    const desk = start({ event, nth })
    desk.book(pairBooking(number))
    await desk.heard((line) => line.event === 'send-settled')
    const saved = desk.lines.find((line) => line.event === 'saved')
    if (saved?.event !== 'saved') throw new Error('nothing was saved')
    desk.reschedule(saved.bookingId, LATER)
    expect(await desk.ended, where).toBe('SIGKILL')

    const again = start(null)
    expect(await again.heard((line) => line.event === 'sync-idle')).toBe(true)
    again.finish()
    expect(await again.ended).toBeNull()
    const stored = readReschedule(join(folder, 'desk.db'), saved.bookingId)
    expect(stored.replacement, where).toBe(becomes)
    expect(breachesOfReschedule(stored, bodiesOf(proxy, 'cancel')), where).toEqual([])
  }
  expect(bodiesOf(proxy, 'create')).toHaveLength(POINTS.length * 2 - 1)
  await service.end()
})
