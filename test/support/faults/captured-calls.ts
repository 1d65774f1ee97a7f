/** One whole request. */
export type Call = {
  readonly method: string
  readonly path: string
  /** Header values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request as a proxy captured it. `connection` counts the client's connections from 1. */
export type CapturedCall = Call & { readonly connection: number }

/** The kind of a request. */
export type Asks = 'create' | 'fetch' | 'authorize' | 'cancel' | 'change' | 'other'

/** The addresses of the service by kind; a path of the base address may precede them. */
const ADDRESSES: readonly (readonly [asks: Asks, method: string, path: RegExp])[] = [
  ['create', 'POST', /\/v1\/(?:one-way-moves|concierge-moves|concierge-loaner-moves)$/],
  ['fetch', 'GET', /\/moves\/\d+$/],
  ['authorize', 'POST', /\/v1\/authorize$/],
  ['cancel', 'POST', /\/v1\/cancelation$/],
  ['change', 'PATCH', /\/v1\/moves\/\d+$/],
]

export function asksFor({ method, path }: Pick<Call, 'method' | 'path'>): Asks {
  return ADDRESSES.find(([, by, at]) => by === method && at.test(path))?.[0] ?? 'other'
}

/** Selects the calls to which every given criterion applies. */
export type Match = {
  readonly asks?: Asks
  readonly method?: string
  readonly path?: RegExp
  /** A text that the body contains. */
  readonly body?: string
  /** Only the nth matching call, counted from 1 since the matcher was created. */
  readonly nth?: number
}

export function createMatcher({ asks, method, path, body, nth }: Match): (call: Call) => boolean {
  let count = 0
  return (call) => {
    const holds =
      (asks === undefined || asksFor(call) === asks) &&
      (method === undefined || call.method === method) &&
      (path === undefined || path.test(call.path)) &&
      (body === undefined || call.body.includes(body))
    if (holds) count += 1
    return holds && (nth === undefined || nth === count)
  }
}
