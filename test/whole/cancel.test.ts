import { describe, expect, test } from 'vitest'
import type { BookedMoves } from '../../shared/move.ts'
import { changeSchema } from '../../shared/wish.ts'
import { atWork, idsOf, numbersOf, onRoad, read } from '../support/at-work.ts'
import { oneWayBooking, pairBooking } from '../support/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk.ts'
import type { Outcome } from '../support/doors.ts'
import { temporaryFolder } from '../support/folder.ts'
import { settingsFor } from '../support/hopdrive.ts'

/* Canceling and changing, from the desk to a provider that takes both and back. The provider's acts are made by hand. */

const WHO = 'Dana R.'
const wishesOf = (booking: BookedMoves) => booking.moves.map(({ wishes: [wish] }) => [wish?.state, wish?.code])

describe('a cancellation is asked for once and judged later', () => {
  const ENDINGS: readonly (readonly [Outcome, state: string, code: string, reason: RegExp | null])[] = [
    ['succeeded', 'done', 'free', null],
    ['partial', 'done', 'partial', null],
    ['rescheduled', 'done', 'rescheduled', null],
    ['failed', 'refused', 'failed', /Too late to cancel/],
  ]
  test.for(ENDINGS)('%s', async ([outcome, state, code, reason]) => {
    const at = await atWork()
    const booking = await at.booked()
    const [number = 0] = numbersOf(booking)
    valueOf(at.desk.askCancel(idsOf(booking), WHO))
    expect(await at.facts.next('wish-settled')).toMatchObject({ state: 'asked' })
    await at.later()
    expect(read(at, booking.id).moves[0]).toMatchObject({ cancelStatus: { value: 'pending' } })
    await at.service.decide(number, outcome)
    await at.later()
    const after = read(at, booking.id)
    expect(wishesOf(after)).toEqual([[state, code]])
    expect(after.moves[0]).toMatchObject({
      cancelStatus: { known: true, value: outcome },
      cancelReason: expect.stringMatching(/\w/) as string,
    })
    if (reason !== null) expect(after.moves[0]?.wishes[0]?.reason).toMatch(reason)
    expect(at.desk.status()).toMatchObject({ waiting: 0, attention: outcome === 'failed' ? 1 : 0 })
    // Only what was too late can be asked for again.
    expect(at.desk.askCancel(idsOf(booking), WHO).ok).toBe(outcome === 'failed')
  })

  test('one of a pair that was given another number is known by the other’s news', async () => {
    const at = await atWork()
    const booking = await at.booked(pairBooking(2))
    const [number = 0] = numbersOf(booking)
    valueOf(at.desk.askCancel(idsOf(booking).slice(0, 1), WHO))
    await at.facts.next('wish-settled')
    const fresh = await at.service.decide(number, 'rescheduled')
    await at.later()
    at.clock.moveOn(7 * 60)
    await at.later()
    const [customer, loaner] = read(at, booking.id).moves
    expect(customer).toMatchObject({ replacedBy: fresh, wishes: [{ state: 'done', code: 'rescheduled' }] })
    expect(loaner).toMatchObject({ replacedBy: null, wishes: [] })
  })

  test('both of a pair are asked for, each by its number, and one leaves the other as it is', async () => {
    const at = await onRoad()
    const both = await at.booked(pairBooking(2))
    const half = await at.booked(pairBooking(4))
    valueOf(at.desk.askCancel(idsOf(both), WHO))
    valueOf(at.desk.askCancel(idsOf(half).slice(0, 1), WHO))
    for (let settled = 0; settled < 3; settled += 1) await at.facts.next('wish-settled')
    expect(at.arrived('cancel')).toEqual(
      [...numbersOf(both), numbersOf(half)[0]].map((number) => `{"move_id":${number}}`),
    )
    for (const number of [...numbersOf(both), numbersOf(half)[0] ?? 0]) await at.service.decide(number, 'succeeded')
    at.clock.moveOn(7 * 60)
    await at.later(4)
    expect(wishesOf(read(at, both.id))).toEqual([
      ['done', 'free'],
      ['done', 'free'],
    ])
    expect(read(at, half.id).moves.map((move) => move.cancelStatus)).toMatchObject([
      { value: 'succeeded' },
      { value: 'not cancelled' },
    ])
  })
})

