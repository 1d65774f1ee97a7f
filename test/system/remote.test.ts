import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { SettingsChange } from '../../shared/desk/settings.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { seededChance } from '../support/sim/seeded-rng.ts'
import { BASELINE, FILE_ROOFTOP, writeDeskFile } from '../support/builders/settings-file.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf, type TestPractice } from '../support/desk/test-desk.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { startFaultServer } from '../support/faults/fault-server.ts'
import { testCipher } from '../support/fakes/secret-store.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'

/*
 * A booking made for one provider must never reach another: two practice services stand for two providers. Both take
 * the same token, so that no refused token keeps the bookings apart.
 */

const ROOFTOP = {
  ...FILE_ROOFTOP,
  address: { name: 'Lot', addressTwo: null, ...FILE_ROOFTOP.address },
  contact: null,
  noticeMinutes: 60,
  marginMinutes: 30,
  tripLimit: null,
}

function to(service: TestPractice, token: string | null = 'practice-token'): SettingsChange {
  return { provider: { address: service.url, ...BASELINE, token }, rooftop: ROOFTOP }
}

const PRACTICE: SettingsChange = { provider: null, rooftop: ROOFTOP }

async function twoServices() {
  return { one: await openTestPractice(temporaryFolder()), two: await openTestPractice(temporaryFolder()) }
}

const referencesOf = async (service: TestPractice) => (await service.ledger()).flatMap((line) => line.references).sort()

const sentOf = (booking: BookedMoves) => booking.moves.map((move) => move.reference).sort()

const codeOf = (result: { ok: true } | { ok: false; failure: { code: string } }) =>
  result.ok ? 'done' : result.failure.code

describe('A change of the provider', () => {
  test('A change of the provider is refused with advice while a booking waits and allowed after the send', async () => {
    const { one, two } = await twoServices()
    await one.cut()
    const { desk, facts } = await openTestDesk(temporaryFolder(), null)
    valueOf(await desk.changeSettings(to(one)))
    const saved = valueOf(desk.bookMove(pairBooking(1)))

    const refused = await desk.changeSettings(to(two))
    expect(codeOf(refused)).toBe('open-bookings')
    expect(refused.ok ? '' : describeFailure(refused.failure)).toContain('1 not sent')
    expect(refused.ok ? '' : describeFailure(refused.failure)).toContain('withdraw them in Lookup')
    expect(codeOf(await desk.changeSettings(PRACTICE))).toBe('open-bookings')
    expect(valueOf(desk.readSettings()).provider?.address).toBe(one.url)

    await one.restore()
    desk.checkConnection()
    await facts.next('send-settled')
    valueOf(await desk.changeSettings(to(two)))
    const next = valueOf(desk.bookMove(pairBooking(2)))
    await facts.next('send-settled')
    expect(await referencesOf(one)).toEqual(sentOf(saved))
    expect(await referencesOf(two)).toEqual(sentOf(next))
  })

  test('A change of the provider is allowed after the waiting booking was withdrawn, which is never sent', async () => {
    const { one, two } = await twoServices()
    await one.cut()
    const { desk, facts } = await openTestDesk(temporaryFolder())
    valueOf(await desk.changeSettings(to(one)))
    const saved = valueOf(desk.bookMove(oneWayBooking(3)))
    expect(codeOf(await desk.changeSettings(to(two)))).toBe('open-bookings')
    valueOf(desk.withdrawBooking(saved.id))
    valueOf(await desk.changeSettings(to(two)))
    await facts.next('sync-idle')
    await one.restore()
    expect([...(await one.ledger()), ...(await two.ledger())]).toEqual([])
  })

  test('A change of the provider needs a new token, and a save for the same provider does not', async () => {
    const { one, two } = await twoServices()
    const { desk } = await openTestDesk(temporaryFolder())
    valueOf(await desk.changeSettings(to(one)))
    const refused = await desk.changeSettings(to(two, null))
    expect(refused.ok ? [] : refused.failure.issues.map((field) => field.path)).toEqual(['provider.token'])
    valueOf(await desk.changeSettings(to(one, null)))
  })

  test('A change of the provider under way refuses bookings and a second change as busy', async () => {
    const { one, two } = await twoServices()
    const { desk } = await openTestDesk(temporaryFolder())
    valueOf(await desk.changeSettings(to(one)))
    const change = desk.changeSettings(to(two))
    expect(codeOf(desk.bookMove(pairBooking(4)))).toBe('busy')
    expect(codeOf(await desk.changeSettings(PRACTICE))).toBe('busy')
    valueOf(await change)
    expect(valueOf(desk.readSettings()).provider?.address).toBe(two.url)
    expect(await one.ledger()).toEqual([])
  })

  test('A change of the provider does not wait for a request that is never answered', async () => {
    const { one } = await twoServices()
    let asked = () => {}
    const heard = new Promise<void>((resolve) => (asked = resolve))
    const silent = await startFaultServer({ onRequest: () => asked() })
    // The deadlines outlast any test, so only an abandoned request can end in time.
    const deadlines = { connect: 3_600_000, answer: 3_600_000 }
    const { desk, close } = await openTestDesk(temporaryFolder(), null, undefined, { deadlines })
    const toSilent = { address: silent.url.href, ...BASELINE, token: 'practice-token' } as const
    valueOf(await desk.changeSettings({ provider: toSilent, rooftop: ROOFTOP }))
    await heard
    expect(codeOf(await desk.changeSettings(to(one)))).toBe('done')
    expect(codeOf(await desk.changeSettings({ provider: toSilent, rooftop: ROOFTOP }))).toBe('done')
    await close()
  })

  test('A newly saved token restarts a send queue that a refusal stopped', async () => {
    const { one } = await twoServices()
    const fault = { type: 'status', when: 'before', status: 403, body: { errors: 'missing_scope' } } as const
    const proxy = await openTestProxy(one.url)
    proxy.addToxic({ ...fault, match: { asks: 'create', nth: 1 } })
    const { desk, facts } = await openTestDesk(temporaryFolder())
    const there = { address: proxy.url, ...BASELINE, token: 'practice-token' } as const
    valueOf(await desk.changeSettings({ provider: there, rooftop: ROOFTOP }))
    valueOf(desk.bookMove(pairBooking(1)))
    await facts.next('send-settled')
    const second = valueOf(desk.bookMove(pairBooking(2)))
    expect(valueOf(desk.getBooking(second.id)).state).toBe('waiting')
    desk.checkConnection()
    await facts.next('sync-idle')
    expect(valueOf(desk.getBooking(second.id)).state).toBe('waiting')
    valueOf(await desk.changeSettings({ provider: there, rooftop: ROOFTOP }))
    await facts.next('send-settled')
    expect(valueOf(desk.getBooking(second.id)).state).toBe('booked')
  })

  test('A move that one provider confirmed is not fetched from another provider', async () => {
    const { one, two } = await twoServices()
    const { desk, facts } = await openTestDesk(temporaryFolder())
    valueOf(await desk.changeSettings(to(one)))
    const saved = valueOf(desk.bookMove(oneWayBooking(5)))
    await facts.next('send-settled')
    const known = valueOf(desk.getBooking(saved.id)).moves[0]
    valueOf(await desk.changeSettings(to(two)))
    // The other service numbers its moves alike and would answer a fetch of this number with a move of its own.
    const other = valueOf(desk.bookMove(oneWayBooking(6)))
    await facts.next('send-settled')
    await facts.next('sync-idle')
    expect(valueOf(desk.getBooking(other.id)).moves[0]?.number).toEqual(known?.number)
    expect(valueOf(desk.getBooking(saved.id)).moves[0]).toEqual(known)
  })
})

