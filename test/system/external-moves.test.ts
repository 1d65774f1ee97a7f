import { expect, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { CHARGE_ANSWER, NEWS } from '../support/builders/move-news.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { toMillis } from '../../shared/time/time.ts'
import { FAULTS, faultStatements } from '../support/faults/statement-faults.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'

/** A practice service with a move of another desk, and the number of that move. */
async function bookedElsewhere() {
  const service = await openTestPractice(temporaryFolder(), { driver: 'manual' })
  const provider = providerOf(service.url, service.token)
  const other = await openTestDesk(temporaryFolder(), provider)
  const booked = valueOf(other.desk.bookMove(pairBooking(6)))
  await other.facts.next('send-settled')
  const [customer] = valueOf(other.desk.getBooking(booked.id)).moves
  await other.close()
  if (customer?.number.known !== true) throw new Error('the move has no number')
  return { service, provider, number: customer.number.value, customer }
}

const keptBy = (desk: Desk, text: string | number) =>
  valueOf(desk.searchExternalMoves(String(text))).moves.map(({ move }) => move.number)

test('An external move keeps what the provider says of its cancellation and of its own availability', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const clock = movableClock()
  const folder = temporaryFolder()
  const { desk, close } = await openTestDesk(folder, provider, clock)
  await service.answerWith({
    earliest_available_time: '2026-11-28T14:00:00Z',
    message: 'Closed for the holiday',
    move: { cancel_status: 'rescheduled', cancel_reason: 'Nobody was at the door' },
  })
  const said = {
    cancelReason: 'Nobody was at the door',
    earliest: '2026-11-28T14:00:00Z',
    unreadableEarliest: null,
    message: 'Closed for the holiday',
  }
  expect(valueOf(await desk.fetchExternalMove(number)).move).toMatchObject(said)
  await service.answerWith({ earliest_available_time: 'after the holiday' })
  expect(valueOf(await desk.fetchExternalMove(number)).move).toMatchObject({
    earliest: null,
    unreadableEarliest: 'after the holiday',
    message: null,
  })
  await close()
  await service.cut()
  const again = await openTestDesk(folder, provider, clock)
  expect(valueOf(await again.desk.fetchExternalMove(number)).move.unreadableEarliest).toBe('after the holiday')
})

test('An external move keeps driver, charge and settlement until the provider takes them back', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const clock = movableClock()
  const folder = temporaryFolder()
  const { desk, close } = await openTestDesk(folder, provider, clock)
  const fetched = async (values: object) => {
    await service.answerWith(values)
    return valueOf(await desk.fetchExternalMove(number)).move.news
  }
  const told = { driver_name: 'Nadia Rowe', settled: false, tracking_link: 7 }
  expect(await fetched({ charge: CHARGE_ANSWER, move: told })).toEqual({ ...NEWS, unreadableTrackingLink: '7' })
  expect(await fetched({})).toEqual(NEWS)
  await close()
  await service.cut()
  const again = await openTestDesk(folder, provider, clock)
  expect(valueOf(await again.desk.fetchExternalMove(number)).move.news).toEqual(NEWS)
  await service.restore()
  await service.answerWith({ charge: null, move: { driver_name: null, settled: true } })
  expect(valueOf(await again.desk.fetchExternalMove(number)).move.news).toEqual({ settled: true })
})

test('An external move is shown by its number, stored for the lookup, and never becomes a booking', async () => {
  const { service, provider, number, customer } = await bookedElsewhere()
  const folder = temporaryFolder()
  const clock = movableClock()
  const first = await openTestDesk(folder, provider, clock)
  const { desk } = first
  const shown = valueOf(await desk.fetchExternalMove(number))
  expect(shown).toMatchObject({
    old: null,
    notKept: null,
    move: {
      number,
      reference: customer.reference,
      vehicle: { vin: customer.vehicle?.vin },
      stages: { pickup_started: null, delivery_successful: null },
    },
  })
  expect(shown.move.pickup).toContain(customer.pickup.zip)
  for (const text of [number, customer.reference, customer.vehicle?.vin?.slice(-6), 'mulberry'])
    expect(keptBy(desk, text ?? ''), `${text}`).toEqual([number])
  // Two letters occur in too many rows to be searched for.
  for (const text of ['', 'mu', 'nowhere']) expect(keptBy(desk, text), text).toEqual([])
  expect(valueOf(desk.findBookings({ text: '', limit: 10 }))).toMatchObject({ bookings: [], total: 0 })
  expect(desk.status()).toMatchObject({ waiting: 0, attention: 0 })
  await first.close()

  // The next start shows the stored move without the link.
  await service.cut()
  clock.moveOn(5)
  const second = await openTestDesk(folder, provider, clock)
  const old = valueOf(await second.desk.fetchExternalMove(number))
  expect(old).toMatchObject({
    move: shown.move,
    fetchedAt: shown.fetchedAt,
    notKept: null,
    old: { cause: 'provider-down' },
  })
  expect((old.old?.retryAt ?? '') > shown.fetchedAt).toBe(true)
  await service.restore()
  const again = valueOf(await second.desk.fetchExternalMove(number))
  expect(again).toMatchObject({ move: shown.move, old: null })
  expect(again.fetchedAt > shown.fetchedAt).toBe(true)
  expect(await service.ledger()).toHaveLength(1)
  expect(valueOf(second.desk.findBookings({ text: '', limit: 10 })).total).toBe(0)
})

