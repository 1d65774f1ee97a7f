import { expectedHalf, expectedPair, fullPair, REFERENCE_FIELD, sparePair, type PairReferences } from '../fixtures.ts'
import { leavesOf, valueAt, type JsonObject } from '../json-paths.ts'
import { conforms, deviation, prefers, requires, skipped, type CheckResult } from '../report-table.ts'
import { bookingTime, nextReference, type RunContext } from '../run-context.ts'
import { parseTime } from '../times.ts'
import { book, checkBookedResponse, PAIRS, type BookingResult } from './booking.ts'
import { checkFields, formOf } from './fields.ts'
import { checkOwnMove, checkPair, checkSameAsCreated, fetchMove } from './read.ts'

const HALVES = ['loaner_move', 'customer_move'] as const

/**
 * Books a pair for each action, reads both moves of each, and compares every answer with the request. Returns the
 * outcome of the pair with action `pickup`.
 */
export async function createPairs(run: RunContext): Promise<BookingResult> {
  const { table, redact } = run
  const dialect = { profile: run.profile, at: bookingTime(run) }
  const full = await createPair(run, (references) => fullPair(dialect, references))
  const spare = await createPair(run, (references) => sparePair(dialect, references))
  table.add('4.3', `POST ${PAIRS}, pickup`, checkBookedResponse(full.booking, run))
  table.add('4.3', `POST ${PAIRS}, return`, checkBookedResponse(spare.booking, run))
  const { booking } = spare
  const untaken = booking.kind === 'skipped' ? skipped(redact(booking.reason)) : deviation('not taken')
  const leftOut = leavesOf(full.sent).flatMap(([path]) => (valueAt(spare.sent, path) === undefined ? [path] : []))
  for (const path of ['loaner_move.vehicle', ...leftOut])
    table.add('4.3', `without ${path}`, booking.kind === 'booked' ? conforms('taken') : untaken)
  return full.booking
}

async function createPair(run: RunContext, write: (references: PairReferences) => object) {
  const references = { loaner: nextReference(run), customer: nextReference(run) }
  const sent = write(references)
  const booking = await book(run, PAIRS, sent, [references.loaner, references.customer])
  if (booking.kind === 'booked') {
    const { body } = booking
    checkPair(run, body, expectedPair(sent))
    run.table.add('2.5', 'ready_by_time_utc before appointment_time_utc', checkOrder(body))
    for (const half of HALVES) {
      // The desk finds a booking again by the reference of each move.
      const path = `${half}.${REFERENCE_FIELD[run.profile]}`
      const isSame = valueAt(body, path) === valueAt(sent, path)
      const section = run.profile === 'baseline' ? '4.3' : 'hopdrive 5.2'
      run.table.add(section, path, requires(isSame, 'as sent', 'other than was sent'))
      await checkHalf(run, half, sent, body)
    }
  }
  return { booking, sent }
}

function checkOrder(body: JsonObject): CheckResult {
  const [ready, appointment] = [parseTime(body['ready_by_time_utc']), parseTime(body['appointment_time_utc'])]
  if (ready === null || appointment === null) return deviation('no times')
  return requires(ready.ms < appointment.ms, 'before', 'not before')
}

/** Reads one move of a pair. The answer is the move alone (baseline), or the whole pair (hopdrive). */
async function checkHalf(run: RunContext, half: (typeof HALVES)[number], sent: object, created: JsonObject) {
  const { table } = run
  const id = valueAt(created, `${half}.move_id`)
  const body = typeof id === 'number' ? await fetchMove(run, id) : null
  if (typeof id !== 'number' || body === null) return
  const form = formOf(body)
  const other = form === null ? 'neither form' : 'the pair'
  table.add('4.1', 'a move of a pair is read by itself', prefers(form === 'single', '2.4', other))
  table.add('hopdrive 6.1', 'a move of a pair is read as the pair', prefers(form === 'pair', '2.5', 'by itself'))
  if (form === null) table.add('4.1', 'a move is read as 2.4 or 2.5 has it', requires(false, 'neither'))
  if (form === 'single') checkFields(run, 'single', body, { id, sent: expectedHalf(sent, half) })
  if (form === 'pair') {
    checkPair(run, body, expectedPair(sent))
    checkSameAsCreated(run, 'hopdrive 6.1', 'a pair is read as it was answered', body, created)
  }
  await checkOwnMove(run, body, id, half === 'customer_move')
}
