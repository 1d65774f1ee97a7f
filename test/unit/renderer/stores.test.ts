import { describe, expect, test } from 'vitest'
import { formOf } from '../../../renderer/scheduler/state/form-from-booking.ts'
import type { BookingForm } from '../../../renderer/scheduler/state/form.ts'
import { createLaterStores } from '../../../renderer/later-stores.ts'
import { createStores } from '../../../renderer/stores.ts'
import type { CallName } from '../../../shared/bridge/names.ts'
import { fail } from '../../../shared/result.ts'
import { PRACTICE_ROOFTOP } from '../../../shared/booking/rooftop.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { PAIR } from '../../support/builders/booked-moves.ts'
import { answered, createRecordedBridge } from '../../support/fakes/recorded-bridge.ts'
import { START } from '../../support/fakes/system.ts'

const FORM = { ...formOf(PAIR, PRACTICE_ROOFTOP.zone), changes: '' }

/** The stores of a window over a main process in memory. */
async function openStores() {
  const desk = createRecordedBridge(PAIR)
  const first = createStores(desk.bridge, {
    root: { dataset: {} } as unknown as HTMLElement,
    wantsContrast: { matches: false, addEventListener: () => {} } as unknown as MediaQueryList,
    pause: () => Promise.resolve(),
    submit: () => {},
    paste: () => {},
    walkPanes: () => {},
  })
  const stores = { ...first, ...createLaterStores(first) }
  await stores.desk.read()
  await stores.draft.restore()
  desk.forget()
  return { desk, stores, fill: (form: BookingForm) => stores.draft.fill(form) }
}

const LISTS: readonly CallName[] = ['readDay', 'readInbox', 'findBookings']

describe('Saving a booking', () => {
  test('A save asks for duplicate candidates and books, and makes no other call.', async () => {
    const { desk, stores, fill } = await openStores()
    fill(FORM)
    desk.forget()
    await stores.draft.save(({ booking }) => Promise.resolve(stores.saved.show(booking.id, FORM)))
    await answered()
    expect(desk.calls).toEqual(['findDuplicates', 'bookMove'])
    expect(stores.draft.getState()).toMatchObject({ kept: 'empty', saving: false })
    const { bookingId } = stores.saved.getState()
    expect(stores.bookings.get(bookingId)).toMatchObject({ id: bookingId, state: 'waiting' })
    expect(stores.undo.blockedReason()).toBeNull()
  })

  test('A draft that was stored while its booking was saved is cleared after the save.', async () => {
    const { desk, stores, fill } = await openStores()
    fill(FORM)
    await stores.draft.save(() => {
      stores.draft.type({ customerContact: 'Dana R.' })
      stores.draft.keepNow()
      return Promise.resolve()
    })
    await answered()
    expect(desk.calls.slice(-2)).toEqual(['saveDraft', 'clearDraft'])
  })

  test('The form that waits behind a saved change is stored with the empty form.', async () => {
    const { desk, stores, fill } = await openStores()
    fill({ ...FORM, customerName: 'Miles Okafor' })
    fill(formOf(PAIR, PRACTICE_ROOFTOP.zone))
    desk.forget()
    await stores.draft.save(() => Promise.resolve())
    await answered()
    expect(desk.calls.at(-1)).toBe('saveDraft')
    expect(stores.draft.getState()).toMatchObject({ cleared: { customerName: 'Miles Okafor' }, form: { changes: '' } })
  })
})

