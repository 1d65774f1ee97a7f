import { expect, test } from 'vitest'
import type { Booking } from '../../shared/booking/booking.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, valueOf } from '../support/desk/test-desk.ts'
import { CLIENT } from '../support/fakes/practice-controls.ts'
import { bodiesOf } from '../support/faults/fault-proxy.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openHopdrive, settingsFor } from '../support/fakes/hopdrive-practice.ts'

/* The desk and the practice service have wire forms of their own for the profile `hopdrive`. */

test('A desk in the profile `hopdrive` signs in and books each pair and each one-way once', async () => {
  const service = await openHopdrive()
  const { desk, facts } = await openTestDesk(temporaryFolder())
  valueOf(await desk.changeSettings(settingsFor(service)))
  const bookings: readonly Booking[] = [
    pairBooking(1, { action: 'pickup' }),
    pairBooking(2, { action: 'return' }),
    oneWayBooking(3),
  ]
  const saved = bookings.map((one) => valueOf(desk.bookMove(one)))
  for (let settled = 0; settled < saved.length; settled += 1) await facts.next('send-settled')
  const ledger = await service.ledger()
  expect(ledger).toHaveLength(3)
  for (const { id } of saved) {
    const booking = valueOf(desk.getBooking(id))
    expect(booking.state).toBe('booked')
    const references = booking.moves.map((move) => move.reference).sort()
    expect(ledger.filter((line) => [...line.references].sort().join() === references.join())).toHaveLength(1)
  }
})

test('A one-way in the profile `hopdrive` goes to its requested destination', async () => {
  const service = await openHopdrive()
  const { desk, facts } = await openTestDesk(temporaryFolder())
  valueOf(await desk.changeSettings(settingsFor(service)))
  const booking = oneWayBooking(4)
  const saved = valueOf(desk.bookMove(booking))
  await facts.next('send-settled')
  await facts.next('sync-idle')
  const move = valueOf(desk.getBooking(saved.id)).moves[0]
  expect(move?.delivery.resolved).toMatchObject({
    known: true,
    value: { fullAddress: expect.stringContaining(booking.destination.zip) as string },
  })
})

test('Both moves of a pair are refreshed although one fetch shows both', async () => {
  const clock = movableClock()
  const service = await openHopdrive({ clock, stepSeconds: 0.05 })
  const { desk, facts } = await openTestDesk(temporaryFolder(), null, clock)
  valueOf(await desk.changeSettings(settingsFor(service)))
  const saved = valueOf(desk.bookMove(pairBooking(5)))
  await facts.next('send-settled')
  await facts.next('sync-idle')
  // After this time even moves of a distant appointment are due for a fetch.
  clock.moveOn(7 * 60)
  desk.checkConnection()
  await facts.next('move-refreshed')
  await facts.next('move-refreshed')
  const moves = valueOf(desk.getBooking(saved.id)).moves
  const numbers = moves.map((move) => (move.number.known ? move.number.value : 0))
  expect(new Set(numbers).size).toBe(2)
  expect(desk.status().unreadableMoves).toBe(0)
})

test('A booking waits while the secret is wrong and is sent with the right secret', async () => {
  const service = await openHopdrive()
  const { desk, facts } = await openTestDesk(temporaryFolder())
  valueOf(await desk.changeSettings(settingsFor(service, 'wrong')))
  await facts.next('connection', (fact) => fact.cause === 'token-refused')
  const saved = valueOf(desk.bookMove(pairBooking(6)))
  expect(desk.status()).toMatchObject({
    waiting: 1,
    attention: 0,
    connection: { kind: 'down', cause: 'token-refused' },
  })
  valueOf(await desk.changeSettings(settingsFor(service)))
  await facts.next('send-settled')
  expect(valueOf(desk.getBooking(saved.id)).state).toBe('booked')
})

test('Tokens that expire while the desk books cost no booking and double none', async () => {
  const service = await openHopdrive({ client: { ...CLIENT, tokenSeconds: 1 } })
  const { desk, facts } = await openTestDesk(temporaryFolder())
  valueOf(await desk.changeSettings(settingsFor(service)))
  const saved = Array.from({ length: 40 }, (_, number) => valueOf(desk.bookMove(oneWayBooking(number + 10))))
  while (desk.status().waiting > 0) await facts.next('send-settled')
  expect(await service.ledger()).toHaveLength(40)
  expect(saved.every(({ id }) => valueOf(desk.getBooking(id)).state === 'booked')).toBe(true)
})

test('A new rooftop number or client ID applies from the next booking on, without a restart', async () => {
  const service = await openHopdrive()
  const proxy = await openTestProxy(service.url)
  const { desk, facts } = await openTestDesk(temporaryFolder())
  const change = settingsFor(proxy)
  const to = {
    address: proxy.url,
    profile: 'hopdrive',
    payerNumber: null,
    linkHosts: [],
    name: null,
    phone: null,
    caFile: null,
    token: CLIENT.secret,
  } as const
  const provider = { ...change.provider, ...to }
  valueOf(await desk.changeSettings({ ...change, provider: { ...provider, clientId: 'somebody', rooftopNumber: 42 } }))
  await facts.next('connection', (fact) => fact.cause === 'token-refused')
  const named = { ...provider, token: null, clientId: CLIENT.id }
  valueOf(await desk.changeSettings({ ...change, provider: { ...named, rooftopNumber: 42 } }))
  valueOf(desk.bookMove(oneWayBooking(7)))
  await facts.next('send-settled')
  valueOf(await desk.changeSettings({ ...change, provider: { ...named, rooftopNumber: 43 } }))
  valueOf(desk.bookMove(oneWayBooking(8)))
  await facts.next('send-settled')
  const bodies = bodiesOf(proxy, 'create')
  expect(bodies.map((body) => (JSON.parse(body) as { rooftop?: number }).rooftop)).toEqual([42, 43])
})

test('A booking names the payer of the settings at its save or its own payer, and the provider books each', async () => {
  const service = await openHopdrive()
  const proxy = await openTestProxy(service.url)
  const { desk, facts } = await openTestDesk(temporaryFolder())
  const change = settingsFor(proxy)
  const { provider } = change
  if (provider === null) throw new Error('settings without a provider')
  const use = async (payerNumber: number | null, token: string | null) =>
    valueOf(await desk.changeSettings({ ...change, provider: { ...provider, payerNumber, token } }))
  await use(7, 'wrong')
  await facts.next('connection', (fact) => fact.cause === 'token-refused')
  const saved = [
    valueOf(desk.bookMove(pairBooking(20))),
    valueOf(desk.bookMove({ ...oneWayBooking(21), payerNumber: 9 })),
  ]
  await use(8, CLIENT.secret)
  for (let settled = 0; settled < saved.length; settled += 1) await facts.next('send-settled')
  saved.push(valueOf(desk.bookMove(oneWayBooking(22))))
  await facts.next('send-settled')
  await use(null, null)
  saved.push(valueOf(desk.bookMove(oneWayBooking(23))))
  await facts.next('send-settled')
  const payers = bodiesOf(proxy, 'create').map(
    (body) => (JSON.parse(body) as { third_party_payer?: number }).third_party_payer,
  )
  expect(payers).toEqual([7, 9, 8, undefined])
  expect(saved.map(({ id }) => valueOf(desk.getBooking(id)).state)).toEqual(saved.map(() => 'booked'))
  expect(await service.ledger()).toHaveLength(4)
})
