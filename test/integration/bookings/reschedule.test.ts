import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../shared/booking/booking.ts'
import { duplicateQuery } from '../../../shared/booking/duplicates.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { Kept } from '../../../shared/outbox/reschedule-link.ts'
import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import { instantsOf } from '../../../shared/time/time.ts'
import type { NewTime } from '../../../electron/bookings/reschedule.ts'
import { hasPossibleDuplicate } from '../../../electron/store/queries/duplicates.ts'
import { nextEntry } from '../../../electron/store/queries/send-order.ts'
import { readDraft, writeDraft } from '../../../electron/store/tables/draft.ts'
import type { ProviderIdentity } from '../../../electron/store/tables/outbox.ts'
import { confirmMove } from '../../../electron/store/tables/moves.ts'
import { createSendHistory } from '../../../electron/sync/resend.ts'
import { nextToSend } from '../../../electron/sync/next-to-send.ts'
import type { SyncContext } from '../../../electron/sync/context.ts'
import { NO_BOARD_RIGHTS } from '../../../electron/sync/send-rights.ts'
import { bringAmendmentTo, HOPDRIVE, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { bringTo, entryOf } from '../../support/builders/outbox-entries.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { openDeskStore, REMOTE } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START } from '../../support/fakes/system.ts'
import { breakDisk } from '../../support/fakes/scripted-provider.ts'

const ZONE = 'America/New_York'
const at = (local: string) => ({ local, zone: ZONE, utc: instantsOf(local, ZONE)[0] ?? '' })
const THURSDAY = at('2099-07-02T10:00')
const FRIDAY = at('2099-07-03T10:00')

/** A desk with a booked booking. `cancels` says what a round of the send queue requested. */
function openDesk(more: { readonly booking?: Booking; readonly remote?: ProviderIdentity } = {}) {
  const { booking = pairBooking(2), remote = HOPDRIVE } = more
  const desk = openDeskStore({ remote })
  const old = desk.book(booking)
  let number = 100
  const become = (booked: BookedMoves, state: EntryState) => {
    bringTo(desk.store, booked, state)
    if (state !== 'booked') return
    desk.store.write((tx) => {
      for (const move of booked.moves) confirmMove(tx, move.id, toldMove((number += 1)), START)
    })
  }
  become(old, 'booked')
  const deps = {
    ...desk,
    rights: NO_BOARD_RIGHTS,
    remote,
    log: desk.facts.log,
    ids: { next: () => `amendment-${desk.facts.all.length}-${(made += 1)}` },
    random: { fraction: () => 0.5 },
    rejectsDuplicates: () => false,
    noticeMinutes: () => 60,
  } as unknown as SyncContext
  let made = 0
  const history = createSendHistory(desk.clock)
  const round = () => void nextToSend(deps, history)
  const read = (id: string) => valueOf(desk.moves.getBooking(id))
  const cancels = () =>
    read(old.id).moves.map(({ amendments }) => amendments.map(({ kind, state, who }) => `${kind} ${state} ${who}`))
  const attention = () => {
    const { bookings } = valueOf(desk.moves.readInbox())
    return bookings.filter((one) => one.attention).map((one) => one.booking.id)
  }
  const tell = (booked: BookedMoves, told: Parameters<typeof toldMove>[1]) =>
    desk.store.write((tx) => {
      for (const { id, number: known } of read(booked.id).moves)
        if (known.known) confirmMove(tx, id, toldMove(known.value, told), START)
      tx.touch(booked.id)
    })
  const reschedule = (id = old.id, time = THURSDAY) => valueOf(desk.moves.rescheduleBooking(id, time, WHO))
  return { ...desk, old, become, round, read, cancels, attention, tell, reschedule }
}

const COUNT = (what: string) => `SELECT count(*) FROM ${what}`

describe('`rescheduleBooking`', () => {
  test.for(['waiting', 'held', 'refused'] as const)(
    'A booking that is %s is changed, and no replacement is made',
    (state) => {
      const desk = openDesk()
      desk.become(desk.old, state)
      const changed = desk.reschedule()
      expect(changed).toMatchObject({
        id: desk.old.id,
        state: 'waiting',
        time: THURSDAY,
        replaces: null,
        replacement: null,
      })
      expect(desk.store.read((view) => view.sql(COUNT('bookings')).pluck().get())).toBe(1)
    },
  )

  test.for(['booked', 'waiting'] as const)(
    'The window of the new time replaces that of the old one in the notes of both drives of a booking that is %s',
    (state) => {
      const booking = pairBooking(2, {
        customerNotes: { dealerContact: null, specialInstructions: 'Gate code 0417#\nTime window: 9–11 AM' },
        loanerNotes: { dealerContact: null, specialInstructions: null },
      })
      const desk = openDesk({ booking })
      const old = state === 'booked' ? desk.old : desk.book(booking)
      const to = (id: string, time: NewTime) => valueOf(desk.moves.rescheduleBooking(id, time, WHO))
      const notes = ({ moves }: BookedMoves) => moves.map((move) => move.specialInstructions)
      const first = to(old.id, { ...THURSDAY, window: '2–4 PM' })
      expect(notes(first)).toEqual(['Gate code 0417#\nTime window: 2–4 PM', 'Time window: 2–4 PM'])
      expect(notes(to(first.id, FRIDAY))).toEqual(['Gate code 0417#', null])
    },
  )

  test.for([pairBooking(2), pairBooking(3), pairBooking(4, { withLoaner: false }), oneWayBooking(5)] as Booking[])(
    'The replacement of booking %# has every value of the old booking but its time',
    (booking) => {
      const desk = openDesk({ booking })
      const replacement = desk.reschedule()
      const valuesOf = ({ moves, kind, action, customerName, customerPhone, reference, payerNumber }: BookedMoves) => ({
        booking: [kind, action, customerName, customerPhone, reference, payerNumber],
        moves: moves.map(({ role, vehicle, pickup, delivery, dealerContact, specialInstructions }) => [
          [role, vehicle, pickup, delivery, dealerContact, specialInstructions],
        ]),
      })
      expect(valuesOf(replacement)).toEqual(valuesOf(desk.old))
      expect(replacement.time).toEqual(THURSDAY)
      expect(replacement.state).toBe('waiting')
      const references = [desk.old, replacement].flatMap(({ moves }) => moves.map((move) => move.reference))
      expect(new Set(references).size).toBe(references.length)
    },
  )

  test('Both bookings name each other, and the history of both names the person', () => {
    const desk = openDesk()
    const replacement = desk.reschedule()
    const link = { step: 'new-waiting', who: WHO }
    expect(replacement.replaces).toMatchObject({
      ...link,
      bookingId: desk.old.id,
      time: desk.old.time,
      numbers: [101, 102],
    })
    expect(desk.read(desk.old.id).replacement).toMatchObject({
      ...link,
      bookingId: replacement.id,
      time: THURSDAY,
      numbers: [],
    })
    for (const id of [desk.old.id, replacement.id]) {
      const { events } = valueOf(desk.moves.readHistory(id))
      expect(events).toContainEqual(expect.objectContaining({ decision: 'rescheduled', who: WHO, detail: null }))
    }
  })

  test.for(ENTRY_STATES.filter((state) => !['waiting', 'held', 'refused', 'booked'].includes(state)))(
    'A booking that is %s is not rescheduled, and nothing is saved',
    (state) => {
      const desk = openDesk()
      desk.become(desk.old, state)
      expect(desk.moves.rescheduleBooking(desk.old.id, THURSDAY, WHO)).toMatchObject({
        failure: { code: 'not-possible' },
      })
      expect(desk.store.read((view) => view.sql(COUNT('bookings')).pluck().get())).toBe(1)
    },
  )

  test('The same time, a past time, an unknown booking and a booking of another provider are refused', () => {
    const desk = openDesk()
    const to = (id: string, time = THURSDAY) => desk.moves.rescheduleBooking(id, time, WHO)
    expect(to(desk.old.id, desk.old.time)).toMatchObject({ failure: { issues: [{ code: 'nothing-changed' }] } })
    expect(to(desk.old.id, at('2020-07-02T10:00'))).toMatchObject({ failure: { issues: [{ code: 'time-passed' }] } })
    expect(to('nobody')).toMatchObject({ failure: { code: 'not-found' } })
    desk.store.write((tx) => tx.sql(`UPDATE bookings SET provider_address = 'https://other.example'`).run())
    expect(to(desk.old.id)).toMatchObject({ failure: { detail: 'other-provider' } })
  })

  test('A second reschedule waits until the first one is over', () => {
    const desk = openDesk()
    const first = desk.reschedule()
    expect(desk.moves.rescheduleBooking(desk.old.id, FRIDAY, WHO)).toMatchObject({
      failure: { detail: 'reschedule-open' },
    })
    valueOf(desk.moves.withdrawBooking(first.id))
    const second = desk.reschedule(desk.old.id, FRIDAY)
    expect(desk.read(desk.old.id).replacement).toMatchObject({ bookingId: second.id })
    expect(desk.read(first.id).replaces).toMatchObject({ step: 'new-dropped' })
  })

  test('The draft of the form stays, and a disk that refuses saves nothing', () => {
    const desk = openDesk()
    desk.store.write((tx) => writeDraft(tx, { customerName: 'Nora' }, START))
    const mend = breakDisk(desk.store)
    expect(desk.moves.rescheduleBooking(desk.old.id, THURSDAY, WHO)).toMatchObject({ failure: { code: 'not-saved' } })
    mend()
    expect(desk.read(desk.old.id).replacement).toBeNull()
    desk.reschedule()
    expect(desk.store.read(readDraft)?.form).toEqual({ customerName: 'Nora' })
  })

  test('Neither booking counts as a duplicate of the other, at saving and before sending', () => {
    const desk = openDesk({ booking: pairBooking(2, { appointment: THURSDAY }) })
    const replacement = desk.reschedule(desk.old.id, at('2099-07-02T15:00'))
    const alike = (except: string | null) =>
      valueOf(desk.moves.findDuplicates(duplicateQuery(pairBooking(2, { appointment: THURSDAY }), except)))
    expect(alike(null).map(({ booking }) => booking.id)).toEqual([desk.old.id, replacement.id])
    expect(alike(replacement.id)).toEqual([])
    expect(alike(desk.old.id)).toEqual([])
    expect(valueOf(desk.moves.findReferenceDuplicates(desk.old.id, 'RO 10002'))).toEqual([])
    // The rows say the same time, as after a change of the waiting replacement.
    desk.store.write((tx) => tx.sql('UPDATE bookings SET time_utc = ?').run(THURSDAY.utc))
    const isHeld = (id: string) => desk.store.read((view) => hasPossibleDuplicate(view, entryOf(desk.store, { id }).id))
    expect(isHeld(replacement.id)).toBe(false)
    expect(desk.store.read((view) => nextEntry(view, HOPDRIVE))?.bookingId).toBe(replacement.id)
    const third = desk.book(pairBooking(2, { appointment: THURSDAY }))
    expect(isHeld(third.id)).toBe(true)
  })
})

describe('The cancellation of a replaced booking', () => {
  test.for(ENTRY_STATES)(
    'A replacement that is %s asks for the cancellation of both moves only if it is booked',
    (state) => {
      const desk = openDesk()
      const replacement = desk.reschedule()
      desk.become(replacement, state)
      desk.round()
      const asked = state === 'booked' ? [`cancel waiting ${WHO}`] : []
      expect(desk.cancels()).toEqual([asked, asked])
      desk.round()
      expect(desk.cancels()).toEqual([asked, asked])
    },
  )

  test('A cancellation that a person withdrew, or that was refused, is not requested again and calls a person', () => {
    for (const state of ['withdrawn', 'refused'] as const) {
      const desk = openDesk({ booking: oneWayBooking(5) })
      desk.become(desk.reschedule(), 'booked')
      desk.round()
      const [amendment] = desk.read(desk.old.id).moves[0]?.amendments ?? []
      bringAmendmentTo(desk.store, amendment?.id ?? '', state)
      desk.round()
      expect(desk.cancels()).toEqual([[`cancel ${state} ${WHO}`]])
      expect(desk.read(desk.old.id).replacement?.step).toBe('cancel-failed')
      expect(desk.attention()).toEqual([desk.old.id])
    }
  })

  test('A cancellation that a person requested before is not requested twice', () => {
    const desk = openDesk()
    const replacement = desk.reschedule()
    valueOf(desk.moves.requestCancellation([desk.old.moves[0]?.id ?? ''], 'Lee M.'))
    desk.become(replacement, 'booked')
    desk.round()
    desk.round()
    expect(desk.cancels()).toEqual([['cancel waiting Lee M.'], [`cancel waiting ${WHO}`]])
  })

  test('An old booking that is canceled or driven by then gets no request, and both pages say so', () => {
    for (const [told, step] of [
      [{ cancelStatus: 'succeeded' }, 'done'],
      [{ stages: { ...toldMove(1).stages, pickup_successful: START } }, 'old-driven'],
    ] as const) {
      const desk = openDesk()
      const replacement = desk.reschedule()
      desk.tell(desk.old, told)
      desk.become(replacement, 'booked')
      desk.round()
      expect(desk.cancels()).toEqual([[], []])
      expect(desk.read(replacement.id).replaces?.step).toBe(step)
      expect(desk.attention()).toEqual(step === 'done' ? [] : [desk.old.id])
    }
  })

  test('A pending cancellation calls a person until the provider has canceled both moves', () => {
    const desk = openDesk()
    desk.become(desk.reschedule(), 'booked')
    desk.round()
    expect(desk.attention()).toEqual([])
    for (const move of desk.read(desk.old.id).moves)
      bringAmendmentTo(desk.store, move.amendments[0]?.id ?? '', 'submitted')
    expect(desk.read(desk.old.id).replacement).toMatchObject({ step: 'cancel-pending', numbers: [103, 104] })
    expect(desk.attention()).toEqual([desk.old.id])
    desk.tell(desk.old, { cancelStatus: 'succeeded' })
    expect(desk.read(desk.old.id).replacement?.step).toBe('done')
    expect(desk.attention()).toEqual([])
  })

  test('A half canceled old booking calls a person while the new one is being canceled, and after the new one is canceled', () => {
    const desk = openDesk()
    const replacement = desk.reschedule()
    desk.become(replacement, 'booked')
    desk.round()
    const [customer, loaner] = desk.read(desk.old.id).moves
    desk.store.write((tx) => {
      confirmMove(tx, customer?.id ?? '', toldMove(101, { cancelStatus: 'succeeded' }), START)
      tx.touch(desk.old.id)
    })
    bringAmendmentTo(desk.store, loaner?.amendments[0]?.id ?? '', 'withdrawn')
    desk.tell(replacement, { cancelStatus: 'pending' })
    expect(desk.read(replacement.id).replaces).toMatchObject({
      step: 'new-canceling',
      numbers: [101, 102],
      live: [102],
    })
    expect(desk.attention()).toEqual([desk.old.id])
    desk.tell(replacement, { cancelStatus: 'succeeded' })
    expect(desk.read(desk.old.id).replacement).toMatchObject({ step: 'check-both', live: [], settled: null })
    expect(desk.attention()).toEqual([desk.old.id])
  })

  test('A provider that takes no cancellations leaves the call to a person, until a person says that one booking is left', () => {
    const desk = openDesk({ remote: REMOTE })
    const replacement = desk.reschedule()
    const settle = (kept: Kept = 'new') =>
      desk.moves.settleReschedule(desk.old.id, { replacementId: replacement.id, kept, who: WHO })
    expect(settle()).toMatchObject({ failure: { detail: 'state-changed' } })
    desk.become(replacement, 'booked')
    desk.round()
    expect(desk.cancels()).toEqual([[], []])
    expect(desk.attention()).toEqual([desk.old.id])
    expect(settle('both')).toMatchObject({ failure: { detail: 'state-changed' } })
    expect(valueOf(settle()).replacement).toMatchObject({ step: 'done', settled: 'new' })
    expect(settle()).toMatchObject({ failure: { detail: 'state-changed' } })
    expect(desk.attention()).toEqual([])
    expect(valueOf(desk.moves.readHistory(desk.old.id)).events).toContainEqual(
      expect.objectContaining({ decision: 'reschedule-settled', who: WHO, why: null, detail: 'new' }),
    )
  })

  test('A request that is due counts as waiting before the round that makes it', () => {
    const desk = openDesk()
    const replacement = desk.reschedule()
    desk.become(replacement, 'booked')
    const waiting = () => valueOf(desk.moves.readInbox()).bookings.map(({ booking }) => booking.id)
    expect(waiting()).toEqual([desk.old.id])
    desk.round()
    expect(waiting()).toEqual([desk.old.id])
  })

  test('A lost old booking leaves its replacement readable and without a request', () => {
    const desk = openDesk()
    const replacement = desk.reschedule()
    desk.become(replacement, 'booked')
    desk.store.write((tx) => tx.sql(`UPDATE bookings SET replaces = 'lost' WHERE id = ?`).run(replacement.id))
    desk.round()
    expect(desk.read(replacement.id).replaces).toBeNull()
    expect(desk.cancels()).toEqual([[], []])
  })
})