describe('Practice', () => {
  test('Practice keeps its bookings in its own store, and going live sends none of them', async () => {
    const { one } = await twoServices()
    const folder = temporaryFolder()
    const { desk, facts } = await openTestDesk(folder)
    valueOf(await desk.setPracticeConnection('cut'))
    const practised = valueOf(desk.bookMove(pairBooking(7)))
    valueOf(await desk.changeSettings(to(one)))
    expect(codeOf(desk.getBooking(practised.id))).toBe('not-found')
    expect(valueOf(desk.findBookings({ text: '', limit: 10 })).total).toBe(0)
    expect(desk.status()).toMatchObject({ practice: null, waiting: 0, attention: 0 })
    const real = valueOf(desk.bookMove(pairBooking(8)))
    await facts.next('send-settled')
    expect(await referencesOf(one)).toEqual(sentOf(real))

    valueOf(await desk.changeSettings(PRACTICE))
    expect(valueOf(desk.getBooking(practised.id)).state).toBe('waiting')
    expect(codeOf(desk.getBooking(real.id))).toBe('not-found')
    expect(existsSync(join(folder, 'practice-desk.db'))).toBe(true)
  })

  test('Practice has a default rooftop until a rooftop is set', async () => {
    const { desk } = await openTestDesk(temporaryFolder())
    expect(desk.status().rooftop.name).toBe('Northside Motors')
    valueOf(await desk.changeSettings({ provider: null, rooftop: { ...ROOFTOP, zone: 'America/Chicago' } }))
    expect(desk.status().rooftop).toMatchObject({ name: 'Lakeside Auto', zone: 'America/Chicago' })
  })
})

describe('A settings file', () => {
  test('A settings file cannot change the provider while bookings are open, but can change the rooftop', async () => {
    const { one, two } = await twoServices()
    const folder = temporaryFolder()
    await one.cut()
    const first = await openTestDesk(folder, providerOf(one.url))
    const saved = valueOf(first.desk.bookMove(pairBooking(9)))
    await first.close()

    writeDeskFile(folder, providerOf(two.url), { rooftop: { ...FILE_ROOFTOP, name: 'Lakeside North' } })
    // Without a vault the token of the first run is gone, and the desk keeps the old provider all the same.
    const second = await openTestDesk(folder, null)
    expect(second.desk.status().notices.map((notice) => notice.code)).toContain('provider-kept')
    expect(second.desk.status().rooftop.name).toBe('Lakeside North')
    await second.facts.next('connection', (fact) => fact.cause === 'token-missing')
    expect(second.desk.status()).toMatchObject({ waiting: 1, connection: { kind: 'down', cause: 'token-missing' } })
    // The token can still be set in the settings, which the old provider needs for the waiting booking.
    await one.restore()
    valueOf(await second.desk.changeSettings(to(one)))
    await second.facts.next('send-settled')
    expect(await referencesOf(one)).toEqual(sentOf(saved))
    expect(await two.ledger()).toEqual([])
    await second.close()

    const third = await openTestDesk(folder, null)
    expect(third.desk.status().notices.map((notice) => notice.code)).not.toContain('provider-kept')
    expect(valueOf(third.desk.readSettings()).provider?.address).toBe(two.url)
    await third.facts.next('sync-idle')
    expect(await two.ledger()).toEqual([])
  })
})

