import { cpSync, rmSync } from 'node:fs'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import { boardOf, connect, isAlone, isLive, ownerOf, reached, referencesOf, stateOf } from '../support/board/rooftop.ts'
import { frozenOf, startTwoHubs, type TwoHubs } from '../support/board/two-hubs.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { loseDesk } from '../support/hub/bookings.ts'
import { openRoad } from '../support/hub/road.ts'

/* A desk, or the memory of a desk, that is lost together with the hub. */

const WHO = 'Dana R.'

const takeableOf = (desk: Desk) => {
  const board = boardOf(desk)
  return board?.kind === 'live' ? board.takeable.map(({ name }) => name) : []
}

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs(100)
  return hubs.remove
})

test('A booking that may have been sent by a lost desk is in doubt at its own desk and not sent again', async () => {
  const { one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await two.close()
  await hubs.stopLost()
  await hubs.move(one, 'doubts')
  await connect(one.desk)
  await hubs.retire('lost1', two.name)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'in-doubt')
  await reached(one.desk, () => boardOf(one.desk)?.sentTwice?.some(({ desk }) => desk === two.name) === true)
  // A booking that is new at the new hub leaves.
  const later = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A booking of a desk without the provider is in doubt too once a desk that may have sent it is lost', async () => {
  const { provider, one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await two.close()
  await provider.setConnection('cut')
  await hubs.stopLost()
  await hubs.move(one, 'asks-for-no-claim')
  await hubs.retire('lost-first', two.name)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'in-doubt')
  await provider.setConnection('up')
  expect(await sent()).toEqual(referencesOf(booked))
})

test('The proof that a third desk keeps of what a lost desk sent settles the booking at its own desk', async () => {
  const { open, one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  const three = await open()
  await reached(three.desk, () => stateOf(three.desk, booked.id) === 'waiting')
  await takeAndSend(two)
  await reached(three.desk, () => stateOf(three.desk, booked.id) === 'booked')
  await two.close()
  await hubs.stopLost()
  await reached(three.desk, () => isAlone(three.desk))
  await hubs.move(one, 'settles')
  valueOf(await three.desk.membership.join(await hubs.invitationTo('proves', three.name)))
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  expect(stateOf(three.desk, booked.id)).toBe('booked')
  await hubs.retire('lost2', two.name)
  await connect(one.desk)
  const later = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('What waited at a lost desk is offered at the new hub, and is in doubt for the desk that takes it over', async () => {
  const { provider, one, two, booked, sent, open } = await hubs.openCutOff()
  const three = await open()
  const made = valueOf(two.desk.bookMove(hubs.rooftops.next()))
  for (const { id } of [booked, made]) await reached(three.desk, () => stateOf(three.desk, id) === 'waiting')
  await hubs.lost.silence(one.role)
  expect(valueOf(await two.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 1 })
  await reached(three.desk, () => ownerOf(three.desk, booked.id) === two.name)
  await two.close()
  await hubs.stopLost()
  await reached(three.desk, () => isAlone(three.desk))
  valueOf(await three.desk.membership.join(await hubs.invitationTo('keeps', three.name)))
  await hubs.retire('lost3', two.name)
  await hubs.retire('lost4', one.name)
  await reached(three.desk, () => {
    const board = boardOf(three.desk)
    return board?.kind === 'live' && board.takeable.some(({ name, doubtful }) => name === two.name && doubtful === 2)
  })
  await expect.poll(() => hubs.missing()).toEqual([])
  expect(valueOf(await three.desk.takeOver('lost3', WHO))).toMatchObject({ waiting: 0, doubtful: 2, refused: 0 })
  await provider.setConnection('up')
  await connect(three.desk)
  for (const { id } of [booked, made]) await reached(three.desk, () => stateOf(three.desk, id) === 'in-doubt')
  expect(await sent()).toEqual([])
})

test('A desk that was put back from an image hears at a new hub from a desk that came before that its booking was sent', async () => {
  const { provider, open, sent } = await hubs.openRooftop()
  const [one, two] = [await open(), await open()]
  await provider.setConnection('cut')
  const booked = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
  await one.close()
  const image = temporaryFolder()
  cpSync(one.folder, image, { recursive: true })
  const sending = await one.start()
  await provider.setConnection('up')
  await connect(sending.desk)
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'booked')
  await sending.close()
  await hubs.stopLost()
  rmSync(one.folder, { recursive: true })
  cpSync(image, one.folder, { recursive: true })
  await reached(two.desk, () => isAlone(two.desk))
  const road = await openRoad(hubs.next.server.port)
  onTestFinished(() => road.close())
  valueOf(await two.desk.membership.join(await hubs.invitationTo('remembers', two.name, road.port)))
  await reached(two.desk, () => isLive(two.desk))
  const invitation = await hubs.invitationTo('put-back', one.name)
  // Each of the two waits for the first word of the other.
  await expect.poll(() => hubs.missing()).toEqual(['put-back', 'remembers'])
  road.cut()
  const { desk } = await one.start()
  await reached(desk, () => isAlone(desk))
  valueOf(await desk.membership.join(invitation))
  await connect(desk)
  // A booking that is new at the new hub leaves meanwhile.
  const later = valueOf(desk.bookMove(hubs.rooftops.next()))
  await reached(desk, () => stateOf(desk, later.id) === 'booked')
  await reached(desk, () => frozenOf(desk)?.desks.includes(two.name) === true)
  expect(stateOf(desk, booked.id)).toBe('waiting')
  road.heal('late')
  await reached(desk, () => stateOf(desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A new PC that has the name of a lost desk does not stand for that desk', async () => {
  const { provider, one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await two.close()
  await hubs.stopLost()
  await hubs.move(one, 'waits')
  const named = await hubs.openNewPc(provider.url, 'named', two.name)
  await connect(one.desk)
  const later = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(named.desk, () => stateOf(named.desk, later.id) === 'booked')
  await reached(one.desk, () => frozenOf(one.desk)?.desks.includes(two.name) === true)
  expect(stateOf(one.desk, booked.id)).toBe('waiting')
  // The name is retired, so that a person decides.
  await named.close()
  await loseDesk(hubs.next, 'named')
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'in-doubt')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A person takes over one booking that no desk of the new hub can tell of, and has the booking in doubt', async () => {
  const { provider, open, sent } = await hubs.openRooftop()
  const [one, two] = [await open(), await open()]
  await provider.setConnection('cut')
  const made = valueOf(two.desk.bookMove(hubs.rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, made.id) === 'waiting')
  await two.close()
  // The desk is retired before the hub is lost, so that no desk waits for its name.
  await hubs.lost.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [two.role])
  await reached(one.desk, () => takeableOf(one.desk).includes(two.name))
  await hubs.stopLost()
  await reached(one.desk, () => isAlone(one.desk))
  await hubs.move(one, 'reaches')
  await expect.poll(() => hubs.missing()).toEqual([])
  expect(await one.desk.takeBooking(made.id, WHO)).toMatchObject({ ok: true, value: { state: 'in-doubt', desk: null } })
  await expect
    .poll(() => hubs.next.sql('SELECT owner, state FROM board.send_right WHERE booking = $1', [made.id]))
    .toEqual([{ owner: 'reaches', state: 'doubt' }])
  await provider.setConnection('up')
  await connect(one.desk)
  expect(await sent()).toEqual([])
})
