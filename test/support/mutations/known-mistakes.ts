import type { Patch } from './planted.ts'

/*
 * Mistakes that desks like this one have made, each as a change of a line or two. The kill tests must notice each of
 * them.
 */

export type Mutant = {
  readonly name: string
  readonly patches: readonly Patch[]
  /** The judge's message about this mistake and no other: another breach does not count. */
  readonly seenAs: RegExp
}

const SEND = 'electron/sync/send-booking.ts'
const OUTCOME = 'electron/store/recovery/outcome-file.ts'
const CLASSIFY = 'electron/sync/classify-booking.ts'
const OUTBOX = 'shared/outbox/machine.ts'

const ASKED_AGAIN = /asked for again|is waiting on the desk and 1 times|and 2 times at the remote/
const FALSELY_BOOKED = /is booked on the desk and 0 times|carries .* in truth/

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'retry on reset',
    seenAs: ASKED_AGAIN,
    patches: [
      {
        file: CLASSIFY,
        from: 'if (exchanged.bytes === 0) return',
        to: "if (exchanged.bytes === 0 || exchanged.code === 'ECONNRESET') return",
      },
    ],
  },
  {
    name: 'start-up requeue',
    seenAs: ASKED_AGAIN,
    patches: [
      {
        file: OUTBOX,
        from: "to('in-doubt', 'interrupted', { unresolvedAttempt: true, fields: event.fields ?? NO_FIELDS })",
        to: "to('waiting', null)",
      },
    ],
  },
  {
    name: 'retry 503',
    seenAs: ASKED_AGAIN,
    patches: [
      {
        file: CLASSIFY,
        from: '  if (answer.status >= 500) return inDoubt(',
        to: "  if (answer.status === 503) return retryable('provider-busy', 503, PROBE)\n  if (answer.status >= 500) return inDoubt(",
      },
    ],
  },
  {
    name: 'any 2xx is booked',
    seenAs: FALSELY_BOOKED,
    patches: [
      { file: CLASSIFY, from: 'if (response !== null && isOurs(response, sent)) {', to: 'if (sent !== null) {' },
    ],
  },
  {
    name: 'another move’s answer is believed',
    seenAs: FALSELY_BOOKED,
    patches: [
      {
        file: CLASSIFY,
        from: 'if (new Set(numbers).size !== numbers.length || numbers.some(sent.taken)) return false',
        to: 'if (numbers.length > 0) return true',
      },
    ],
  },
  {
    name: 'an answer that is not whole is believed',
    seenAs: FALSELY_BOOKED,
    patches: [{ file: CLASSIFY, from: 'answer.status === 200 && answer.complete &&', to: 'answer.status === 200 &&' }],
  },
  {
    name: 'a page of 4xx is a refusal',
    seenAs: /nobody refused it|is refused on the desk and 1 times/,
    patches: [
      {
        file: CLASSIFY,
        from: "return inDoubt('intermediary-response', status, PROBE, wordsOf(answer))",
        to: "return { proof: 'refused', code: 'refused', ...BARE, status, response: null, line: GO }",
      },
    ],
  },
  {
    name: 'saved is said before the commit',
    seenAs: /was called saved and is not there/,
    patches: [
      {
        file: 'electron/bookings/service.ts',
        from: 'const saved = save(bookingId, (tx) => noteWith(tx, insertNewBooking(tx, deps, booking, bookingId)))',
        to: `const saved = ok({ id: bookingId, moves: [] } as unknown as BookedMoves)
      setTimeout(() => {
        save(bookingId, (tx) => noteWith(tx, insertNewBooking(tx, deps, booking, bookingId)))
        deps.wake()
      }, 1)`,
      },
    ],
  },
  {
    name: 'sent before it is claimed',
    seenAs: ASKED_AGAIN,
    patches: [
      {
        file: SEND,
        from: 'claimed = await claimToSend(deps, entry, { kind, payload, digest: digest(payload) })',
        to: 'claimed = { ...entry, payload: entry.payload ?? payload }',
      },
      { file: OUTCOME, from: 'import { entryOfBooking,', to: 'import { claimEntry, entryOfBooking,' },
      {
        file: OUTCOME,
        from: 'transitionOrThrow(tx, entry, {',
        to: "transitionOrThrow(tx, claimEntry(tx, entry, { kind: 'claimed', payload: entry.payload ?? '', digest: '' }, at) ?? entry, {",
      },
    ],
  },
  {
    name: 'a redirect is followed',
    seenAs: ASKED_AGAIN,
    patches: [
      {
        file: 'electron/provider/client.ts',
        from: "const exchanged = noticed(await request(socket, { method: 'POST', url: at(path), headers, body }, written))",
        to: `const outgoing = { method: 'POST' as const, url: at(path), headers, body }
      const first = await request(socket, outgoing, written)
      const isRedirect = first.kind === 'answered' && first.answer.status >= 300 && first.answer.status <= 399
      const next = isRedirect ? await connect() : null
      const exchanged = noticed(next?.kind === 'open' ? await request(next.socket, outgoing) : first)`,
      },
    ],
  },
  {
    name: 'given up after too many tries',
    seenAs: /is withdrawn, .*: nobody did that/,
    patches: [
      {
        file: OUTCOME,
        from: "  appendAttempt(tx, { entryId: entry.id, at, phase: 'settled', code, status, bytes })",
        to: `  appendAttempt(tx, { entryId: entry.id, at, phase: 'settled', code, status, bytes })
      if (proof === 'retryable') tx.sql("UPDATE outbox SET state = 'withdrawn' WHERE id = ?").run(entry.id)`,
      },
    ],
  },
  {
    name: 'a booking that cannot be read is dropped',
    seenAs: /is withdrawn, .*: nobody did that/,
    patches: [
      {
        file: SEND,
        from: "transitionEntry(tx, entry, { kind: 'held', ...heldBack }, at)",
        to: "transitionEntry(tx, entry, heldBack.reason === 'unreadable' ? { kind: 'withdrawn' } : { kind: 'held', ...heldBack }, at)",
      },
    ],
  },
]