const STEPS = ['book', 'book', 'settle', 'go', 'go', 'cut', 'restore', 'restart', 'file', 'take back'] as const

test('Each booking reaches the provider that it was made for once, and no other, through all settings changes', async () => {
  const chance = seededChance('remotes')
  const { one, two } = await twoServices()
  const services = { one, two }
  const folder = temporaryFolder()
  const cipher = testCipher()
  const openHere = () => openTestDesk(folder, null, undefined, { cipher })
  let opened = await openHere()
  const where = () => {
    const address = valueOf(opened.desk.readSettings()).provider?.address
    return address === one.url ? 'one' : address === two.url ? 'two' : 'practice'
  }
  const made = { one: [] as string[], two: [] as string[], practice: [] as string[] }
  const takenBack = new Set<string>()
  const done = { booked: 0, changed: 0, refused: 0, restarted: 0, takenBack: 0 }

  for (let step = 0; step < 500; step += 1) {
    const { desk } = opened
    switch (chance.pick(STEPS)) {
      case 'book': {
        const saved = valueOf(desk.bookMove(pairBooking(step)))
        made[where()].push(...saved.moves.map((move) => move.reference))
        done.booked += 1
        break
      }
      case 'go': {
        const change = chance.pick([to(one), to(two), PRACTICE])
        const went = await desk.changeSettings(change)
        if (!went.ok) expect(went.failure.code).toBe('open-bookings')
        done[went.ok ? 'changed' : 'refused'] += 1
        break
      }
      case 'cut':
        await services[chance.pick(['one', 'two'] as const)].cut()
        break
      case 'restore':
        await services[chance.pick(['one', 'two'] as const)].restore()
        desk.checkConnection()
        break
      case 'settle': {
        const at = where()
        if (at === 'practice') break
        await services[at].restore()
        desk.checkConnection()
        while (desk.status().waiting > 0) await opened.facts.next('sync-idle')
        break
      }
      case 'file':
        // Every second file is empty, or the file would decide everything.
        if (chance.fraction() < 0.5) writeFileSync(join(folder, 'desk.json'), '{}')
        else writeDeskFile(folder, providerOf(chance.pick([one, two]).url))
        break
      case 'restart':
        await opened.close()
        opened = await openHere()
        done.restarted += 1
        break
      case 'take back': {
        const waits = valueOf(desk.findBookings({ text: '', limit: 200 })).bookings.find(
          ({ state }) => state === 'waiting',
        )
        const taken = waits === undefined ? null : desk.withdrawBooking(waits.bookingId)
        if (taken?.ok !== true || where() === 'practice') break
        for (const move of taken.value.moves) takenBack.add(move.reference)
        done.takenBack += 1
        break
      }
    }
  }
  console.log(`remotes: ${JSON.stringify({ ...done, one: made.one.length, two: made.two.length })}`)
  expect(Math.min(...Object.values(done))).toBeGreaterThan(0)
  expect(Math.min(made.one.length, made.two.length)).toBeGreaterThan(0)

  // At the end the desk visits each provider once more with the link up, so that everything leaves.
  await opened.close()
  await one.restore()
  await two.restore()
  for (const service of [one, two]) {
    writeDeskFile(folder, providerOf(service.url))
    opened = await openHere()
    await opened.facts.next('sync-idle', (fact) => fact.waiting === 0)
    await opened.close()
  }
  for (const name of ['one', 'two'] as const) {
    const expected = made[name].filter((reference) => !takenBack.has(reference))
    expect(await referencesOf(services[name])).toEqual(expected.sort())
  }
})

test('`isAllowedUrl` allows the link hosts of the settings as soon as they are saved, by https alone', async () => {
  const service = await openTestPractice(temporaryFolder())
  const { desk } = await openTestDesk(temporaryFolder(), providerOf(service.url))
  const { provider, rooftop } = valueOf(desk.readSettings())
  if (provider === null) throw new Error('no provider')
  const may = ['https://track.example/m/1', 'http://track.example/m/1', 'https://track.example.evil.example/']
  expect(may.map(desk.isAllowedUrl)).toEqual([false, false, false])
  valueOf(
    await desk.changeSettings({
      provider: { ...provider, linkHosts: ['track.example'], caFile: null, token: null },
      rooftop,
    }),
  )
  expect(may.map(desk.isAllowedUrl)).toEqual([true, false, false])
})
