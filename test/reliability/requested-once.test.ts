import { expect, test } from 'vitest'
import { createProviderClient, type ProviderClient } from '../../electron/provider/client.ts'
import { changeSchema } from '../../shared/outbox/amendment.ts'
import { startFaultServer, type FaultServer } from '../support/faults/fault-server.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { formatResponse } from '../support/http/wire.ts'
import { withNetApp } from '../support/processes/net-app.ts'
import { virtualClock, type VirtualClock } from '../support/fakes/system.ts'

type Client = { readonly provider: ProviderClient; readonly clock: VirtualClock }

type Call = {
  readonly of: keyof ProviderClient
  readonly signsIn: boolean
  /** Makes the unbroken requests that precede the broken request. */
  readonly first?: (client: Client) => Promise<unknown>
  readonly act: (client: Client) => Promise<unknown>
}

const PATHS = ['/v1/concierge-loaner-moves', '/v1/one-way-moves']
const CHANGE = changeSchema.parse({ color: 'Red' })
/** The ends of a connection under a request that the server has read whole. */
const BREAKS = ['reset', 'fin', '408'] as const

type Break = (typeof BREAKS)[number]

type KeepAliveServer = FaultServer & {
  /** Applies from the next request on. After null the server answers again. */
  breakBy(how: Break | null): void
}

const BODY = JSON.stringify({ access_token: 'from-the-server', expires_in: 600, move: { id: 7 } })

/**
 * A server that keeps its connections and answers, until the test tells it to break. A network stack that keeps
 * connections may then repeat the request by itself.
 */
async function startKeepAliveServer(): Promise<KeepAliveServer> {
  let how: Break | null = null
  const server = await startFaultServer({
    onRequest(socket) {
      if (how === 'reset') socket.resetAndDestroy()
      else if (how === 'fin') socket.end()
      else if (how === '408') socket.end(formatResponse(408, '', ['connection: close']))
      else socket.write(formatResponse(200, BODY, ['content-type: application/json', 'connection: keep-alive']))
    },
  })
  return Object.assign(server, { breakBy: (next: Break | null) => void (how = next) })
}

/** Longer than the life of every token that the server gives. */
const OUTLIVES = 3_600_000

async function post({ provider }: Client, path: string): Promise<unknown> {
  const opened = await provider.open()
  if (opened.kind !== 'open') throw new Error(opened.code)
  return provider.send(opened.socket, { path, body: '{}' }, () => {})
}

/** Leaves a connection that was opened while the answer to a booking was awaited. */
async function postAndOpenAhead({ provider }: Client, path: string): Promise<void> {
  const opened = await provider.open()
  if (opened.kind !== 'open') throw new Error(opened.code)
  const answer = provider.send(opened.socket, { path, body: '{}' }, () => {})
  provider.openAhead(1)
  await answer
}

/** Every requesting function of the client, by each request that the function makes. */
const CALLS: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(
    PATHS.flatMap((path): [string, Call][] => [
      [`POST ${path}`, { of: 'send', signsIn: false, act: (client) => post(client, path) }],
      [
        `POST ${path}, signed in`,
        {
          of: 'send',
          signsIn: true,
          first: ({ provider }) => provider.fetchMove(7),
          act: (client) => post(client, path),
        },
      ],
      [
        `POST ${path}, on a connection opened ahead`,
        {
          of: 'openAhead',
          signsIn: false,
          first: (client) => postAndOpenAhead(client, path),
          act: (client) => post(client, path),
        },
      ],
    ]),
  ),
  'GET a move': { of: 'fetchMove', signsIn: false, act: ({ provider }) => provider.fetchMove(7) },
  'GET a move, signed in': {
    of: 'fetchMove',
    signsIn: true,
    first: ({ provider }) => provider.fetchMove(7),
    act: ({ provider }) => provider.fetchMove(7),
  },
  'POST /v1/cancelation': { of: 'cancel', signsIn: false, act: ({ provider }) => provider.cancel(7) },
  'PATCH a move': { of: 'change', signsIn: false, act: ({ provider }) => provider.change(7, CHANGE) },
  'POST /v1/authorize, to cancel': { of: 'cancel', signsIn: true, act: ({ provider }) => provider.cancel(7) },
  'POST /v1/authorize, to change': { of: 'change', signsIn: true, act: ({ provider }) => provider.change(7, CHANGE) },
  'POST /v1/authorize, to ask': { of: 'fetchMove', signsIn: true, act: ({ provider }) => provider.fetchMove(7) },
  'POST /v1/authorize, to send': { of: 'open', signsIn: true, act: ({ provider }) => provider.open() },
}

/** Makes the call while the server breaks connections, and returns the number of requests that the server saw. */
async function timesAsked(
  server: KeepAliveServer,
  { signsIn, first, act }: Call,
  how: (typeof BREAKS)[number],
  warm: boolean,
) {
  const clock = virtualClock()
  const id = signsIn ? { clientId: () => 'lane-7' } : {}
  const client = { clock, provider: createProviderClient({ base: server.url, secret: () => 'a-secret', ...id, clock }) }
  if (warm) {
    await act(client)
    clock.advance(OUTLIVES)
  }
  await first?.(client)
  const before = server.requests()
  server.breakBy(how)
  await act(client)
  // A repeat by a timer would come within this time.
  clock.advance(OUTLIVES)
  await server.quiet()
  server.breakBy(null)
  return server.requests() - before
}

/** The functions of the client that make no request. */
const ASK_NOTHING = ['abort', 'onSystemResume']

test('The provider client makes each request once, however the connection ends', { tags: ['g25'] }, async () => {
  const goal = openGoal('G25', 'nothing is sent twice by the HTTP layer')
  let cases = 0
  const server = await startKeepAliveServer()
  for (const [name, call] of Object.entries(CALLS)) {
    for (const how of BREAKS) {
      for (const warm of [false, true]) {
        const asked = await timesAsked(server, call, how, warm)
        expect([name, how, warm, asked]).toEqual([name, how, warm, 1])
        cases += 1
      }
    }
  }
  const provider = createProviderClient({ base: server.url, secret: () => null, clock: virtualClock() })
  const tried = new Set<string>([...Object.values(CALLS).map(({ of }) => of), ...ASK_NOTHING])
  expect(Object.keys(provider).filter((name) => !tried.has(name))).toEqual([])
  goal.held({
    'calls broken': { did: cases, floor: 84 },
    'connections used again': { did: server.reusedConnections() },
  })
  expect(server.reusedConnections()).toBe(0)
})

test(
  'Electron’s own network stack, planted in place of the client, repeats a request after a reset',
  { tags: ['g06'] },
  async () => {
    const goal = openGoal('G6', 'planted: Electron’s own network stack, which G25 catches')
    const server = await startKeepAliveServer()
    const asked = await withNetApp(server.url, async (postOnce) => {
      expect(await postOnce()).toBe(200)
      const before = server.requests()
      server.breakBy('reset')
      await postOnce()
      await server.quiet()
      return server.requests() - before
    })
    expect(asked).toBeGreaterThan(1)
    goal.held({ 'POSTs for one': { did: asked, floor: 2 } })
  },
)
