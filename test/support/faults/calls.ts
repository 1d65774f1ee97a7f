import type { Fault } from './knobs.ts'

/** One request as it arrived on a road, whole. */
export type Call = {
  readonly method: string
  readonly path: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a call asks for. */
export type Asks = 'create' | 'fetch' | 'authorize' | 'cancel' | 'change' | 'other'

/** The addresses of the service by what is asked there; a trailing path of the base address may stand before them. */
const ADDRESSES: readonly (readonly [asks: Asks, method: string, path: RegExp])[] = [
  ['create', 'POST', /\/v1\/(?:one-way-moves|concierge-loaner-moves)$/],
  ['fetch', 'GET', /\/moves\/\d+$/],
  ['authorize', 'POST', /\/v1\/authorize$/],
  ['cancel', 'POST', /\/v1\/cancelation$/],
  ['change', 'PATCH', /\/v1\/moves\/\d+$/],
]

export function asksFor({ method, path }: Pick<Call, 'method' | 'path'>): Asks {
  return ADDRESSES.find(([, by, at]) => by === method && at.test(path))?.[0] ?? 'other'
}

/** What is done to a call; null lets it pass. */
export type Decide = (call: Call) => Fault | null

/** A fault and the calls that it strikes: those for which all that is named holds. */
export type Rule = {
  readonly fault: Fault
  readonly asks?: Asks
  readonly method?: string
  readonly path?: RegExp
  /** Something that the body holds. */
  readonly body?: string
  /** The how-manieth of these calls, from 1, since the rule was set; each of them where it is left out. */
  readonly nth?: number
}

/** Decides by the first rule that holds. Every rule counts its calls, also those that an earlier rule took. */
export function byRules(...rules: readonly Rule[]): Decide {
  const counts = rules.map(() => 0)
  return (call) => {
    const struck = rules.filter((rule, at) => {
      if (!holds(rule, call)) return false
      const count = (counts[at] ?? 0) + 1
      counts[at] = count
      return rule.nth === undefined || rule.nth === count
    })
    return struck[0]?.fault ?? null
  }
}

function holds({ asks, method, path, body }: Rule, call: Call): boolean {
  return (
    (asks === undefined || asksFor(call) === asks) &&
    (method === undefined || call.method === method) &&
    (path === undefined || path.test(call.path)) &&
    (body === undefined || call.body.includes(body))
  )
}
