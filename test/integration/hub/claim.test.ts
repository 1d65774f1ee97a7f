import { beforeAll, describe, expect, test } from 'vitest'
import { newBooking, newId, offer, saved, silence, verdict } from '../../support/hub/bookings.ts'
import { startHub, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

describe('A claim', () => {
  test('A claim gives the right to send and writes an event', async () => {
    const desk = await hub.desk('desk1')
    const one = await offer(desk)
    const answer = await desk.claim(one.entry, 1, 'attempt-1')
    expect(answer).toMatchObject({
      ok: true,
      right: { owner: 'desk1', rev: 2, state: 'claimed', attempt: 'attempt-1' },
    })
    const events = await hub.sql('SELECT kind, effect FROM board.event WHERE entry = $1 ORDER BY seq', [one.entry])
    expect(events).toMatchObject([
      { kind: 'saved' },
      { kind: 'claimed', effect: { right: { state: 'claimed', rev: 2 } } },
    ])
  })

  test('A claim whose answer was lost is asked again and answers yes without a second event', async () => {
    proves('board: 18')
    const desk = await hub.desk('desk1')
    const one = await offer(desk)
    const first = await desk.claim(one.entry, 1, 'attempt-1')
    expect(await desk.claim(one.entry, 1, 'attempt-1')).toEqual(first)
    expect(
      await hub.sql(`SELECT seq FROM board.event WHERE entry = $1 AND kind = 'claimed'`, [one.entry]),
    ).toHaveLength(1)
    expect(verdict(await desk.claim(one.entry, 2, 'attempt-2'))).toBe('state')
  })

  test('A claim of another store of the same desk gets no second yes for a known attempt', async () => {
    const desk = await hub.desk('desk1')
    const one = await offer(desk)
    await desk.claim(one.entry, 1, 'attempt-1')
    await silence(hub, 'desk1', 61)
    await desk.hello({}, 'copied-store')
    expect(verdict(await desk.call('claim', 'copied-store', one.entry, 2, 'attempt-1', {}))).toBe('state')
    await silence(hub, 'desk1', 61)
  })

  test('A claim is refused for an entry of another desk, with the right as it stands', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    expect(await other.claim(one.entry, 1)).toMatchObject({
      ok: false,
      reason: 'owner',
      right: { owner: 'desk1', rev: 1 },
    })
  })

  test('A claim is refused for an entry that the hub does not know', async () => {
    const desk = await hub.desk('desk1')
    expect(verdict(await desk.claim(newId('e'), 1))).toBe('unknown')
  })

  test('A claim is refused at an old revision', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await silence(hub, 'desk1', 91)
    await other.take(one.entry, 1)
    await silence(hub, 'desk2', 91)
    await desk.take(one.entry, 2)
    expect(verdict(await desk.claim(one.entry, 1))).toBe('stale')
    expect(verdict(await desk.claim(one.entry, 3))).toBe('ok')
  })

  test.for(['claimed', 'doubt', 'done'])('A claim is refused for an entry in the state %s', async (state) => {
    const desk = await hub.desk('desk1')
    const one = await offer(desk, {}, { state, outcome: state === 'done' ? 'booked' : undefined })
    expect(verdict(await desk.claim(one.entry, 1))).toBe('state')
  })

  test('A claim is refused after the owner consented to a takeover, until the owner withdraws the consent', async () => {
    const desk = await hub.desk('desk1')
    const one = await offer(desk)
    const consent = { kind: 'handed-over', entry: one.entry }
    await desk.send({ ...consent, body: {} })
    expect(verdict(await desk.claim(one.entry, 1))).toBe('handed-over')
    await desk.send({ ...consent, body: { withdrawn: true } })
    expect(verdict(await desk.claim(one.entry, 1))).toBe('ok')
  })

  test('A claim is refused for a while after the start of the hub', async () => {
    const desk = await hub.desk('desk1')
    const one = await offer(desk)
    const pauseUntil = (end: string) =>
      hub.sql(`UPDATE board.hub SET claim_pause = clock_timestamp() + $1::interval - pg_postmaster_start_time()`, [end])
    await pauseUntil('1 hour')
    const answer = await desk.claim(one.entry, 1)
    expect(verdict(answer)).toBe('starting')
    expect(answer['claimPauseMs']).toBeGreaterThan(0)
    await pauseUntil('0 ms')
    expect(verdict(await desk.claim(one.entry, 1))).toBe('ok')
    await hub.sql(`UPDATE board.hub SET claim_pause = '0'`)
  })

  test('A resend claims an entry in doubt again, unless the entry was taken over', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const own = await offer(desk, {}, { state: 'doubt' })
    expect(verdict(await desk.claim(own.entry, 1, 'attempt-2'))).toBe('state')
    expect(verdict(await desk.claim(own.entry, 1, 'attempt-2', { resend: true }))).toBe('ok')
    const taken = await offer(desk, {}, { state: 'doubt' })
    await silence(hub, 'desk1', 91)
    await other.take(taken.entry, 1)
    expect(verdict(await other.claim(taken.entry, 2, 'attempt-2', { resend: true }))).toBe('state')
  })
})

