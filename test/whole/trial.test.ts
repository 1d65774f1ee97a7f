import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LinkCause } from '../../shared/link.ts'
import { systemClock } from '../../electron/system.ts'
import { PRACTICE_ROOFTOP } from '../../shared/rooftop.ts'
import { openTestDesk, openTestPractice, valueOf } from '../support/desk.ts'
import { temporaryFolder } from '../support/folder.ts'
import { layNetwork, type Way } from '../support/networks/network.ts'

/* Trying a provider that was typed, from a desk that practises: what is wrong is told apart, and nothing is kept. */

const typed = (address: string, token: string | null) => ({
  provider: { address, profile: 'baseline' as const, clientId: null, rooftopNumber: null, linkHosts: [], token },
  rooftop: PRACTICE_ROOFTOP,
})

async function layTrial(route?: () => Promise<string>) {
  const service = await openTestPractice(temporaryFolder())
  const network = await layNetwork(service.url)
  const { desk } = await openTestDesk(temporaryFolder(), null, systemClock, {
    deadlines: { connect: 3_000, answer: 4_000 },
    route: route ?? network.route,
  })
  return { service, network, desk }
}

describe('a provider that is typed', () => {
  test('is said to answer where it does, and nothing is booked, kept or gone over to', async () => {
    const { service, network, desk } = await layTrial()
    // The desk's own link comes and goes beside it, and its clock goes on.
    const stands = () => {
      const { practice, waiting, attention, lastSentAt } = desk.status()
      return [valueOf(desk.readSettings()), { practice, waiting, attention, lastSentAt }]
    }
    const before = stands()
    expect(valueOf(await desk.tryProvider(typed(network.url, service.token)))).toMatchObject({
      good: true,
      cause: null,
    })
    expect(stands()).toEqual(before)
    expect(await service.ledger()).toEqual([])
  })

  test.for<readonly [LinkCause, Way, string | null]>([
    ['token-refused', 'truth', 'another-token'],
    ['unsafe-network', 'portal certificate', null],
    ['unsafe-network', 'DNS hijack', null],
    ['proxy-sign-in', 'proxy 407', null],
    ['provider-down', 'down', null],
    ['provider-down', 'black hole', null],
    ['provider-changed', '302', null],
    ['provider-changed', 'a page with 200', null],
  ])('is said to be %s where the network is: %s', async ([cause, way, token]) => {
    const { service, network, desk } = await layTrial()
    network.become(way)
    const trial = valueOf(await desk.tryProvider(typed(network.url, token ?? service.token)))
    expect(trial).toMatchObject({ good: false, cause })
    // What happened, and what to do about it.
    expect(trial.words).toMatch(/^[A-Z].+\b([Cc]heck|[Oo]pen|[Ee]nter|[Cc]all)\b/)
    // Nothing goes on by itself with a provider that is only tried.
    expect(trial.words).not.toMatch(/again every/)
  })

  test('whose address has more behind its host than the provider knows is not one', async () => {
    const { service, network, desk } = await layTrial()
    for (const path of ['/foo', '/v1/moves']) {
      const trial = valueOf(await desk.tryProvider(typed(`${network.url}${path}`, service.token)))
      expect(trial, path).toMatchObject({ good: false, cause: 'provider-changed' })
      expect(trial.words).toMatch(/Check the address/)
    }
  })

  test('whose name nobody knows has no network', async () => {
    const { desk } = await layTrial(async () => 'DIRECT')
    const trial = valueOf(await desk.tryProvider(typed('https://nobody.invalid', 'a-token')))
    expect(trial).toMatchObject({ good: false, cause: 'no-network' })
    expect(trial.words).toMatch(/^This address was not found\. Check its spelling/)
  })

  test('that answers as anything else does is not one', async () => {
    const server = createServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 9\r\n\r\nnot here\n')),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { desk } = await layTrial(async () => 'DIRECT')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const trial = valueOf(await desk.tryProvider(typed(address, 'a-token')))
    expect(trial).toMatchObject({ good: false, cause: 'provider-changed' })
  })

  test('without a token is not asked, and practice has none', async () => {
    const { network, desk } = await layTrial()
    expect(await desk.tryProvider(typed(network.url, null))).toMatchObject({
      ok: false,
      failure: { code: 'invalid', fields: [{ path: 'provider.token' }] },
    })
    expect(await desk.tryProvider({ provider: null, rooftop: PRACTICE_ROOFTOP })).toMatchObject({
      ok: false,
      failure: { code: 'not-possible' },
    })
  })
})
