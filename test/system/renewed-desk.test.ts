import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import { connect, isAlone, isLive, reached, referencesOf, stateOf } from '../support/board/rooftop.ts'
import { startTwoHubs, type TwoHubs } from '../support/board/two-hubs.ts'
import { movableClock, openTestDesk, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { testCipher } from '../support/fakes/secret-store.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { loseDesk } from '../support/hub/bookings.ts'

/* A desk of a new hub that is retired there and invited again under its name, as for another certificate. */

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs(100)
  return hubs.remove
})

/** Opens a desk on a PC that is new, with its first invitation to the new hub. */
async function openNewPc(url: string, role: string, name: string) {
  const folder = temporaryFolder()
  const invitation = JSON.stringify(await hubs.invitationTo(role, name))
  writeFileSync(join(folder, INVITATION_FILE), invitation, { mode: 0o600 })
  const opened = await openTestDesk(folder, providerOf(url), movableClock(), { cipher: testCipher() })
  await reached(opened.desk, () => isLive(opened.desk))
  return opened
}

test('A new PC under the name of a lost desk does not stand for that desk after its second invitation either', async () => {
  const { provider, one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await two.close()
  await hubs.stopLost()
  valueOf(await one.desk.membership.join(await hubs.invitationTo('waits', one.name)))
  await reached(one.desk, () => isLive(one.desk))
  const { desk } = await openNewPc(provider.url, 'newpc', two.name)
  await hubs.renew(desk, { from: 'newpc', to: 'newpcagain', name: two.name })
  await loseDesk(hubs.next, 'newpc')
  await reached(one.desk, () => stateOf(one.desk, booked.id) === 'in-doubt')
  await connect(one.desk)
  const later = valueOf(one.desk.bookMove(hubs.rooftops.next()))
  await reached(desk, () => stateOf(desk, later.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked, later))
})

test('Two desks that are invited again beside a new desk hold up no booking of the hub before', async () => {
  const { provider, one, two, booked, sent } = await hubs.openCutOff()
  await hubs.stopLost()
  await reached(two.desk, () => isAlone(two.desk))
  for (const [desk, role, name] of [
    [one.desk, 'first', one.name],
    [two.desk, 'second', two.name],
  ] as const) {
    valueOf(await desk.membership.join(await hubs.invitationTo(role, name)))
    await reached(desk, () => isLive(desk))
  }
  const { desk } = await openNewPc(provider.url, 'beside', 'Desk beside')
  await hubs.renew(two.desk, { from: 'second', to: 'secondagain', name: two.name })
  await hubs.renew(one.desk, { from: 'first', to: 'firstagain', name: one.name })
  await expect.poll(() => hubs.missing()).toEqual([])
  await provider.setConnection('up')
  await connect(one.desk)
  await reached(desk, () => stateOf(desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked))
})
