import { describe, expect, test } from 'vitest'
import { PROFILES } from '../../../shared/profile.ts'
import { byRules, type Rule } from '../../support/faults/calls.ts'
import { ASKS_FOR } from '../../support/faults/cases.ts'
import { openDeskOnRoad, type DeskOnRoad } from '../../support/faults/desk.ts'
import type { Fault, RetryAfterForm } from '../../support/faults/knobs.ts'
import { REPEATABLE_FAULTS, sayFault } from '../../support/faults/repeatable.ts'
import { giveUp } from '../../support/faults/strike.ts'

/*
 * Every knob on the fetch of a move, while its driver goes on: what was known last stays, also its age, and a later clean
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
  const on = await openDeskOnRoad(profile, { driver: 'hand' })
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

function look(on: DeskOnRoad, ms = LONG_ENOUGH, meanwhile: () => unknown = () => {}): Promise<number> {
  return on.untilRest(() => {
    on.sleep(ms)
    return meanwhile()
  })
}

async function strikeFetch(profile: (typeof PROFILES)[number], rule: Omit<Rule, 'asks' | 'fault'>, fault: Fault) {
  const { on, known } = await openStale(profile)
  const before = known()
  on.road.decideBy(byRules({ ...rule, asks: 'fetch', fault }))
  const rests = await look(on, LONG_ENOUGH, () => giveUp(on, fault))
  await on.road.next('hit')
  const struck = known()
  on.road.decideBy(() => null)
  await look(on, Math.max(LONG_ENOUGH, rests))
  return { on, before, struck, after: known(), rests }
}

describe.for(STRUCK)('row 28: in the profile %s, on %s', ([profile, , rule]) => {
  test.for(REPEATABLE_FAULTS.map((fault) => [sayFault(fault), fault] as const))('%s', async ([, fault]) => {
    const { on, before, struck, after } = await strikeFetch(profile, rule, fault)
    // Row 29: the provider’s own word that it knows no such move.
    const isGone = fault.kind === 'status' && fault.status === 404 && typeof fault.body === 'object'
    const goneAt = isGone ? (expect.any(String) as string) : null
    expect(struck).toEqual({ ...before, moves: before.moves.map((move) => ({ ...move, goneAt })) })
    expect(before.moves[0]?.status).toEqual({ known: true, value: null })
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
    expect(after.state).toBe('booked')
    expect(on.desk().status()).toMatchObject({ link: { kind: 'up' }, attention: 0, setAside: 0 })
    expect(await on.breaches()).toEqual([])
    expect([on.road.tally.arrived('create'), on.road.tally.hit({ asks: 'fetch' }) > 0]).toEqual([1, true])
  })
})

describe.for(PROFILES)('in the profile %s', (profile) => {
  test.for(['before', 'after'] as const)('%s: an answer about another move is not this one’s', async (when) => {
    const foreign: Fault = { kind: 'foreign', when, numbers: [880_001, 880_002], reference: 'RO 5 LK-2ZZZ7QQC' }
    const { on, before, struck, after } = await strikeFetch(profile, REFRESH, foreign)
    expect(struck).toEqual(before)
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
    expect(on.desk().status().setAside).toBe(0)
  })

  test.for([PROBE, REFRESH])('a token that ran out on fetch $nth costs no knowledge', async (rule) => {
    const expired: Fault = { kind: 'expired-token', when: 'before' }
    const { on, struck, after } = await strikeFetch(profile, rule, expired)
    expect(struck.state).toBe('booked')
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
    expect(on.desk().status().link.kind).toBe('up')
  })

  test.for(Object.keys(ASKS_FOR) as RetryAfterForm[])('a busy provider is left alone: Retry-After %s', async (form) => {
    const busy: Fault = { kind: 'busy', when: 'before', retryAfter: form, envelope: form === 'missing' }
    const { before, struck, after, rests } = await strikeFetch(profile, REFRESH, busy)
    expect({ struck, rests }).toEqual({ struck: before, rests: ASKS_FOR[form] })
    expect(after.moves[0]?.status).toEqual({ known: true, value: 'pickup started' })
  })
})
