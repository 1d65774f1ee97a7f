import { createNamespaces, hasNamespaces, type Cable, type Host } from './namespaces.ts'
import type { TestHub } from '../hub/board.ts'
import { openRoad, type Road } from '../hub/road.ts'

/*
 * The cables of a rooftop: hosts of their own where this machine has network namespaces, else a pass-through before the
 * hub that stops reading.
 */

export type Place = {
  /** The prefix of the command of a desk's process. */
  readonly through: readonly string[]
  /** The port of the hub for the invitation of the desk. */
  readonly hubPort: number
  /** The address of the provider as the desk reaches it. */
  readonly provider: string
  /** Cuts cables of the desk without a sign. A pass-through has the cable to the hub alone. */
  cut(...cables: readonly Cable[]): void
  /** What was held comes late, or is lost where the pass-through can lose it. */
  heal(how: 'late' | 'lost', ...cables: readonly Cable[]): void
  /** Ends the sessions of the desk at the hub. */
  reset(): void
  close(): Promise<void>
}

export type RooftopNetwork = {
  readonly kind: 'namespaces' | 'pass-through'
  /** Where the hub of this network runs; null for this host. */
  readonly hub: Host | null
  /** A place for a desk. `provider` is an address on loopback of this host. */
  addDesk(hub: TestHub, role: string, provider: string): Promise<Place>
  remove(): Promise<void>
}

/** The networks that `createNetwork` makes on this machine. */
export function networkKind(): RooftopNetwork['kind'] {
  return hasNamespaces() ? 'namespaces' : 'pass-through'
}

export function createNetwork(): RooftopNetwork {
  if (networkKind() === 'namespaces') return namespaceNetwork()
  return { kind: 'pass-through', hub: null, addDesk: passThrough, remove: () => Promise.resolve() }
}

async function passThrough(hub: TestHub, _role: string, provider: string): Promise<Place> {
  const road = await openRoad(hub.server.port)
  const { port, reset, close } = road
  return {
    through: [],
    hubPort: port,
    provider,
    cut: (...cables) => (cables.includes('lan') ? road.cut() : undefined),
    heal: (how, ...cables) => (cables.includes('lan') ? road.heal(how) : undefined),
    reset,
    close,
  }
}

function namespaceNetwork(): RooftopNetwork {
  const network = createNamespaces()
  /** One for all desks, because a desk that takes a booking over sends it to the address that the booking names. */
  const roads = new Map<string, Promise<Road>>()
  const roadTo = (provider: string) => {
    const road = roads.get(provider) ?? openRoad(Number(new URL(provider).port), network.address)
    roads.set(provider, road)
    return road
  }
  return {
    kind: 'namespaces',
    hub: network.hub,
    async addDesk(hub, role, provider) {
      const host = network.addDesk()
      const { port } = await roadTo(provider)
      return {
        through: host.through,
        hubPort: hub.server.port,
        provider: `http://localhost:${port}`,
        cut: (...cables) => cables.forEach(host.pull),
        heal: (_how, ...cables) => cables.forEach(host.plug),
        reset() {
          const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1'
          // A hub that was killed has no sessions to end.
          hub.sql(end, [role]).catch(() => undefined)
        },
        close() {
          host.remove()
          return Promise.resolve()
        },
      }
    },
    async remove() {
      for (const road of roads.values()) await (await road).close()
      network.remove()
    },
  }
}
