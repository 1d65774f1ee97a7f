import { Socket } from 'node:net'
import type { ProviderMoveResponse } from '../../../electron/provider/parse-response.ts'
import type { FetchMoveResult, ProviderClient } from '../../../electron/provider/client.ts'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { answered, errorBody, LOGIN_PAGE } from '../builders/sent-request.ts'
import { DOWN, NOT_THERE } from '../fakes/scripted-provider.ts'
import { toldMove } from '../builders/provider-response.ts'

/*
 * An invented provider with a ledger of what was really applied, which decides what is true. Each POST has a fate:
 * whether the POST is applied and what comes back, independently of each other.
 */

/** What a response may make of an entry without an unresolved attempt. */
export type Meaning = 'booked' | 'doubt' | 'waits' | 'refused' | 'held'

type FateOf = {
  readonly applied: boolean
  /** `booked`: the documented response with the numbers. */
  readonly response: 'booked' | ExchangeResult
  readonly means: Meaning
}

const broken = (code: string, bytes: number): ExchangeResult => ({ kind: 'broken', code, bytes })
const cut = (body: string): ExchangeResult => answered(200, body, { complete: false })

/** Fates that prove nothing, once applied and once not. */
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

/** Fates after which no booking leaves until a person acts. */
export const STOPPING: readonly Fate[] = ['redirect', 'redirect, applied', 'forbidden', 'gone']

export type Creation = { readonly references: readonly string[]; readonly numbers: readonly number[] }

/** One part of a call that a test can delay. */
export type Leg = 'open' | 'request' | 'answer' | 'ask'

export type SimRemote = {
  /** Every applied POST, in order. */
  readonly ledger: readonly Creation[]
  /** The received POSTs by fate. */
  readonly fates: ReadonlyMap<Fate, number>
  link: 'up' | 'down'
  /** Returns the fate of the next POST. */
  fate: (references: readonly string[]) => Fate
  /** Waits between the parts of a call. */
  travel: (leg: Leg) => Promise<void>
  /** The result of a GET; null for the truth. */
  spoil: () => FetchMoveResult | null
  /** Further fields of a truthful move beside its number and reference. */
  tell: (reference: string) => Partial<ProviderMoveResponse>
  /** Applies an earlier POST that went on after its connection was gone. */
  applyLate: (references: readonly string[]) => void
  /** Called when the desk hands over a request, at the moment of its claim. */
  handedOver: (references: readonly string[]) => void
  /** Called when a response is handed to the desk, before the desk acts. */
  delivered: (references: readonly string[], fate: Fate) => void
  /** GETs with another result than the truth. */
  spoilt(): number
  /** Attempted connections and requests. */
  tries(): number
  /** The largest number of POSTs that one process had in progress at once. */
  mostInFlight(): number
  /** How often a booking with this reference was applied. */
  applied(reference: string): number
  numbersOf(reference: string): readonly number[]
  /** The provider as one process sees it; a response never returns to a process that has ended. */
  connect: (alive: () => boolean) => ProviderClient
}

export function referencesIn(body: string): readonly string[] {
  return [...body.matchAll(/"reference_(?:id|num)":"([^"]*)"/g)].map(([, reference]) => reference ?? '')
}

/**
 * Never resolves, for a process that has ended. Each call has its own promise, because a shared promise would retain
 * every waiter.
 */
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
        openAhead() {},
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
        // The command lists ask for neither.
        cancel: async () => back(DOWN),
        change: async () => back(DOWN),
        abort() {},
        onSystemResume() {},
      }
    },
  }
  return remote
}

/** The documented response; a pair's request has the loaner's move first. */
function describeBooked(creation: Creation | null): ExchangeResult {
  const moves = creation?.references.map((reference, at) => ({
    id: creation.numbers[at],
    reference_id: reference,
  }))
  const [first, second] = moves ?? []
  return answered(200, second === undefined ? { move: first } : { loaner_move: first, customer_move: second })
}
