import { readFileSync } from 'node:fs'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { applySteps } from '../../../electron/hub/schema-steps.ts'
import { HUB_FUNCTION_VERSION } from '../../../electron/hub/protocol.ts'
import { HUB_STEPS } from '../../../electron/hub/schema.ts'
import { createAuthority, type Certificate } from '../fakes/certificate-authority.ts'
import { createFolder } from '../fixtures/temporary-folder.ts'
import { createPostgres, type PostgresServer, type ServerPlace } from './postgres.ts'

/** An answer of a function of the hub. */
export type Answer = Readonly<Record<string, unknown>> & {
  readonly ok?: boolean
  readonly reason?: string
  readonly lastN?: number
  readonly right?: Right
}

/** The send right as answers and effects show it. */
export type Right = {
  readonly owner: string
  readonly rev: number
  readonly state: string
  readonly outcome?: string
  readonly claimedAt?: string
  readonly takenFrom?: string
}

/** A hub whose claims do not pause after a start, with a database `board` and the schema. */
export type TestHub = {
  readonly server: PostgresServer
  readonly authority: string
  /** Runs a statement as the superuser. */
  sql(text: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Puts a desk on the roster. */
  admit(role: string): Promise<void>
  certificate(name: string): Certificate
  /** Puts a desk on the roster, and returns the text of an invitation file for the desk, with the port of a road. */
  invite(role: string, port?: number): Promise<string>
  /** Makes the hub believe that it heard the desk two minutes ago, until the next beat of the desk. */
  silence(role: string): Promise<void>
  /** Settings of a connection as a desk, which a test may change. */
  config(role: string): pg.ClientConfig
  /** A desk that is on the roster and said hello. */
  desk(role: string, incarnation?: string): Promise<TestDesk>
  /** Ends the server, which `server.start` starts again. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Stops all processes of the server, which keep their connections and answer nothing until `thaw`. */
  freeze(): void
  thaw(): void
  remove(): Promise<void>
}

/** A desk with one connection. */
export type TestDesk = {
  readonly role: string
  readonly client: pg.Client
  readonly incarnation: string
  call(name: string, ...args: readonly unknown[]): Promise<Answer>
  hello(known?: object, incarnation?: string): Promise<Answer>
  /** Appends items under the next numbers of the desk. */
  send(...items: readonly Item[]): Promise<Answer>
  claim(entry: string, rev: number, attempt?: string, body?: object): Promise<Answer>
  take(entry: string, rev: number, how?: object): Promise<Answer>
}

export type Item = {
  readonly kind: string
  readonly booking?: string
  readonly entry?: string
  readonly body?: object
}

/** Starts a hub for a whole file of tests, which the caller removes. */
export async function startHub(place: ServerPlace = {}): Promise<TestHub> {
  const { folder, remove } = createFolder()
  const authority = createAuthority({ isTrusted: false, folder })
  const certificates = new Map<string, Certificate>()
  const certificate = (name: string) => {
    const made =
      certificates.get(name) ??
      authority.certify(name, ['IP:127.0.0.1', ...(place.host ? [`IP:${place.host.address}`] : [])])
    certificates.set(name, made)
    return made
  }
  const root = readFileSync(authority.file, 'utf8')
  const server = await createPostgres({ authority: root, ...certificate('hub') }, place)
  const removeAll = async () => {
    await server.remove()
    remove()
  }
  try {
    await createBoard(server)
  } catch (error) {
    await removeAll()
    throw error
  }
  const config = (role: string): pg.ClientConfig => ({
    host: server.address,
    port: server.port,
    user: role,
    database: 'board',
    ssl: { ca: root, ...certificate(role), minVersion: 'TLSv1.3' },
  })
  let superuser: Promise<pg.Client> | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const sql = (text: string, values: readonly unknown[] = []) => {
    const asked = turn.then(async () => {
      superuser ??= connected(server.superuser)
      try {
        return (await (await superuser).query<Record<string, unknown>>(text, [...values])).rows
      } catch (error) {
        // The next statement connects again to a hub that was killed.
        superuser = null
        throw error
      }
    })
    // The one client of the superuser takes a statement after another.
    turn = asked.catch(() => undefined)
    return asked
  }
  const admit = async (role: string) => void (await sql('SELECT board.admit_desk($1, $2)', [role, `Desk ${role}`]))
  return {
    server,
    authority: root,
    sql,
    admit,
    certificate,
    async invite(role, port = server.port) {
      await admit(role)
      const { key, cert } = certificate(role)
      return JSON.stringify({
        kind: 'lanekeeper-board-invitation',
        version: 1,
        hub: { id: 'test', rooftop: 'Midlothian Honda', address: server.address, port, authority: root },
        desk: { name: `Desk ${role}`, role, certificate: cert, key },
        takeBy: '2099-01-01T00:00:00Z',
      })
    },
    async silence(role) {
      await sql(`UPDATE board.desk SET seen_at = clock_timestamp() - interval '2 minutes' WHERE role = $1`, [role])
    },
    config,
    async desk(role, incarnation = `store-of-${role}`) {
      await admit(role)
      const desk = testDesk(role, await connected(config(role)), incarnation)
      onTestFinished(() => desk.client.end().catch(() => undefined))
      await desk.hello()
      return desk
    },
    async stop(signal) {
      superuser = null
      await server.stop(signal)
    },
    freeze: server.freeze,
    thaw: server.thaw,
    async remove() {
      server.thaw()
      await (await superuser)?.end().catch(() => undefined)
      await removeAll()
    },
  }
}

async function createBoard({ superuser }: PostgresServer): Promise<void> {
  const first = await connected({ ...superuser, database: 'postgres' })
  await first.query('CREATE DATABASE board')
  await first.end()
  const setup = await connected(superuser)
  await applySteps(setup, HUB_STEPS)
  await setup.query(`UPDATE board.hub SET claim_pause = '0'`)
  await setup.end()
}

export async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  // A client that a test or the hub cut off must not end the process of the tests.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The SQLSTATE of a call that the server refused. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code ?? 'no code'
    throw error
  }
  return 'not refused'
}

function testDesk(role: string, client: pg.Client, incarnation: string): TestDesk {
  let n = 0
  const call = async (name: string, ...args: readonly unknown[]): Promise<Answer> => {
    const places = args.map((_, index) => `$${index + 1}`).join(', ')
    const values = args.map((arg) => (typeof arg === 'object' && arg !== null ? JSON.stringify(arg) : arg))
    const { rows } = await client.query<{ answer: Answer }>(`SELECT board.${name}(${places}) AS answer`, values)
    return rows[0]?.answer ?? {}
  }
  return {
    role,
    client,
    incarnation,
    call,
    async hello(known = {}, as = incarnation) {
      const answer = await call('hello', as, HUB_FUNCTION_VERSION, known)
      n = Number(answer.lastN)
      return answer
    },
    async send(...items) {
      const numbered = items.map((item, index) => ({ n: n + index + 1, ...item }))
      const answer = await call('append', incarnation, numbered)
      n = Number(answer.lastN)
      return answer
    },
    claim: (entry, rev, attempt = `attempt-${entry}`, body = {}) =>
      call('claim', incarnation, entry, rev, attempt, body),
    take: (entry, rev, how = {}) => call('take', incarnation, entry, rev, { who: 'Dana R.', ...how }),
  }
}
