import type { Chance } from '../sim/seeded-rng.ts'
import { EXPIRED_TOKEN, type Toxic, type When } from '../faults/toxics.ts'

/*
 * The kinds of faults that a desk meets during repeated kills, before and after the remote acted where both are
 * possible. The faults are dealt from a deck, so that a short run meets each kind.
 */

export type Kind = {
  readonly name: string
  readonly whens: readonly When[]
  readonly make: (when: When, chance: Chance) => Toxic
  /** The states that the desk may show if the remote certainly did nothing. Otherwise the entry is in doubt. */
  readonly proves?: 'retryable' | 'refused' | 'must-hold'
  /** This kind takes much time of a run, so the deck has half as many. */
  readonly costly?: boolean
}

const BOTH = ['before', 'after'] as const
const BEFORE = ['before'] as const
const AFTER = ['after'] as const
const ENDS = ['fin', 'rst'] as const

const envelope = (errors: string) => ({ errors })

export const KINDS: readonly Kind[] = [
  { name: 'no answer', whens: BOTH, make: (when, c) => ({ type: 'cut', when, end: c.pick(ENDS) }) },
  { name: 'silence', costly: true, whens: BOTH, make: (when) => ({ type: 'half-open', when }) },
  { name: 'too late', costly: true, whens: BOTH, make: (when) => ({ type: 'latency', when, delay: 'client-gone' }) },
  {
    name: 'cut',
    whens: BOTH,
    make: (when, c) => ({ type: 'limit-data', when, bytes: c.upTo(700), end: c.pick(ENDS) }),
  },
  {
    name: 'server fault',
    whens: BOTH,
    make: (when, c) => ({
      type: 'status',
      when,
      status: c.pick([500, 502, 503, 504]),
      body: c.pick(['none', 'page', envelope('internal_server_error')]),
      headers: c.pick([[], ['retry-after: 1']]),
    }),
  },
  {
    name: '503 that asks to try again',
    whens: BOTH,
    make: (when) => ({ type: 'status', when, status: 503, body: 'none', headers: ['retry-after: 1'] }),
  },
  {
    name: 'stopped on the way',
    whens: BOTH,
    make: (when, c) => ({ type: 'status', when, status: c.pick([403, 404, 407, 408, 422]), body: 'page' }),
  },
  {
    name: 'conflict',
    whens: BOTH,
    make: (when) => ({ type: 'status', when, status: 409, body: envelope('conflict') }),
  },
  {
    name: 'empty success',
    whens: BOTH,
    make: (when, c) => ({ type: 'status', when, status: c.pick([200, 201, 202, 204]), body: 'none' }),
  },
  { name: 'a page with 200', whens: BOTH, make: (when) => ({ type: 'status', when, status: 200, body: 'page' }) },
  {
    name: 'redirect',
    costly: true,
    whens: BOTH,
    make: (when, c) => ({ type: 'status', when, status: c.pick([302, 307, 308]), body: 'none' }),
  },
  {
    name: 'truncated',
    whens: BOTH,
    make: (when, c) => ({
      type: 'truncated',
      when,
      ...c.pick([
        { bytes: 'all', framing: 'too-long' },
        { bytes: 'all', framing: 'chunked' },
        { bytes: -1, framing: 'fitting' },
        { bytes: -1, framing: 'until-end' },
      ] as const),
    }),
  },
  {
    name: 'another shop’s move',
    whens: BOTH,
    make: (when, c) => {
      const number = 700_000 + 2 * c.upTo(90_000)
      return { type: 'foreign', when, numbers: [number, number + 1], reference: 'RO 5 LK-2ZZZ7QQC' }
    },
  },
  {
    name: 'another success',
    whens: AFTER,
    make: (_, c) => ({ type: 'corrupt', when: 'after', status: c.pick([201, 202, 206]) }),
  },
  {
    name: 'busy',
    whens: BEFORE,
    proves: 'retryable',
    make: (_, c) => ({
      type: 'busy',
      when: 'before',
      retryAfter: c.pick(['seconds', 'imf-date', 'garbage'] as const),
      envelope: true,
    }),
  },
  {
    name: 'a token that ran out',
    whens: BEFORE,
    proves: 'retryable',
    make: () => ({ ...EXPIRED_TOKEN }),
  },
  {
    name: 'refused',
    whens: BEFORE,
    proves: 'refused',
    make: () => ({ type: 'status', when: 'before', status: 422, body: envelope('field_invalid') }),
  },
  {
    name: 'may not book',
    whens: BEFORE,
    proves: 'must-hold',
    make: (_, c) => ({
      type: 'status',
      when: 'before',
      status: c.pick([403, 404, 405]),
      body: envelope('request_invalid'),
    }),
  },
]

export type Card = { readonly kind: Kind; readonly toxic: Toxic }

/** Deals every kind at each of its times in random order, and then again. */
export function openDeck(chance: Chance): () => Card {
  const all = KINDS.flatMap((kind) =>
    kind.whens.flatMap((when) => Array.from({ length: kind.costly === true ? 1 : 2 }, () => ({ kind, when }))),
  )
  let left: typeof all = []
  return () => {
    if (left.length === 0) left = [...all]
    const card = chance.pick(left)
    left.splice(left.indexOf(card), 1)
    return { kind: card.kind, toxic: card.kind.make(card.when, chance) }
  }
}
