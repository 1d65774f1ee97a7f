import { createConnection } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ClientConfig } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { HUB_FUNCTION_VERSION } from '../../../electron/hub/protocol.ts'
import { newId, offer, rightOf, saved, settled, newBooking, silence } from '../../support/hub/bookings.ts'
import { createAuthority } from '../../support/fakes/certificate-authority.ts'
import { connected, refusal, startHub, type TestHub } from '../../support/hub/board.ts'
import { proves } from '../../support/spec-rows.ts'

/** PostgreSQL's codes: a right that the role lacks, and a session that is not admitted. */
const [NOT_ALLOWED, NOT_ADMITTED] = ['42501', '28000']

/** The message by which a client of PostgreSQL asks for TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

let hub: TestHub
beforeAll(async () => {
  hub = await startHub()
  await hub.admit('desk1')
  await hub.admit('desk2')
  return () => hub.remove()
})

describe('A desk at the hub', () => {
  const acts: readonly (readonly [act: string, statement: string])[] = [
    [
      'inserts an event as another desk',
      `INSERT INTO board.event (seq, desk, incarnation, kind, body, effect) VALUES (1, 'desk2', 'x', 'saved', '{}', '{}')`,
    ],
    ['updates a send right', `UPDATE board.send_right SET owner = 'desk1'`],
    ['deletes an event', 'DELETE FROM board.event'],
    ['empties the log', 'TRUNCATE board.event'],
    ['changes the counter', 'UPDATE board.hub SET last_seq = 0'],
    ['locks the row of the hub', 'SELECT * FROM board.hub FOR UPDATE'],
    ['locks a table against others', 'BEGIN; LOCK TABLE board.hub IN EXCLUSIVE MODE'],
    ['puts a role on the roster', `INSERT INTO board.desk (role, name) VALUES ('desk9', 'Desk 9')`],
    ['calls an inner function', `SELECT board.close_events(7)`],
    ['writes an event by an inner function', `SELECT board.add_event('x', 'saved', NULL, NULL, '{}', '{}')`],
    ['admits a desk', `SELECT board.admit_desk('desk9', 'Desk 9')`],
    ['runs the retention', 'SELECT board.drop_old(1000)'],
    ['creates a table', 'CREATE TABLE board.mine (x integer)'],
    ['creates a table in the public schema', 'CREATE TABLE public.mine (x integer)'],
    ['creates a temporary table', 'CREATE TEMPORARY TABLE mine (x integer)'],
    ['creates a schema', 'CREATE SCHEMA mine'],
    ['creates a role', 'CREATE ROLE mine'],
    ['replaces a function', `CREATE FUNCTION board.utc(text) RETURNS text LANGUAGE sql AS 'SELECT NULL::text'`],
    ['runs a program', `COPY board.event TO PROGRAM 'id'`],
    ['writes a file', `COPY board.event TO '/tmp/out'`],
    ['reads a file', `SELECT pg_read_file('/etc/passwd')`],
    ['reads the passwords', 'SELECT * FROM pg_authid'],
    ['stores a large object', 'SELECT lo_create(0)'],
    ['stores a large object from bytes', `SELECT lo_from_bytea(0, 'x')`],
    ['reloads the configuration', 'SELECT pg_reload_conf()'],
    ['becomes the owner of the board', 'SET ROLE board_owner'],
    ['becomes the superuser', 'SET SESSION AUTHORIZATION postgres'],
  ]
  test.for(acts)('A desk that %s is refused', async ([, statement]) => {
    const desk = await hub.desk('desk1')
    expect(await refusal(desk.client.query(statement))).toBe(NOT_ALLOWED)
  })

  test('A desk executes exactly the seven functions of the board', async () => {
    const rows = await hub.sql(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'board'::regnamespace
         AND has_function_privilege('desk1', oid, 'EXECUTE') ORDER BY proname`,
    )
    expect(rows.map((row) => row['proname'])).toEqual([
      'append',
      'beat',
      'claim',
      'forget',
      'hello',
      'snapshot',
      'take',
    ])
  })

  test('Each of the seven functions has a fixed search path and runs as an owner that is no superuser', async () => {
    const rows = await hub.sql(
      `SELECT prosecdef, proconfig, rolsuper FROM pg_proc JOIN pg_roles r ON r.oid = proowner
       WHERE pronamespace = 'board'::regnamespace AND has_function_privilege('desk1', pg_proc.oid, 'EXECUTE')`,
    )
    const each = {
      prosecdef: true,
      proconfig: ['search_path=pg_catalog, board, pg_temp', 'enable_seqscan=off', 'jit=off'],
      rolsuper: false,
    }
    expect(rows).toEqual(rows.map(() => each))
  })

  test('A desk reads every table of the board and writes none', async () => {
    const rows = await hub.sql(
      `SELECT has_table_privilege('desk1', oid, 'SELECT') AS reads,
         has_table_privilege('desk1', oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER') AS writes
       FROM pg_class WHERE relnamespace = 'board'::regnamespace AND relkind = 'r'`,
    )
    expect(rows.length).toBeGreaterThan(7)
    expect(rows).toEqual(rows.map(() => ({ reads: true, writes: false })))
  })

  test('A desk in the role of all desks still acts as itself', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await other.client.query('SET ROLE desk')
    expect(await other.claim(one.entry, 1)).toMatchObject({ ok: false, reason: 'owner' })
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk1', state: 'waiting' })
  })

  test('A desk that names another desk in an item writes the event as itself', async () => {
    const desk = await hub.desk('desk1')
    const one = newBooking()
    const item = { ...saved(one, { owner: 'desk2' }), desk: 'desk2' }
    await desk.send(item)
    const [event] = await hub.sql('SELECT desk FROM board.event WHERE entry = $1', [one.entry])
    expect(event).toEqual({ desk: 'desk1' })
    expect(await rightOf(hub, one)).toMatchObject({ owner: 'desk1' })
  })

  test('A role that is not on the roster, such as the superuser, calls no function', async () => {
    for (const call of [`hello('x', 1, '{}')`, `beat('x', 0)`, `append('x', '[]')`, `forget('x', 'x', '{}')`]) {
      expect(await refusal(hub.sql(`SELECT board.${call}`))).toBe('LK001')
    }
  })

  test('A desk has at most five sessions, and its statements and its pauses end after a while', async () => {
    const desks = await Promise.all([1, 2, 3, 4, 5].map(() => connected(hub.config('desk2'))))
    expect(await refusal(connected(hub.config('desk2')))).toBe('53300')
    const shown = async (setting: string) => Object.values((await desks[0]?.query(`SHOW ${setting}`))?.rows[0] ?? {})[0]
    expect(await shown('statement_timeout')).toBe('10s')
    expect(await shown('idle_in_transaction_session_timeout')).toBe('5s')
    expect(await shown('idle_session_timeout')).toBe('1h')
    await Promise.all(desks.map((client) => client.end()))
  })

  test('A desk that stops inside of a transaction holds up the others for seconds only', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    await desk.client.query(`SET idle_in_transaction_session_timeout = '300ms'`)
    await desk.client.query('BEGIN')
    await desk.send({ kind: 'note', entry: newId('e') })
    await other.send({ kind: 'note', entry: newId('e') })
    expect(await hub.sql('SELECT 1 FROM pg_stat_activity WHERE state = $1', ['idle in transaction'])).toEqual([])
  })
})

describe('The log', () => {
  test('No role changes or deletes an event, not even the superuser', async () => {
    const desk = await hub.desk('desk1')
    await offer(desk)
    for (const act of [`UPDATE board.event SET body = '{}'`, 'DELETE FROM board.event', 'TRUNCATE board.event']) {
      expect(await refusal(hub.sql(act))).toBe('LK010')
    }
  })
})

describe('A connection to the hub', () => {
  const withDesk1 = (more: object): ClientConfig => ({ ...hub.config('desk1'), ...more })
  const tls = (more: object) => withDesk1({ ssl: { ...(hub.config('desk1').ssl as object), ...more } })

  test('A connection with the certificate of the desk is admitted', async () => {
    const client = await connected(hub.config('desk1'))
    expect(
      (await client.query('SELECT session_user AS me, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows,
    ).toEqual([{ me: 'desk1', version: 'TLSv1.3' }])
    await client.end()
  })

  test('A connection without a certificate is refused', async () => {
    proves('board: 24')
    expect(await refusal(connected(tls({ cert: undefined, key: undefined })))).toBe(NOT_ADMITTED)
  })

  test("A connection with another desk's certificate is refused", async () => {
    expect(await refusal(connected(tls(hub.certificate('desk2'))))).toBe(NOT_ADMITTED)
  })

  test('A connection over plain TCP is refused', async () => {
    expect(await refusal(connected(withDesk1({ ssl: false })))).toBe(NOT_ADMITTED)
  })

  test('The superuser is refused over TCP, also with a certificate of that name', async () => {
    expect(await refusal(connected({ ...tls(hub.certificate('postgres')), user: 'postgres' }))).toBe(NOT_ADMITTED)
    expect(await refusal(connected({ ...tls(hub.certificate('board_owner')), user: 'board_owner' }))).toBe(NOT_ADMITTED)
  })

  test('A desk is refused in another database', async () => {
    expect(await refusal(connected(withDesk1({ database: 'postgres' })))).toBe(NOT_ADMITTED)
  })

  test('A desk whose role was revoked is refused', async () => {
    await hub.admit('desk8')
    await hub.sql('ALTER ROLE desk8 NOLOGIN')
    expect(await refusal(connected(hub.config('desk8')))).toBe(NOT_ADMITTED)
  })

  test('A certificate of another authority is refused', async () => {
    const foreign = createAuthority({ isTrusted: false }).certify('desk1')
    await expect(connected(tls(foreign))).rejects.toThrow(/unknown ca|ECONNRESET|terminated/i)
  })

  test('TLS 1.2 is refused', async () => {
    const { port } = hub.server
    const options = { host: '127.0.0.1', ca: hub.authority, ...hub.certificate('desk1') }
    const offered = (maxVersion: 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>((resolve) => {
        const socket = createConnection({ host: '127.0.0.1', port }, () => {
          socket.write(SSL_REQUEST)
          socket.once('data', () => {
            const secure = connectTls({ ...options, socket, maxVersion }, () => {
              resolve(secure.getProtocol() ?? 'no protocol')
              secure.destroy()
            })
            secure.once('error', (error) => resolve(`refused: ${error.message}`))
          })
        })
      })
    expect(await offered('TLSv1.3')).toBe('TLSv1.3')
    expect(await offered('TLSv1.2')).toMatch(/^refused: .*protocol version/)
  })
})

describe('The ids of an item', () => {
  test('A booking has one entry, and an entry one booking, so that no item replaces what another desk said', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const [one, own] = [await offer(desk), await offer(other)]
    await other.send(settled(own, 'done', 1, 'booked'))
    const forged = { booking: { forged: true }, keys: own.keys, right: { state: 'done', rev: 2, outcome: 'booked' } }
    for (const kind of ['saved', 'changed', 'settled'])
      for (const ids of [
        { booking: one.booking, entry: own.entry },
        { booking: one.booking, entry: newId('e') },
        { booking: newId('b'), entry: one.entry },
      ])
        expect(await refusal(other.send({ kind, ...ids, body: forged }))).toBe('LK004')
    const [kept] = await hub.sql('SELECT entry, body FROM board.booking WHERE booking = $1', [one.booking])
    expect(kept).toEqual({ entry: one.entry, body: { note: one.booking } })
  })
})

describe('An invitation that was never used', () => {
  test('A role that never said hello reads the roster alone, and reads all after its hello', async () => {
    await offer(await hub.desk('desk1'))
    await hub.admit('unused')
    const client = await connected(hub.config('unused'))
    const counts = async () => {
      const found: Record<string, number> = {}
      for (const table of ['desk', 'event', 'booking', 'send_right', 'reference', 'amendment', 'forgotten'])
        found[table] = Number(
          (await client.query<{ n: string }>(`SELECT count(*) AS n FROM board.${table}`)).rows[0]?.n,
        )
      return found
    }
    const { desk, ...others } = await counts()
    expect(desk).toBeGreaterThan(0)
    expect(new Set(Object.values(others))).toEqual(new Set([0]))
    await client.query('SELECT board.hello($1, $2, $3)', ['store', HUB_FUNCTION_VERSION, '{}'])
    expect(await counts()).toMatchObject({ event: expect.any(Number) as number })
    expect((await counts())['event']).toBeGreaterThan(0)
  })
})

describe('A person at the hub', () => {
  test('A takeover, a desk that is named gone, and a forgotten booking carry the name of a person', async () => {
    const [desk, other] = [await hub.desk('desk1'), await hub.desk('desk2')]
    const one = await offer(desk)
    await silence(hub, 'desk1', 91)
    expect(await refusal(other.call('take', other.incarnation, one.entry, 1, { who: ' ' }))).toBe('LK004')
    expect(await refusal(other.send({ kind: 'desk-gone', body: { desk: 'desk1' } }))).toBe('LK004')
    expect(await refusal(other.call('forget', other.incarnation, one.booking, {}))).toBe('LK004')
  })
})