describe('A list', () => {
  const visible = [
    ['day', 'readDay'],
    ['inbox', 'readInbox'],
    ['lookup', 'findBookings'],
  ] as const

  test.for(visible)(
    'The list of the screen "%s" is read once by a commit, and only while the screen is visible.',
    async ([screen, call]) => {
      const { desk, stores } = await openStores()
      stores[screen].enter()
      await answered()
      desk.forget()
      desk.commit({ ...PAIR, state: 'booked' })
      await answered()
      expect(desk.calls.filter((name) => LISTS.includes(name))).toEqual([call])
      stores[screen].leave()
      desk.forget()
      desk.commit({ ...PAIR, state: 'held' })
      await answered()
      expect(desk.calls).toEqual([])
    },
  )

  test.for(visible)(
    'The list of the screen "%s" is not read when the status changes and no booking does.',
    async ([screen]) => {
      const { desk, stores } = await openStores()
      stores[screen].enter()
      await answered()
      desk.forget()
      desk.tellStatus({
        connection: { kind: 'down', since: START, cause: 'no-network', detail: null, fields: {}, until: null },
      })
      desk.tellStatus({ now: addMinutes(START, 1) })
      await answered()
      expect(desk.calls).toEqual([])
    },
  )

  test('The day and the inbox are read when the next day of the rooftop begins.', async () => {
    const { desk, stores } = await openStores()
    for (const [screen, call] of [
      ['day', 'readDay'],
      ['inbox', 'readInbox'],
    ] as const) {
      stores[screen].enter()
      await answered()
      desk.forget()
      desk.tellStatus({ now: addMinutes(START, 24 * 60) })
      await answered()
      expect(desk.calls).toEqual([call])
      stores[screen].leave()
      desk.tellStatus({ now: START })
    }
  })

  test('The inbox is read when the number of bookings that need attention changes.', async () => {
    const { desk, stores } = await openStores()
    stores.inbox.enter()
    await answered()
    desk.forget()
    desk.tellStatus({ attention: 1 })
    desk.tellStatus({ attention: 1 })
    await answered()
    expect(desk.calls).toEqual(['readInbox'])
  })

  test('A list that could not be read is read again at the next status.', async () => {
    const { desk, stores } = await openStores()
    desk.failNext('readDay')
    stores.day.enter()
    await answered()
    expect(stores.day.list.getState()).toMatchObject({ data: null, errorMessage: expect.stringMatching(/in a moment/) })
    desk.tellStatus({})
    await answered()
    expect(stores.day.list.getState()).toMatchObject({ data: { bookings: [{ id: PAIR.id }] }, errorMessage: null })
  })

  test('An older reply of a list never overwrites a newer reply.', async () => {
    const { desk, stores } = await openStores()
    stores.day.enter()
    await answered()
    const release = desk.hold('readDay')
    stores.day.go('2026-11-20')
    stores.day.go('2026-11-21')
    await release('last-first')
    expect(stores.day.list.getState().data?.date).toBe('2026-11-21')
  })
})

test.for([
  ['day', 'readDay'],
  ['inbox', 'readInbox'],
] as const)('A withdrawal on the screen "%s" reads its list once.', async ([screen, call]) => {
  const { desk, stores } = await openStores()
  stores[screen].enter()
  await answered()
  desk.forget()
  await stores[screen].withdraw(PAIR.id)
  await answered()
  expect(desk.calls).toEqual(['withdrawBooking', call])
})

test('A withdrawn booking is withdrawn in the cache at once, before its list is read again.', async () => {
  const { desk, stores } = await openStores()
  stores.day.enter()
  await answered()
  const release = desk.hold('readDay')
  await stores.day.withdraw(PAIR.id)
  expect(stores.day.list.getState().data?.bookings[0]?.state).toBe(PAIR.state)
  expect(stores.bookings.get(PAIR.id)?.state).toBe('withdrawn')
  await release()
  expect(stores.day.list.getState().data?.bookings[0]?.state).toBe('withdrawn')
})

describe('Undoing a withdrawal', () => {
  async function withdrawn() {
    const opened = await openStores()
    opened.desk.commit({ ...PAIR, state: 'waiting', entry: { ...PAIR.entry, state: 'waiting' } })
    await answered()
    await opened.stores.undo.watched.withdrawBooking({ bookingId: PAIR.id })
    await answered()
    opened.desk.forget()
    return opened
  }

  test('An undo that may have been saved is not tried again, because the booking could be saved twice.', async () => {
    const { desk, stores } = await withdrawn()
    desk.failNext('bookMove', fail('not-saved', 'commit-uncertain'))
    await stores.undo.undo()
    expect(stores.undo.blockedReason()).toContain('may or may not be saved')
    await stores.undo.undo()
    expect(desk.calls.filter((call) => call === 'bookMove')).toHaveLength(1)
  })

  test('An undo that certainly saved nothing can be tried again.', async () => {
    const { desk, stores } = await withdrawn()
    desk.failNext('bookMove', fail('not-saved', 'disk-full'))
    await stores.undo.undo()
    expect(stores.undo.blockedReason()).toBeNull()
    await stores.undo.undo()
    expect(desk.calls.filter((call) => call === 'bookMove')).toHaveLength(2)
    expect(stores.undo.getState()).toMatchObject({ undone: true })
  })

  test('An undo that ends after another action on the same booking leaves that action undoable.', async () => {
    const { desk, stores } = await withdrawn()
    const release = desk.hold('bookMove')
    const undone = stores.undo.undo()
    await answered()
    await stores.undo.watched.changeBooking({ bookingId: PAIR.id } as never)
    await release()
    await undone
    expect(stores.undo.getState()).toMatchObject({ act: { kind: 'changed' }, undone: false })
  })
})
