import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { recoverStore } from '../../electron/store/recovery/recover.ts'
import type { DeskInvitation } from '../../shared/desk/invitation.ts'
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
import { inDays, pairBooking } from '../support/builders/bookings.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import type { TestHub } from '../support/hub/board.ts'
import { openRoad } from '../support/hub/road.ts'

/* A booking that another desk took over and sent at a hub that was lost, and what the desks then know of each other. */

const WHO = 'Dana R.'

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs(100)
  return hubs.remove
})

const epochOf = (hub: TestHub) => hub.sql('SELECT epoch FROM board.hub')

test('A desk that left a later hub with nothing open raises no epoch at the hub that it joins', async () => {
  const { desk } = await (await createRooftops(hubs.next).open()).open()
  const before = await epochOf(hubs.lost)
  expect(valueOf(await desk.membership.leave())).toMatchObject({ membership: null })
  valueOf(await desk.membership.join(JSON.parse(await hubs.lost.invite('moved')) as DeskInvitation))
  await reached(desk, () => isLive(desk))
  expect(await epochOf(hubs.lost)).toEqual(before)
})

test('A desk that joins its hub again with a decision of a person in its queue raises no epoch', async () => {
  const { one, booked } = await hubs.openCutOff()
  valueOf(one.desk.resolveBooking(booked.id, { kind: 'send-without-board', who: WHO }))
  const before = await epochOf(hubs.lost)
  await hubs.lost.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [one.role])
  const invitation = JSON.parse(await hubs.lost.invite('again')) as DeskInvitation
  await hubs.lost.sql(`UPDATE board.desk SET name = $1 WHERE role = 'again'`, [one.name])
  valueOf(await one.desk.membership.join({ ...invitation, desk: { ...invitation.desk, name: one.name } }))
  await reached(one.desk, () => isLive(one.desk))
  expect(await epochOf(hubs.lost)).toEqual(before)
})

test('A recovered store still waits at the new hub for the desk of the lost hub', async () => {
  const { one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  valueOf(await one.desk.membership.join(await hubs.invitationTo('recovered', one.name)))
  await reached(one.desk, () => frozenOf(one.desk) !== null)
  await one.close()
  writeFileSync(join(one.folder, 'desk.db'), 'x'.repeat(9000))
  recoverStore(one.folder, 'desk', systemClock.now())
  await hubs.next.silence('recovered')
  const { desk } = await one.start()
  await reached(desk, () => frozenOf(desk) !== null)
  expect(frozenOf(desk)).toMatchObject({ desks: [two.name] })
  await connect(desk)
  // A booking that is new at the new hub leaves meanwhile.
  const later = valueOf(desk.bookMove(hubs.rooftops.next()))
  await reached(desk, () => stateOf(desk, later.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A booking waits for a desk of the lost hub that only a desk without an open booking knows', async () => {
  const { provider, open, one, two, booked, sent } = await hubs.openCutOff()
  const three = await open()
  await reached(three.desk, () => stateOf(three.desk, booked.id) === 'waiting')
  await hubs.lost.silence(one.role)
  expect(valueOf(await three.desk.takeOver(one.role, WHO))).toMatchObject({ waiting: 1 })
  await reached(two.desk, () => ownerOf(two.desk, booked.id) === three.name)
  await hubs.stopLost()
  await reached(two.desk, () => isAlone(two.desk))
  await provider.setConnection('up')
  valueOf(await one.desk.membership.join(await hubs.invitationTo('unknowing', one.name)))
  await reached(one.desk, () => isLive(one.desk))
  await connect(one.desk)
  valueOf(await two.desk.membership.join(await hubs.invitationTo('knowing', two.name)))
  await reached(two.desk, () => isLive(two.desk))
  const later = valueOf(two.desk.bookMove(hubs.rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
  await reached(one.desk, () => frozenOf(one.desk) !== null)
  expect(stateOf(one.desk, booked.id)).toBe('waiting')
  expect(await sent()).toEqual(referencesOf(later))
})

test('A desk with an offered open booking does not leave the board after an invitation in a file gave it another role', async () => {
  const { one, two, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await hubs.stopLost()
  const road = await openRoad(hubs.next.server.port)
  onTestFinished(() => road.close())
  road.cut()
  await one.close()
  const invitation = await hubs.invitationTo('filed', one.name, road.port)
  writeFileSync(join(one.folder, INVITATION_FILE), JSON.stringify(invitation), { mode: 0o600 })
  const { desk } = await one.start()
  await reached(desk, () => isAlone(desk))
  expect(await desk.membership.leave()).toMatchObject({ ok: false, failure: { detail: 'board-bookings-open' } })
})

test('A desk whose clock is 60 days ahead tells the new hub what it sent', async () => {
  const { one, two, booked, sent, takeAndSend } = await hubs.openCutOff(
    pairBooking(901, { appointment: inDays(2, '14:30') }),
  )
  await takeAndSend(two)
  two.clock.moveOn(60 * 24 * 60)
  await hubs.stopLost()
  await reached(two.desk, () => isAlone(two.desk))
  valueOf(await two.desk.membership.join(await hubs.invitationTo('ahead', two.name)))
  await reached(two.desk, () => isLive(two.desk))
  valueOf(await one.desk.membership.join(await hubs.invitationTo('behind', one.name)))
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked))
})
