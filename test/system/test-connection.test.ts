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

/* A connection test of a typed provider, from a desk in practice. */

const typed = (address: string, token: string | null) => ({
  provider: {
    address,
    profile: 'baseline' as const,
    clientId: null,
    rooftopNumber: null,
    payerNumber: null,
    linkHosts: [],
    name: null,
    phone: null,
    caFile: null,
    token,
  },
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

describe('A connection test', () => {
  test('A connection test of a working provider succeeds and changes neither settings nor bookings', async () => {
    const { service, network, desk } = await layTrial()
    // The desk's own link and clock may change meanwhile and are left out.
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
    ['not-the-provider', 'a page with 200', null],
  ])('A connection test reports %s on the network "%s"', async ([cause, way, token]) => {
    const { service, network, desk } = await layTrial()
    network.become(way)
    const trial = valueOf(await desk.testConnection(typed(network.url, token ?? service.token)))
    expect(trial).toMatchObject({ good: false, cause })
    // The text must say what happened and what to do.
    expect(describeConnectionTest(trial)).toMatch(/^[A-Z].+\b([Cc]heck|[Oo]pen|[Ee]nter|[Cc]all)\b/)
    // The desk does not repeat a connection test by itself.
    expect(describeConnectionTest(trial)).not.toMatch(/again every/)
  })

  test('A connection test refuses an address with a path that the provider does not know', async () => {
    const { service, network, desk } = await layTrial()
    for (const path of ['/foo', '/v1/moves']) {
      const trial = valueOf(await desk.testConnection(typed(`${network.url}${path}`, service.token)))
      expect(trial, path).toMatchObject({ good: false, cause: 'not-the-provider' })
      expect(describeConnectionTest(trial)).toMatch(/Check the address/)
    }
  })

  test('A connection test of an unknown host name reports no network', async () => {
    const { desk } = await layTrial(async () => 'DIRECT')
    const trial = valueOf(await desk.testConnection(typed('https://nobody.invalid', 'a-token')))
    expect(trial).toMatchObject({ good: false, cause: 'no-network' })
    expect(describeConnectionTest(trial)).toMatch(/^This address was not found\. Check its spelling/)
  })

  test('A connection test of a server that is no provider says so', async () => {
    const server = await startFaultServer({ onRequest: (socket) => socket.end(formatResponse(404, 'not here\n')) })
    const { desk } = await layTrial(async () => 'DIRECT')
    const trial = valueOf(await desk.testConnection(typed(server.url.origin, 'a-token')))
    expect(trial).toMatchObject({ good: false, cause: 'not-the-provider' })
  })

  test('A connection test is refused without a token, and for practice', async () => {
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
