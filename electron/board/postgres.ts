import pg from 'pg'
import type { SecureContextOptions } from 'node:tls'
import type { HubFault } from '../../shared/desk/board-status.ts'
import { HUB_FUNCTION_VERSION } from '../hub/protocol.ts'
import {
  HubError,
  type ForgottenBooking,
  type HubEvent,
  type HubGreeting,
  type HubStanding,
  type OpenHub,
  type RightAnswer,
  type RosterDesk,
  type SnapshotPortion,
} from './hub-session.ts'

/*
 * The hub as PostgreSQL functions of the schema `board` (electron/hub/README.md). Two connections: hints and beats come
 * over the first, so that a beat proves that hints would come; calls go over the second, and a snapshot, which is
 * one transaction, goes over a third.
 */

/** A beat or a call without an answer for so long means that the road to the hub is gone. */
const ANSWER_MS = 3_000
const CONNECT_MS = 3_000

export type HubAddress = {
  readonly host: string
  readonly port: number
  readonly role: string
  /** The certificate of the rooftop's authority, and this desk's own with its key (PEM). */
  readonly tls: Pick<SecureContextOptions, 'ca' | 'cert' | 'key'>
  /** Tells this store from another store that speaks for the desk. */
  readonly incarnation: string
}

/** Opens sessions with one hub. */
export function openPostgresHub({ host, port, role, tls, incarnation }: HubAddress): OpenHub {
  const config: pg.ClientConfig = {
    host,
    port,
    user: role,
    database: 'board',
    // `host` is the name that the certificate of the hub must have.
    ssl: { ...tls, host, minVersion: 'TLSv1.3', rejectUnauthorized: true },
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  }
  return async ({ onHint, onLost, cannotSend = () => null }) => {
    const [tail, calls] = [new pg.Client(config), new pg.Client(config)] as const
    const clients = new Set([tail, calls])
    let isOver = false
    const close = () => {
      isOver = true
      // An answer may never come on a road that is gone, so that nothing waits for a farewell.
      for (const client of clients) client.connection.stream.destroy()
    }
    const lose = (error: unknown) => {
      if (!isOver) onLost(hubError(error))
      close()
    }
    const watch = (client: pg.Client) =>
      client.on('error', lose).on('end', () => lose(new HubError('unreachable', 'the hub ended the session')))
    clients.forEach(watch)
    const turns = new Map<pg.Client, Promise<unknown>>()
    /** A client answers one statement after another, so a statement waits for those before. */
    const ask = async <T>(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<readonly T[]> => {
      const before = turns.get(client)
      const asked = (async () => {
        await before
        return query<T>(client, text, values)
      })()
      turns.set(
        client,
        asked.catch(() => undefined),
      )
      return asked
    }
    const query = async <T>(client: pg.Client, text: string, values: readonly unknown[]): Promise<readonly T[]> => {
      if (isOver) throw new HubError('unreachable', 'the session is over')
      try {
        return (await client.query<Record<string, unknown>>(text, [...values])).rows as readonly T[]
      } catch (error) {
        close()
        throw hubError(error)
      }
    }
    const one = async <T>(client: pg.Client, call: string, values: readonly unknown[]): Promise<T> => {
      const [row] = await ask<{ readonly answer: T }>(client, `SELECT board.${call} AS answer`, values)
      if (row === undefined) throw new HubError('failed', 'the hub gave no answer')
      return row.answer
    }
    try {
      await Promise.all([tail.connect(), calls.connect()])
    } catch (error) {
      close()
      throw hubError(error)
    }
    const roster = () => ask<RosterDesk>(calls, ROSTER_SQL)
    tail.on('notification', onHint)
    await ask(tail, 'LISTEN board')
    return {
      async hello({ acknowledged, ...known }) {
        const greeting = await one<Omit<HubGreeting, 'roster'>>(calls, 'hello($1, $2, $3)', [
          incarnation,
          HUB_FUNCTION_VERSION,
          JSON.stringify({ ...known, acknowledged }),
        ])
        return { ...greeting, roster: await roster() }
      },
      roster,
      beat: (seen) => one<HubStanding>(tail, 'beat($1, $2, $3)', [incarnation, seen, cannotSend()]),
      async append(lines) {
        const { lastN } = await one<{ readonly lastN: number }>(calls, 'append($1, $2)', [
          incarnation,
          `[${lines.join(',')}]`,
        ])
        return lastN
      },
      eventsAfter: (seq, limit) => ask<HubEvent>(calls, EVENTS_SQL, [seq, limit]),
      async *snapshot(limit) {
        const reader = new pg.Client(config)
        clients.add(reader)
        // The end of its own connection is an error to the client.
        reader.on('error', (error) => clients.has(reader) && lose(error))
        try {
          await reader.connect().catch((error: unknown) => {
            close()
            throw hubError(error)
          })
          await ask(reader, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
          let after: string | null = ''
          while (after !== null) {
            const portion: Portion = await one<Portion>(reader, 'snapshot($1, $2, $3)', [incarnation, after, limit])
            yield after === '' ? { ...portion, forgotten: await ask<ForgottenBooking>(reader, FORGOTTEN_SQL) } : portion
            after = portion.next
          }
        } finally {
          clients.delete(reader)
          turns.delete(reader)
          reader.connection.stream.destroy()
        }
      },
      claim: (entryId, rev, attempt, how) =>
        one<RightAnswer>(calls, 'claim($1, $2, $3, $4, $5)', [incarnation, entryId, rev, attempt, JSON.stringify(how)]),
      take: (entryId, rev, how) =>
        one<RightAnswer>(calls, 'take($1, $2, $3, $4)', [incarnation, entryId, rev, JSON.stringify(how)]),
      close,
    }
  }
}

/** `next` is the booking after which the next portion begins; null after the last portion. */
type Portion = SnapshotPortion & { readonly next: string | null }

/**
 * `seq` fits a double: a thousand events a second for a quarter of a million years. The order is that of the column,
 * because an order by the double would sort the rest of the log for each portion.
 */
const EVENTS_SQL = `SELECT seq::float8 AS seq, mark, desk, kind, booking, entry, body, effect FROM board.event e
  WHERE e.seq > $1 ORDER BY e.seq LIMIT $2`

const FORGOTTEN_SQL = `SELECT booking, r.entry, CASE WHEN r.entry IS NOT NULL THEN jsonb_build_object('owner', r.owner,
  'state', r.state, 'rev', r.rev, 'epoch', r.epoch, 'takenFrom', r.taken_from, 'attempt', r.attempt) END AS right
  FROM board.forgotten LEFT JOIN board.send_right r USING (booking)`

const ROSTER_SQL = `SELECT role, name, to_char(coalesce(seen_at, gone_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "heardAt",
  greatest(floor(1000 * extract(epoch FROM clock_timestamp() - seen_at)), CASE WHEN gone_at < now() OR seen_at > clock_timestamp() + interval '90 seconds' THEN 90000 END)::float8
    AS "silentMs", cannot_send AS "cannotSend", gone_at IS NOT NULL AS "isGone", to_jsonb(d) -> 'is_new' AS "isNew",
  to_jsonb(d) ->> 'lost_epoch' IS NOT NULL AS "isLost", coalesce(gone_at < clock_timestamp() - interval '10 minutes', false) AS "isGoneForLong" FROM board.desk d ORDER BY role`

/** What the SQLSTATEs of the hub and of PostgreSQL mean for the desk (electron/hub/README.md). */
const FAULTS: Readonly<Record<string, HubFault>> = {
  LK001: 'refused',
  LK002: 'another-store',
  LK005: 'another-store',
  LK006: 'version',
  LK007: 'version',
  '28000': 'refused',
  '28P01': 'refused',
  '53100': 'disk-full',
}

const UNREACHABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]

/** The first characters of the SQLSTATEs of a server that ends, crashed, or is about to start. */
const SERVER_GONE = '57P'

function hubError(error: unknown): HubError {
  if (error instanceof HubError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  if (FAULTS[code] !== undefined) return new HubError(FAULTS[code], message)
  if (UNREACHABLE.includes(code) || code.startsWith(SERVER_GONE) || message.startsWith('Connection terminated'))
    return new HubError('unreachable', message)
  if (/timeout/i.test(message)) return new HubError('silent', message)
  if (/certificate|self.signed|alert/i.test(message)) return new HubError('refused', message)
  return new HubError('failed', message)
}
