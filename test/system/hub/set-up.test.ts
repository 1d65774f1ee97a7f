import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectionError, deskConfig, runHub, startHub, type StartedHub } from '../../support/hub/hub-command.ts'
import { createReachableFolder, freePort } from '../../support/hub/places.ts'

let hub: StartedHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.remove())

function reachableFolder(): string {
  const { folder, remove } = createReachableFolder()
  onTestFinished(remove)
  return folder
}

/** Arguments of an `init` that would succeed. */
async function initArgs(folder: string): Promise<readonly string[]> {
  const port = String(await freePort())
  return ['init', '--name', 'Eastern', '--address', '127.0.0.1', '--port', port, '--folder', folder]
}

describe('The set-up of a hub', () => {
  test('A second init in the folder of a hub refuses and changes nothing', async () => {
    const before = readFileSync(join(hub.folder, 'hub.json'), 'utf8')
    const again = await runHub(await initArgs(hub.folder))
    expect(again).toEqual({
      code: 2,
      out: '',
      err: `${hub.folder} holds the hub of Midlothian Honda. Nothing was changed. Give another folder with --folder.`,
    })
    expect(readFileSync(join(hub.folder, 'hub.json'), 'utf8')).toBe(before)
    expect((await hub.run('check')).code).toBe(0)
  })

  test('An init in a folder with other files refuses and keeps the files', async () => {
    const folder = reachableFolder()
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    const ran = await runHub(await initArgs(folder))
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('holds other files. Nothing was changed.')])
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  })

  test('An init with the address of another PC names the addresses of this PC', async () => {
    const args = await initArgs(join(reachableFolder(), 'hub'))
    const ran = await runHub(args.map((one) => (one === '127.0.0.1' ? '192.0.2.7' : one)))
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(/^This computer does not have the address 192\.0\.2\.7\. It has: .*127\.0\.0\.1/)
  })

  test('An init on a port that another program uses asks for another port', async () => {
    const server = createServer()
    const port = await freePort()
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const folder = join(reachableFolder(), 'hub')
    const ran = await runHub([
      'init',
      '--name',
      'E',
      '--address',
      '127.0.0.1',
      '--port',
      String(port),
      '--folder',
      folder,
    ])
    expect(ran.err).toBe(`Another program uses port ${port} of 127.0.0.1. Choose another port with --port.`)
    expect(ran.code).toBe(2)
  })

  test('An init without PostgreSQL names the folder that was searched and how to install', async () => {
    const folder = reachableFolder()
    const ran = await runHub([...(await initArgs(join(folder, 'hub'))), '--binaries', join(folder, 'none')])
    expect(ran.code).toBe(2)
    expect(ran.err).toContain(`was not found in ${join(folder, 'none')}. Install it (Debian: apt install postgresql`)
  })

  test('An init in a folder that the account of the server cannot reach says so and leaves nothing', async () => {
    const folder = reachableFolder()
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: process.getuid?.() === 0 ? 0o700 : 0o500 })
    const ran = await runHub(await initArgs(join(closed, 'hub')))
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(/^This account, or the server's, may not use .*closed\/hub\. Run as administrator/)
    expect(readdirSync(closed)).toEqual([])
  })

  test('A failed init leaves no server behind and a second try succeeds', async () => {
    const folder = reachableFolder()
    const binaries = failingBinaries(folder)
    const args = await initArgs(join(folder, 'hub'))
    const failed = await runHub([...args, '--binaries', binaries])
    expect([failed.code, failed.err]).toEqual([2, expect.stringContaining('PostgreSQL failed at "pg_ctl start"')])
    expect(readdirSync(folder)).toEqual(['bin'])
    const made = await runHub(args)
    expect(made.err).toBe('')
    expect((await runHub(['stop', '--folder', join(folder, 'hub')])).code).toBe(0)
  })

  test('The files of a hub are closed to other accounts, and the server cannot read the key of the authority', () => {
    const entries = ['.', ...readdirSync(hub.folder, { recursive: true, encoding: 'utf8' })]
    const modes = entries.map((name) => ({ name, stat: statSync(join(hub.folder, name)) }))
    const open = modes.filter(({ stat }) => (stat.mode & 0o077) !== 0 && !stat.isSocket())
    expect(open.map(({ name }) => name)).toEqual([])
    const owner = (name: string) => statSync(join(hub.folder, name)).uid
    if (process.getuid?.() === 0) {
      expect(owner('authority/authority.key')).toBe(0)
      expect(owner('authority')).toBe(0)
      expect(owner('tls/hub.key')).not.toBe(0)
    }
  })

  test('The programs of PostgreSQL get no secret as an argument', async () => {
    const folder = reachableFolder()
    const { binaries, readArgs } = recordingBinaries(folder)
    const ran = await runHub([...(await initArgs(join(folder, 'hub'))), '--binaries', binaries])
    expect(ran.err).toBe('')
    await runHub(['stop', '--folder', join(folder, 'hub')])
    const data = join(folder, 'hub/data')
    const start = `pg_ctl start -w -t 60 -s -D ${data} -l ${join(folder, 'hub/log/start.log')}`
    const stop = `pg_ctl stop -w -s -m fast -D ${data}`
    expect(readArgs()).toEqual([
      `initdb -D ${data} -U postgres -k -E UTF8 --locale=C --auth=reject --pwfile=${join(folder, 'hub/tls/setup-password')}`,
      start,
      stop,
      start,
      `pg_ctl status -D ${data}`,
      stop,
    ])
  })

  test('The logs of a hub hold no key, no password and nothing of a statement', async () => {
    const invitation = await hub.invite('Logged')
    const { desk } = invitation
    await hub.run('invite', 'Logged')
    const client = new pg.Client(deskConfig(invitation))
    client.on('error', () => {})
    await client.connect()
    await expect(client.query("SELECT 'Ann Lee'::integer")).rejects.toThrow('Ann Lee')
    const asleep = client.query("SELECT 'Ann Lee', pg_sleep(9)").then(
      () => 'finished',
      (error: unknown) => String(error),
    )
    await hub.run('retire', 'Logged')
    expect(await asleep).toMatch(/terminat/)
    const logs = readdirSync(join(hub.folder, 'log')).map((name) => readFileSync(join(hub.folder, 'log', name), 'utf8'))
    const secrets = [desk.key.split('\n')[1] ?? '', 'PRIVATE KEY', 'PASSWORD', 'Ann Lee', 'Logged', 'SCRAM']
    expect(logs.join('\n')).toContain('terminating connection')
    expect(secrets.filter((secret) => logs.some((log) => log.includes(secret)))).toEqual([])
  })
})

