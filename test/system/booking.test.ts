import { expect, test } from 'vitest'
import type { Booking } from '../../shared/booking/booking.ts'
import { inMinutes, oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { readLedger } from '../support/oracle/ledger.ts'
import { proves } from '../support/spec-rows.ts'

test('A pair booked offline is saved at once, survives a restart and is booked once when the link returns', async () => {
  proves('1: pair', '2.1: lane_uri')
  const folder = temporaryFolder()
  const first = await openTestDesk(folder)
  valueOf(await first.desk.setPracticeConnection('cut'))
  await first.facts.next('connection', (fact) => fact.kind === 'down')

  const saved = valueOf(first.desk.bookMove(pairBooking(12)))
  expect(saved.state).toBe('waiting')
  expect(saved.readyBy.source).toBe('estimate')
  expect(saved.moves.map((move) => move.number)).toEqual([{ known: false }, { known: false }])
  expect(first.desk.status()).toMatchObject({ waiting: 1, attention: 0, connection: { kind: 'down' } })
  await first.close()

  const second = await openTestDesk(folder)
  expect(valueOf(second.desk.getBooking(saved.id))).toEqual(saved)
  expect(second.desk.status().practice).toMatchObject({ connection: 'cut' })
  valueOf(await second.desk.setPracticeConnection('up'))
  await second.facts.next('send-settled')

  const booked = valueOf(second.desk.getBooking(saved.id))
  expect(booked.state).toBe('booked')
  expect(booked.readyBy.source).toBe('provider')
  const numbers = booked.moves.map((move) => (move.number.known ? move.number.value : 0))
  expect(numbers.every((number) => number > 0)).toBe(true)
  expect(new Set(numbers).size).toBe(2)
  expect(booked.moves[0]?.laneUri).toEqual(booked.moves[1]?.laneUri)
  expect(booked.moves[0]?.pickup.resolved).toMatchObject({
    known: true,
    value: { fullAddress: expect.stringContaining('23220') as string },
  })
  expect(second.desk.status()).toMatchObject({ waiting: 0, connection: { kind: 'up' } })
  const found = valueOf(second.desk.findBookings({ text: '0112', limit: 10 }))
  expect(found.bookings.flatMap(({ moves }) => moves.map((move) => move.number)).sort()).toEqual([...numbers].sort())
})

test('Each pair and each one-way is booked at the provider exactly once', async () => {
  proves('1: pair, one-way')
  const folder = temporaryFolder()
  const practice = await openTestPractice(temporaryFolder())
  const { desk, facts } = await openTestDesk(folder, providerOf(practice.url))
  const bookings: readonly Booking[] = [pairBooking(1), pairBooking(2), oneWayBooking(3), oneWayBooking(4)]
  const saved = bookings.map((one) => valueOf(desk.bookMove(one)))
  for (const one of saved) expect(one.state).toBe('waiting')
  for (let settled = 0; settled < saved.length; settled += 1) await facts.next('send-settled')

  const ledger = await practice.ledger()
  expect(ledger).toHaveLength(4)
  for (const { id } of saved) {
    const booking = valueOf(desk.getBooking(id))
    expect(booking.state).toBe('booked')
    const references = booking.moves.map((move) => move.reference).sort()
    const line = ledger.filter((one) => [...one.references].sort().join() === references.join())
    expect(line).toHaveLength(1)
    expect([...(line[0]?.move_ids ?? [])].sort()).toEqual(
      booking.moves.map((move) => (move.number.known ? move.number.value : 0)).sort(),
    )
  }
})

test('The progress of a move reaches the desk and stays when the provider can no longer be asked', async () => {
  proves('1: fetch', '3: progress', '6: events')
  const clock = movableClock()
  const { desk, facts } = await openTestDesk(temporaryFolder(), null, clock)
  // A practice driver sets out two hours before the ready time.
  const saved = valueOf(desk.bookMove(oneWayBooking(7, { readyBy: inMinutes(90) })))
  await facts.next('sync-idle')
  clock.moveOn(1)
  desk.checkConnection()
  await facts.next('sync-idle')
  const stages = () => valueOf(desk.getBooking(saved.id)).moves[0]?.stages
  expect(stages()?.pickup_arrived).toMatchObject({ known: true, value: expect.stringMatching(/Z$/) as string })
  expect(stages()?.delivery_successful).toEqual({ known: true, value: null })

  valueOf(await desk.setPracticeConnection('cut'))
  await facts.next('connection', (fact) => fact.kind === 'down')
  expect(stages()?.pickup_arrived).toMatchObject({ known: true, value: expect.stringMatching(/Z$/) as string })
  expect(valueOf(desk.findBookings({ text: 'transit', limit: 5 })).bookings[0]?.moves[0]?.stage).toMatch(
    /^(pickup|delivery)_/,
  )
})

test('A sent booking is not sent again over many starts of the desk', async () => {
  const folder = temporaryFolder()
  const practice = await openTestPractice(temporaryFolder())
  const first = await openTestDesk(folder, providerOf(practice.url))
  valueOf(first.desk.bookMove(pairBooking(5)))
  await first.facts.next('send-settled')
  await first.close()
  for (let start = 0; start < 5; start += 1) {
    const again = await openTestDesk(folder, providerOf(practice.url))
    await again.facts.next('sync-idle')
    await again.close()
  }
  expect(await readLedger(practice.url, practice.token)).toHaveLength(1)
})

test('A booking withdrawn before sending stays withdrawn, and a sent booking can no longer be withdrawn', async () => {
  const folder = temporaryFolder()
  const { desk, facts } = await openTestDesk(folder)
  valueOf(await desk.setPracticeConnection('cut'))
  const saved = valueOf(desk.bookMove(pairBooking(8)))
  expect(valueOf(desk.withdrawBooking(saved.id)).state).toBe('withdrawn')
  const kept = valueOf(desk.bookMove(pairBooking(9)))
  valueOf(await desk.setPracticeConnection('up'))
  await facts.next('send-settled')
  expect(valueOf(desk.getBooking(saved.id)).state).toBe('withdrawn')
  const late = desk.withdrawBooking(kept.id)
  expect(late.ok ? null : late.failure.code).toBe('already-sent')
})

test('A saved booking clears the draft of its form', async () => {
  const { desk } = await openTestDesk(temporaryFolder())
  valueOf(desk.saveDraft({ customerName: 'Harriet Quill' }))
  expect(valueOf(desk.readDraft())?.form).toEqual({ customerName: 'Harriet Quill' })
  valueOf(desk.bookMove(pairBooking(71)))
  expect(valueOf(desk.readDraft())).toBeNull()
})

test('`distanceTo` gives the distance from the service lot to a ZIP code, and null for an unknown ZIP code', async () => {
  const { desk } = await openTestDesk(temporaryFolder())
  expect(desk.distanceTo('23230')).toBe(0)
  expect(desk.distanceTo('60601')).toBeGreaterThan(500)
  expect(desk.distanceTo('00000')).toBeNull()
})
