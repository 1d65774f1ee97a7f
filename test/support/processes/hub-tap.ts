import pg from 'pg'

/*
 * Reports what this process asks the hub and what the hub answers, at the client of PostgreSQL, so that a judge needs no
 * word of the product. The times are those of the monotonic clock that all processes of a machine share.
 */

/** An item of an append, without what names a customer. */
export type TappedItem = {
  readonly n: number
  readonly kind: string
  readonly entry: string | null
  readonly right: TappedRight | null
  /** The item takes the consent to a takeover back. */
  readonly withdrawn: boolean
}

export type TappedRight = {
  readonly state: string
  readonly rev: number
  readonly owner?: string
  readonly handedOver?: boolean
  readonly outcome?: string
  readonly attempt?: string
}

export type TappedAnswer = { readonly ok: boolean; readonly reason?: string; readonly right?: TappedRight }

type Asked = { readonly event: 'hub-asked'; readonly call: number; readonly at: number; readonly role: string }

/** `result` is an answer, `refused` for a call that the hub rolled back, or `lost` for a call whose end is unknown. */
type Heard = {
  readonly event: 'hub-heard'
  readonly call: number
  readonly at: number
  readonly result: TappedAnswer | 'refused' | 'lost'
}

export type TapLine =
  | (Asked & {
      readonly name: 'claim'
      readonly incarnation: string
      readonly entry: string
      readonly rev: number
      readonly attempt: string
      readonly resend: boolean
    })
  | (Asked & { readonly name: 'take'; readonly entry: string; readonly rev: number; readonly one: boolean })
  | (Asked & { readonly name: 'append'; readonly incarnation: string; readonly items: readonly TappedItem[] })
  | Heard

type Query = (...args: readonly unknown[]) => unknown

/** Taps all clients of this process from now on. */
export function tapHub(say: (line: TapLine) => void): void {
  const query = Reflect.get(pg.Client.prototype, 'query') as Query
  let calls = 0
  const tapped = function (this: pg.Client, ...args: readonly unknown[]): unknown {
    const call = (calls += 1)
    const asked = readCall(String(args[0]), args[1], { event: 'hub-asked', call, at: now(), role: this.user ?? '' })
    if (asked === null) return Reflect.apply(query, this, args)
    say(asked)
    const heard = (result: Heard['result']) => say({ event: 'hub-heard', call, at: now(), result })
    return (Reflect.apply(query, this, args) as Promise<pg.QueryResult<{ readonly answer: TappedAnswer }>>).then(
      (found) => {
        const { ok = true, reason, right } = found.rows[0]?.answer ?? {}
        heard({ ok, ...(reason === undefined ? {} : { reason }), ...(right === undefined ? {} : { right }) })
        return found
      },
      (error: unknown) => {
        heard(isRolledBack(error) ? 'refused' : 'lost')
        throw error
      },
    )
  }
  Reflect.set(pg.Client.prototype, 'query', tapped)
}

function now(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}

/** The hub's own errors and a full disk end a call without a commit. */
function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^LK|^53100$/.test(error.code ?? '')
}

function readCall(text: string, values: unknown, asked: Asked): TapLine | null {
  const name = /^SELECT board\.(claim|take|append)\(/.exec(text)?.[1]
  if (name === undefined || !Array.isArray(values)) return null
  const [incarnation, second, rev, attempt, how] = values.map(String) as [string, string, string, string, string]
  switch (name) {
    case 'claim': {
      const { resend } = JSON.parse(how) as { readonly resend: boolean }
      return { ...asked, name, incarnation, entry: second, rev: Number(rev), attempt, resend }
    }
    case 'take': {
      const { one } = JSON.parse(attempt) as { readonly one: boolean }
      return { ...asked, name, entry: second, rev: Number(rev), one }
    }
    default: {
      const items = JSON.parse(second) as readonly RawItem[]
      return { ...asked, name: 'append', incarnation, items: items.map(withoutBody) }
    }
  }
}

type RawItem = Pick<TappedItem, 'n' | 'kind'> & {
  readonly entry?: string
  readonly body?: { readonly right?: TappedRight; readonly withdrawn?: boolean }
}

function withoutBody({ n, kind, entry, body }: RawItem): TappedItem {
  return { n, kind, entry: entry ?? null, right: body?.right ?? null, withdrawn: body?.withdrawn === true }
}
