import { Socket } from 'node:net'
import type { ProviderMoveResponse } from '../../../electron/provider/parse-response.ts'
import type { FetchMoveResult, ProviderClient } from '../../../electron/provider/client.ts'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { answered, errorBody, LOGIN_PAGE } from '../builders/sent-request.ts'
import { DOWN, NOT_THERE } from '../fakes/scripted-provider.ts'
import { toldMove } from '../builders/provider-response.ts'

/*
 * A provider that a test makes up, with a ledger of what it really applied: the judge. Each POST has a fate, which says
 * whether it is applied and what comes back; the two have nothing to do with each other but in the fate.
 */

/** What an answer may make of an entry of which no try is unproved. */
export type Meaning = 'booked' | 'doubt' | 'waits' | 'refused' | 'held'

type FateOf = {
  readonly applied: boolean
  /** `booked`: the documented answer, with the numbers. */
  readonly response: 'booked' | ExchangeResult
  readonly means: Meaning
}

const broken = (code: string, bytes: number): ExchangeResult => ({ kind: 'broken', code, bytes })
const cut = (body: string): ExchangeResult => answered(200, body, { complete: false })

/** What no answer proves, once applied and once not. */
const UNPROVED = {
  reset: broken('ECONNRESET', 412),
  silence: broken('answer-timeout', 412),
  fault: answered(503, '', { headers: { 'retry-after': '1' } }),
  page: answered(200, LOGIN_PAGE),
  cut: cut('{"move":{"id":7,"refer'),
  accepted: answered(202, '{}'),
  redirect: answered(307, ''),
  stopped: answered(403, LOGIN_PAGE),
  'request-timeout': answered(408, errorBody('timeout')),
  conflict: answered(409, errorBody('conflict')),
  'unknown-code': answered(422, errorBody('something_new')),
  'other-booking': answered(200, { move: { id: 999_999_999, reference_id: 'LK-SOMEBODYC' } }),
} as const satisfies Record<string, ExchangeResult>

const not = (told: ExchangeResult, means: Meaning): FateOf => ({ applied: false, response: told, means })

const PROVED = {
  booked: { applied: true, response: 'booked', means: 'booked' },
  'not-sent': not(broken('EPIPE', 0), 'waits'),
  'token-refused': not(answered(401, errorBody('not_authorized')), 'waits'),
  'access-denied': not(answered(400, errorBody('access_denied')), 'waits'),
  busy: not(answered(429, errorBody('too_many'), { headers: { 'retry-after': '7' } }), 'waits'),
  refused: not(answered(422, errorBody('field_invalid')), 'refused'),
  forbidden: not(answered(403, errorBody('missing_scope')), 'held'),
  gone: not(answered(404, errorBody('gone')), 'held'),
  'somebody-else': not(answered(409, errorBody('move_duplication')), 'held'),
} as const satisfies Record<string, FateOf>

export type Fate = keyof typeof PROVED | `${keyof typeof UNPROVED}${'' | ', applied'}`

const doubted = (applied: boolean, suffix: string) =>
  Object.entries(UNPROVED).map(([name, told]) => [name + suffix, { applied, response: told, means: 'doubt' }] as const)

export const FATES = Object.fromEntries([
  ...Object.entries(PROVED),
  ...doubted(false, ''),
  ...doubted(true, ', applied'),
]) as Readonly<Record<Fate, FateOf>>

export const ALL_FATES = Object.keys(FATES) as readonly Fate[]

/** Fates after which no booking leaves until somebody has put it right. */
export const STOPPING: readonly Fate[] = ['redirect', 'redirect, applied', 'forbidden', 'gone']

export type Creation = { readonly references: readonly string[]; readonly numbers: readonly number[] }

/** One leg of a call: what a test can hold up. */
export type Leg = 'open' | 'request' | 'answer' | 'ask'

