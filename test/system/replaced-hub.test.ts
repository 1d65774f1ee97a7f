import { cpSync, rmSync } from 'node:fs'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import { boardMessages } from '../../renderer/app/board/board-messages.ts'
import type { DeskInvitation } from '../../shared/desk/invitation.ts'
import { boardOf, connect, isAlone, isLive, ownerOf, reached, referencesOf, stateOf } from '../support/board/rooftop.ts'
import { frozenOf, startTwoHubs, type TwoHubs } from '../support/board/two-hubs.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { startHub } from '../support/hub/board.ts'
import { loseDesk } from '../support/hub/bookings.ts'

/* What persons and IT may do in another order than the page of the hub says, when a hub is replaced. */

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs(100)
  return hubs.remove
})

/** What a desk says of another one. The bookings of earlier tests stay at the lost hub. */
const saidOf = (desk: Desk, name: string) =>
  boardMessages(desk.status(), null)
    .map(({ lead, text }) => `${lead} ${text}`)
    .filter((text) => text.includes(`${name} `))

/** Resolves once the new hub heard the desk twice after the other was retired, so that the desk read the roster. */
const heardAfter = (role: string, retired: string) =>
  expect
    .poll(() =>
      hubs.next.sql(
        `SELECT d.seen_at > gone.gone_at + interval '4 seconds' AS heard FROM board.desk d, board.desk gone
         WHERE d.role = $1 AND gone.role = $2`,
        [role, retired],
      ),
    )
    .toEqual([{ heard: true }])

describe('Bookings of a desk that the new hub does not name', () => {
  test('A desk without bookings of its own says what waits at a desk that was lost with the hub, and for what', async () => {
    const { one, two, booked } = await hubs.openLost()
    await one.close()
    await hubs.move(two, 'reaches')
    await reached(two.desk, () => saidOf(two.desk, one.name).length === 1)
    expect(saidOf(two.desk, one.name)).toEqual([
      `${one.name} is not on this board. 1 booking is open there. Ask IT to invite or retire that desk.`,
    ])
    await hubs.retire('retired', one.name)
    await reached(two.desk, () => {
      const board = boardOf(two.desk)
      return board?.kind === 'live' && board.takeable.some(({ name, doubtful }) => name === one.name && doubtful === 1)
    })
    expect(saidOf(two.desk, 'not on this board')).toEqual([])
    await expect.poll(hubs.missing).toEqual([])
    expect(valueOf(await two.desk.takeOver('retired', 'Dana R.'))).toMatchObject({ doubtful: 1 })
    expect(stateOf(two.desk, booked.id)).toBe('in-doubt')
  })

  test('A desk says what waits at a desk that was retired before the hub was lost, until a person takes that over', async () => {
    const { provider, open } = await hubs.openRooftop()
    const [one, two] = [await open(), await open()]
    await provider.setConnection('cut')
    const made = valueOf(two.desk.bookMove(hubs.rooftops.next()))
    await reached(one.desk, () => stateOf(one.desk, made.id) === 'waiting')
    await two.close()
    await loseDesk(hubs.lost, two.role)
    await reached(one.desk, () => saidOf(one.desk, two.name).length === 1)
    await hubs.stopLost()
    await reached(one.desk, () => isAlone(one.desk))
    await hubs.move(one, 'alone-here')
    await reached(one.desk, () => saidOf(one.desk, two.name).length === 1)
    expect(saidOf(one.desk, two.name)).toEqual([
      `${two.name} is not on this board. 1 booking is open there. Find it in Lookup to take over here.`,
    ])
    await expect.poll(hubs.missing).toEqual([])
    expect(await one.desk.takeBooking(made.id, 'Dana R.')).toMatchObject({ ok: true })
    await reached(one.desk, () => saidOf(one.desk, two.name).length === 0)
    expect(stateOf(one.desk, made.id)).toBe('in-doubt')
  })

  test('A desk that is invited and has not come yet is not said to be missing', async () => {
    const { provider, sent, one, two, booked } = await hubs.openLost()
    const invitation = await hubs.invitationTo('comes', one.name)
    await hubs.move(two, 'is-there')
    expect(saidOf(two.desk, one.name)).toEqual([])
    valueOf(await one.desk.membership.join(invitation))
    await provider.setConnection('up')
    await connect(one.desk)
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'booked')
    expect(await sent()).toEqual(referencesOf(booked))
  })
})

test('A desk that left the lost hub before it joined the new one is taken for the desk that it was', async () => {
  const { provider, sent, one, two, booked } = await hubs.openLost()
  valueOf(await two.desk.membership.leave())
  await hubs.move(two, 'left')
  await hubs.move(one, 'stayed')
  await provider.setConnection('up')
  await connect(one.desk)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked))
})

