import { beforeAll, describe, expect, test } from 'vitest'
import { HUB_ERRORS, HUB_FUNCTION_VERSION, HUB_STEPS } from '../../../electron/hub/schema.ts'
import { newBooking, newId, offer, rightOf, saved, settled, silence, verdict } from '../../support/hub/bookings.ts'
import { refusal, startHub, type TestDesk, type TestHub } from '../../support/hub/board.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

/** Takes every other desk off the roster, because a desk that never refilled keeps entries of an older epoch frozen. */
async function alone(...roles: readonly string[]): Promise<readonly TestDesk[]> {
  await hub.sql(`UPDATE board.desk SET gone_at = clock_timestamp() WHERE role <> ALL ($1)`, [roles])
  return Promise.all(roles.map((role) => hub.desk(role)))
}

/** What a desk knows of the hub after it read everything. */
async function knownOf(): Promise<{ hub: string; epoch: number; seen: number; mark: string }> {
  const [row] = await hub.sql(
    `SELECT hub_id, epoch::float8 AS epoch, last_seq::float8 AS seen, mark
     FROM board.hub LEFT JOIN board.event ON seq = last_seq`,
  )
  return {
    hub: String(row?.['hub_id']),
    epoch: Number(row?.['epoch']),
    seen: Number(row?.['seen']),
    mark: String(row?.['mark']),
  }
}

describe('Hello', () => {
  test('A desk learns the state of the hub, its own last number and the roster', async () => {
    const desk = await hub.desk('hello1')
    await hub.admit('never-heard')
    await desk.send({ kind: 'note' }, { kind: 'note' })
    const { hub: id, epoch, seen } = await knownOf()
    const answer = await desk.hello({ hub: id, epoch, seen })
    expect(answer).toMatchObject({
      hub: id,
      epoch,
      lastSeq: seen,
      floorSeq: 0,
      lastN: 2,
      claimPauseMs: 0,
      version: HUB_FUNCTION_VERSION,
    })
    const roster = answer['roster'] as readonly Record<string, unknown>[]
    expect(roster.find((one) => one['desk'] === 'hello1')).toMatchObject({
      name: 'Desk hello1',
      version: HUB_FUNCTION_VERSION,
    })
    expect(roster.find((one) => one['desk'] === 'never-heard')).toEqual({
      desk: 'never-heard',
      name: 'Desk never-heard',
    })
  })

  test('Another incarnation is refused while the first was heard within a minute, and then begins at number 0', async () => {
    const desk = await hub.desk('copied', 'first')
    await desk.send({ kind: 'note' })
    expect(await refusal(desk.hello({}, 'second'))).toBe('LK002')
    await silence(hub, 'copied', 58)
    expect(await refusal(desk.hello({}, 'second'))).toBe('LK002')
    await silence(hub, 'copied', 61)
    expect(await desk.hello({}, 'second')).toMatchObject({ lastN: 0 })
  })

  test('An incarnation that was replaced is refused in every call, and may come back with its own last number', async () => {
    const desk = await hub.desk('replaced', 'first')
    await desk.send({ kind: 'note' })
    await silence(hub, 'replaced', 61)
    await desk.hello({}, 'second')
    const calls: readonly (readonly unknown[])[] = [
      ['beat', 'first', 0],
      ['append', 'first', []],
      ['claim', 'first', newId(), 1, 'a', {}],
      ['take', 'first', newId(), 1, { who: 'Dana R.' }],
      ['forget', 'first', newId(), { who: 'Dana R.' }],
      ['snapshot', 'first', '', 10],
    ]
    for (const [name, ...args] of calls) expect(await refusal(desk.call(String(name), ...args))).toBe('LK002')
    await silence(hub, 'replaced', 61)
    expect(await desk.hello({}, 'first')).toMatchObject({ lastN: 1 })
  })

  test('A call before hello is refused', async () => {
    const desk = await hub.desk('silent')
    await hub.sql(`UPDATE board.desk SET incarnation = NULL WHERE role = 'silent'`)
    expect(await refusal(desk.call('beat', desk.incarnation, 0))).toBe('LK008')
  })

  test('A desk of this version and of the version before is admitted; older and newer ones are not', async () => {
    const desk = await hub.desk('versions')
    const hello = (version: number | null) => refusal(desk.call('hello', desk.incarnation, version, {}))
    expect(await hello(HUB_FUNCTION_VERSION)).toBe('not refused')
    expect(await hello(HUB_FUNCTION_VERSION - 1)).toBe('not refused')
    expect(await hello(HUB_FUNCTION_VERSION - 2)).toBe('LK006')
    expect(await hello(null)).toBe('LK006')
    expect(await hello(HUB_FUNCTION_VERSION + 1)).toBe('LK007')
  })

  test('The listed version and the listed errors are those of the functions', async () => {
    expect(await hub.sql('SELECT board.function_version() AS version')).toEqual([{ version: HUB_FUNCTION_VERSION }])
    const inSql = HUB_STEPS.flatMap(({ sql }) => sql.match(/'LK\d{3}'/g) ?? []).map((code) => code.slice(1, -1))
    expect(Object.keys(HUB_ERRORS).toSorted()).toEqual([...new Set(inSql)].toSorted())
  })
})

