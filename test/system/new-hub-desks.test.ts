import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import type { Desk } from '../../electron/desk/desk.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { recoverStore } from '../../electron/store/recovery/recover.ts'
import type { DeskInvitation } from '../../shared/desk/invitation.ts'
import {
  boardOf,
  connect,
  createRooftops,
  isAlone,
  isLive,
  reached,
  referencesOf,
  stateOf,
} from '../support/board/rooftop.ts'
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { openRoad } from '../support/hub/road.ts'

/* A booking that another desk took over and sent at a hub that was lost, and what the desks then know of each other. */

const WHO = 'Dana R.'

let lost: TestHub
let next: TestHub
let rooftops: ReturnType<typeof createRooftops>
beforeAll(async () => {
  lost = await startHub()
  next = await startHub()
  await next.sql('UPDATE board.hub SET epoch = epoch + 100')
  rooftops = createRooftops(lost)
  return async () => {
    await lost.remove()
    await next.remove()
  }
})

async function invitationTo(role: string, name: string, port?: number): Promise<DeskInvitation> {
  const invitation = JSON.parse(await next.invite(role, port)) as DeskInvitation
  await next.sql('UPDATE board.desk SET name = $2 WHERE role = $1', [role, name])
  return { ...invitation, desk: { ...invitation.desk, name } }
}

const epochOf = (hub: TestHub) => hub.sql('SELECT epoch FROM board.hub')

const frozenOf = (desk: Desk) => {
  const board = boardOf(desk)
  return board?.kind === 'live' ? (board.frozen ?? null) : null
}

/** Two desks with a booking of the first that waits and is offered. The first cannot reach the hub any more. */
async function openCutOff(booking = rooftops.next()) {
  for (const hub of [lost, next])
    await hub.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE gone_at IS NULL')
  const { provider, open, sent } = await rooftops.open()
  const [one, two] = [await open({ hasRoad: true }), await open()]
  await provider.setConnection('cut')
  const booked = valueOf(one.desk.bookMove(booking))
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
  one.road?.cut()
  await reached(one.desk, () => isAlone(one.desk))
  const takeAndSend = async (taker: { readonly desk: Desk }) => {
    await lost.silence(one.role)
    expect(valueOf(await taker.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 1 })
    await provider.setConnection('up')
    await connect(taker.desk)
    await reached(taker.desk, () => stateOf(taker.desk, booked.id) === 'booked')
  }
  return { provider, open, one, two, sent, booked, takeAndSend }
}

async function stopLost() {
  await lost.stop('SIGKILL')
  onTestFinished(() => lost.server.start())
}

test('A desk that left a later hub with nothing open raises no epoch at the hub that it joins', async () => {
  const { desk } = await (await createRooftops(next).open()).open()
  const before = await epochOf(lost)
  expect(valueOf(await desk.membership.leave())).toMatchObject({ membership: null })
  valueOf(await desk.membership.join(JSON.parse(await lost.invite('moved')) as DeskInvitation))
  await reached(desk, () => isLive(desk))
  expect(await epochOf(lost)).toEqual(before)
})

test('A desk that joins its hub again with a decision of a person in its queue raises no epoch', async () => {
  const { one, booked } = await openCutOff()
  valueOf(one.desk.resolveBooking(booked.id, { kind: 'send-without-board', who: WHO }))
  const before = await epochOf(lost)
  await lost.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [one.role])
  const invitation = JSON.parse(await lost.invite('again')) as DeskInvitation
  await lost.sql(`UPDATE board.desk SET name = $1 WHERE role = 'again'`, [one.name])
  valueOf(await one.desk.membership.join({ ...invitation, desk: { ...invitation.desk, name: one.name } }))
  await reached(one.desk, () => isLive(one.desk))
  expect(await epochOf(lost)).toEqual(before)
})

test('A recovered store still waits at the new hub for the desk of the lost hub', async () => {
  const { one, two, booked, sent, takeAndSend } = await openCutOff()
  await takeAndSend(two)
  valueOf(await one.desk.membership.join(await invitationTo('recovered', one.name)))
  await reached(one.desk, () => frozenOf(one.desk) !== null)
  await one.close()
  writeFileSync(join(one.folder, 'desk.db'), 'x'.repeat(9000))
  recoverStore(one.folder, 'desk', systemClock.now())
  await next.silence('recovered')
  const { desk } = await one.start()
  await reached(desk, () => frozenOf(desk) !== null)
  expect(frozenOf(desk)).toMatchObject({ desks: [two.name] })
  await connect(desk)
  // A booking that is new at the new hub leaves meanwhile.
  const later = valueOf(desk.bookMove(rooftops.next()))
  await reached(desk, () => stateOf(desk, later.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A booking waits for a desk of the lost hub that only a desk without an open booking knows', async () => {
  const { open, one, two, booked, sent, takeAndSend } = await openCutOff()
  const three = await open()
  await reached(three.desk, () => stateOf(three.desk, booked.id) === 'waiting')
  await takeAndSend(three)
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'booked')
  await stopLost()
  await reached(two.desk, () => isAlone(two.desk))
  valueOf(await one.desk.membership.join(await invitationTo('unknowing', one.name)))
  await reached(one.desk, () => isLive(one.desk))
  await connect(one.desk)
  valueOf(await two.desk.membership.join(await invitationTo('knowing', two.name)))
  await reached(two.desk, () => isLive(two.desk))
  const later = valueOf(two.desk.bookMove(rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
  await reached(one.desk, () => frozenOf(one.desk) !== null)
  expect(stateOf(one.desk, booked.id)).toBe('waiting')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A desk with an offered open booking does not leave the board after an invitation in a file gave it another role', async () => {
  const { one, two, takeAndSend } = await openCutOff()
  await takeAndSend(two)
  await stopLost()
  const road = await openRoad(next.server.port)
  onTestFinished(() => road.close())
  road.cut()
  await one.close()
  const invitation = await invitationTo('filed', one.name, road.port)
  writeFileSync(join(one.folder, INVITATION_FILE), JSON.stringify(invitation), { mode: 0o600 })
  const { desk } = await one.start()
  await reached(desk, () => isAlone(desk))
  expect(await desk.membership.leave()).toMatchObject({ ok: false, failure: { detail: 'board-bookings-open' } })
})

test('A desk whose clock is 60 days ahead tells the new hub what it sent', async () => {
  const { one, two, booked, sent, takeAndSend } = await openCutOff(
    pairBooking(901, { appointment: inDays(2, '14:30') }),
  )
  await takeAndSend(two)
  two.clock.moveOn(60 * 24 * 60)
  await stopLost()
  await reached(two.desk, () => isAlone(two.desk))
  valueOf(await two.desk.membership.join(await invitationTo('ahead', two.name)))
  await reached(two.desk, () => isLive(two.desk))
  valueOf(await one.desk.membership.join(await invitationTo('behind', one.name)))
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked))
})
