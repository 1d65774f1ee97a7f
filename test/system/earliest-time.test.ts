import { expect, test } from 'vitest'
import { describeLaterTime, earliestFacts } from '../../renderer/booking/text/earliest-text.ts'
import { addMinutes, type UtcInstant } from '../../shared/time/time.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { atWork, read } from '../support/desk/hopdrive-desk.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

type Told = { readonly earliest_available_time?: unknown; readonly message?: unknown }

const CASES: readonly (readonly [
  name: string,
  told: (asked: UtcInstant) => Told,
  late: boolean,
  fact: RegExp | null,
])[] = [
  ['absent', () => ({}), false, null],
  ['null', () => ({ earliest_available_time: null, message: null }), false, null],
  ['equal to the ready-by', (asked) => ({ earliest_available_time: asked }), false, /Earliest: .* ET/],
  ['earlier', (asked) => ({ earliest_available_time: addMinutes(asked, -60) }), false, /Earliest: .* ET/],
  ['later', (asked) => ({ earliest_available_time: addMinutes(asked, 60) }), true, /Earliest: .* ET/],
  [
    'later by seconds alone',
    (asked) => ({ earliest_available_time: asked.replace(':00Z', ':30Z') }),
    false,
    /Earliest: .* ET/,
  ],
  [
    'later in another form',
    (asked) => ({ earliest_available_time: addMinutes(asked, 60).replace('T', ' ').replace('Z', '+00:00') }),
    true,
    /Earliest: .* ET/,
  ],
  [
    'unreadable',
    () => ({ earliest_available_time: 'after lunch' }),
    false,
    /Earliest: “after lunch” \(not a time we can read\)/,
  ],
  [
    'a number',
    () => ({ earliest_available_time: 1_795_546_800 }),
    false,
    /Earliest: “1795546800” \(not a time we can read\)/,
  ],
  ['in the past', () => ({ earliest_available_time: '2020-01-02T15:00:00Z' }), false, /Earliest: .*2020/],
]

test.for(CASES)(
  'A booking whose response has an earliest time that is %s is booked, and needs a person only for a later time',
  async ([, told, late, fact]) => {
    const practice = await openTestPractice(temporaryFolder(), { driver: 'manual' })
    const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(practice.url))
    const booking = oneWayBooking(3)
    await practice.answerWith({ ...told(booking.readyBy.utc), message: 'Opens at nine' })
    const { id } = valueOf(desk.bookMove(booking))
    await facts.next('send-settled')
    const after = valueOf(desk.getBooking(id))
    expect(after).toMatchObject({ state: 'booked', time: booking.readyBy })
    expect(desk.status().attention).toBe(late ? 1 : 0)
    const now = desk.status().now
    const shown = earliestFacts(after.providerValues, after.time.zone, now).map(
      ({ term, value }) => `${term}: ${value}`,
    )
    if (fact !== null) expect(shown[0]).toMatch(fact)
    expect(shown.slice(fact === null ? 0 : 1)).toEqual(['Message: “Opens at nine”'])
    const words = describeLaterTime(after, now)
    if (late)
      expect(words).toMatch(
        /^Earliest start is .*Tell the customer, or cancel\. The driver service says: “Opens at nine”$/,
      )
    else expect(words).toBeNull()
  },
)

test('A later time that a fetch tells needs a person until a person says that the customer was told', async () => {
  const clock = movableClock()
  const practice = await openTestPractice(temporaryFolder(), { driver: 'manual', clock })
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(practice.url), clock)
  const { id, time } = valueOf(desk.bookMove(oneWayBooking(3)))
  await facts.next('send-settled')
  const earliest = addMinutes(time.utc, 45)
  await practice.answerWith({ earliest_available_time: earliest, ready_by_time_utc: earliest })
  clock.moveOn(361)
  desk.checkConnection()
  await facts.next('move-refreshed')
  expect(valueOf(desk.getBooking(id))).toMatchObject({ state: 'booked', customerToTell: earliest, time })
  expect(valueOf(desk.readInbox()).bookings).toMatchObject([{ attention: true, booking: { id } }])
  valueOf(desk.resolveBooking(id, { kind: 'customer-told', who: 'Dana R.', earliest }))
  expect(desk.status().attention).toBe(0)
  // The provider then names the same minute with other seconds.
  const sameMinute = earliest.replace(':00Z', ':30Z')
  await practice.answerWith({ earliest_available_time: sameMinute, ready_by_time_utc: earliest })
  clock.moveOn(361)
  desk.checkConnection()
  await facts.next('move-refreshed')
  expect(valueOf(desk.getBooking(id)).providerValues.earliest).toBe(sameMinute)
  expect(desk.status().attention).toBe(0)
  expect(valueOf(desk.readHistory(id)).events).toContainEqual(
    expect.objectContaining({ decision: 'customer-told', who: 'Dana R.', detail: earliest }),
  )
})

test('A time inside a member of a pair is read too, and the latest of several times counts', async () => {
  const at = await atWork()
  const booking = await at.booked(pairBooking(2))
  expect(read(at, booking.id)).toMatchObject({
    customerToTell: null,
    providerValues: { earliest: booking.readyBy.utc },
  })
  const earliest = addMinutes(booking.time.utc, 30)
  await at.service.answerWith({ loaner_move: { earliest_available_time: earliest, message: 'Driver is late' } })
  at.clock.moveOn(7 * 60)
  await at.later(2)
  expect(read(at, booking.id)).toMatchObject({
    customerToTell: earliest,
    time: booking.time,
    providerValues: { earliest, message: 'Driver is late' },
  })
  expect(at.desk.status().attention).toBe(1)
})
