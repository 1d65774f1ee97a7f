import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Finding } from '../../../electron/hub/findings.ts'
import { HUB_FUNCTION_VERSION } from '../../../electron/hub/protocol.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { newBooking, saved, type Made } from '../../support/hub/bookings.ts'
import { deskConfig, startHub, type StartedHub } from '../../support/hub/hub-command.ts'
import { proves } from '../../support/spec-rows.ts'

let hub: StartedHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.remove())

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

const superuser = () =>
  connected({ host: join(hub.folder, 'socket'), port: hub.port, user: 'postgres', database: 'board' })

/** A desk that was invited and said hello. */
async function openDesk(name: string) {
  const { desk, ...invitation } = await hub.invite(name)
  const client = await connected(deskConfig({ desk, ...invitation }))
  const call = async (text: string, ...values: readonly unknown[]) =>
    (await client.query<{ answer: Readonly<Record<string, unknown>> }>(`SELECT board.${text} AS answer`, [...values]))
      .rows[0]?.answer
  await call('hello($1, $2, $3)', name, HUB_FUNCTION_VERSION, '{}')
  let n = 0
  return {
    role: desk.role,
    append: (...items: readonly object[]) =>
      call('append($1, $2)', name, JSON.stringify(items.map((item) => ({ n: (n += 1), ...item })))),
    beat: () => call('beat($1, 0)', name),
    take: ({ entry }: Made) => call('take($1, $2, 1, $3)', name, entry, JSON.stringify({ who: 'Dana R.' })),
  }
}

async function retention(days: number): Promise<Finding | undefined> {
  const clock = { ...systemClock, now: () => addMinutes(systemClock.now(), days * 24 * 60) }
  const { out } = await hub.runAt(clock, 'check', '--json')
  const { findings } = JSON.parse(out) as { readonly findings: readonly Finding[] }
  return findings.find(({ code }) => code === 'retention')
}

describe('The retention of a hub', () => {
  test.for(['tidy', 'start'])('The command %s drops old events and bookings, however many', async (verb) => {
    const desk = await openDesk(`Old ${verb}`)
    const ended = { endedAt: '2026-01-01T00:00:00Z' }
    const notes = Array.from({ length: 2_100 }, () => ({ kind: 'note' }))
    await desk.append(saved(newBooking(ended), { state: 'done', outcome: 'booked' }), ...notes)
    const sql = await superuser()
    await sql.query('SET session_replication_role = replica')
    await sql.query(`UPDATE board.event SET at = at - interval '46 days'`)
    const ran = await hub.run(verb)
    expect(ran).toMatchObject({ code: 0, err: '' })
    if (verb === 'tidy') expect(ran.out).toBe('Dropped 2101 old events and 1 old bookings.')
    const left = await sql.query(
      'SELECT (SELECT count(*) FROM board.event) + (SELECT count(*) FROM board.booking) AS n',
    )
    expect(left.rows).toEqual([{ n: '0' }])
    expect((await hub.run('tidy')).out).toBe('Dropped 0 old events and 0 old bookings.')
  })

  test('The check warns once the oldest event is two days older than the hub keeps events', async () => {
    expect(await retention(0)).toMatchObject({
      level: 'ok',
      text: 'The hub keeps events and ended bookings for 45 days.',
    })
    const desk = await openDesk('Clerk')
    await desk.append({ kind: 'note' })
    expect(await retention(46.9)).toMatchObject({ level: 'ok' })
    expect(await retention(47.1)).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(
        /^The hub keeps .* 45 days, and has some of [-0-9]{10}\. Run tidy daily\.$/,
      ) as string,
    })
  })

  test('A tidy of a hub that is stopped fails and says so', async () => {
    await hub.run('stop')
    const ran = await hub.run('tidy')
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('The hub does not answer')])
    await hub.run('start')
  })
})

