import Database from 'better-sqlite3'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LogEvent } from '../../electron/platform/log-events.ts'
import type { AmendmentState } from '../../shared/outbox/amendment-state.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { CLIENT, MANUAL_HOPDRIVE } from '../support/fakes/practice-controls.ts'
import { bodiesOf } from '../support/faults/fault-proxy.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { buildChildren, startDeskProcess, startPracticeProcess } from '../support/processes/processes.ts'

/** The steps of a cancellation, at which a kill could lose the request or make the desk send it twice. */
const POINTS = [
  'amendment-saved',
  'amendment-claimed',
  'amendment-answered',
  'amendment-closed',
] as const satisfies readonly LogEvent['event'][]

const ROUNDS = 3

beforeAll(buildChildren)

test('A desk killed while canceling has requested each cancellation once after its restart', async () => {
  const service = await startPracticeProcess(join(temporaryFolder(), 'judge.db'), { more: MANUAL_HOPDRIVE })
  const proxy = await openTestProxy(service.url)
  const cancels = () => bodiesOf(proxy, 'cancel')
  const folder = temporaryFolder()
  const provider = { profile: 'hopdrive', clientId: CLIENT.id }
  const start = (killAt: { event: LogEvent['event']; nth: number } | null) =>
    startDeskProcess({ folder, address: proxy.url, token: CLIENT.secret, provider, killAt })

  let number = 0
  for (const event of POINTS) {
    for (let round = 0; round < ROUNDS; round += 1) {
      number += 1
      // The last round kills at the second move of its pair, each other round at the first move.
      const pair = round > 0
      const desk = start({ event, nth: round === 2 ? 2 : 1 })
      desk.book(pair ? pairBooking(number) : oneWayBooking(number))
      await desk.heard((line) => line.event === 'send-settled')
      const saved = desk.lines.find((line) => line.event === 'saved')
      if (saved?.event !== 'saved') throw new Error('nothing was saved')
      desk.cancel(saved.bookingId)
      expect(await desk.ended, `${event}, round ${round}`).toBe('SIGKILL')

      const again = start(null)
      expect(await again.heard((line) => line.event === 'sync-idle')).toBe(true)
      again.finish()
      expect(await again.ended).toBeNull()
      const { states, numbers } = readAmendments(join(folder, 'desk.db'), saved.bookingId)
      expect(states, `${event}, round ${round}`).toEqual(pair ? ['submitted', 'submitted'] : ['submitted'])
      for (const one of numbers) {
        expect(
          cancels().filter((body) => body === `{"move_id":${one}}`),
          `${event}, round ${round}`,
        ).toHaveLength(1)
      }
    }
  }
  expect(cancels()).toHaveLength(POINTS.length * 5)
  await service.end()
})

function readAmendments(file: string, bookingId: string) {
  const db = new Database(file, { readonly: true })
  const rows = db
    .prepare(
      `SELECT w.state, m.number FROM amendments w JOIN moves m ON m.id = w.move_id WHERE m.booking_id = ? ORDER BY w.seq`,
    )
    .all(bookingId) as { state: AmendmentState; number: number }[]
  db.close()
  return { states: rows.map((row) => row.state), numbers: rows.map((row) => row.number) }
}
