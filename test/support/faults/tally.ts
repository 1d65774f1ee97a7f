import type { Asks } from './calls.ts'
import type { FaultKind, When } from './knobs.ts'

/** One fault that struck, with whether the remote has done what the call asked for. */
export type Hit = {
  readonly kind: FaultKind
  readonly when: When
  readonly asks: Asks
  readonly applied: boolean
}

/** What a road did, so that a run can show how much of it there was. */
export type Tally = {
  readonly hits: readonly Hit[]
  /** How many hits there were of this description. */
  hit(which?: Partial<Hit>): number
  /** Requests that came from the desk whole. */
  arrived(asks?: Asks): number
  /** Requests that the remote was given whole. */
  reached(asks?: Asks): number
  /** Requests that the remote answered with success, whatever the desk was told. */
  applied(asks?: Asks): number
  readonly bytes: Readonly<Record<Leg, number>>
}

/** The four ways that bytes go on a road. */
export type Leg = 'fromDesk' | 'toRemote' | 'fromRemote' | 'toDesk'

/** A tally, and the pen that only the road has. */
export type TallyBook = {
  readonly tally: Tally
  strike(hit: Hit): void
  count(what: 'arrived' | 'reached' | 'applied', asks: Asks): void
  carry(leg: Leg, bytes: number): void
}

export function openTally(): TallyBook {
  const hits: Hit[] = []
  const calls = { arrived: [] as Asks[], reached: [] as Asks[], applied: [] as Asks[] }
  const bytes = { fromDesk: 0, toRemote: 0, fromRemote: 0, toDesk: 0 }
  const counted = (what: keyof typeof calls) => (asks?: Asks) =>
    calls[what].filter((one) => asks === undefined || one === asks).length
  return {
    tally: {
      hits,
      hit: (which = {}) =>
        hits.filter((hit) => Object.entries(which).every(([name, value]) => hit[name as keyof Hit] === value)).length,
      arrived: counted('arrived'),
      reached: counted('reached'),
      applied: counted('applied'),
      bytes,
    },
    strike: (hit) => void hits.push(hit),
    count: (what, asks) => void calls[what].push(asks),
    carry(leg, count) {
      bytes[leg] += count
    },
  }
}
