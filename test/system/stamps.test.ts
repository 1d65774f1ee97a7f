import { describe, expect, test } from 'vitest'
import { isLate } from '../../shared/views/day.ts'
import { notCancelableReason, notChangeableReason } from '../../shared/outbox/amendment-rules.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { describeFee } from '../../renderer/booking/text/cancel-question-text.ts'
import { oneWayBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { proves } from '../support/spec-rows.ts'

const AT = '2026-11-20T14:05:00Z'

/** A desk with a booked one-way at a provider whose driver stands still. */
async function bookedOneWay() {
  const clock = movableClock()
  const practice = await openTestPractice(temporaryFolder(), { driver: 'manual', clock })
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(practice.url), clock)
  const { id } = valueOf(desk.bookMove(oneWayBooking(3)))
  await facts.next('send-settled')
  /** Lets the provider tell these values of the move, and fetches the move. */
  const told = async (move: object) => {
    await practice.answerWith({ move })
    clock.moveOn(361)
    desk.checkConnection()
    await facts.next('move-refreshed')
    return valueOf(desk.getBooking(id))
  }
  return { practice, desk, told }
}

describe('A stamp that cannot be read as a time', () => {
  test('A stage without a readable time counts as reached and keeps a known time', async () => {
    proves('2.1: not-shown-types', '3: progress')
    const { told, desk } = await bookedOneWay()
    const stagesOf = async (move: object) => (await told(move)).moves[0]?.stages
    expect(await stagesOf({ pickup_started: true, pickup_arrived: 1_795_546_800 })).toMatchObject({
      pickup_started: { known: true, value: true },
      pickup_arrived: { known: true, value: true },
      pickup_successful: { known: true, value: null },
    })
    expect(valueOf(desk.findBookings({ text: '', limit: 5 })).bookings[0]?.moves[0]?.stage).toBe('pickup_arrived')
    expect(await stagesOf({ pickup_arrived: 'Fri, 20 Nov 2026 14:05:00 GMT' })).toMatchObject({
      pickup_arrived: { known: true, value: AT },
    })
    expect(await stagesOf({ pickup_arrived: 'yes', status: 'pickup arrived' })).toMatchObject({
      pickup_arrived: { known: true, value: AT },
    })
  })

  test('What follows from a reached stage follows without its time: late, changes and cost', async () => {
    const { told } = await bookedOneWay()
    const before = await told({})
    const afterTime = addMinutes(before.time.utc, 60)
    expect(isLate(before, afterTime)).toBe(true)
    expect(describeFee(before.moves)).toContain("hasn't started")
    const there = await told({ status: 'Pickup Arrived' })
    const [move] = there.moves
    expect(move?.stages).toMatchObject({ pickup_started: { value: true }, pickup_arrived: { value: true } })
    expect(isLate(there, afterTime)).toBe(false)
    expect(describeFee(there.moves)).toContain('The driver has started, so this may be charged.')
    const gone = await told({ delivery_successful: 'done' })
    const [delivered] = gone.moves
    if (delivered === undefined) throw new Error('the booking has no move')
    expect(notCancelableReason(gone, delivered)?.failure.detail).toBe('delivered')
    expect(notChangeableReason(gone, delivered)?.failure.detail).toBe('collected')
  })
})

test('An external move keeps a known time of a stage, and shows a stage without a time as reached', async () => {
  const { practice, told } = await bookedOneWay()
  const [own] = (await told({})).moves
  const number = own?.number.known === true ? own.number.value : 0
  const { desk } = await openTestDesk(temporaryFolder(), providerOf(practice.url))
  const stages = async (move: object) => {
    await practice.answerWith({ move })
    return valueOf(await desk.fetchExternalMove(number)).move.stages
  }
  expect(await stages({ pickup_started: 7, status: 'pickup arrived' })).toMatchObject({
    pickup_started: true,
    pickup_arrived: true,
    pickup_successful: null,
  })
  expect(await stages({ pickup_started: '2026-11-20 14:05' })).toMatchObject({ pickup_started: AT })
  expect(await stages({ pickup_started: 'yes' })).toMatchObject({ pickup_started: AT })
  expect(valueOf(desk.searchExternalMoves(String(number))).moves[0]?.move.stages.pickup_started).toBe(AT)
})