describe('A duplicate at another desk', () => {
  const pairs: readonly (readonly [string, object])[] = [
    ['phone', { phone: '804-555-0142' }],
    ['name', { name: 'pat example' }],
    ['repair order', { ro: '48211' }],
    ['VIN', { vins: ['1FTEW1EP5JFA00001'] }],
  ]
  test.for(pairs)(
    'A claim is refused for an earlier booking of the same %s until a person acknowledges it',
    async ([, keys]) => {
      const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
      const day = { day: newId('d'), ...keys }
      const [earlier, later] = [await offer(desk, day), await offer(other, day)]
      expect(await other.claim(later.entry, 1)).toMatchObject({ reason: 'duplicate', duplicates: [earlier.booking] })
      const acknowledged = { acknowledged: [earlier.booking] }
      expect(verdict(await other.claim(later.entry, 1, 'attempt-1', acknowledged))).toBe('ok')
    },
  )

  test('Of two waiting duplicates the earlier one leaves', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const keys = { day: newId('d'), ro: '7' }
    const [earlier, later] = [await offer(desk, keys), await offer(other, keys)]
    expect(verdict(await desk.claim(earlier.entry, 1))).toBe('ok')
    expect(verdict(await other.claim(later.entry, 1))).toBe('duplicate')
  })

  test('A claim is refused for a later duplicate that has left already', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const keys = { day: newId('d'), ro: '7' }
    const earlier = await offer(desk, keys)
    await offer(other, keys, { state: 'done', outcome: 'booked' })
    expect(verdict(await desk.claim(earlier.entry, 1))).toBe('duplicate')
  })

  test.for([
    ['another day', { day: 'D2' }],
    ['the return of the visit', { action: 'return' }],
    ['a canceled booking', { duplicable: false }],
  ] as const)('A claim is granted beside %s', async ([, keys]) => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const shared = { day: newId('d'), ro: '7' }
    await offer(desk, { ...shared, ...keys })
    const own = await offer(other, shared)
    expect(verdict(await other.claim(own.entry, 1))).toBe('ok')
  })

  test('A claim is granted beside a duplicate of the same desk, which the desk checks itself', async () => {
    const desk = await hub.desk('desk1')
    const keys = { day: newId('d'), ro: '7' }
    await offer(desk, keys)
    const own = await offer(desk, keys)
    expect(verdict(await desk.claim(own.entry, 1))).toBe('ok')
  })

  test('A claim is refused for a booking whose reference another booking has', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const references = [newId('r')]
    await offer(desk, { references })
    const own = newBooking({ references: [...references, newId('r')] })
    await other.send(saved(own))
    expect(verdict(await other.claim(own.entry, 1))).toBe('reference')
  })
})
