import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasNamespaces } from '../../support/board/namespaces.ts'
import { createNetwork } from '../../support/board/network.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { temporaryMemoryFolder } from '../../support/fixtures/temporary-folder.ts'
import { startHub } from '../../support/hub/board.ts'
import { startJudge } from '../../support/oracle/practice-ledger.ts'
import { buildChildren, startDeskProcess } from '../../support/processes/processes.ts'

/* The worst cable: the road to the hub is cut without a reset, and the road to the provider stays. */

// Only hosts of their own have two cables. `system/takeover` has the scene with one cable.
test.runIf(hasNamespaces())(
  'A desk that loses the cable to the hub alone sends what the hub never knew, and not what another desk took over',
  async () => {
    const children = await buildChildren()
    const judge = await startJudge(children.practice)
    const network = createNetwork()
    onTestFinished(network.remove)
    const hub = await startHub({ host: network.hub })
    onTestFinished(hub.remove)
    const open = async (role: string) => {
      const folder = temporaryMemoryFolder()
      const place = await network.addDesk(hub, role, judge.url)
      onTestFinished(place.close)
      writeFileSync(join(folder, 'board-invitation.json'), await hub.invite(role, place.hubPort), { mode: 0o600 })
      const order = { folder, address: place.provider, token: judge.token, killAt: null, hasty: true }
      const desk = startDeskProcess(order, { script: children.desk, through: place.through })
      onTestFinished(async () => {
        desk.kill()
        await desk.ended
      })
      expect(await desk.heard(({ event }) => event === 'board-live')).toBe(true)
      return { ...desk, place }
    }
    const [one, two] = [await open('one'), await open('two')]
    const rights = async () => (await hub.sql('SELECT owner, state FROM board.send_right ORDER BY owner')) as unknown
    const sent = async () => (await judge.ledger()).flatMap(({ references }) => references).toSorted()
    const saved = () => one.lines.flatMap((line) => (line.event === 'saved' ? line.references : [])).toSorted()

    one.place.cut('wan')
    one.book(oneWayBooking(1))
    await one.heard((line) => line.event === 'connection' && line.kind === 'down')
    await expect.poll(rights).toEqual([{ owner: 'one', state: 'waiting' }])
    one.place.cut('lan')
    one.place.heal('late', 'wan')
    await one.heard(({ event }) => event === 'board-away')
    await hub.silence('one')
    two.takeOver('one')
    await two.heard((line) => line.event === 'took-over')
    expect(two.lines.find(({ event }) => event === 'took-over')).toMatchObject({ taken: { waiting: 1, refused: 0 } })
    await two.heard(({ event }) => event === 'send-settled')
    one.book(oneWayBooking(2))
    await one.heard(({ event }) => event === 'send-settled')
    const all = saved()
    expect(await sent()).toEqual(all)

    one.place.heal('late', 'lan')
    await one.heard(({ event }) => event === 'entry-given-away')
    await expect.poll(rights).toEqual([
      { owner: 'one', state: 'done' },
      { owner: 'two', state: 'done' },
    ])
    expect(await sent()).toEqual(all)
    expect(all).toHaveLength(2)
  },
)