export type SimRemote = {
  /** Everything that was applied, in order. */
  readonly ledger: readonly Creation[]
  /** POSTs that came, by fate. */
  readonly fates: ReadonlyMap<Fate, number>
  link: 'up' | 'down'
  /** The fate of the next POST. */
  fate: (references: readonly string[]) => Fate
  /** Waits between the parts of a call. */
  travel: (leg: Leg) => Promise<void>
  /** What a GET finds; null for the truth. */
  spoil: () => FetchMoveResult | null
  /** What the truth says of a move beside its number and reference. */
  tell: (reference: string) => Partial<ProviderMoveResponse>
  /** Applies what came earlier: it ran on after its connection was gone. */
  applyLate: (references: readonly string[]) => void
  /** Called when the desk hands a request over, at the very moment of its claim. */
  handedOver: (references: readonly string[]) => void
  /** Called when what came back is handed to the desk, before it acts on it. */
  delivered: (references: readonly string[], fate: Fate) => void
  /** GETs that found something else than the truth. */
  spoilt(): number
  /** Connections and questions that were tried. */
  tries(): number
  /** POSTs that one process had under way at once, at most. */
  mostInFlight(): number
  /** How often a booking with this reference was applied. */
  applied(reference: string): number
  numbersOf(reference: string): readonly number[]
  /** The provider as one process sees it; what was under way when that process ended never comes back to it. */
  connect: (alive: () => boolean) => ProviderClient
}

export function referencesIn(body: string): readonly string[] {
  return [...body.matchAll(/"reference_(?:id|num)":"([^"]*)"/g)].map(([, reference]) => reference ?? '')
}

/** Never comes back: for a process that is gone. One for each, because a shared one would keep all that ever waited for it. */
function never(): Promise<never> {
  return new Promise(() => {})
}

export function simRemote(): SimRemote {
  const ledger: Creation[] = []
  const byReference = new Map<string, Creation[]>()
  const byNumber = new Map<number, string>()
  const fates = new Map<Fate, number>()
  let [tries, most, lastNumber, spoilt] = [0, 0, 1000, 0]

  const apply = (references: readonly string[]): Creation => {
    const numbers = references.map((reference) => {
      lastNumber += 1
      byNumber.set(lastNumber, reference)
      return lastNumber
    })
    const creation = { references, numbers }
    ledger.push(creation)
    for (const reference of references) byReference.set(reference, [...(byReference.get(reference) ?? []), creation])
    return creation
  }
  const remote: SimRemote = {
    ledger,
    fates,
    link: 'up',
    fate: () => 'booked',
    travel: () => Promise.resolve(),
    spoil: () => null,
    tell: () => ({}),
    applyLate: (references) => void apply(references),
    handedOver: () => {},
    delivered: () => {},
    tries: () => tries,
    spoilt: () => spoilt,
    mostInFlight: () => most,
    applied: (reference) => byReference.get(reference)?.length ?? 0,
    numbersOf: (reference) =>
      (byReference.get(reference) ?? []).map(({ references, numbers }) => numbers[references.indexOf(reference)] ?? 0),
    connect: (alive) => {
      let inFlight = 0
      const back = async <T>(value: T): Promise<T> => (alive() ? value : never())
      return {
        async open() {
          tries += 1
          await remote.travel('open')
          return back(remote.link === 'up' ? ({ kind: 'open', socket: new Socket() } as const) : DOWN)
        },
        async send(socket, { body }, written) {
          inFlight += 1
          most = Math.max(most, inFlight)
          written()
          const references = referencesIn(body)
          remote.handedOver(references)
          await remote.travel('request')
          const name = remote.fate(references)
          fates.set(name, (fates.get(name) ?? 0) + 1)
          const creation = FATES[name].applied ? apply(references) : null
          await remote.travel('answer')
          inFlight -= 1
          socket.destroy()
          if (!alive()) return never()
          remote.delivered(references, name)
          const { response: told } = FATES[name]
          return told === 'booked' ? describeBooked(creation) : told
        },
        async fetchMove(number) {
          tries += 1
          await remote.travel('ask')
          if (remote.link === 'down') return back(DOWN)
          const reference = byNumber.get(number)
          const truth: FetchMoveResult =
            reference === undefined
              ? NOT_THERE
              : {
                  kind: 'move',
                  response: {
                    move: toldMove(number, { reference, ...remote.tell(reference) }),
                    readyBy: null,
                    partner: null,
                  },
                }
          const other = remote.spoil()
          if (other !== null) spoilt += 1
          return back(other ?? truth)
        },
        // The lists of commands ask for neither.
        cancel: async () => back(DOWN),
        change: async () => back(DOWN),
        abort() {},
        onSystemResume() {},
      }
    },
  }
  return remote
}

/** The documented answer; a pair is asked for with the loaner's move first. */
function describeBooked(creation: Creation | null): ExchangeResult {
  const moves = creation?.references.map((reference, at) => ({
    id: creation.numbers[at],
    reference_id: reference,
  }))
  const [first, second] = moves ?? []
  return answered(200, second === undefined ? { move: first } : { loaner_move: first, customer_move: second })
}