test('What waits at a desk whose first invitation to the new hub ended leaves after the second', async () => {
  const { provider, sent, one, two, booked } = await hubs.openLost()
  await hubs.invitationTo('too-late', one.name)
  await hubs.move(two, 'in-time')
  await hubs.next.sql(`UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = 'too-late'`)
  await heardAfter('in-time', 'too-late')
  await hubs.move(one, 'invited-again')
  await provider.setConnection('up')
  await connect(one.desk)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  expect(boardOf(one.desk)?.sentTwice).toEqual([])
  expect(await sent()).toEqual(referencesOf(booked))
})

test('A desk from an image whose invitation ended does not send again what another desk has in doubt', async () => {
  const { provider, open, sent } = await hubs.openRooftop()
  const [one, two] = [await open(), await open()]
  await provider.setConnection('cut')
  const booked = valueOf(two.desk.bookMove(hubs.rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'waiting')
  valueOf(await one.desk.takeBooking(booked.id, 'Dana R.'))
  await reached(two.desk, () => ownerOf(two.desk, booked.id) === one.name)
  await one.close()
  const image = temporaryFolder()
  cpSync(one.folder, image, { recursive: true })
  const sending = await one.start()
  await provider.setConnection('lossy')
  await connect(sending.desk)
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'in-doubt')
  await sending.close()
  await hubs.stopLost()
  rmSync(one.folder, { recursive: true })
  cpSync(image, one.folder, { recursive: true })
  await reached(two.desk, () => isAlone(two.desk))
  await hubs.invitationTo('image', one.name)
  await hubs.move(two, 'keeps-doubt')
  await loseDesk(hubs.next, 'image')
  const offered = () => hubs.next.sql('SELECT state FROM board.send_right WHERE booking = $1', [booked.id])
  await expect.poll(offered).toEqual([{ state: 'doubt' }])
  const { desk } = await one.start()
  await reached(desk, () => isAlone(desk))
  await hubs.move({ desk, name: one.name }, 'image-again')
  await provider.setConnection('up')
  await connect(desk)
  await reached(desk, () => stateOf(desk, booked.id) === 'in-doubt')
  expect(await sent()).toEqual(referencesOf(booked))
})

/** A third hub, after the second one is lost. The desks are on its roster under their names before any comes. */
async function openThird(desks: readonly { readonly desk: Desk; readonly name: string }[]) {
  const third = await startHub()
  onTestFinished(third.remove)
  await third.sql('UPDATE board.hub SET epoch = epoch + 1000')
  await hubs.next.stop('SIGKILL')
  onTestFinished(() => hubs.next.server.start())
  const invitations: DeskInvitation[] = []
  for (const [at, { name }] of desks.entries()) {
    const invitation = JSON.parse(await third.invite(`third-${at}`)) as DeskInvitation
    await third.sql('UPDATE board.desk SET name = $2 WHERE role = $1', [`third-${at}`, name])
    invitations.push({ ...invitation, desk: { ...invitation.desk, name } })
  }
  for (const [at, { desk }] of desks.entries()) {
    await reached(desk, () => isAlone(desk))
    const invitation = invitations[at]
    if (invitation === undefined) throw new Error('a desk without an invitation')
    valueOf(await desk.membership.join(invitation))
    await reached(desk, () => isLive(desk))
  }
}

test('A lost desk that was retired at a second hub is waited for at a third', async () => {
  const { one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await two.close()
  await hubs.stopLost()
  await hubs.move(one, 'second-hub')
  await hubs.invitationTo('lost-there', two.name)
  await hubs.next.sql(`UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = 'lost-there'`)
  await heardAfter('second-hub', 'lost-there')
  await openThird([one])
  await connect(one.desk)
  const later = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
  expect(frozenOf(one.desk)).toEqual({ count: 1, desks: [two.name] })
  expect(stateOf(one.desk, booked.id)).toBe('waiting')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('A desk that was invited to the lost hub and came first to the next one holds bookings up there, and not at a third', async () => {
  const { provider, open, sent } = await hubs.openRooftop()
  await hubs.lost.admit('spare')
  const [one, two] = [await open(), await open()]
  await provider.setConnection('cut')
  const booked = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
  await hubs.stopLost()
  for (const { desk } of [one, two]) await reached(desk, () => isAlone(desk))
  const spare = { ...(await hubs.openNewPc(provider.url, 'spare-came', 'Desk spare')), name: 'Desk spare' }
  await hubs.move(two, 'with-spare')
  await hubs.move(one, 'beside-spare')
  await provider.setConnection('up')
  await connect(one.desk)
  await reached(one.desk, () => frozenOf(one.desk)?.desks.includes(spare.name) === true)
  await openThird([spare, two, one])
  await connect(one.desk)
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked))
})
