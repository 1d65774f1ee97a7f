import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { spoilRoot } from '../support/fixtures/spoil-root.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openTestFront } from '../support/desk/test-desk-host.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { writePreRelease } from '../support/pre-release.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'

const wreck = (file: string) => writeFileSync(file, 'x'.repeat(9000))

describe('A desk whose bookings are damaged', () => {
  test('A damaged desk reports the damage, sends nothing, and continues with every booking after recovery', async () => {
    const folder = temporaryFolder()
    const practice = await openTestPractice(temporaryFolder())
    const proxy = await openTestProxy(practice.url)
    proxy.addToxic({ type: 'cut', when: 'after', end: 'rst', match: { asks: 'create', nth: 2 } })
    const first = await openTestFront(folder, providerOf(proxy.url))
    const ids: string[] = []
    for (const booking of [pairBooking(1), pairBooking(2), oneWayBooking(3)]) {
      ids.push(valueOf(first.desk().bookMove(booking)).id)
      await first.facts.next('send-settled')
    }
    const states = (desk: typeof first.desk) => ids.map((id) => valueOf(desk().getBooking(id)).state)
    expect(states(first.desk)).toEqual(['booked', 'in-doubt', 'booked'])
    await practice.cut()
    ids.push(valueOf(first.desk().bookMove(pairBooking(4))).id)
    await first.close()
    wreck(join(folder, 'desk.db'))
    await practice.restore()

    const second = await openTestFront(folder)
    expect(second.refused()).toMatchObject({ code: 'damaged', damage: { store: 'desk', kind: 'unreadable' } })
    expect(proxy.counter.arrived('create')).toBe(3)
    const back = valueOf(await second.front.recoverStore())
    expect(back).toMatchObject({ store: 'desk', bookings: 4, doubt: 1, held: 0, unreadable: 0 })
    expect(back.kept).toHaveLength(1)
    expect(readFileSync(join(folder, back.kept[0] ?? ''), 'utf8')).toMatch(/^x+$/)
    await second.facts.next('send-settled')
    expect(states(second.desk)).toEqual(['booked', 'in-doubt', 'booked', 'booked'])
    expect(proxy.counter.arrived('create')).toBe(4)
    expect(await practice.ledger()).toHaveLength(4)
    expect(await second.front.recoverStore()).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  })

  test('A desk whose damage is found only after the window was painted closes before anything is sent', async () => {
    const folder = temporaryFolder()
    const practice = await openTestPractice(temporaryFolder())
    await practice.cut()
    const first = await openTestFront(folder, providerOf(practice.url))
    for (let number = 0; number < 40; number += 1) valueOf(first.desk().bookMove(pairBooking(number)))
    await first.close()
    // Opening reads no vehicle.
    spoilRoot(join(folder, 'desk.db'), 'vehicles')
    await practice.restore()

    let paint = () => {}
    const second = await openTestFront(folder, null, { painted: new Promise<void>((resolve) => (paint = resolve)) })
    expect(second.refused()).toBeNull()
    paint()
    expect(await second.damaged).toMatchObject({ code: 'damaged', damage: { store: 'desk' } })
    expect(second.refused()).toMatchObject({ code: 'damaged' })
    expect(await practice.ledger()).toHaveLength(0)
    expect(valueOf(await second.front.recoverStore())).toMatchObject({ bookings: 40, doubt: 0, unreadable: 0 })
    for (let settled = 0; settled < 40; settled += 1) await second.facts.next('send-settled')
    expect(await practice.ledger()).toHaveLength(40)
  })

  test('A desk in practice continues after its bookings are recovered and its practice service starts anew', async () => {
    const folder = temporaryFolder()
    const first = await openTestFront(folder)
    const saved = valueOf(first.desk().bookMove(pairBooking(1)))
    await first.facts.next('send-settled')
    const booked = valueOf(first.desk().getBooking(saved.id))
    await first.close()
    wreck(join(folder, 'practice-desk.db'))
    wreck(join(folder, 'practice-service.db'))

    const second = await openTestFront(folder)
    expect(second.refused()?.damage).toMatchObject({ store: 'practice-desk' })
    expect(valueOf(await second.front.recoverStore())).toMatchObject({ store: 'practice-desk', bookings: 1, doubt: 0 })
    expect(second.refused()?.damage).toMatchObject({ store: 'practice-service' })
    const anew = valueOf(await second.front.recoverStore())
    expect(anew).toMatchObject({ store: 'practice-service' })
    expect(existsSync(join(folder, anew.kept[0] ?? ''))).toBe(true)
    expect(valueOf(second.desk().getBooking(saved.id))).toMatchObject({ state: 'booked', moves: [{}, {}] })

    // The new service reuses no number, or the desk would take a response for another booking's.
    const more = valueOf(second.desk().bookMove(pairBooking(2)))
    await second.facts.next('send-settled')
    const numbers = [booked, valueOf(second.desk().getBooking(more.id))].flatMap(({ state, moves }) => {
      expect(state).toBe('booked')
      return moves.map(({ number }) => (number.known ? number.value : 0))
    })
    expect(new Set(numbers).size).toBe(4)
  })

  test('A switch to damaged practice bookings is refused, keeps the provider and succeeds after recovery', async () => {
    const folder = temporaryFolder()
    const practice = await openTestPractice(temporaryFolder())
    const practises = await openTestFront(folder)
    valueOf(practises.desk().bookMove(pairBooking(1)))
    await practises.close()
    await (await openTestFront(folder, providerOf(practice.url))).close()
    rmSync(join(folder, 'desk.json'))
    wreck(join(folder, 'practice-desk.db'))
    const live = await openTestFront(folder)
    const { rooftop } = valueOf(live.desk().readSettings())
    const gone = await live.desk().changeSettings({ provider: null, rooftop })
    expect(gone).toMatchObject({ ok: false, failure: { code: 'damaged' } })
    expect(await live.damaged).toMatchObject({ damage: { store: 'practice-desk' } })
    expect(valueOf(await live.front.recoverStore())).toMatchObject({ store: 'practice-desk', bookings: 1 })
    expect(valueOf(live.desk().readSettings()).provider?.address).toBe(practice.url)
    expect(valueOf(await live.desk().changeSettings({ provider: null, rooftop })).provider).toBeNull()
  })

  test('A recovery on a refusing disk changes nothing, reports the disk and can be tried again', async () => {
    const folder = temporaryFolder()
    const first = await openTestFront(folder)
    valueOf(first.desk().bookMove(pairBooking(1)))
    await first.close()
    wreck(join(folder, 'practice-desk.db'))
    const second = await openTestFront(folder)
    const names = readdirSync(folder).sort()
    const journal = join(folder, 'practice-desk.journal')
    renameSync(journal, `${journal}.away`)
    mkdirSync(journal)
    const refused = await second.front.recoverStore()
    expect(refused).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
    if (!refused.ok) expect(describeFailure(refused.failure)).toContain('Nothing was changed')
    rmdirSync(journal)
    renameSync(`${journal}.away`, journal)
    expect(readdirSync(folder).sort()).toEqual(names)
    expect(valueOf(await second.front.recoverStore())).toMatchObject({ bookings: 1 })
  })
})

test('A folder on a network share is refused in words, and nothing is written there', async () => {
  const folder = join(temporaryFolder(), 'profile')
  const { refused } = await openTestFront(folder, null, { share: 'nfs4' })
  expect(refused()).toMatchObject({ code: 'not-saved' })
  expect(refused()).toMatchObject({ detail: 'network-drive', fields: { kind: 'nfs4' } })
  expect(existsSync(folder)).toBe(false)
})

test.for(['practice-desk.db', 'practice-service.db'])(
  'A desk whose %s was made by a pre-release says so, offers no recovery and changes no byte of the file',
  async (name) => {
    const folder = temporaryFolder()
    writePreRelease(join(folder, name))
    const bytes = readFileSync(join(folder, name))
    const { front, refused, facts } = await openTestFront(folder)
    expect(refused()).toMatchObject({ code: 'not-saved', detail: 'pre-release' })
    expect(refused()?.damage).toBeUndefined()
    expect(await front.recoverStore()).toMatchObject({ ok: false, failure: { code: 'not-found' } })
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true)
    expect(facts.all.filter(({ event }) => event === 'store-damaged' || event === 'store-recovered')).toEqual([])
  },
)
