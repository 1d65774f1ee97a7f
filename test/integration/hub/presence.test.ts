import { beforeAll, describe, expect, test } from 'vitest'
import { HUB_ERRORS, HUB_FUNCTION_VERSION } from '../../../electron/hub/protocol.ts'
import { HUB_STEPS } from '../../../electron/hub/schema.ts'
import { knownOf, newId, offer, silence, verdict } from '../../support/hub/bookings.ts'
import { refusal, startHub, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  return () => hub.remove()
})

describe('Hello', () => {
  test('A desk learns the state of the hub, its own last number and the roster', async () => {
    const desk = await hub.desk('hello1')
    await hub.admit('never-heard')
    await desk.send({ kind: 'note' }, { kind: 'note' })
    const { hub: id, epoch, seen } = await knownOf(hub)
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
    proves('board: 17')
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
    proves('board: 22')
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
    proves('board: 15')
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