describe('A beat', () => {
  test('A beat keeps the desk heard and answers the newest number', async () => {
    const desk = await hub.desk('beats')
    await silence(hub, 'beats', 120)
    const { lastSeq } = await desk.send({ kind: 'note' })
    await silence(hub, 'beats', 120)
    expect(await desk.call('beat', desk.incarnation, 5)).toMatchObject({ lastSeq, claimPauseMs: 0 })
    const [row] = await hub.sql(
      `SELECT cursor::integer AS cursor, clock_timestamp() - seen_at < '5 s' AS heard FROM board.desk WHERE role = 'beats'`,
    )
    expect(row).toEqual({ cursor: 5, heard: true })
  })

  test('The commit of a beat waits for no flush, and every other commit does, whatever the session asks for', async () => {
    const desk = await hub.desk('flush')
    const one = await offer(desk)
    const setting = async () => (await desk.client.query(`SHOW synchronous_commit`)).rows[0]?.synchronous_commit
    const after = async (...calls: readonly (() => Promise<unknown>)[]) => {
      await desk.client.query('BEGIN')
      for (const call of calls) await call()
      const value = await setting()
      await desk.client.query('ROLLBACK')
      return value
    }
    const beat = () => desk.call('beat', desk.incarnation, 0)
    const claim = () => desk.claim(one.entry, 1)
    await desk.client.query('SET synchronous_commit = off')
    expect(await after(beat)).toBe('off')
    expect(await after(claim)).toBe('on')
    expect(await after(() => desk.send())).toBe('on')
    expect(await after(beat, claim)).toBe('on')
    expect(await after(claim, beat)).toBe('on')
    expect(await after(() => desk.take(one.entry, 1))).toBe('on')
    expect(await after(() => desk.call('forget', desk.incarnation, one.booking, { who: 'Dana R.' }))).toBe('on')
  })
})

