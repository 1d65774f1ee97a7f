import { describe, expect, test } from 'vitest'
import { PROFILES } from '../../../shared/desk/provider-profile.ts'
import type { Match } from '../../support/faults/captured-calls.ts'
import { ASKS_FOR } from '../../support/faults/fault-matrix.ts'
import { openDeskBehindProxy, type DeskBehindProxy } from '../../support/faults/desk.ts'
import { EXPIRED_TOKEN, sampleOf, type RetryAfterForm, type Toxic } from '../../support/faults/toxics.ts'
import { describeToxic, RETRYABLE_TOXICS } from '../../support/faults/retryable-cases.ts'
import { giveUp } from '../../support/faults/inject.ts'

/*
 * Every toxic on the fetch of a move, while its driver goes on: what was known last stays, also its age, and a later clean
 * fetch brings the truth. The first fetch after a look is the line's probe, the second the refresh.
 */

const PROBE = { nth: 1 } as const
const REFRESH = { nth: 2 } as const

const STRUCK = [
  ['baseline', 'the refresh', REFRESH],
  ['hopdrive', 'the refresh', REFRESH],
  ['baseline', 'each fetch', {}],
] as const

/** However far away an appointment is, after so long its move is asked about again. */
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

describe.for(STRUCK)('row 28: in the profile %s, on %s', ([profile, , rule]) => {
  test.for(sampleOf(RETRYABLE_TOXICS, (toxic) => toxic).map((toxic) => [describeToxic(toxic), toxic] as const))(
    '%s',
    async ([, toxic]) => {
      const { on, before, struck, after } = await injectIntoFetch(profile, rule, toxic)
      // Row 29: the provider’s own word that it knows no such move.
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
})

describe.for(PROFILES)('in the profile %s', (profile) => {
  test.for(['before', 'after'] as const)('%s: an answer about another move is not this one’s', async (when) => {
    const foreign: Toxic = { type: 'foreign', when, numbers: [880_001, 880_002], reference: 'RO 5 LK-2ZZZ7QQC' }
    const { on, before, struck, after } = await injectIntoFetch(profile, REFRESH, foreign)
    expect(struck).toEqual(before)
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
    expect(on.desk().status().unreadableMoves).toBe(0)
  })

  test.for([PROBE, REFRESH])('a token that ran out on fetch $nth costs no knowledge', async (rule) => {
    const { on, struck, after } = await injectIntoFetch(profile, rule, EXPIRED_TOKEN)
    expect(struck.state).toBe('booked')
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
    expect(on.desk().status().connection.kind).toBe('up')
  })

  test.for(Object.keys(ASKS_FOR) as RetryAfterForm[])('a busy provider is left alone: Retry-After %s', async (form) => {
    const busy: Toxic = { type: 'busy', when: 'before', retryAfter: form, envelope: form === 'missing' }
    const { before, struck, after, rests } = await injectIntoFetch(profile, REFRESH, busy)
    expect({ struck, rests }).toEqual({ struck: before, rests: ASKS_FOR[form] })
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
  })
})
