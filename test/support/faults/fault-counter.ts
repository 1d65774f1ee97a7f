import type { Asks } from './captured-calls.ts'
import type { ToxicType, When } from './toxics.ts'

/** One request toxic that was applied, and whether the upstream carried out the request. */
export type Hit = {
  readonly type: ToxicType
  readonly when: When
  readonly asks: Asks
  readonly applied: boolean
}

/** The counts of one proxy, with which a test shows how often its faults were injected. */
export type FaultCounter = {
  readonly hits: readonly Hit[]
  /** The number of hits of this description. */
  hit(which?: Partial<Hit>): number
  /** Whole requests from the client. */
  arrived(asks?: Asks): number
  /** Whole requests to the upstream. */
  reached(asks?: Asks): number
  /** Requests that the upstream answered with success, whatever the client was told. */
  applied(asks?: Asks): number
  readonly bytes: Readonly<Record<Leg, number>>
}

export type Leg = 'fromClient' | 'toUpstream' | 'fromUpstream' | 'toClient'

/** The counter and its writing side, which only the proxy has. */
export type CounterWriter = {
  readonly counter: FaultCounter
  recordHit(hit: Hit): void
  count(what: 'arrived' | 'reached' | 'applied', asks: Asks): void
  addBytes(leg: Leg, bytes: number): void
}

export function createFaultCounter(): CounterWriter {
  const hits: Hit[] = []
  const calls = { arrived: [] as Asks[], reached: [] as Asks[], applied: [] as Asks[] }
  const bytes = { fromClient: 0, toUpstream: 0, fromUpstream: 0, toClient: 0 }
  const counted = (what: keyof typeof calls) => (asks?: Asks) =>
    calls[what].filter((one) => asks === undefined || one === asks).length
  return {
    counter: {
      hits,
      hit: (which = {}) =>
        hits.filter((hit) => Object.entries(which).every(([name, value]) => hit[name as keyof Hit] === value)).length,
      arrived: counted('arrived'),
      reached: counted('reached'),
      applied: counted('applied'),
      bytes,
    },
    recordHit: (hit) => void hits.push(hit),
    count: (what, asks) => void calls[what].push(asks),
    addBytes(leg, count) {
      bytes[leg] += count
    },
  }
}
