import { describe, expect, test } from 'vitest'
import type { Booking } from '../../shared/booking/booking.ts'
import { addMinutes, instantsOf, toLocal, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import type { DeskOptions } from '../../electron/desk/desk.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { oneWayBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'
import { describeNotice } from '../../renderer/app/text/notice-text.ts'

/* A desk on a PC whose clock is wrong, against a provider whose clock is right, over real HTTP. */

const DAY = 24 * 60
const ZONE = 'America/New_York'

/** A one-way whose time is so many minutes from the true time. */
function inMinutes(number: number, minutes: number): Booking {
  const local = toLocal(addMinutes(systemClock.now(), minutes), ZONE)
  const readyBy = { local, zone: ZONE, utc: instantsOf(local, ZONE).at(-1) ?? '' }
  return oneWayBooking(number, { readyBy })
}

async function openOn(minutesAhead: number, more: Partial<DeskOptions> = {}) {
  const practice = await openTestPractice(temporaryFolder())
  const clock = movableClock()
  clock.moveOn(minutesAhead)
  const opened = await openTestDesk(temporaryFolder(), providerOf(practice.url), clock, more)
  const shownNotices = () =>
    opened.desk.status().notices.flatMap((notice) => (notice.code === 'clock-wrong' ? [describeNotice(notice)] : []))
  return { ...opened, practice, clock, shownNotices }
}

const apart = (one: UtcInstant, other: UtcInstant) => Math.abs(toMillis(one) - toMillis(other)) / 60_000

describe.for([DAY, -DAY, 180, -180, 3, -3])('A PC clock ahead by %i minutes', (ahead) => {
  test(`A PC clock ahead by ${ahead} minutes is detected at the first response, shown and corrected`, async () => {
    const { desk, facts, practice, shownNotices } = await openOn(ahead)
    const codes: string[] = []
    desk.onStatus(({ notices }) => void codes.push(...notices.map(({ code }) => code)))
    await facts.next('sync-idle')
    expect(shownNotices()).toEqual([expect.stringContaining(ahead > 0 ? 'ahead of' : 'behind')])
    expect(codes).toContain('clock-wrong')
    expect(apart(desk.status().now, systemClock.now())).toBeLessThan(0.1)
    expect(facts.all.filter(({ event }) => event === 'clock')).toMatchObject([{ code: ahead > 0 ? 'ahead' : 'behind' }])

    const inTime = valueOf(desk.bookMove(inMinutes(1, 150)))
    await facts.next('send-settled')
    expect(valueOf(desk.getBooking(inTime.id)).state).toBe('booked')
    const over = desk.bookMove(inMinutes(2, -2))
    expect(over.ok ? '' : describeFailure(over.failure)).toBe('One field needs a fix.')
    expect(await practice.ledger()).toHaveLength(1)
  })
})

test('A booking made offline on a PC that is hours slow is held instead of being sent late', async () => {
  const { desk, facts, practice } = await openOn(-180)
  await practice.cut()
  // The send-by time was an hour ago, but the PC clock says otherwise.
  const { id } = valueOf(desk.bookMove(inMinutes(1, 10)))
  await practice.restore()
  desk.checkConnection()
  await facts.next('entry-skipped')
  expect(valueOf(desk.getBooking(id))).toMatchObject({ state: 'held', entry: { code: 'send-by-passed' } })
  expect(await practice.ledger()).toHaveLength(0)
})

test('A PC that follows a time server is three hours behind the provider, and a person decides what is late', async () => {
  const { desk, facts, practice } = await openOn(-180, { readTimeSync: async () => 'synchronized' })
  await facts.next('clock', ({ code }) => code === 'disputed')
  const notices = desk.status().notices.map((notice) => [notice.code, describeNotice(notice)])
  expect(notices).toContainEqual(['clock-disputed', expect.stringContaining("3 hours ahead of this computer's")])
  expect(notices.map(([code]) => code)).not.toContain('clock-wrong')
  expect(apart(desk.status().now, addMinutes(systemClock.now(), -180))).toBeLessThan(0.1)
  desk.checkConnection()

  const both = valueOf(desk.bookMove(inMinutes(1, 300)))
  await facts.next('send-settled')
  expect(valueOf(desk.getBooking(both.id)).state).toBe('booked')
  const one = valueOf(desk.bookMove(inMinutes(2, 30)))
  await facts.next('entry-skipped')
  const held = valueOf(desk.getBooking(one.id))
  expect(held).toMatchObject({ state: 'held', entry: { code: 'clock-disputed' } })
  expect(await practice.ledger()).toHaveLength(1)
  valueOf(desk.resolveBooking(one.id, { kind: 'release', who: 'Dana R.' }))
  await facts.next('send-settled')
  expect(valueOf(desk.getBooking(one.id)).state).toBe('booked')
  expect(await practice.ledger()).toHaveLength(2)
})

test('A clock set while the desk runs is detected before the next booking, and so is its correction', async () => {
  const { desk, facts, practice, clock, shownNotices } = await openOn(0)
  await facts.next('sync-idle')
  expect(shownNotices()).toEqual([])
  clock.moveOn(-180)
  const late = desk.bookMove(inMinutes(1, -30))
  // The desk does not know the skew yet and saves a passed time, but checks the clock before the send.
  const { id } = valueOf(late)
  await facts.next('entry-skipped')
  expect(valueOf(desk.getBooking(id))).toMatchObject({ state: 'held', entry: { code: 'too-late' } })
  expect(shownNotices()).toEqual([expect.stringContaining('3 hours behind')])
  clock.moveOn(180)
  // The send queue also detects the correction at its next tick.
  desk.checkConnection()
  await facts.next('clock', ({ code }) => code === 'right')
  valueOf(desk.bookMove(inMinutes(2, 150)))
  await facts.next('send-settled')
  expect(shownNotices()).toEqual([])
  expect(facts.all.flatMap((fact) => (fact.event === 'clock' ? [fact.code] : []))).toEqual(['behind', 'right'])
  expect(await practice.ledger()).toHaveLength(1)
})
