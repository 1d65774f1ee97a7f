import { beforeAll, expect, test } from 'vitest'
import { connect, isAlone, isLive, reached, referencesOf, stateOf } from '../support/board/rooftop.ts'
import { startTwoHubs, type TwoHubs } from '../support/board/two-hubs.ts'
import { valueOf } from '../support/desk/test-desk.ts'
import { loseDesk } from '../support/hub/bookings.ts'

/* A desk of a new hub that is retired there and invited again under its name, as for another certificate. */

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs(100)
  return hubs.remove
})

test('A new PC under the name of a lost desk does not stand for that desk after its second invitation either', async () => {
  const { provider, one, two, booked, sent, takeAndSend } = await hubs.openCutOff()
  await takeAndSend(two)
  await two.close()
  await hubs.stopLost()
  await hubs.move(one, 'waits')
  const { desk } = await hubs.openNewPc(provider.url, 'newpc', two.name)
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
  const { desk } = await hubs.openNewPc(provider.url, 'beside', 'Desk beside')
  await hubs.renew(two.desk, { from: 'second', to: 'secondagain', name: two.name })
  await hubs.renew(one.desk, { from: 'first', to: 'firstagain', name: one.name })
  await expect.poll(() => hubs.missing()).toEqual([])
  await provider.setConnection('up')
  await connect(one.desk)
  await reached(desk, () => stateOf(desk, booked.id) === 'booked')
  expect(await sent()).toEqual(referencesOf(booked))
})
