import { readFileSync, statfsSync, statSync } from 'node:fs'
import type pg from 'pg'
import { fromMillis, toMillis, type UtcInstant } from '../../shared/time/time.ts'
import type { Clock } from '../platform/clock.ts'
import { isReadableByOthers } from '../platform/file-rights.ts'
import { certificateEnd } from './authority.ts'
import {
  assessCertificate,
  assessDesk,
  assessDisk,
  assessRetention,
  assessSchema,
  formatSpan,
  type DeskFacts,
  type Finding,
} from './findings.ts'
import { hubPaths, readHubSettings, type HubPaths } from './folder.ts'
import { describeProblem, type HubProblem } from './problems.ts'
import { HUB_STEPS } from './schema.ts'
import { withOperator, type OperatorSession } from './session.ts'

/** Looks at a hub as its operator and returns a finding for each fact. */
export async function checkHub(folder: string, clock: Clock): Promise<readonly Finding[]> {
  const settings = readHubSettings(folder)
  if (!settings.ok) return [problemFinding(settings.problem)]
  const paths = hubPaths(folder)
  const asked = await withOperator(settings.value, paths, (session) => readHub(session, clock.now()))
  const { address, port, rooftop } = settings.value
  const answers = `The hub of ${rooftop} answers at ${address}:${port}.`
  return [
    ...(asked.ok
      ? [{ code: 'server', level: 'ok', text: answers } as const, ...asked.value]
      : [problemFinding(asked.problem), ...storedCertificate(paths, clock.now())]),
    assessDisk(freeBytes(paths.data)),
    rightsFinding(paths),
  ]
}

async function readHub(
  { client, protocol, certificateUntil }: OperatorSession,
  now: UtcInstant,
): Promise<readonly Finding[]> {
  const steps = await client.query<{ name: string }>('SELECT name FROM hub_steps.applied ORDER BY name')
  const applied = steps.rows.map(({ name }) => name)
  return [
    {
      code: 'tls',
      level: protocol === 'TLSv1.3' ? 'ok' : 'error',
      text: `The connection is ${protocol ?? 'not TLS'}.`,
    },
    assessCertificate(certificateUntil, now),
    assessSchema(
      applied,
      HUB_STEPS.map(({ name }) => name),
    ),
    ...(await boardFindings(client, now)),
    ...(await readDesks(client)).map((desk) => assessDesk(desk, now)),
  ]
}

async function boardFindings(client: pg.Client, now: UtcInstant): Promise<readonly Finding[]> {
  const { rows } = await client.query<{
    function_version: number
    last_seq: string
    last_event_at: Date | null
    oldest_event_at: Date | null
    kept_days: number
  }>('SELECT * FROM hub_admin.board_health()')
  return rows.flatMap((row): Finding[] => {
    const { last_event_at: at, oldest_event_at: oldest, last_seq: last } = row
    const ago = at === null ? 'no event yet' : `event ${last} came ${formatSpan(toMillis(now) - at.getTime())} ago`
    return [
      { code: 'log', level: 'ok', text: `Functions of version ${row.function_version}; ${ago}.` },
      assessRetention(oldest === null ? null : fromMillis(oldest.getTime()), row.kept_days, now),
    ]
  })
}

async function readDesks(client: pg.Client): Promise<readonly DeskFacts[]> {
  const { rows } = await client.query<{
    name: string
    take_by: Date
    certificate_until: Date
    seen_at: Date | null
    is_connected: boolean
    keeps_frozen: string
    waiting: string
  }>('SELECT * FROM hub_admin.desk_health()')
  return rows.map((row) => ({
    name: row.name,
    takeBy: fromMillis(row.take_by.getTime()),
    certificateUntil: fromMillis(row.certificate_until.getTime()),
    seenAt: row.seen_at === null ? null : fromMillis(row.seen_at.getTime()),
    isConnected: row.is_connected,
    keepsFrozen: Number(row.keeps_frozen),
    waiting: Number(row.waiting),
  }))
}

/** The certificate's end says why a server that runs cannot be reached. */
function storedCertificate(paths: HubPaths, now: UtcInstant): readonly Finding[] {
  try {
    return [assessCertificate(certificateEnd(readFileSync(paths.hubCertificate, 'utf8')), now)]
  } catch {
    return []
  }
}

function rightsFinding(paths: HubPaths): Finding {
  const secret = [paths.authorityKey, paths.operatorKey, paths.hubKey]
  const open = secret.find(
    (path) => statSync(path, { throwIfNoEntry: false }) === undefined || isReadableByOthers(path),
  )
  return open === undefined
    ? { code: 'rights', level: 'ok', text: 'The private keys are closed to other accounts.' }
    : { code: 'rights', level: 'error', text: `${open} is missing, or other accounts may read it. Make a new hub.` }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function problemFinding(problem: HubProblem): Finding {
  return { code: 'server', level: 'error', text: describeProblem(problem) }
}
