import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepEntry, type OutboxEntry, type OutboxEvent } from '../../../../shared/outbox/machine.ts'
import {
  AMENDMENT_FACTS,
  sqlAmendmentStates,
  stepAmendment,
  type AmendmentEvent,
  type AmendmentStatus,
} from '../../../../shared/outbox/amendment-machine.ts'
import { AMENDMENT_STATES } from '../../../../shared/outbox/amendment-state.ts'
import { ENTRY_STATES } from '../../../../shared/outbox/entry-state.ts'
import { AMENDMENT_CODES } from '../../../../shared/outbox/outcome-code.ts'
import { seedOf, START } from '../../../support/fakes/system.ts'

const SEED = seedOf('amendment-machine')

const amendments: fc.Arbitrary<AmendmentStatus> = fc.record({
  kind: fc.constantFrom('cancel', 'change'),
  state: fc.constantFrom(...AMENDMENT_STATES),
  code: fc.option(fc.constantFrom(...AMENDMENT_CODES)),
  fields: fc.constant({}),
  providerMessage: fc.constant(null),
  notBefore: fc.constantFrom(null, START),
})

const code = fc.constantFrom(...AMENDMENT_CODES)
const notBefore = fc.constantFrom(null, START)
const events: fc.Arbitrary<AmendmentEvent> = fc.oneof(
  fc.constantFrom<AmendmentEvent>(
    { kind: 'amendment-claimed' },
    { kind: 'amendment-closed', because: 'booking-not-made' },
    { kind: 'amendment-closed', because: 'placed-by-phone' },
    { kind: 'amendment-withdrawn' },
    { kind: 'amendment-superseded' },
  ),
  fc.record({
    kind: fc.constant('amendment-classified' as const),
    to: fc.constantFrom(
      'waiting' as const,
      'sending' as const,
      'submitted' as const,
      'completed' as const,
      'refused' as const,
    ),
    code,
    resent: fc.boolean(),
    notBefore,
  }),
  fc.record({
    kind: fc.constant('amendment-verified' as const),
    to: fc.constantFrom('submitted' as const, 'completed' as const, 'refused' as const),
    code,
  }),
  fc.record({ kind: fc.constant('amendment-unverifiable' as const), code, notBefore }),
  fc.record({ kind: fc.constant('amendment-dropped' as const), code }),
)

describe('Any amendment and any event', () => {
  test('An amendment never leaves a terminal state', () => {
    fc.assert(
      fc.property(amendments, events, (amendment, event) => {
        const left = AMENDMENT_FACTS[amendment.state].terminal && stepAmendment(amendment, event).kind === 'moved'
        expect(left).toBe(false)
      }),
      { seed: SEED },
    )
  })

  test('An amendment is claimed only in a sendable state, and the claim clears its code and its pause', () => {
    fc.assert(
      fc.property(amendments, (amendment) => {
        const after = stepAmendment(amendment, { kind: 'amendment-claimed' })
        expect(after.kind === 'moved').toBe(AMENDMENT_FACTS[amendment.state].sendable)
        if (after.kind === 'moved')
          expect(after.amendment).toMatchObject({ state: 'sending', code: null, notBefore: null })
      }),
      { seed: SEED },
    )
  })

  test('An amendment that may be with the provider never waits again after a resent request is answered', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (history) => {
        let amendment: AmendmentStatus = {
          kind: 'cancel',
          state: 'waiting',
          code: null,
          fields: {},
          providerMessage: null,
          notBefore: null,
        }
        let possiblySent = false
        for (const event of history) {
          const honest = event.kind === 'amendment-classified' ? { ...event, resent: possiblySent } : event
          const after = stepAmendment(amendment, honest)
          if (after.kind === 'impossible') continue
          expect(possiblySent && after.amendment.state === 'waiting').toBe(false)
          // Only a classification back to `waiting` proves that the request was not applied.
          if (event.kind === 'amendment-classified') possiblySent ||= event.to !== 'waiting'
          ;({ amendment } = after)
        }
      }),
      { seed: SEED },
    )
  })

  test('An amendment is withdrawn or superseded only while it waits', () => {
    for (const state of AMENDMENT_STATES) {
      const amendment = {
        kind: 'change',
        state,
        code: null,
        fields: {},
        providerMessage: null,
        notBefore: null,
      } as const
      for (const kind of ['amendment-withdrawn', 'amendment-superseded'] as const) {
        expect([state, stepAmendment(amendment, { kind }).kind]).toEqual([
          state,
          state === 'waiting' ? 'moved' : 'impossible',
        ])
      }
    }
  })
})

describe('A booking and an amendment', () => {
  const entryEvents: readonly OutboxEvent[] = [
    { kind: 'claimed' },
    { kind: 'resend-claimed' },
    { kind: 'withdrawn' },
    { kind: 'release' },
    { kind: 'found' },
  ]
  const entryOf = (state: OutboxEntry['state'], doubt: boolean) =>
    ({
      state,
      code: null,
      doubt,
      sentAt: null,
      notBookedReportedAt: null,
      overriddenHolds: [],
    }) as unknown as OutboxEntry

  test('The types refuse a step of a booking on an amendment and the reverse', () => {
    const entry = entryOf('waiting', false)
    // @ts-expect-error a booking is no amendment
    expect(stepAmendment(entry, { kind: 'amendment-claimed' })).toEqual({ kind: 'impossible' })
    // @ts-expect-error an amendment's event is none of a booking
    expect(stepEntry(entry, { kind: 'amendment-claimed' }, START)).toEqual({ kind: 'impossible' })
  })

  test('The machines refuse a step of a booking on an amendment and the reverse also past the types', () => {
    fc.assert(
      fc.property(
        amendments,
        events,
        fc.constantFrom(...ENTRY_STATES),
        fc.boolean(),
        (amendment, event, state, doubt) => {
          const entry = entryOf(state, doubt)
          expect(stepAmendment(entry as unknown as AmendmentStatus, event).kind).toBe('impossible')
          expect(stepEntry(entry, event as unknown as OutboxEvent, START).kind).toBe('impossible')
          for (const one of entryEvents) {
            expect(stepAmendment(amendment, one as unknown as AmendmentEvent).kind).toBe('impossible')
            expect(stepEntry(amendment as unknown as OutboxEntry, one, START).kind).toBe('impossible')
          }
        },
      ),
      { seed: SEED },
    )
  })
})

test('The SQL lists of amendments hold what the table says, in the order of the states', () => {
  expect(sqlAmendmentStates({ sendable: true })).toBe("('waiting', 'sending')")
  expect(sqlAmendmentStates({ verifiable: true })).toBe("('sending', 'submitted')")
  expect(sqlAmendmentStates({ open: true })).toBe("('waiting', 'sending', 'submitted')")
})
