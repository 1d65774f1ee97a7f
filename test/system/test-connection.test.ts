import { describe, expect, test } from 'vitest'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { PRACTICE_ROOFTOP } from '../../shared/booking/rooftop.ts'
import { openTestDesk, openTestPractice, valueOf } from '../support/desk/test-desk.ts'
import { startFaultServer } from '../support/faults/fault-server.ts'
import { openLyingNetwork, type NetworkState } from '../support/faults/lying-network.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { formatResponse } from '../support/http/wire.ts'
import { describeConnectionTest } from '../../renderer/app/text/connection-text.ts'

/* Trying a provider that was typed, from a desk that practises: what is wrong is told apart, and nothing is kept. */

const typed = (address: string, token: string | null) => ({
  provider: { address, profile: 'baseline' as const, clientId: null, rooftopNumber: null, linkHosts: [], token },
  rooftop: PRACTICE_ROOFTOP,
})

async function layTrial(route?: () => Promise<string>) {
  const service = await openTestPractice(temporaryFolder())
  const network = await openLyingNetwork(service.url)
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
    expect(valueOf(await desk.testConnection(typed(network.url, service.token)))).toMatchObject({
      good: true,
      cause: null,
    })
    expect(stands()).toEqual(before)
    expect(await service.ledger()).toEqual([])
  })

  test.for<readonly [ConnectionCause, NetworkState, string | null]>([
    ['token-refused', 'truth', 'another-token'],
    ['unsafe-network', 'portal certificate', null],
    ['unsafe-network', 'DNS hijack', null],
    ['proxy-sign-in', 'proxy 407', null],
    ['provider-down', 'down', null],
    ['provider-down', 'black hole', null],
    ['protocol-changed', '302', null],
    ['protocol-changed', 'a page with 200', null],
  ])('is said to be %s where the network is: %s', async ([cause, way, token]) => {
    const { service, network, desk } = await layTrial()
    network.become(way)
    const trial = valueOf(await desk.testConnection(typed(network.url, token ?? service.token)))
    expect(trial).toMatchObject({ good: false, cause })
    // What happened, and what to do about it.
    expect(describeConnectionTest(trial)).toMatch(/^[A-Z].+\b([Cc]heck|[Oo]pen|[Ee]nter|[Cc]all)\b/)
    // Nothing goes on by itself with a provider that is only tried.
    expect(describeConnectionTest(trial)).not.toMatch(/again every/)
  })

  test('whose address has more behind its host than the provider knows is not one', async () => {
    const { service, network, desk } = await layTrial()
    for (const path of ['/foo', '/v1/moves']) {
      const trial = valueOf(await desk.testConnection(typed(`${network.url}${path}`, service.token)))
      expect(trial, path).toMatchObject({ good: false, cause: 'protocol-changed' })
      expect(describeConnectionTest(trial)).toMatch(/Check the address/)
    }
  })

  test('whose name nobody knows has no network', async () => {
    const { desk } = await layTrial(async () => 'DIRECT')
    const trial = valueOf(await desk.testConnection(typed('https://nobody.invalid', 'a-token')))
    expect(trial).toMatchObject({ good: false, cause: 'no-network' })
    expect(describeConnectionTest(trial)).toMatch(/^This address was not found\. Check its spelling/)
  })

  test('that answers as anything else does is not one', async () => {
    const server = await startFaultServer({ onRequest: (socket) => socket.end(formatResponse(404, 'not here\n')) })
    const { desk } = await layTrial(async () => 'DIRECT')
    const trial = valueOf(await desk.testConnection(typed(server.url.origin, 'a-token')))
    expect(trial).toMatchObject({ good: false, cause: 'protocol-changed' })
  })

  test('without a token is not asked, and practice has none', async () => {
    const { network, desk } = await layTrial()
    expect(await desk.testConnection(typed(network.url, null))).toMatchObject({
      ok: false,
      failure: { code: 'invalid', issues: [{ path: 'provider.token' }] },
    })
    expect(await desk.testConnection({ provider: null, rooftop: PRACTICE_ROOFTOP })).toMatchObject({
      ok: false,
      failure: { code: 'not-possible' },
    })
  })
})
