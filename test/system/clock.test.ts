import { describe, expect, test } from 'vitest'
import type { Booking } from '../../shared/booking/booking.ts'
import { addMinutes, instantsOf, toLocal, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { oneWayBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'
import { describeNotice } from '../../renderer/app/text/notice-text.ts'

/* A desk on a PC whose clock is wrong, against a provider whose clock is right, over real HTTP. */

const DAY = 24 * 60
const ZONE = 'America/New_York'

/** A one-way whose own time is so many minutes from now, truly. */
function inMinutes(number: number, minutes: number): Booking {
  const local = toLocal(addMinutes(systemClock.now(), minutes), ZONE)
  const readyBy = { local, zone: ZONE, utc: instantsOf(local, ZONE).at(-1) ?? '' }
  return oneWayBooking(number, { readyBy })
}

async function openOn(minutesAhead: number) {
  const practice = await openTestPractice(temporaryFolder())
  const clock = movableClock()
  clock.moveOn(minutesAhead)
  const opened = await openTestDesk(temporaryFolder(), providerOf(practice.url), clock)
  const said = () =>
    opened.desk.status().notices.flatMap((notice) => (notice.code === 'clock-wrong' ? [describeNotice(notice)] : []))
  return { ...opened, practice, clock, said }
}

const apart = (one: UtcInstant, other: UtcInstant) => Math.abs(toMillis(one) - toMillis(other)) / 60_000

describe.for([DAY, -DAY, 180, -180, 3, -3])('a PC that is ahead by %i minutes', (ahead) => {
  test('is found out at the first answer, said in the window, and the desk goes by the provider’s time', async () => {
    const { desk, facts, practice, said } = await openOn(ahead)
    const told: string[] = []
    desk.onStatus(({ notices }) => void told.push(...notices.map(({ code }) => code)))
    await facts.next('sync-idle')
    expect(said()).toEqual([expect.stringContaining(ahead > 0 ? 'ahead of' : 'behind')])
    expect(told).toContain('clock-wrong')
    expect(apart(desk.status().now, systemClock.now())).toBeLessThan(0.1)
    expect(facts.all.filter(({ event }) => event === 'clock')).toMatchObject([{ code: ahead > 0 ? 'ahead' : 'behind' }])

    const inTime = valueOf(desk.bookMove(inMinutes(1, 150)))
    await facts.next('send-settled')
    expect(valueOf(desk.getBooking(inTime.id)).state).toBe('booked')
    const over = desk.bookMove(inMinutes(2, -2))
    expect(over.ok ? '' : describeFailure(over.failure)).toBe('One field needs another look.')
    expect(await practice.ledger()).toHaveLength(1)
  })
})

test('what was booked offline on a PC that is hours slow is not sent late when the link is back', async () => {
  const { desk, facts, practice } = await openOn(-180)
  await practice.cut()
  // It should have left an hour ago, of which this PC knows nothing yet.
  const { id } = valueOf(desk.bookMove(inMinutes(1, 10)))
  await practice.restore()
  desk.checkConnection()
  await facts.next('entry-skipped')
  expect(valueOf(desk.getBooking(id))).toMatchObject({ state: 'held', entry: { code: 'send-by-passed' } })
  expect(await practice.ledger()).toHaveLength(0)
})

test('a clock that is set while the desk runs is found out before the next booking, and so is its end', async () => {
  const { desk, facts, practice, clock, said } = await openOn(0)
  await facts.next('sync-idle')
  expect(said()).toEqual([])
  clock.moveOn(-180)
  const late = desk.bookMove(inMinutes(1, -30))
  // Nobody has told this PC yet, so it takes what has passed; what it would send is asked about first.
  const { id } = valueOf(late)
  await facts.next('entry-skipped')
  expect(valueOf(desk.getBooking(id))).toMatchObject({ state: 'held', entry: { code: 'too-late' } })
  expect(said()).toEqual([expect.stringContaining('3 hours behind')])
  clock.moveOn(180)
  // Nobody has to look: the line does so at its next tick.
  desk.checkConnection()
  await facts.next('clock', ({ code }) => code === 'right')
  valueOf(desk.bookMove(inMinutes(2, 150)))
  await facts.next('send-settled')
  expect(said()).toEqual([])
  expect(facts.all.flatMap((fact) => (fact.event === 'clock' ? [fact.code] : []))).toEqual(['behind', 'right'])
  expect(await practice.ledger()).toHaveLength(1)
})
