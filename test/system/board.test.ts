import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import type { Desk } from '../../electron/desk/desk.ts'
import { duplicateQuery } from '../../shared/booking/duplicates.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { reached } from '../support/board/rooftop.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { testCipher } from '../support/fakes/secret-store.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { startHub, type StartedHub } from '../support/hub/hub-command.ts'

/* Whole desks of one rooftop, as IT sets them up: the command of the hub, an invitation file, and a provider. */

let hub: StartedHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.remove())

const kindOf = (desk: Desk) => desk.status().board?.kind ?? null

const found = (desk: Desk, id: string) => {
  const booking = desk.getBooking(id)
  return booking.ok ? booking.value : null
}

test('Two invited desks see the bookings of each other, each is sent once by its own desk, and a retired desk is alone', async () => {
  const provider = await openTestPractice(temporaryFolder())
  const open = async (name: string) => {
    const folder = temporaryFolder()
    const file = join(folder, INVITATION_FILE)
    writeFileSync(file, JSON.stringify(await hub.invite(name)), { mode: 0o600 })
    const cipher = testCipher()
    const opened = await openTestDesk(folder, providerOf(provider.url), undefined, { cipher })
    expect(existsSync(file)).toBe(false)
    return { ...opened, folder, cipher }
  }
  const [one, two] = [await open('Desk 1'), await open('Büro Ost')]
  await Promise.all([one, two].map(({ desk }) => reached(desk, () => kindOf(desk) === 'live')))

  const booked = valueOf(one.desk.bookMove(pairBooking(1)))
  await reached(two.desk, () => found(two.desk, booked.id)?.state === 'booked')
  expect(found(two.desk, booked.id)).toMatchObject({ desk: 'Desk 1', customerName: booked.customerName })
  expect(found(one.desk, booked.id)).toMatchObject({ desk: null, state: 'booked' })
  const list = valueOf(two.desk.findBookings({ text: booked.customerName ?? '', limit: 9 }))
  expect(list.bookings).toMatchObject([{ bookingId: booked.id, desk: 'Desk 1' }])
  expect(two.desk.withdrawBooking(booked.id)).toMatchObject({ failure: { detail: 'other-desk' } })

  // The same car at the same time at the other desk is shown as alike before the save.
  const alike = valueOf(two.desk.findDuplicates(duplicateQuery(pairBooking(1), null)))
  expect(alike).toMatchObject([{ kind: 'same', booking: { id: booked.id, desk: 'Desk 1' } }])

  const back = valueOf(two.desk.bookMove(pairBooking(2, { appointment: later() })))
  await reached(one.desk, () => found(one.desk, back.id)?.desk === 'Büro Ost')
  await reached(two.desk, () => found(two.desk, back.id)?.state === 'booked')
  const sent = (await provider.ledger()).flatMap(({ references }) => references).sort()
  expect(sent).toEqual([booked, back].flatMap(({ moves }) => moves.map(({ reference }) => reference)).sort())

  // IT forgets a booking at the hub, and the desk that has the booking keeps its own.
  expect(await hub.run('forget', booked.moves[0]?.reference ?? '')).toMatchObject({ code: 0 })
  await reached(two.desk, () => found(two.desk, booked.id)?.customerName === null)
  expect(JSON.stringify(found(two.desk, booked.id))).not.toContain(booked.customerName)
  expect(found(one.desk, booked.id)).toMatchObject({ customerName: booked.customerName, state: 'booked' })

  expect(await hub.run('retire', 'Büro Ost')).toMatchObject({ code: 0 })
  await reached(two.desk, () => kindOf(two.desk) === 'alone')
  expect(found(two.desk, booked.id)).toMatchObject({ desk: 'Desk 1' })
  expect(kindOf(one.desk)).toBe('live')

  // A desk that starts again needs no invitation, and reads what it missed.
  await one.close()
  const again = await openTestDesk(one.folder, null, undefined, { cipher: one.cipher })
  await reached(again.desk, () => kindOf(again.desk) === 'live')
})

/** A time of its own, so that the two bookings are no duplicates of each other. */
function later(): ReturnType<typeof pairBooking>['appointment'] {
  const { local, zone, utc } = pairBooking(2).appointment
  const moved = addMinutes(utc, 24 * 60)
  return { local: `${moved.slice(0, 10)}${local.slice(10)}`, zone, utc: moved }
}