describe('A desk that is gone', () => {
  const gone = (role: string) => ({ kind: 'desk-gone', body: { desk: role, who: 'Dana R.' } })
  const goneAt = async (role: string) =>
    (await hub.sql('SELECT gone_at FROM board.desk WHERE role = $1', [role]))[0]?.['gone_at']

  test('A person names a silent desk gone; its entries can be taken over, and its calls are refused until hello', async () => {
    const [desk, other] = [await hub.desk('gone1'), await hub.desk('gone2')]
    const one = await offer(desk)
    await silence(hub, 'gone1', 91)
    await other.send(gone('gone1'))
    expect(await goneAt('gone1')).not.toBeNull()
    expect(await refusal(desk.call('beat', desk.incarnation, 0))).toBe('LK008')
    expect(verdict(await other.take(one.entry, 1))).toBe('ok')
    await desk.hello()
    expect(await goneAt('gone1')).toBeNull()
    const [event] = await hub.sql('SELECT desk, kind FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toEqual({ desk: 'gone1', kind: 'desk-back' })
  })

  test('A desk that was heard within 90 seconds, and the own desk, are not gone', async () => {
    const [, other] = [await hub.desk('gone1'), await hub.desk('gone2')]
    await silence(hub, 'gone1', 88)
    await other.send(gone('gone1'))
    await silence(hub, 'gone2', 120)
    await other.send(gone('gone2'))
    expect([await goneAt('gone1'), await goneAt('gone2')]).toEqual([null, null])
  })
})

describe('A hub that was set back', () => {
  test.for([
    ['a higher number', (known: Known) => ({ ...known, seen: known.seen + 1 })],
    ['another event under the same number', (known: Known) => ({ ...known, mark: 'other' })],
    ['a higher epoch', (known: Known) => ({ ...known, epoch: known.epoch + 1 })],
    ['a number of its own that the hub lost', (known: Known) => ({ ...known, acknowledged: 99 })],
    ['an earlier hub of the same or a later epoch', (known: Known) => ({ ...known, hub: 'earlier' })],
  ] as const)('A desk that knows %s raises the epoch', async ([, changed]) => {
    const desk = await hub.desk('raises')
    const known = await knownOf()
    const { epoch } = await desk.hello(changed(known))
    expect(epoch).toBeGreaterThan(known.epoch)
    const [event] = await hub.sql('SELECT kind, effect FROM board.event ORDER BY seq DESC LIMIT 1')
    expect(event).toEqual({ kind: 'epoch-raised', effect: { epoch } })
  })

  test('A desk that knows the same, less, or an older epoch raises nothing', async () => {
    const desk = await hub.desk('raises')
    const known = await knownOf()
    for (const one of [
      known,
      { ...known, seen: known.seen - 1, mark: undefined },
      {},
      { hub: 'earlier', epoch: 1, seen: 10 ** 9 },
    ]) {
      expect((await desk.hello(one))['epoch']).toBe(known.epoch)
    }
  })

  type Known = Awaited<ReturnType<typeof knownOf>>

  test('An entry of an older epoch is frozen until every desk has refilled; a new booking leaves at once', async () => {
    const [desk, other] = await alone('frozen1', 'frozen2')
    if (desk === undefined || other === undefined) throw new Error('two desks')
    const old = await offer(desk)
    const epoch = await raise(desk)
    const fresh = await offer(desk)
    expect(await desk.claim(old.entry, 1)).toMatchObject({ reason: 'frozen', missing: ['frozen1', 'frozen2'] })
    await silence(hub, 'frozen1', 91)
    expect(verdict(await other.take(old.entry, 1))).toBe('frozen')
    expect(verdict(await desk.claim(fresh.entry, 1))).toBe('ok')
    await desk.send({ kind: 'refilled', body: { epoch } })
    expect(await desk.claim(old.entry, 1)).toMatchObject({ reason: 'frozen', missing: ['frozen2'] })
    await other.send({ kind: 'refilled', body: { epoch } })
    expect(verdict(await desk.claim(old.entry, 1))).toBe('ok')
  })

  test('A person who names the missing desk gone ends the freeze', async () => {
    const [desk] = await alone('frozen1', 'frozen2')
    if (desk === undefined) throw new Error('a desk')
    const old = await offer(desk)
    const epoch = await raise(desk)
    await desk.send({ kind: 'refilled', body: { epoch } })
    expect(verdict(await desk.claim(old.entry, 1))).toBe('frozen')
    await silence(hub, 'frozen2', 91)
    await desk.send({ kind: 'desk-gone', body: { desk: 'frozen2', who: 'Dana R.' } })
    expect(verdict(await desk.claim(old.entry, 1))).toBe('ok')
  })

  test('A right without an epoch counts as offered under the oldest', async () => {
    const [desk] = await alone('frozen1', 'frozen2')
    if (desk === undefined) throw new Error('a desk')
    const one = newBooking()
    await raise(desk)
    await desk.send(saved(one, { epoch: undefined }))
    expect(verdict(await desk.claim(one.entry, 1))).toBe('frozen')
  })

  /** What two desks of a lost hub send to the new one, in both orders, and what becomes of the right. */
  const refills: readonly (readonly [string, object, object, object])[] = [
    [
      'the owner and a taker of a waiting entry',
      { rev: 1 },
      { rev: 2 },
      { owner: 'frozen2', state: 'waiting', rev: 2 },
    ],
    [
      'the former owner and a taker in doubt',
      { state: 'claimed', rev: 2 },
      { state: 'doubt', rev: 3 },
      { owner: 'frozen2', state: 'doubt', rev: 3 },
    ],
    [
      'a former owner who moved on alone and a taker in doubt at the same revision',
      { rev: 3 },
      { state: 'doubt', rev: 3 },
      { owner: 'frozen2', state: 'doubt', rev: 3 },
    ],
  ]
  test.for(refills)(
    'After a loss, of %s the later revision owns the entry in both orders',
    async ([, first, second, right]) => {
      for (const isTurned of [false, true]) {
        const [desk, other] = await alone('frozen1', 'frozen2')
        if (desk === undefined || other === undefined) throw new Error('two desks')
        await raise(desk)
        const one = newBooking()
        const sends = [
          () => desk.send(saved(one, { epoch: 1, ...first })),
          () => other.send(saved(one, { epoch: 1, ...second })),
        ]
        for (const send of isTurned ? sends.toReversed() : sends) await send()
        expect(await rightOf(hub, one)).toMatchObject(right)
      }
    },
  )

  test('After a loss a proof of the booking stays, in both orders', async () => {
    for (const isTurned of [false, true]) {
      const [desk, other] = await alone('frozen1', 'frozen2')
      if (desk === undefined || other === undefined) throw new Error('two desks')
      await raise(desk)
      const one = newBooking()
      const proof = { state: 'done', outcome: 'booked', rev: 3, epoch: 1 }
      const sends = [
        () => desk.send(saved(one, proof)),
        () => other.send(saved(one, { state: 'doubt', rev: 3, epoch: 1 })),
      ]
      for (const send of isTurned ? sends.toReversed() : sends) await send()
      expect(await rightOf(hub, one)).toMatchObject({ state: 'done', outcome: 'booked' })
    }
  })

  test('In the epoch of its offer an entry is not replaced by an item of another desk', async () => {
    const [desk, other] = [await hub.desk('frozen1'), await hub.desk('frozen2')]
    const one = await offer(desk)
    await other.send(saved(one, { state: 'claimed', rev: 9 }))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'frozen1', state: 'waiting', rev: 1 })
    await desk.send(settled(one, 'done', 1, 'withdrawn'))
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'frozen1', state: 'done' })
  })

  async function raise(desk: TestDesk): Promise<number> {
    const known = await knownOf()
    const answer = await desk.hello({ ...known, seen: known.seen + 1 })
    return Number(answer['epoch'])
  }
})