describe('A booking that IT forgets', () => {
  const everyText = async () => {
    const sql = await superuser()
    const tables = ['event', 'booking', 'reference', 'amendment']
    const texts: unknown[] = []
    for (const table of tables)
      texts.push((await sql.query(`SELECT to_jsonb(t)::text AS text FROM board.${table} t`)).rows)
    return JSON.stringify(texts)
  }

  test('A settled booking leaves every table of the hub, and the log says so without a name', async () => {
    const desk = await openDesk('Forgets')
    const reference = 'RO 8114 LK-7Q2M4X9KDTC'
    const one = newBooking({ name: 'robin ashworth', references: [reference] })
    await desk.append(saved(one, { state: 'done', outcome: 'booked' }))
    expect(await everyText()).toContain('robin ashworth')
    for (const part of ['DTC', 'LK-7Q2M4X9KDT', 'RO 8114'])
      expect((await hub.run('forget', part)).err).toContain('No booking at this hub')
    expect(await hub.run('forget', 'lk-7Q2M-4X9K-DTC')).toMatchObject({
      code: 0,
      out: `The booking of lk-7Q2M-4X9K-DTC is forgotten here, and at each desk that reads the board.\nIts own desk keeps the booking.`,
    })
    expect(await everyText()).not.toMatch(new RegExp(`robin ashworth|"${reference}"`))
    const sql = await superuser()
    const { rows } = await sql.query('SELECT desk, kind, body FROM board.event WHERE booking = $1 ORDER BY seq', [
      one.booking,
    ])
    expect(rows).toEqual([
      { desk: desk.role, kind: 'saved', body: {} },
      { desk: 'operator', kind: 'forgotten', body: {} },
    ])
    expect(await hub.run('forget', reference)).toMatchObject({
      code: 2,
      err: `No booking at this hub has the reference ${reference}. Copy a reference from the booking at a desk.`,
    })
  })

  test('A booking that may still be sent is not forgotten', async () => {
    const desk = await openDesk('Waits')
    const reference = 'LK-8R3N5Y0KEVC'
    const one = newBooking({ references: [reference] })
    await desk.append(saved(one))
    expect(await hub.run('forget', reference)).toMatchObject({
      code: 2,
      err: `The booking of ${reference} may still be sent. Withdraw or settle it at a desk first.`,
    })
    const sql = await superuser()
    const { rows } = await sql.query('SELECT body FROM board.booking WHERE booking = $1', [one.booking])
    expect(rows).toEqual([{ body: { note: one.booking } }])
  })
})

describe('A retired desk', () => {
  test('What a retired desk holds is taken over at once', async () => {
    proves('board: 15')
    const [retired, taker] = [await openDesk('Holder'), await openDesk('Taker')]
    const one = newBooking()
    await retired.append(saved(one))
    expect(await taker.take(one)).toMatchObject({ ok: false, reason: 'heard' })
    expect((await hub.run('retire', 'Holder')).code).toBe(0)
    expect(await taker.take(one)).toMatchObject({ ok: true, right: { state: 'waiting', takenFrom: retired.role } })
  })

  test('A new epoch waits for a retired desk for ten minutes only, and its entries thaw', async () => {
    const [retired, taker] = [await openDesk('Frozen'), await openDesk('Waiter')]
    const one = newBooking()
    await retired.append(saved(one))
    const sql = await superuser()
    const elevenMinutesPass = () => sql.query(`UPDATE board.desk SET gone_at = gone_at - interval '11 minutes'`)
    await elevenMinutesPass()
    const { rows } = await sql.query<{ epoch: string }>('UPDATE board.hub SET epoch = epoch + 1 RETURNING epoch')
    await sql.query('UPDATE board.desk SET refilled_epoch = $1 WHERE role <> $2', [rows[0]?.epoch, retired.role])
    expect(await taker.take(one)).toMatchObject({ ok: false, reason: 'frozen' })
    expect(await taker.beat()).toMatchObject({ missing: [retired.role] })
    await sql.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [retired.role])
    await expect
      .poll(async () => JSON.stringify(await hub.run('check', '--json')))
      .toMatch(/Frozen: \d+ bookings of the hub before wait for it/)
    await hub.run('retire', 'Frozen')
    // The name may be invited again for ten minutes.
    expect(await taker.beat()).toMatchObject({ missing: [retired.role] })
    await elevenMinutesPass()
    expect(await taker.beat()).toMatchObject({ missing: [] })
    expect(await taker.take(one)).toMatchObject({ ok: true })
  })
})