describe('a cancellation that meets trouble', () => {
  test('offline it waits on this PC, outlives a restart, and is asked for when the link is back', async () => {
    const folder = temporaryFolder()
    const at = await atWork(undefined, folder)
    const booking = await at.booked(pairBooking(2))
    await at.service.cut()
    at.desk.lookNow()
    await at.facts.next('link', (fact) => fact.kind === 'down')
    valueOf(at.desk.askCancel(idsOf(booking), WHO))
    expect(at.desk.status()).toMatchObject({ waiting: 1 })
    await at.close()
    await at.service.restore()
    const again = await openTestDesk(folder)
    valueOf(await again.desk.changeSettings(settingsFor(at.service)))
    await again.facts.next('wish-settled')
    await again.facts.next('wish-settled')
    expect(wishesOf(read(again, booking.id))).toEqual([
      ['asked', 'pending'],
      ['asked', 'pending'],
    ])
  })

  test('a token that ran out meanwhile is signed in for anew, and one that is refused again lets it wait', async () => {
    const refused = { kind: 'status', when: 'before', status: 401, body: { errors: 'unauthorized' } } as const
    const once = await onRoad({ asks: 'cancel', nth: 1, fault: { kind: 'expired-token', when: 'before' } })
    valueOf(once.desk.askCancel(idsOf(await once.booked()), WHO))
    expect(await once.facts.next('wish-settled')).toMatchObject({ state: 'asked' })
    const twice = await onRoad(...[1, 2].map((nth) => ({ asks: 'cancel', nth, fault: refused }) as const))
    valueOf(twice.desk.askCancel(idsOf(await twice.booked()), WHO))
    expect(await twice.facts.next('wish-settled')).toMatchObject({ state: 'waiting' })
    await twice.facts.next('link', (fact) => fact.cause === 'token-refused')
    twice.desk.lookNow()
    expect(await twice.facts.next('wish-settled')).toMatchObject({ state: 'asked' })
    expect(twice.arrived('cancel')).toHaveLength(3)
  })

  test('a provider that is busy lets it wait, and it is asked for after that', async () => {
    const busy = { kind: 'busy', when: 'before', retryAfter: 'zero', envelope: true } as const
    const at = await onRoad({ asks: 'cancel', nth: 1, fault: busy })
    valueOf(at.desk.askCancel(idsOf(await at.booked()), WHO))
    expect(await at.facts.next('wish-settled')).toMatchObject({ state: 'waiting' })
    await at.facts.next('link', (fact) => fact.cause === 'provider-busy')
    expect(await at.facts.next('wish-settled')).toMatchObject({ state: 'asked' })
    expect(at.arrived('cancel')).toHaveLength(2)
  })

  test('asked for while the booking is in doubt it waits for the answer to that', async () => {
    const at = await onRoad({ asks: 'create', fault: { kind: 'drop', when: 'after', end: 'rst' } })
    const booking = await at.booked(oneWayBooking(21))
    expect(booking.state).toBe('in-doubt')
    expect(at.desk.askChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red' }), WHO)).toMatchObject({
      failure: { code: 'not-possible' },
    })
    const asked = valueOf(at.desk.askCancel(idsOf(booking), WHO))
    expect(wishesOf(asked)).toEqual([['waiting', null]])
    at.desk.lookNow()
    await at.facts.next('sync-idle')
    expect(wishesOf(read(at, booking.id))).toEqual([['waiting', null]])
  })

  test('what waits to be asked holds the desk at its provider, and can be taken back', async () => {
    const at = await atWork()
    const booking = await at.booked()
    await at.service.cut()
    at.desk.lookNow()
    await at.facts.next('link', (fact) => fact.kind === 'down')
    const wish = valueOf(at.desk.askCancel(idsOf(booking), WHO)).moves[0]?.wishes[0]
    const gone = await at.desk.changeSettings({ provider: null, rooftop: null })
    expect(gone).toMatchObject({ ok: false, failure: { code: 'open-bookings' } })
    if (!gone.ok) expect(gone.failure.message).toContain('1 to be canceled or changed')
    valueOf(at.desk.withdrawWish(wish?.id ?? ''))
    expect((await at.desk.changeSettings({ provider: null, rooftop: null })).ok).toBe(true)
  })
})

