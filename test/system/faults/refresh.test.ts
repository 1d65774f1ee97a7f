import { describe, expect, test } from 'vitest'
import { PROFILES } from '../../../shared/desk/provider-profile.ts'
import type { Match } from '../../support/faults/captured-calls.ts'
import { ASKS_FOR, RETRY_AFTER_FORMS } from '../../support/faults/fault-matrix.ts'
import { openDeskBehindProxy, type DeskBehindProxy } from '../../support/faults/desk.ts'
import { EXPIRED_TOKEN, sampleOf, type Toxic } from '../../support/faults/toxics.ts'
import { describeToxic, RETRYABLE_TOXICS } from '../../support/faults/retryable-cases.ts'
import { giveUp } from '../../support/faults/inject.ts'

/*
 * Every toxic strikes the fetch of a move whose driver goes on: the last known state stays, and a later clean fetch
 * brings the true state. The first fetch after a wake is the health check, the second the refresh.
 */

const PROBE = { nth: 1 } as const
const REFRESH = { nth: 2 } as const

const STRUCK = [
  ['baseline', 'the refresh', REFRESH],
  ['hopdrive', 'the refresh', REFRESH],
  ['baseline', 'each fetch', {}],
] as const

/** After this time even the move of a distant appointment is due for a fetch. */
const LONG_ENOUGH = 7 * 60 * 60_000

/** A desk with one booked move, whose driver has taken a step that the desk does not know of yet. */
async function openStale(profile: (typeof PROFILES)[number]) {
  const on = await openDeskBehindProxy(profile, { driver: 'manual' })
  let id = ''
  await on.untilRest(() => (id = on.book('one-way').id))
  const known = () => on.read({ id })
  const { number } = known().moves[0] ?? { number: { known: false } as const }
  if (!number.known) throw new Error('the move has no number')
  const { url, token } = on.service
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${url}/practice/moves/${number.value}/step`, { method: 'POST', headers })
  return { on, known }
}

function look(on: DeskBehindProxy, ms = LONG_ENOUGH, meanwhile: () => unknown = () => {}): Promise<number> {
  return on.untilRest(() => {
    on.sleep(ms)
    return meanwhile()
  })
}

async function injectIntoFetch(profile: (typeof PROFILES)[number], match: Pick<Match, 'nth'>, toxic: Toxic) {
  const { on, known } = await openStale(profile)
  const before = known()
  on.proxy.addToxic({ ...toxic, match: { ...match, asks: 'fetch' } })
  const rests = await look(on, LONG_ENOUGH, () => giveUp(on, toxic))
  await on.proxy.next('hit')
  const struck = known()
  on.proxy.removeToxics()
  await look(on, Math.max(LONG_ENOUGH, rests))
  return { on, before, struck, after: known(), rests }
}

describe.for(STRUCK)(
  'A fault in the profile %s on %s',
  { tags: ['row-28', 'matrix'] },
  ([profile, struckFetch, rule]) => {
    test.for(sampleOf(RETRYABLE_TOXICS, (toxic) => toxic).map((toxic) => [describeToxic(toxic), toxic] as const))(
      `A fault "%s" on ${struckFetch} keeps the last known state of a move in the profile ${profile}`,
      async ([, toxic]) => {
        const { on, before, struck, after } = await injectIntoFetch(profile, rule, toxic)
        // The provider's own word that the move is unknown marks the move as missing.
        const isGone = toxic.type === 'status' && toxic.status === 404 && typeof toxic.body === 'object'
        const missingSince = isGone ? (expect.any(String) as string) : null
        expect(struck).toEqual({ ...before, moves: before.moves.map((move) => ({ ...move, missingSince })) })
        expect(before.moves[0]?.status).toEqual({ known: true, value: null })
        expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
        expect(after.state).toBe('booked')
        expect(on.desk().status()).toMatchObject({ connection: { kind: 'up' }, attention: 0, unreadableMoves: 0 })
        expect(await on.breaches()).toEqual([])
        expect([on.proxy.counter.arrived('create'), on.proxy.counter.hit({ asks: 'fetch' }) > 0]).toEqual([1, true])
      },
    )
  },
)

describe.for(PROFILES)('A refresh in the profile %s', (profile) => {
  test.for(['before', 'after'] as const)(
    `A ${profile} refresh ignores a response about another move that is injected %s the fetch`,
    async (when) => {
      const foreign: Toxic = { type: 'foreign', when, numbers: [880_001, 880_002], reference: 'RO 5 LK-2ZZZ7QQC' }
      const { on, before, struck, after } = await injectIntoFetch(profile, REFRESH, foreign)
      expect(struck).toEqual(before)
      expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
      expect(on.desk().status().unreadableMoves).toBe(0)
    },
  )

  test.for([PROBE, REFRESH])(`A ${profile} refresh survives a token that expires on fetch $nth`, async (rule) => {
    const { on, struck, after } = await injectIntoFetch(profile, rule, EXPIRED_TOKEN)
    expect(struck.state).toBe('booked')
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
    expect(on.desk().status().connection.kind).toBe('up')
  })

  test.for(RETRY_AFTER_FORMS)(
    `A ${profile} refresh waits as long as Retry-After in the form "%s" asks`,
    async (form) => {
      const busy: Toxic = { type: 'busy', when: 'before', retryAfter: form, envelope: form === 'missing' }
      const { before, struck, after, rests } = await injectIntoFetch(profile, REFRESH, busy)
      expect({ struck, rests }).toEqual({ struck: before, rests: ASKS_FOR[form] })
      expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
    },
  )
})