describe('The server of a hub', () => {
  test('The superuser is admitted by the socket alone, without a password', async () => {
    const socket = new pg.Client({
      host: join(hub.folder, 'socket'),
      port: hub.port,
      user: 'postgres',
      database: 'board',
    })
    await socket.connect()
    const { rows } = await socket.query<{ rolpassword: string | null }>(
      'SELECT rolpassword FROM pg_authid WHERE rolcanlogin',
    )
    await socket.end()
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ rolpassword }) => rolpassword !== null)).toEqual([])
    const desk = deskConfig(await hub.invite('Climber'))
    for (const database of ['postgres', 'board']) {
      expect(await connectionError({ ...desk, user: 'postgres', database })).toContain('no pg_hba.conf entry')
    }
  })

  test('The server speaks TLS 1.3 alone and asks for a certificate', async () => {
    const invitation = await hub.invite('Old TLS')
    const config = deskConfig(invitation)
    const ssl = { host: '127.0.0.1', ca: invitation.hub.authority }
    expect(await connectionError(config)).toBeNull()
    expect(await connectionError({ ...config, ssl: false })).toContain('no pg_hba.conf entry')
    expect(await connectionError({ ...config, ssl })).toContain('requires a valid client certificate')
    const { cert, key } = config.ssl as { readonly cert: string; readonly key: string }
    const old = { ...ssl, cert, key, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const
    expect(await connectionError({ ...config, ssl: old })).toMatch(/protocol version|EPROTO|disconnected/)
  })

  test('The operator is admitted neither without its certificate nor to bookings', async () => {
    const invitation = await hub.invite('Copycat')
    const config = { ...deskConfig(invitation), user: 'operator' }
    expect(await connectionError(config)).toContain('certificate authentication failed')
    const [cert, key] = ['operator.pem', 'operator.key'].map((name) =>
      readFileSync(join(hub.folder, 'authority', name), 'utf8'),
    )
    const ssl = { host: '127.0.0.1', ca: invitation.hub.authority, cert, key }
    const operator = new pg.Client({ ...config, ssl })
    await operator.connect()
    onTestFinished(() => operator.end())
    for (const statement of ['SELECT * FROM board.event', 'CREATE ROLE x', 'CREATE TABLE x ()', 'SET ROLE postgres']) {
      await expect(operator.query(statement)).rejects.toThrow(/permission denied|no schema has been selected/)
    }
    await expect(operator.query("SELECT hub_admin.retire('postgres')")).rejects.toThrow('no such desk')
  })
})

/** PostgreSQL's programs behind scripts that note their arguments. */
function recordingBinaries(folder: string): { readonly binaries: string; readArgs(): readonly string[] } {
  const log = join(folder, 'args.log')
  writeFileSync(log, '', { mode: 0o666 })
  execFileSync('chmod', ['666', log])
  const binaries = wrappedBinaries(folder, (name) => `echo "${name} $*" >> '${log}'`)
  return { binaries, readArgs: () => readFileSync(log, 'utf8').trim().split('\n') }
}

/** PostgreSQL's programs, of which `pg_ctl` starts the server of the finished hub and then fails. */
function failingBinaries(folder: string): string {
  return wrappedBinaries(folder, (name, real) =>
    name === 'pg_ctl'
      ? `if [ "$1" = start ] && grep -q "ssl = " "$7/postgresql.conf"; then ${real} "$@"; echo planted >&2; exit 1; fi`
      : ':',
  )
}

function wrappedBinaries(folder: string, before: (name: string, real: string) => string): string {
  const [version = ''] = readdirSync('/usr/lib/postgresql').toReversed()
  const binaries = join(folder, 'bin')
  mkdirSync(binaries)
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    const real = `/usr/lib/postgresql/${version}/bin/${name}`
    const script = `#!/bin/sh\n${name === 'postgres' ? ':' : before(name, real)}\nexec ${real} "$@"\n`
    writeFileSync(join(binaries, name), script, { mode: 0o755 })
  }
  return binaries
}
