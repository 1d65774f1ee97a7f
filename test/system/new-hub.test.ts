import { beforeAll, expect, test } from 'vitest'
import {
  connect,
  createRooftops,
  isAlone,
  isLive,
  ownerOf,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { frozenOf, startTwoHubs, type TwoHubs } from '../support/board/two-hubs.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { proves } from '../support/spec-rows.ts'

/* Desks that go to a new hub one after another, while a desk of the hub before sent a booking of another. */

const WHO = 'Dana R.'

let hubs: TwoHubs
beforeAll(async () => {
  // The epoch of a hub is the second of its making, by the clock of its PC, which can be behind that of the lost hub.
  hubs = await startTwoHubs(-86_400)
  return hubs.remove
})

test('A booking that a desk of the lost hub took over waits at a new hub until that desk is there, and leaves once', async () => {
  proves('board: 6')
  const { one, two, sent, booked, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)

  valueOf(await one.desk.membership.join(await hubs.invitationTo('first', one.name)))
  await reached(one.desk, () => isLive(one.desk) && frozenOf(one.desk) !== null)
  expect(frozenOf(one.desk)).toEqual({ count: 1, desks: [two.name] })
  await connect(one.desk)
  // A booking that is new at the new hub leaves meanwhile.
  const later = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
  expect(stateOf(one.desk, booked.id)).toBe('waiting')
  expect(await sent()).toEqual(referencesOf(booked, later))

  await hubs.stopLost()
  await reached(two.desk, () => isAlone(two.desk))
  valueOf(await two.desk.membership.join(await hubs.invitationTo('second', two.name)))
  await reached(one.desk, () => ownerOf(one.desk, booked.id) === two.name)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  await reached(one.desk, () => frozenOf(one.desk) === null)
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A desk of the lost hub that is gone for good is invited and retired, and a person decides about the booking', async () => {
  proves('board: 6')
  const { provider, one, sent, booked } = await hubs.openCutOff()
  await provider.setConnection('up')
  await connect(one.desk)
  const listed = (await hubs.lost.sql('SELECT role, name FROM board.desk WHERE role <> $1', [one.role])) as unknown as {
    readonly role: string
    readonly name: string
  }[]
  valueOf(await one.desk.membership.join(await hubs.invitationTo('third', one.name)))
  await reached(one.desk, () => frozenOf(one.desk) !== null)
  for (const [at, { name }] of listed.entries()) {
    const role = `gone${at}`
    await hubs.retire(role, name)
  }
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'in-doubt')
  expect(await sent()).toEqual([])
  const report = { kind: 'not-booked-reported', who: WHO, why: 'The provider does not see it.' } as const
  // The desk that is gone may have sent the booking just now, so that the quarantine counts from now.
  valueOf(one.desk.resolveBooking(booked.id, { ...report, confirmed: false }))
  expect(one.desk.resolveBooking(booked.id, { ...report, confirmed: true })).toMatchObject({ ok: false })
})

test('A desk that is retired at a hub with an older epoch, before the first desk comes, is lost for the hub before too', async () => {
  const { one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await two.close()
  await hubs.stopLost()
  await hubs.next.sql('UPDATE board.hub SET epoch = epoch - 200000')
  await hubs.retire('gone-first', two.name)
  await hubs.move(one, 'raises')
  await connect(one.desk)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'in-doubt')
  expect(await sent()).toEqual(referencesOf(booked))
})

test('A desk that joins its hub again leaves the epoch as it was, so that no booking of the other desks waits', async () => {
  const epoch = () => hubs.next.sql('SELECT epoch FROM board.hub')
  const { open } = createRooftops(hubs.next)
  const { desk, road } = await (await open()).open({ hasRoad: true })
  road?.cut()
  await reached(desk, () => isAlone(desk))
  const before = await epoch()
  valueOf(await desk.membership.join(await hubs.invitationTo('again', 'Desk again')))
  await reached(desk, () => isLive(desk))
  expect(await epoch()).toEqual(before)
})
