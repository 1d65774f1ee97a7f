import { describe, expect, test } from 'vitest'
import { appendAttempt } from '../../../electron/store/tables/attempts.ts'
import { claimEntry, transitionOrThrow } from '../../../electron/store/tables/outbox.ts'
import type { SyncContext } from '../../../electron/sync/context.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import {
  canResend,
  createSendHistory,
  msSinceLastSend,
  nextResend,
  violatesGuarantee,
} from '../../../electron/sync/resend.ts'
import type { OutcomeCode } from '../../../shared/outbox/outcome-code.ts'
import { addMinutes, toMillis } from '../../../shared/time/time.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { START } from '../../support/fakes/system.ts'

const MINUTE = 60_000

/** A desk with one entry whose first request left at `START` and ended as `code`. */
function inDoubt(code: OutcomeCode = 'connection-lost', promised = true) {
  const desk = openDeskStore()
  const tried = createSendHistory(desk.clock)
  const dispute = { ms: 0 }
  const clockTrust = { disputeMs: () => dispute.ms }
  const deps = {
    ...desk,
    rights: NO_BOARD_RIGHTS,
    remote: REMOTE,
    clockTrust,
    rejectsDuplicates: () => promised,
  } as unknown as SyncContext
  const booked = desk.book(oneWayBooking(1))
  /** Tries once more, `minutes` after the start. */
  const attempt = (kind: 'claimed' | 'resend-claimed', ended: OutcomeCode, minutes: number) =>
    desk.store.write((tx) => {
      const at = addMinutes(START, minutes)
      const claimed = claimEntry(tx, entryOf(desk.store, booked), { kind, payload: '{}', digest: 'd' }, at)
      if (claimed === null) throw new Error('not claimed')
      transitionOrThrow(tx, claimed, { kind: 'classified', proof: 'unknown', code: ended }, at)
      appendAttempt(tx, { entryId: claimed.id, at, phase: 'settled', code: ended })
    })
  attempt('claimed', code, 0)
  const entry = () => entryOf(desk.store, booked)
  return {
    ...desk,
    tried,
    dispute,
    attempt,
    entry,
    next: () => nextResend(deps, tried),
    can: () => canResend(deps, entry()),
  }
}

describe('The resend', () => {
  test('A resend is due from the third minute to the fifteenth, to the millisecond', () => {
    const desk = inDoubt()
    const due = () => [desk.next()?.id ?? null, desk.can()]
    const id = desk.entry().id
    desk.clock.advance(3 * MINUTE - 1)
    expect(due()).toEqual([null, false])
    desk.clock.advance(1)
    expect(due()).toEqual([id, true])
    desk.clock.advance(12 * MINUTE)
    expect(due()).toEqual([id, true])
    desk.clock.advance(1_000)
    expect(due()).toEqual([null, false])
  })

  test.for([
    ['connection-lost', true],
    ['no-answer', true],
    ['answer-unreadable', true],
    ['intermediary-response', true],
    ['request-timeout', true],
    ['server-error', true],
    ['interrupted', true],
    ['redirect', false],
    ['unverified', false],
  ] as const)('A resend after a first attempt that ended as %s is due: %j', ([code, isDue]) => {
    const desk = inDoubt(code)
    desk.clock.advance(4 * MINUTE)
    expect(desk.can()).toBe(isDue)
  })

  test.for([
    ['not-sent', true],
    ['token-refused', true],
    ['provider-busy', true],
    ['misdirected-request', true],
    ['connection-lost', false],
    ['server-error', false],
  ] as const)('A resend after a later attempt that ended as %s is due: %j', ([code, isDue]) => {
    const desk = inDoubt()
    desk.attempt('resend-claimed', code, 4)
    desk.clock.advance(8 * MINUTE)
    expect(desk.can()).toBe(isDue)
  })

  test('A resend is no longer due a quarter of an hour after the first attempt, however late the last attempt was', () => {
    const desk = inDoubt()
    desk.attempt('resend-claimed', 'provider-busy', 10)
    desk.clock.advance(15 * MINUTE)
    expect(desk.can()).toBe(true)
    desk.clock.advance(1_000)
    expect(desk.can()).toBe(false)
  })

  test('A resend is never due without a duplicate guarantee, nor for an entry that this process resent', () => {
    const without = inDoubt('connection-lost', false)
    without.clock.advance(4 * MINUTE)
    expect([without.next(), without.can()]).toEqual([null, false])
    const resent = inDoubt()
    resent.clock.advance(4 * MINUTE)
    resent.tried.resent.add(resent.entry().id)
    expect(resent.next()).toBeNull()
  })

  test('A resend waits for the quarantine by the monotonic clock, too', () => {
    const desk = inDoubt()
    desk.clock.setWall(addMinutes(START, 5))
    expect([desk.can(), desk.next()]).toEqual([true, null])
    desk.clock.advance(3 * MINUTE)
    expect(desk.next()?.id).toBe(desk.entry().id)
  })

  test('A resend is not due once one of two disputed clocks has reached the ready-by time', () => {
    const desk = inDoubt()
    desk.clock.advance(4 * MINUTE)
    const left = toMillis(oneWayBooking(1).readyBy.utc) - toMillis(desk.clock.now())
    for (const [ms, isDue] of [
      [-left + 1_000, true],
      [-left, false],
      [left, true],
    ] as const) {
      desk.dispute.ms = ms
      expect([ms, desk.can()]).toEqual([ms, isDue])
    }
  })

  test('`msSinceLastSend` counts from the entry’s own last request, else from the start of the process', () => {
    const desk = inDoubt()
    desk.clock.advance(5_000)
    desk.tried.lastSendAt.set('a', desk.clock.monotonic())
    desk.clock.advance(2_000)
    expect(['a', 'b'].map((id) => msSinceLastSend(desk.clock, desk.tried, id))).toEqual([2_000, 7_000])
  })
})

describe('The violation of a duplicate guarantee', () => {
  const outcome = (proof: 'booked' | 'refused' | 'unknown', fields = {}, providerMessage: string | null = null) => ({
    proof,
    fields,
    providerMessage,
  })

  test('A booking after an unreadable response violates the duplicate guarantee', () => {
    expect(violatesGuarantee(['answer-unreadable'], outcome('booked'))).toBe(true)
    expect(violatesGuarantee(['connection-lost'], outcome('booked'))).toBe(false)
  })

  test('A refusal that names the field of the duplicate check violates the duplicate guarantee', () => {
    expect(violatesGuarantee([], outcome('refused', {}, 'duplicate_check is unknown'))).toBe(true)
    expect(violatesGuarantee([], outcome('refused', { path: 'duplicate_check' }))).toBe(true)
    expect(violatesGuarantee([], outcome('refused', {}, 'No.'))).toBe(false)
    expect(violatesGuarantee([], outcome('refused'))).toBe(false)
    expect(violatesGuarantee(['answer-unreadable'], outcome('unknown', { path: 'duplicate_check' }))).toBe(false)
  })
})