test('`fetchExternalMove` reports an unknown move, and a provider that cannot be asked', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const { desk } = await openTestDesk(temporaryFolder(), provider)
  const unknown = await desk.fetchExternalMove(999_999)
  expect(unknown).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  expect(unknown.ok ? '' : describeFailure(unknown.failure)).toContain('has no move 999999. Check the number')

  await service.cut()
  const cut = await desk.fetchExternalMove(number)
  expect(cut).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
  expect(cut.ok ? '' : describeFailure(cut.failure)).toMatch(
    /could not be looked up\. The driver service isn't responding\. Try again/,
  )
})

test('An external move that the provider no longer knows is removed from the store', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const { desk } = await openTestDesk(temporaryFolder(), provider)
  valueOf(await desk.fetchExternalMove(number))
  await service.close()
  const { port } = new URL(service.url)
  await openTestPractice(temporaryFolder(), { port: Number(port) })
  const gone = await desk.fetchExternalMove(number)
  expect(gone).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  expect(gone.ok ? '' : describeFailure(gone.failure)).toContain(`no move ${number} anymore. It was removed here`)
  expect(keptBy(desk, number)).toEqual([])
})

test('A stored external move is shown with a reason while the provider is busy or unreadable', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const proxy = await openTestProxy(service.url)
  const { desk } = await openTestDesk(temporaryFolder(), { ...provider, address: proxy.url })
  const { move } = valueOf(await desk.fetchExternalMove(number))

  const match = { asks: 'fetch' } as const
  proxy.addToxic({ type: 'busy', when: 'before', retryAfter: 'seconds', envelope: true, match })
  const busy = valueOf(await desk.fetchExternalMove(number))
  expect(busy.move).toEqual(move)
  expect(busy.old?.cause).toBe('provider-busy')
  expect(toMillis(busy.old?.retryAt ?? '')).toBeGreaterThan(toMillis(busy.fetchedAt))

  const foreign = { type: 'foreign', when: 'after', numbers: [880_001, 880_002], reference: null } as const
  proxy.removeToxics()
  proxy.addToxic({ ...foreign, match })
  const strange = valueOf(await desk.fetchExternalMove(number))
  expect(strange).toMatchObject({ move, old: { retryAt: null } })
  expect(strange.old?.cause).toBe('unreadable')
  expect(keptBy(desk, 'mulberry')).toEqual([number])
})

test('An external move is shown even when the disk refuses to store the move', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const faults = faultStatements('/desk.db')
  const { desk, facts } = await openTestDesk(temporaryFolder(), provider)
  await facts.next('sync-idle')
  for (const code of FAULTS.filter((one) => one !== 'SQLITE_CORRUPT')) {
    faults.arm(1, code)
    const shown = valueOf(await desk.fetchExternalMove(number))
    faults.mend()
    expect(shown, code).toMatchObject({ move: { number }, old: null })
    expect(shown.notKept, code).toBe('disk-full')
    expect(await facts.next('internal-error')).toMatchObject({ place: 'external-move', code })
    expect(keptBy(desk, number), code).toEqual([])
  }
  expect(valueOf(await desk.fetchExternalMove(number)).notKept).toBeNull()
  expect(keptBy(desk, number)).toEqual([number])

  await service.close()
  const { port } = new URL(service.url)
  await openTestPractice(temporaryFolder(), { port: Number(port) })
  faults.arm(1, 'SQLITE_FULL')
  const gone = await desk.fetchExternalMove(number)
  faults.mend()
  expect(gone.ok ? '' : describeFailure(gone.failure)).toContain('anymore. It stays here: the disk is full')
  expect(keptBy(desk, number)).toEqual([number])
})

test('An external move of another provider is hidden until the desk returns to that provider', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const folder = temporaryFolder()
  const first = await openTestDesk(folder, provider)
  valueOf(await first.desk.fetchExternalMove(number))
  await first.close()
  const other = await openTestPractice(temporaryFolder())
  const second = await openTestDesk(folder, providerOf(other.url))
  expect(keptBy(second.desk, number)).toEqual([])
  await other.cut()
  expect(await second.desk.fetchExternalMove(number)).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
  await second.close()
  await service.cut()
  const third = await openTestDesk(folder, provider)
  expect(keptBy(third.desk, number)).toEqual([number])
})

test('A fetch of an external move ends as unreachable when the desk closes', async () => {
  const { service, provider, number } = await bookedElsewhere()
  const proxy = await openTestProxy(service.url)
  const { desk, facts, close } = await openTestDesk(temporaryFolder(), { ...provider, address: proxy.url })
  await facts.next('sync-idle')
  proxy.addToxic({ type: 'half-open', when: 'after', match: { asks: 'fetch' } })
  const asked = desk.fetchExternalMove(number)
  await proxy.next('held')
  await close()
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
})
