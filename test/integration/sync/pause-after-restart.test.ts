import { describe, expect, test } from 'vitest'
import { addMinutes } from '../../../shared/time/time.ts'
import type { FetchMoveResult } from '../../../electron/provider/client.ts'
import { readSetting, writeSetting } from '../../../electron/store/tables/settings.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered } from '../../support/builders/sent-request.ts'
import { REMOTE } from '../../support/desk/test-store.ts'
import { bookedAnswer, breakDisk, NOT_THERE, openSyncDesk, settled } from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

/* A pause that the provider asked for outlives the process that heard the request for the pause. */

const MINUTE = 60_000
const KEY = `provider-pause ${REMOTE.profile} ${REMOTE.address}`

const asksToWait = (status: number, seconds: number): FetchMoveResult => ({
  kind: 'answered',
  answer: { status, headers: { 'retry-after': String(seconds) }, body: '', complete: true },
})

/** The trust of a corrected clock from which this PC's clock differs by so many minutes. */
const trusted = (skewMinutes: number) => ({
  isSuspect: () => false,
  acceptUnverified: () => true,
  skewMs: () => skewMinutes * MINUTE,
  disputeMs: () => 0,
})

/** A desk whose first process was asked to wait ten minutes, and that waits to be started again. */
async function restDesk(status = 429) {
  const desk = openSyncDesk()
  desk.book(oneWayBooking(1))
  desk.script.ask = () => asksToWait(status, 600)
  const first = desk.start()
  await settled()
  await first.close()
  desk.script.ask = () => NOT_THERE
  const asked = () => desk.calls.filter((call) => call !== 'abandon').length
  return { ...desk, asked }
}

describe('A restart within a pause', () => {
  test.for([429, 503])(
    'The send queue asks a provider nothing after a restart until the Retry-After of its %i is over',
    async (status) => {
      const desk = await restDesk(status)
      expect(desk.asked()).toBe(1)
      desk.clock.advance(4 * MINUTE)
      const sync = desk.start()
      await settled()
      expect(sync.connection()).toMatchObject({ kind: 'down', cause: 'provider-busy', until: addMinutes(START, 10) })
      sync.wake()
      sync.checkConnection()
      sync.onSystemResume()
      desk.clock.advance(6 * MINUTE - 1_000)
      await settled()
      expect(desk.asked() - desk.calls.filter((call) => call === 'resumed').length).toBe(1)
      desk.clock.advance(1_000)
      await desk.facts.next('sync-idle')
      expect(desk.sent).toHaveLength(1)
    },
  )

  test.for([429, 503])('The Retry-After of a booking answered with %i is kept over a restart', async (status) => {
    const desk = openSyncDesk()
    desk.book(oneWayBooking(1))
    desk.book(oneWayBooking(2))
    desk.script.send = () => answered(status, '', { headers: { 'retry-after': '600' } })
    const first = desk.start()
    await settled()
    // The health check of a 503 would be a request within the pause.
    expect([desk.sent.length, desk.asked.length]).toEqual([1, 1])
    await first.close()
    desk.script.send = bookedAnswer
    desk.start()
    desk.clock.advance(10 * MINUTE - 1_000)
    await settled()
    expect([desk.sent.length, desk.asked.length]).toEqual([1, 1])
    desk.clock.advance(1_000)
    await desk.facts.next('sync-idle')
    // A booking that was answered with 503 is in doubt and is not sent again.
    expect(desk.sent).toHaveLength(status === 429 ? 3 : 2)
  })

  test('A restart after the pause checks the provider at once', async () => {
    const desk = await restDesk()
    desk.clock.advance(10 * MINUTE)
    desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.sent).toHaveLength(1)
  })

  test('A wall clock that was set back before the restart makes the pause no longer than the provider asked', async () => {
    const desk = await restDesk()
    desk.clock.setWall(addMinutes(START, -600))
    desk.start()
    await settled()
    expect(desk.clock.pending()).toEqual([10 * MINUTE])
    desk.clock.advance(10 * MINUTE)
    await desk.facts.next('sync-idle')
    expect(desk.sent).toHaveLength(1)
  })

  test('Restarts after a clock was set back do not begin the pause anew each time', async () => {
    const desk = await restDesk()
    desk.clock.setWall(addMinutes(START, -600))
    await desk.start().close()
    desk.clock.advance(4 * MINUTE)
    desk.start()
    await settled()
    expect(desk.clock.pending()).toEqual([6 * MINUTE])
  })

  test('A PC clock that was three hours behind and is right after the restart does not end the pause early', async () => {
    const desk = openSyncDesk()
    desk.script.ask = () => asksToWait(429, 600)
    // The corrected clock runs three hours ahead of this PC's clock.
    const first = desk.start({ clock: desk.clock, clockTrust: trusted(-180) })
    await settled()
    await first.close()
    desk.clock.advance(MINUTE)
    desk.start()
    await settled()
    expect([desk.asked.length, desk.clock.pending()]).toEqual([1, [9 * MINUTE]])
  })

  test('A PC clock that is ahead of the provider keeps its pause over a restart', async () => {
    const desk = openSyncDesk()
    desk.script.ask = () => asksToWait(429, 600)
    const true_ = { ...desk.clock, now: () => addMinutes(desk.clock.now(), -180) }
    const first = desk.start({ clock: true_, clockTrust: trusted(180) })
    await settled()
    await first.close()
    desk.clock.advance(MINUTE)
    // The next process does not know the skew yet and goes by this PC's clock.
    desk.start()
    await settled()
    expect([desk.asked.length, desk.clock.pending()]).toEqual([1, [9 * MINUTE]])
  })

  test('A pause belongs to its provider, and another provider is asked at once', async () => {
    const desk = await restDesk()
    desk.start({ remote: { ...REMOTE, address: 'https://other.example' } })
    await settled()
    expect(desk.asked()).toBeGreaterThan(1)
  })

  test('A new token ends the pause, and an answer of the provider ends the stored pause', async () => {
    const desk = await restDesk()
    const sync = desk.start()
    await settled()
    expect(desk.asked()).toBe(1)
    sync.reset()
    await desk.facts.next('sync-idle')
    expect(desk.store.read((view) => readSetting(view, KEY))).toBeNull()
    await sync.close()
    const asked = desk.asked()
    desk.start()
    await desk.facts.next('sync-idle')
    expect(desk.asked()).toBeGreaterThan(asked)
  })

  test('A stored pause that cannot be read is logged and does not stop the send queue', async () => {
    const desk = openSyncDesk()
    desk.book(oneWayBooking(1))
    for (const text of ['{', '{"until":"2026-11-21T16:00:00Z","ms":86400001}']) {
      desk.store.write((tx) => writeSetting(tx, KEY, text))
      const sync = desk.start()
      await settled()
      expect(desk.facts.all).toContainEqual(expect.objectContaining({ place: 'provider-pause' }))
      await sync.close()
    }
    expect(desk.sent).toHaveLength(1)
  })

  test('A disk that refuses the pause does not shorten the pause of this process', async () => {
    const desk = openSyncDesk()
    desk.script.ask = () => asksToWait(429, 600)
    const mend = breakDisk(desk.store)
    desk.start()
    await settled()
    mend()
    expect(desk.facts.all).toContainEqual(expect.objectContaining({ place: 'provider-pause' }))
    expect([desk.asked.length, desk.clock.pending()]).toEqual([1, [10 * MINUTE]])
  })
})
