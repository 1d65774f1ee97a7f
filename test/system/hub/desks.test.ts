import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createAuthority, issueCertificate } from '../../../electron/hub/authority.ts'
import type { Finding } from '../../../electron/hub/findings.ts'
import type { Invitation } from '../../../electron/hub/invite.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { refusal } from '../../support/hub/board.ts'
import { newBooking, saved } from '../../support/hub/bookings.ts'
import { connectionError, deskConfig, startHub, type Ran, type StartedHub } from '../../support/hub/hub-command.ts'
import { addMinutes } from '../../../shared/time/time.ts'

let hub: StartedHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.remove())

/** The SQLSTATE of a statement for which the role lacks the privilege. */
const DENIED = '42501'
const DAY_MINUTES = 1440
const clockIn = (days: number) => ({ ...systemClock, now: () => addMinutes(systemClock.now(), days * DAY_MINUTES) })

function findingsOf(ran: Ran): readonly Finding[] {
  return (JSON.parse(ran.out) as { readonly findings: readonly Finding[] }).findings
}

async function connected(invitation: Invitation): Promise<pg.Client> {
  const client = new pg.Client(deskConfig(invitation))
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

describe('An invitation', () => {
  test('An invited desk connects over TLS 1.3 with the content of its file alone', async () => {
    const invitation = await hub.invite('Desk 1')
    const client = await connected(invitation)
    const { rows } = await client.query(
      'SELECT session_user, version, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    )
    const { role } = invitation.desk
    expect(rows).toEqual([{ session_user: role, version: 'TLSv1.3', client_dn: `/CN=${role}` }])
    expect(invitation.hub).toMatchObject({ rooftop: 'Midlothian Honda', address: '127.0.0.1', port: hub.port })
  })

  test('An invited desk neither reads nor calls what the commands of the hub keep', async () => {
    const client = await connected(await hub.invite('Curious'))
    const statements = [
      'SELECT role FROM hub_admin.desk',
      `SELECT hub_admin.retire('nobody')`,
      'SELECT name FROM hub_steps.applied',
      `SELECT hub_steps.apply('0001')`,
    ]
    for (const statement of statements) expect(await refusal(client.query(statement))).toBe(DENIED)
    const { rows } = await client.query(
      `SELECT nspname AS schema, has_schema_privilege(oid, 'USAGE') AS uses, has_schema_privilege(oid, 'CREATE') AS makes
       FROM pg_namespace WHERE nspname IN ('board', 'hub_admin', 'hub_steps') ORDER BY nspname`,
    )
    expect(rows).toEqual([
      { schema: 'board', uses: true, makes: false },
      { schema: 'hub_admin', uses: false, makes: false },
      { schema: 'hub_steps', uses: false, makes: false },
    ])
  })

  test('An invitation is a file of its owner, says what to do in one line and is good for an hour', async () => {
    const ran = await hub.run('invite', 'Desk 2')
    const file =
      /^Within one hour, paste what (\S+) holds at Desk 2 in Settings under Board, or name it in its settings file\.$/.exec(
        ran.out,
      )?.[1] ?? ''
    expect(file).toContain(join(hub.folder, 'invitations/desk-2-'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { takeBy } = JSON.parse(readFileSync(file, 'utf8')) as Invitation
    const minutes = (Date.parse(takeBy) - Date.parse(systemClock.now())) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60)
  })

  test('A name that is invited already is refused in any case and width of its letters', async () => {
    await hub.invite('Büro Ost')
    for (const name of ['Büro Ost', 'BÜRO  OST', 'Bu\u0308ro Ost', 'Büro Ｏst']) {
      expect(await hub.run('invite', name)).toMatchObject({
        code: 2,
        err: expect.stringContaining('is invited already') as string,
      })
    }
  })

  test.for([`O'Brien "Rob" \\ ; DROP ROLE desk; --`, 'Ä'.repeat(60), '名前', '$$', '%I'])(
    'A desk named %j is invited, connects and is retired',
    async (name) => {
      const invitation = await hub.invite(name)
      expect(invitation.desk.name).toBe(name)
      expect(await connectionError(deskConfig(invitation))).toBeNull()
      expect((await hub.run('check')).out).toContain(`ok       ${name}: `)
      expect(await hub.run('retire', name)).toMatchObject({ code: 0, err: '' })
      expect(await connectionError(deskConfig(invitation))).not.toBeNull()
    },
  )

  test('An existing file is kept and its desk is not invited', async () => {
    const file = join(temporaryFolder(), 'mine.json')
    writeFileSync(file, 'mine')
    const ran = await hub.run('invite', 'Desk 9', '--out', file)
    expect(ran).toMatchObject({ code: 2, err: `${file} exists. Give another file with --out.` })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect((await hub.run('check')).out).not.toContain('Desk 9')
  })

  test('A certificate of another authority and the role of another desk are not admitted', async () => {
    const [first, second] = [await hub.invite('Own role'), await hub.invite('Other role')]
    expect(await connectionError({ ...deskConfig(first), user: second.desk.role })).toContain(
      'certificate authentication failed',
    )
    const foreign = await createAuthority('Midlothian Honda', systemClock.now())
    const forged = await issueCertificate(foreign, {
      commonName: first.desk.role,
      server: null,
      now: systemClock.now(),
    })
    expect(await connectionError(deskConfig({ ...first, desk: { ...first.desk, ...forged } }))).toMatch(
      /unknown ca|disconnected/i,
    )
  })

  test('A desk refuses a hub at an address that the certificate does not name', async () => {
    const invitation = await hub.invite('Careful')
    const config = deskConfig(invitation)
    const ssl = { ...(config.ssl as object), host: '192.0.2.7' }
    expect(await connectionError({ ...config, ssl })).toContain("IP: 192.0.2.7 is not in the cert's list")
  })
})

describe('The certificates', () => {
  test('OpenSSL accepts the chains of the hub and of a desk for their purposes alone', async () => {
    const { desk } = await hub.invite('Chain')
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'desk.pem'), desk.certificate)
    const verify = (file: string, ...more: readonly string[]) => {
      const args = ['verify', '-x509_strict', '-CAfile', join(hub.folder, 'tls/authority.pem'), ...more, file]
      try {
        return execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' }).trim().split(': ').at(-1)
      } catch {
        return 'refused'
      }
    }
    const hubFile = join(hub.folder, 'tls/hub.pem')
    expect(verify(hubFile, '-purpose', 'sslserver', '-verify_ip', '127.0.0.1')).toBe('OK')
    expect(verify(hubFile, '-purpose', 'sslserver', '-verify_ip', '192.0.2.7')).toBe('refused')
    expect(verify(hubFile, '-purpose', 'sslclient')).toBe('refused')
    expect(verify(join(folder, 'desk.pem'), '-purpose', 'sslclient')).toBe('OK')
    expect(verify(join(folder, 'desk.pem'), '-purpose', 'sslserver')).toBe('refused')
    const text = execFileSync('openssl', ['x509', '-in', join(folder, 'desk.pem'), '-noout', '-text'], {
      encoding: 'utf8',
    })
    expect(text).toMatch(/ASN1 OID: prime256v1/)
    const days = (Date.parse(/Not After : (.*)/.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(730)
  })

  test('A start in the last quarter of the certificates renews them while desks stay connected', async () => {
    const old = await startHub({ clock: clockIn(-710) })
    onTestFinished(old.remove)
    const file = join(old.folder, 'tls/hub.pem')
    const before = readFileSync(file, 'utf8')
    const client = await connected(await old.invite('Steady'))
    const warned = await old.run('check', '--json')
    expect(warned.code).toBe(1)
    expect(findingsOf(warned).find(({ level }) => level === 'warning')).toMatchObject({
      code: 'certificate',
      text: expect.stringMatching(/^The hub's certificate ends on .* Run start, which renews it\.$/) as string,
    })
    expect(await old.run('start')).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    expect((await old.run('check')).code).toBe(0)
    await client.query('SELECT 1')
    const renewed = readFileSync(file, 'utf8')
    await old.run('start')
    expect(readFileSync(file, 'utf8')).toBe(renewed)
  })
})

describe('A retired desk', () => {
  test('A retired desk loses its session at once and is admitted no more', async () => {
    const invitation = await hub.invite('Desk 4')
    const client = await connected(invitation)
    const ended = new Promise<void>((done) => client.once('end', done))
    const ran = await hub.run('retire', 'desk 4')
    expect(ran).toEqual({
      code: 0,
      err: '',
      out: 'Desk 4 is not admitted any more. Its bookings stay on the board: take them over at a desk.',
    })
    await ended
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|terminat/)
    expect(await connectionError(deskConfig(invitation))).toContain('is not permitted to log in')
  })

  test('A desk that is invited again under its name gets another role, and its old certificate stays worthless', async () => {
    const old = await hub.invite('Desk 5')
    await hub.run('retire', 'Desk 5')
    const renewed = await hub.run('invite', 'Desk 5')
    expect(renewed.code).toBe(0)
    expect(await connectionError(deskConfig(old))).toContain('is not permitted to log in')
  })

  test('A name that no desk has is refused with the names of the desks', async () => {
    const ran = await hub.run('retire', 'Desk 99')
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(/^No desk is named Desk 99\. The hub knows: .*Desk 1/)
  })
})

describe('The check of a hub', () => {
  test('The check of a sound hub exits with 0 and names connected desks', async () => {
    const client = await connected(await hub.invite('Present'))
    const ran = await hub.run('check', '--json')
    expect(ran.code).toBe(0)
    const found = findingsOf(ran)
    expect(new Set(found.map(({ code }) => code))).toEqual(
      new Set(['server', 'tls', 'certificate', 'schema', 'log', 'retention', 'desk', 'disk', 'rights']),
    )
    expect(found.map(({ text }) => text)).toContain('Present: connected.')
    await client.end()
  })

  test('The check warns of a desk that is silent with a booking that was not sent', async () => {
    const client = await connected(await hub.invite('Dead PC'))
    await client.query(`SELECT board.hello('store', 1, '{}')`)
    const item = { n: 1, ...saved(newBooking()) }
    await client.query(`SELECT board.append('store', $1)`, [JSON.stringify([item])])
    await client.end()
    const ran = await hub.runAt(clockIn(1), 'check', '--json')
    expect(ran.code).toBe(1)
    expect(findingsOf(ran)).toContainEqual({
      code: 'desk',
      level: 'warning',
      text: expect.stringMatching(
        /^Dead PC: last seen 2[34] h ago with 1 booking not sent\. Start it, or take over at another desk\.$/,
      ) as string,
    })
    expect(await hub.run('retire', 'Dead PC')).toMatchObject({ code: 0 })
  })

  test('The check fails with 2 after the end of the certificates of the hub and of its desks', async () => {
    const over = await hub.runAt(clockIn(740), 'check', '--json')
    expect(over.code).toBe(2)
    const errors = findingsOf(over).filter(({ level }) => level === 'error')
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['certificate', 'desk']))
  })

  test('The check fails with 2 while the server is stopped, and start brings it back', async () => {
    expect((await hub.run('stop')).code).toBe(0)
    const away = await hub.run('check', '--json')
    expect(away.code).toBe(2)
    expect(findingsOf(away)[0]).toMatchObject({
      code: 'server',
      level: 'error',
      text: expect.stringContaining('Run start') as string,
    })
    expect((await hub.run('invite', 'Nobody')).err).toContain('The hub does not answer at 127.0.0.1')
    expect(await hub.run('start')).toMatchObject({ code: 0, err: '' })
    expect((await hub.run('check')).code).toBe(0)
  })

  test('The check of a folder without a hub fails with 2', async () => {
    const folder = temporaryFolder()
    const ran = await hub.run('check', '--folder', folder)
    expect(ran).toMatchObject({
      code: 2,
      out: expect.stringContaining(`${folder} holds no hub. Run init first`) as string,
    })
  })
})
