import { readFileSync } from 'node:fs'
import type { TLSSocket } from 'node:tls'
import pg from 'pg'
import { certificateEnd } from './authority.ts'
import { refuse, type HubResult } from './problems.ts'
import { OPERATOR } from './server-config.ts'
import type { HubPaths, HubSettings } from './folder.ts'
import type { UtcInstant } from '../../shared/time/time.ts'

const CONNECT_MS = 5_000
const STATEMENT_MS = 15_000

/** The superuser's session of `init`, on loopback. */
export async function withSetupSession<T>(
  login: { readonly port: number; readonly password: string; readonly database: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(new pg.Client({ ...login, host: '127.0.0.1', user: 'postgres', ssl: false }), work)
}

/** What the operator's connection shows of the hub. */
export type OperatorSession = {
  readonly client: pg.Client
  readonly protocol: string | null
  /** When the certificate ends that the running server shows. */
  readonly certificateUntil: UtcInstant
}

/** Connects as the operator does: over TLS to the address of the hub, with a certificate on both sides. */
export async function withOperator<T>(
  { address, port }: Pick<HubSettings, 'address' | 'port'>,
  paths: HubPaths,
  work: (session: OperatorSession) => Promise<T>,
): Promise<HubResult<T>> {
  let files
  try {
    files = [paths.authorityCertificate, paths.operatorCertificate, paths.operatorKey].map((path) => readFileSync(path))
  } catch {
    return refuse({ code: 'no-rights', path: paths.authority })
  }
  const [ca, cert, key] = files
  const client = new pg.Client({
    host: address,
    port,
    user: OPERATOR,
    database: 'board',
    application_name: 'lanekeeper-hub',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    // Without `host` Node would compare the certificate with "localhost".
    ssl: { host: address, ca, cert, key, minVersion: 'TLSv1.3' },
  })
  try {
    await connect(client)
  } catch (error) {
    return refuse({ code: 'hub-away', address, port, detail: error instanceof Error ? error.message : String(error) })
  }
  try {
    const socket = tlsSocketOf(client)
    const shown = `-----BEGIN CERTIFICATE-----\n${socket.getPeerCertificate().raw.toString('base64')}\n-----END CERTIFICATE-----`
    const session = { client, protocol: socket.getProtocol(), certificateUntil: certificateEnd(shown) }
    return { ok: true, value: await work(session) }
  } finally {
    await client.end()
  }
}

/** Returns PostgreSQL's five-character code of an error, or the empty text. */
export function sqlState(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}

async function withClient<T>(client: pg.Client, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await connect(client)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect(client: pg.Client): Promise<void> {
  // A connection that breaks between two statements reports an event without a listener, which would end the process.
  client.on('error', () => {})
  await client.connect()
}

/** The types of pg leave out the stream, which is a TLS socket after the handshake. */
function tlsSocketOf(client: pg.Client): TLSSocket {
  return (client as unknown as { readonly connection: { readonly stream: TLSSocket } }).connection.stream
}
