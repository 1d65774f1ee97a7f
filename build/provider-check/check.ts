import { isHonored, type DuplicateGuarantee } from '../../shared/outbox/duplicate-guarantee.ts'
import type { ProviderProfile } from '../../shared/desk/provider-profile.ts'
import { errorCode } from '../../electron/platform/log-events.ts'
import type { Clock } from '../../electron/platform/clock.ts'
import type { Random } from '../../electron/platform/random.ts'
import { cancelAll } from './checks/cancel.ts'
import { createBookings, describePlan } from './checks/create.ts'
import { checkReading, reportSkipped } from './checks/read.ts'
import { checkSignsIn, checkToken, signIn, type TokenSource } from './checks/sign-in.ts'
import { CheckAborted, createHttpClient } from './http.ts'
import type { CliOptions } from './options.ts'
import { createRedactor, formatHttpResult } from './redact.ts'
import { createReportTable, type ReportRow } from './report-table.ts'
import type { CreatedMove, RunContext } from './run-context.ts'

/*
 * Checks a remote, as a client that shares no code of the wire format with the desk or the practice service.
 *
 *   reachable? -> token -> reading -> (with `create`) booking, changing, repeating, canceling -> table
 */

export type CheckOptions = Omit<CliOptions, 'secret' | 'json' | 'record'> & {
  readonly secret: string
  readonly clock: Clock
  readonly random: Random
  /** Ends the check early, after the check has tried to cancel the created moves. */
  readonly stop: AbortSignal
  /** Shows a text to the person at once, before the table of results is ready. */
  readonly announce: (text: string) => void
}

/** The numbers of the created moves by last known state, and the references of requests without a clear answer. */
export type LeftoverBookings = {
  readonly canceled: readonly number[]
  readonly pending: readonly number[]
  readonly booked: readonly number[]
  readonly uncertain: readonly string[]
}

export type Report = {
  readonly address: string
  readonly rows: readonly ReportRow[]
  /** The richer profile that no row speaks against; null when rows speak against both profiles. */
  readonly fits: ProviderProfile | null
  /** The rows that speak against each profile. */
  readonly failures: Readonly<Record<ProviderProfile, readonly ReportRow[]>>
  readonly leftovers: LeftoverBookings
  /** The observed behavior of `duplicate_check`. Null when the check sent no booking. */
  readonly guarantee: DuplicateGuarantee | null
}

export type CheckOutcome =
  | { readonly kind: 'report'; readonly report: Report }
  /** No whole response to the first request arrived. `code` is the code of `HttpResult`. */
  | { readonly kind: 'unreachable'; readonly code: string }
  /** Ended by the caller (`code` is `stopped`), or by a fault of the check itself. */
  | { readonly kind: 'ended'; readonly code: string; readonly leftovers: LeftoverBookings }

/** Checks a remote; never rejects. Even a check that ends early first tries to cancel the moves that it created. */
export async function check(options: CheckOptions): Promise<CheckOutcome> {
  const { address, clock, random, secret, clientId, move, timeoutMs, stop } = options
  const secrets = [secret]
  const redact = createRedactor(() => secrets)
  let client = createHttpClient({ address, clock, timeoutMs, stop })
  let token: TokenSource = async () => secret
  const run: RunContext = {
    request: (spec) => client(spec),
    send: async (method, url, body, contentType = 'application/json') =>
      client({
        method,
        url,
        body: typeof body === 'object' ? JSON.stringify(body) : body,
        contentType,
        token: await token(),
      }),
    table: createReportTable(),
    redact,
    format: (result) => formatHttpResult(result, redact),
    address,
    clock,
    random,
    profile: 'baseline',
    created: [],
    uncertain: [],
  }
  const report = (guarantee: DuplicateGuarantee | null): CheckOutcome => ({
    kind: 'report',
    report: summarize(run, guarantee),
  })
  const skipRest = (reason: string) => {
    reportSkipped(run, reason, move)
    return report(null)
  }
  try {
    const first = await client({ method: 'GET', url: '/v1/moves/0', token: null })
    if (first.kind === 'no-response') return { kind: 'unreachable', code: first.code }
    if (clientId !== null) {
      const granted = await signIn(run, clientId, secret, (text) => void secrets.push(text))
      if (granted === null) return skipRest('there is no token')
      token = granted
    }
    if (!(await checkToken(run, first))) return skipRest('the token was not taken')
    if (await checkSignsIn(run)) run.profile = 'hopdrive'
    await checkReading(run, move)
    if (!options.create) return skipRest('needs --create')
    options.announce(describePlan(address))
    const evidence = await createBookings(run)
    return report({ address, profile: run.profile, at: clock.now(), honored: isHonored(evidence), evidence })
  } catch (error) {
    // The signal that ended the check must not end the cancellations.
    client = createHttpClient({ address, clock, timeoutMs, stop: new AbortController().signal })
    await cancelAll(run)
    const code = error instanceof CheckAborted ? 'stopped' : errorCode(error)
    return { kind: 'ended', code, leftovers: leftoversOf(run) }
  }
}

function summarize(run: RunContext, guarantee: DuplicateGuarantee | null): Report {
  const { table, address } = run
  const failures = { baseline: table.failuresFor('baseline'), hopdrive: table.failuresFor('hopdrive') }
  const fits = (['hopdrive', 'baseline'] as const).find((profile) => failures[profile].length === 0) ?? null
  return { address, rows: table.rows(), fits, failures, leftovers: leftoversOf(run), guarantee }
}

function leftoversOf({ created, uncertain }: RunContext): LeftoverBookings {
  const numbersOf = (state: CreatedMove['state']) => created.flatMap((one) => (one.state === state ? [one.id] : []))
  const [canceled, pending, booked] = [numbersOf('canceled'), numbersOf('pending'), numbersOf('booked')]
  return { canceled, pending, booked, uncertain: [...new Set(uncertain)] }
}