describe('a change', () => {
  test('reaches the provider, names a loaner that was not known, and is what the desk then shows', async () => {
    const at = await atWork()
    const booking = await at.booked(pairBooking(2, { loaner: null }))
    const [, loaner = ''] = idsOf(booking)
    valueOf(at.desk.askChange(loaner, changeSchema.parse({ stock: 'LN-7', make: 'Kia', model: 'Soul' }), WHO))
    expect(await at.facts.next('wish-settled')).toMatchObject({ state: 'done' })
    await at.facts.next('move-refreshed')
    const after = read(at, booking.id).moves[1]
    expect(after?.vehicle).toMatchObject({ stock: 'LN-7', make: 'Kia', model: 'Soul' })
    expect(after?.vehicleTold).toMatchObject({ stock: 'LN-7', make: 'Kia', model: 'Soul' })
    expect(valueOf(at.desk.findMoves({ text: 'ln-7', limit: 9 })).moves).toHaveLength(1)
  })

  test('asked for offline leaves as it was asked, although the news of the move said otherwise meanwhile', async () => {
    const at = await atWork()
    const booking = await at.booked()
    await at.service.cut()
    at.desk.lookNow()
    await at.facts.next('link', (fact) => fact.kind === 'down')
    const readyBy = { local: '2099-07-01T09:00', zone: 'America/New_York', utc: '2099-07-01T13:00:00Z' }
    valueOf(at.desk.askChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red', readyBy }), WHO))
    await at.service.restore()
    at.clock.moveOn(7 * 60)
    at.desk.lookNow()
    expect(await at.facts.next('wish-settled')).toMatchObject({ state: 'done', code: 'taken' })
    await at.facts.next('move-refreshed')
    const after = read(at, booking.id)
    expect(after.moves[0]?.vehicleTold).toMatchObject({ color: 'Red', make: 'Ford' })
    expect(after.readyBy).toEqual({ utc: readyBy.utc, source: 'provider' })
  })

  test('that comes too late is refused in the provider’s words, and nothing here changes', async () => {
    const at = await atWork()
    const booking = await at.booked()
    for (let step = 0; step < 3; step += 1) await at.service.step(numbersOf(booking)[0] ?? 0)
    valueOf(at.desk.askChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red' }), WHO))
    expect(await at.facts.next('wish-settled')).toMatchObject({ state: 'refused' })
    await at.facts.next('move-refreshed')
    const after = read(at, booking.id).moves[0]
    expect(after?.wishes[0]?.reason).toMatch(/was picked up and can no longer be changed/)
    expect(after?.vehicle?.color).toBe(booking.moves[0]?.vehicle?.color)
    expect(at.desk.askChange(idsOf(booking)[0] ?? '', changeSchema.parse({ color: 'Red' }), WHO)).toMatchObject({
      failure: { code: 'too-late' },
    })
  })
})

test('a provider of the description alone takes neither, and the desk says what to do instead', async () => {
  const practice = await openTestPractice(temporaryFolder())
  const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(practice.url))
  const { id } = valueOf(desk.bookMove(pairBooking(2)))
  await facts.next('send-settled')
  const booking = valueOf(desk.getBooking(id))
  const asked = desk.askCancel(idsOf(booking), WHO)
  expect(asked).toMatchObject({ ok: false, failure: { code: 'not-possible' } })
  if (!asked.ok) expect(asked.failure.message).toContain('Call it')
})
