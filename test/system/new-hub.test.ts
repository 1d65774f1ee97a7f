import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import type { DeskInvitation } from '../../shared/desk/invitation.ts'
import {
  connect,
  boardOf,
  createRooftops,
  isAlone,
  isLive,
  ownerOf,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { proves } from '../support/spec-rows.ts'

/* Desks that go to a new hub one after another, while a desk of the hub before sent a booking of another. */

const WHO = 'Dana R.'

let lost: TestHub
let next: TestHub
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  lost = await startHub()
  next = await startHub()
  // The epoch of a hub is the second of its making, by the clock of its PC, which can be behind that of the lost hub.
  await next.sql('UPDATE board.hub SET epoch = epoch - 86400')
  rooftops = createRooftops(lost)
  return async () => {
    await lost.remove()
    await next.remove()
  }
})

/** The invitation of a desk to the new hub, under the name that the desk has. */
async function invitationTo(role: string, name: string): Promise<DeskInvitation> {
  const invitation = JSON.parse(await next.invite(role)) as DeskInvitation
  await next.sql('UPDATE board.desk SET name = $2 WHERE role = $1', [role, name])
  return { ...invitation, desk: { ...invitation.desk, name } }
}

/** Two desks with a booking of the first that waits and is offered. The first cannot reach the hub any more. */
async function openCutOff() {
  const { provider, open, sent } = await rooftops.open()
  const [one, two] = [await open({ hasRoad: true }), await open()]
  await provider.setConnection('cut')
  const booked = valueOf(one.desk.bookMove(rooftops.next()))
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
  one.road?.cut()
  await reached(one.desk, () => isAlone(one.desk))
  return { provider, one, two, sent, booked }
}

const frozenOf = (desk: Desk) => {
  const board = boardOf(desk)
  return board?.kind === 'live' ? (board.frozen ?? null) : null
}

test('A booking that a desk of the lost hub took over waits at a new hub until that desk is there, and leaves once', async () => {
  proves('board: 6')
  const { provider, one, two, sent, booked } = await openCutOff()
  await lost.silence(one.role)
  expect(valueOf(await two.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 1 })
  await provider.setConnection('up')
  await connect(two.desk)
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'booked')

  valueOf(await one.desk.membership.join(await invitationTo('first', one.name)))
  await reached(one.desk, () => isLive(one.desk) && frozenOf(one.desk) !== null)
  expect(frozenOf(one.desk)).toEqual({ count: 1, desks: [two.name] })
  await connect(one.desk)
  // A booking that is new at the new hub leaves meanwhile.
  const later = valueOf(one.desk.bookMove(rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
  expect(stateOf(one.desk, booked.id)).toBe('waiting')
  expect(await sent()).toEqual(referencesOf(booked, later))

  await lost.stop('SIGKILL')
  onTestFinished(() => lost.server.start())
  await reached(two.desk, () => isAlone(two.desk))
  valueOf(await two.desk.membership.join(await invitationTo('second', two.name)))
  await reached(one.desk, () => ownerOf(one.desk, booked.id) === two.name)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  await reached(one.desk, () => frozenOf(one.desk) === null)
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A desk of the lost hub that is gone for good is invited by its name and retired, and the booking leaves', async () => {
  proves('board: 6')
  const { provider, one, sent, booked } = await openCutOff()
  await provider.setConnection('up')
  await connect(one.desk)
  const listed = (await lost.sql('SELECT role, name FROM board.desk WHERE role <> $1', [one.role])) as unknown as {
    readonly role: string
    readonly name: string
  }[]
  valueOf(await one.desk.membership.join(await invitationTo('third', one.name)))
  await reached(one.desk, () => frozenOf(one.desk) !== null)
  for (const [at, { name }] of listed.entries()) {
    const role = `gone${at}`
    await next.admit(role)
    await next.sql('UPDATE board.desk SET name = $2, gone_at = clock_timestamp() WHERE role = $1', [role, name])
  }
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked))
})

test('A desk that joins its hub again leaves the epoch as it was, so that no booking of the other desks waits', async () => {
  const epoch = () => next.sql('SELECT epoch FROM board.hub')
  const { open } = createRooftops(next)
  const { desk, road } = await (await open()).open({ hasRoad: true })
  road?.cut()
  await reached(desk, () => isAlone(desk))
  const before = await epoch()
  valueOf(await desk.membership.join(await invitationTo('again', 'Desk again')))
  await reached(desk, () => isLive(desk))
  expect(await epoch()).toEqual(before)
})
