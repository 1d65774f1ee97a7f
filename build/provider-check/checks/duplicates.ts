import { GUARANTEE_CASES, isHonored, type Evidence } from '../../../shared/outbox/duplicate-guarantee.ts'
import { fullPair, ONE_WAY_FORMS, REFERENCE_FIELD, type OneWayForm } from '../fixtures.ts'
import { errorCodeOf } from '../http.ts'
import { BREAKING, conforms, missing, prefers, requires, skipped, type CheckResult } from '../report-table.ts'
import { bookingTime, nextReference, type RunContext } from '../run-context.ts'
import { book, fetchOwnMove, ONE_WAYS, PAIRS, type BookingResult } from './booking.ts'
import { cancel, isSupported } from './cancel.ts'

/*
 * Tests `duplicate_check`, the guard that makes it safe to send a booking again. The check repeats a one-way, then a
 * pair, and stops unless the remote books the first, refuses the repeat as a duplicate and keeps the first booking.
 */

const WHAT: Readonly<Record<Evidence['seen'], string>> = {
  'one-way': 'a one-way with duplicate_check',
  'one-way-again': 'the same one-way again',
  'one-way-stands': 'the first one-way stands',
  pair: 'a pair with duplicate_check',
  'pair-again': 'the same pair again',
  'pair-stands': 'the first pair stands',
  'letter-case': 'the same reference in other letters',
  'after-cancelation': 'the same reference after a cancelation',
}

type Observation = {
  readonly seen: Evidence['seen']
  /** Null when nothing was sent. */
  readonly evidence: Evidence | null
  readonly result: CheckResult
}

/** Checks how the remote keeps to `duplicate_check`, and returns the observations in order. */
export async function checkDuplicates(run: RunContext, form: OneWayForm | null): Promise<readonly Evidence[]> {
  const observations: Observation[] = []
  if (form !== null) for await (const one of repeatBookings(run, form)) observations.push(one)
  const evidence = observations.flatMap((one) => one.evidence ?? [])
  const untried = skipped(form === null ? 'no one-way was made' : 'not reached')
  const add = (what: string, result: CheckResult) => run.table.add('hopdrive 5.2', what, result, ['hopdrive'])
  for (const seen of GUARANTEE_CASES) add(WHAT[seen], observations.find((one) => one.seen === seen)?.result ?? untried)
  const kept = isHonored(evidence) ? conforms('honored') : missing('not honored', BREAKING)
  add('duplicate_check', form === null ? untried : kept)
  return evidence
}

async function* repeatBookings(run: RunContext, form: OneWayForm): AsyncGenerator<Observation, void> {
  const { profile, write } = ONE_WAY_FORMS[form]
  const [at, reference, loaner, customer] = [
    bookingTime(run),
    nextReference(run),
    nextReference(run),
    nextReference(run),
  ]
  const sendOneWay = (named: string) =>
    book(run, ONE_WAYS, { ...write(at, named), duplicate_check: REFERENCE_FIELD[profile] }, [named])
  const pair = fullPair({ profile: run.profile, at }, { loaner, customer })
  const sendPair = () =>
    book(run, PAIRS, { ...pair, duplicate_check: REFERENCE_FIELD[run.profile] }, [loaner, customer])

  if (!(yield* repeat(run, 'one-way', () => sendOneWay(reference)))) return
  if (!(yield* repeat(run, 'pair', sendPair))) return

  const otherCase = await sendOneWay(reference.toLowerCase())
  yield observe(run, 'letter-case', otherCase, null, (found) => prefers(otherCase.kind === 'refused', found))
  const first = run.created.find(({ references }) => references.has(reference))
  const canceled = first === undefined ? null : await cancel(run, first)
  if (first === undefined || canceled === null || !isSupported(canceled)) return
  const after = await sendOneWay(reference)
  const judge = (found: string) => prefers(after.kind === 'booked', `${found} (${first.state})`)
  yield observe(run, 'after-cancelation', after, null, judge)
}

/**
 * Sends one body, and the same body again if the remote booked the first. Returns true when the remote refused the
 * repeat as a duplicate and kept the first booking.
 */
async function* repeat(
  run: RunContext,
  kind: 'one-way' | 'pair',
  send: () => Promise<BookingResult>,
): AsyncGenerator<Observation, boolean> {
  const first = await send()
  yield observe(run, kind, first, first.kind === 'booked', (found) => requires(first.kind === 'booked', found))
  if (first.kind !== 'booked') return false
  const second = await send()
  const isRefused = second.kind === 'refused' && codeOf(second) === 'move_duplication'
  const judge = (found: string) => (isRefused ? conforms(found) : missing(found, BREAKING))
  yield observe(run, `${kind}-again`, second, isRefused, judge)
  const statuses = await Promise.all(first.ids.map(async (id) => (await fetchOwnMove(run, id))?.['cancel_status']))
  const agrees = statuses.every((status) => status === null || status === 'not cancelled')
  const seen = `${kind}-stands` as const
  const evidence = { seen, status: null, code: null, moves: first.ids, agrees }
  yield { seen, evidence, result: requires(agrees, 'stands', 'not there, or canceled') }
  return isRefused && agrees
}

function codeOf(booking: BookingResult): string | null {
  return booking.kind === 'skipped' ? null : (errorCodeOf(booking.result)?.toLowerCase() ?? null)
}

function observe(
  { format, redact }: RunContext,
  seen: Evidence['seen'],
  booking: BookingResult,
  agrees: boolean | null,
  judge: (found: string) => CheckResult,
): Observation {
  if (booking.kind === 'skipped') return { seen, evidence: null, result: skipped(booking.reason) }
  const { kind, result } = booking
  const code = codeOf(booking)
  const status = result.kind === 'response' ? result.status : null
  const moves = kind === 'booked' ? booking.ids : []
  const evidence = { seen, status, code: code === null ? null : redact(code), moves, agrees }
  return { seen, evidence, result: judge(kind === 'booked' ? `${format(result)}, booked` : format(result)) }
}
