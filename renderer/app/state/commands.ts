import { createStore, type StoreApi } from 'zustand/vanilla'
import { dateAfter, dateOf } from '../../../shared/time/time.ts'
import {
  commandOf,
  isCommandId,
  disabledReason,
  runsWithoutDesk,
  type CommandId,
  type CommandContext,
} from '../../../shared/desk/commands.ts'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { hasReturn } from '../../../shared/booking/open-pickup.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { isOrWillBeCanceled, isReplaced } from '../../../shared/outbox/reschedule.ts'
import type { BookingsStore } from '../../booking/bookings-store.ts'
import { describeOtherDesk } from '../../booking/text/desk-text.ts'
import type { TakeoverStore } from './takeover.ts'
import type { RescheduleStore } from '../../booking/state/reschedule.ts'
import type { Rebook } from '../../scheduler/state/rebook.ts'
import type { DayStore } from '../../day/state/day.ts'
import type { AboutStore } from './about.ts'
import type { DeskStatusStore } from './desk-status.ts'
import type { DraftStore } from '../../scheduler/state/draft.ts'
import { emptyForm, isEmpty, type BookingForm } from '../../scheduler/state/form.ts'
import type { LookupStore } from '../../lookup/state/lookup-store.ts'
import type { Navigation } from './navigation.ts'
import type { UndoStore } from './undo.ts'

export type CommandsState = {
  /** Overlay above the screen; null if none is open. */
  readonly overlay: 'palette' | 'keys' | 'about' | null
  /**
   * Action chosen in the overlay. `settle` runs the action after the overlay has closed, so that the closing overlay
   * does not take the focus back.
   */
  readonly chosen: (() => void) | null
  /** Commands that ran last, newest first. */
  readonly recent: readonly CommandId[]
  /** Why the last command did not run or did less than its name says; null after any other command. */
  readonly refusal: string | null
}

export type Commands = StoreApi<CommandsState> & {
  readonly situation: () => CommandContext
  /** Runs the command, or sets `refusal` if the command is disabled now. */
  readonly run: (id: CommandId) => void
  readonly close: () => void
  /** Closes the overlay, then runs `act`. */
  readonly choose: (act: () => void) => void
  /** Runs the chosen action. The overlay must have left the page. */
  readonly settle: () => void
}

export type CommandParts = {
  /** The parts that load after the first paint. */
  readonly later: {
    readonly reschedule: Pick<RescheduleStore, 'open'>
    readonly about: Pick<AboutStore, 'read' | 'copy'>
    readonly takeover: Pick<TakeoverStore, 'open'>
  }
  readonly bookings: BookingsStore
  readonly desk: DeskStatusStore
  readonly draft: DraftStore
  readonly day: DayStore
  readonly lookup: LookupStore
  readonly navigation: Navigation
  readonly undo: UndoStore
  readonly rebook: Rebook
  /** Actions that need the document. */
  readonly page: {
    readonly submit: () => void
    readonly paste: () => void
    readonly walkPanes: (steps: 1 | -1) => void
  }
}

const MAX_RECENT = 5

const DRAFT_IN_FORM_MESSAGE = 'You have an unfinished booking. Save or clear it first.'
const CHANGE_IN_FORM_MESSAGE = 'You have unsaved changes. Save or discard them first.'
const FORM_MESSAGES: readonly (string | null)[] = [DRAFT_IN_FORM_MESSAGE, CHANGE_IN_FORM_MESSAGE]

/** Runs the commands of `COMMANDS` for keys, menu bar and palette alike. */
export function createCommands(
  bridge: Bridge,
  {
    later: { about, reschedule, takeover },
    bookings,
    desk,
    draft,
    day,
    lookup,
    navigation,
    undo,
    rebook,
    page,
  }: CommandParts,
): Commands {
  const store = createStore<CommandsState>(() => ({ overlay: null, chosen: null, recent: [], refusal: null }))

  /** Selected booking of Lookup or Day; null on other screens, and in Lookup until the booking is read. */
  const selected = (): BookedMoves | null => {
    const { screen } = navigation.getState()
    if (screen === 'lookup') {
      const { readId, bookingId } = lookup.getState()
      return readId === bookingId ? bookings.get(bookingId) : null
    }
    if (screen !== 'day') return null
    const listed = day.list.getState().data?.bookings.find(({ id }) => id === day.getState().selected)
    return listed === undefined ? null : (bookings.get(listed.id) ?? listed)
  }

  const situation = (): CommandContext => {
    const { status } = desk.getState()
    const { form, saving } = draft.getState()
    const booking = selected()
    return {
      screen: navigation.getState().screen,
      connection: status?.connection.kind ?? 'checking',
      usesPracticeProvider: status !== null && status.practice !== null,
      hasBoard: (status?.board ?? null) !== null,
      typed: !isEmpty(form),
      changes: form.changes !== '',
      saving,
      today: day.getState().date === null,
      selected: lookup.getState().bookingId !== null,
      booking: booking === null ? 'none' : kindOf(booking),
      otherDesk: booking === null ? null : describeOtherDesk(booking, status?.board?.kind === 'live'),
      attention: status?.attention ?? 0,
      undo: undo.blockedReason(),
    }
  }

  const turnDay = (days: 1 | -1) => {
    const { status } = desk.getState()
    if (status === null) return
    const today = dateOf(status.now, status.rooftop.zone)
    const to = dateAfter(day.getState().date ?? today, days)
    day.go(to === today ? null : to)
  }
  const copy = (how: 'like' | 'return') => () => {
    const booking = selected()
    if (booking !== null) rebook.copy(booking, how)
  }
  const openReschedule = () => {
    const booking = selected()
    if (booking !== null) reschedule.open(booking)
  }
  const toggle = (overlay: 'palette' | 'keys') => () =>
    store.setState((before) => ({ overlay: before.overlay === overlay ? null : overlay }))

  const showAbout = (act: () => Promise<void>) => {
    store.setState({ overlay: 'about' })
    void act()
  }

  const acts: Readonly<Record<CommandId, () => void>> = {
    'new-booking': () => {
      const { form } = draft.getState()
      store.setState({
        refusal: isEmpty(form) ? null : form.changes === '' ? DRAFT_IN_FORM_MESSAGE : CHANGE_IN_FORM_MESSAGE,
      })
      // An empty form becomes the default kind, a pair. A form with typed text keeps its kind.
      if (isEmpty(form) && form.kind !== emptyForm().kind) draft.fill(emptyForm())
      navigation.go('schedule', 'first-field')
    },
    'new-one-way': () => {
      const { form } = draft.getState()
      store.setState({ refusal: isEmpty(form) ? null : DRAFT_IN_FORM_MESSAGE })
      if (form.kind !== 'one-way') draft.fill(asOneWay(form))
      navigation.go('schedule', 'first-field')
    },
    'save-booking': page.submit,
    'paste-block': page.paste,
    'clear-form': draft.clear,
    'book-like': copy('like'),
    'book-return': copy('return'),
    reschedule: openReschedule,
    undo: () => void undo.undo(),
    'copy-move': lookup.copyRow,
    palette: toggle('palette'),
    find: () => navigation.go(navigation.getState().screen, 'find'),
    'go-schedule': () => navigation.go('schedule'),
    'go-lookup': () => navigation.go('lookup'),
    'go-day': () => navigation.go('day'),
    'go-inbox': () => navigation.go('inbox'),
    'go-settings': () => navigation.go('settings'),
    attention: () => navigation.go('inbox', 'attention'),
    'day-today': () => day.go(null),
    'day-before': () => turnDay(-1),
    'day-after': () => turnDay(1),
    'print-day': day.print,
    'day-loaners': day.togglePane,
    'check-connection': desk.checkConnection,
    'hand-over': () => takeover.open('hand-over'),
    'practice-connection': () =>
      void desk.setPracticeConnection(desk.getState().status?.practice?.connection === 'cut' ? 'up' : 'cut'),
    'next-pane': () => page.walkPanes(1),
    'previous-pane': () => page.walkPanes(-1),
    keys: toggle('keys'),
    'copy-details': () => showAbout(about.copy),
    about: () => showAbout(about.read),
  }

  /** False while the booking of the selected row is still being read. */
  const isRead = () => {
    const { readId, bookingId } = lookup.getState()
    return navigation.getState().screen !== 'lookup' || bookingId === null || readId === bookingId
  }

  const run = (id: CommandId) => {
    if ((id === 'book-like' || id === 'book-return' || id === 'reschedule') && !isRead())
      void lookup.found().then(() => runNow(id))
    else runNow(id)
  }

  const runNow = (id: CommandId) => {
    // Before the first status, and while `RecoveryScreen` replaces the desk because a store is damaged, only the
    // commands of `runsWithoutDesk` run.
    const { status, damage } = desk.getState()
    if ((status === null || damage !== null) && !runsWithoutDesk(id)) return
    const refusal = disabledReason(id, situation())
    store.setState({ refusal: refusal === null ? null : `${commandOf(id).label}: not available. ${refusal}` })
    if (refusal !== null) return
    if (id !== 'palette') {
      store.setState(({ recent }) => ({ recent: [id, ...recent.filter((one) => one !== id)].slice(0, MAX_RECENT) }))
    }
    acts[id]()
  }
  const choose = (act: () => void) => store.setState({ overlay: null, chosen: act })

  // A save or a clear has emptied the form, so a refusal about the form's content no longer applies.
  draft.subscribe(({ form }, before) => {
    if (form !== before.form && isEmpty(form) && FORM_MESSAGES.includes(store.getState().refusal)) {
      store.setState({ refusal: null })
    }
  })

  bridge.on('commandChosen', ({ command }) => {
    if (!isCommandId(command)) return
    if (store.getState().overlay === null) run(command)
    else choose(() => run(command))
  })

  return {
    ...store,
    situation,
    run,
    close: () => store.setState({ overlay: null }),
    choose,
    settle: () => {
      const { chosen } = store.getState()
      store.setState({ chosen: null })
      chosen?.()
    },
  }
}

/** Keeps every typed field; `toBooking` drops the fields that a one-way does not have. */
function asOneWay(form: BookingForm): BookingForm {
  return { ...form, kind: 'one-way' }
}

/** The kind of the selected booking, as far as a command depends on the kind. */
function kindOf(booking: BookedMoves): CommandContext['booking'] {
  if (booking.state === 'in-doubt') return 'in-doubt'
  if (isReplaced(booking) || booking.moves.every(isOrWillBeCanceled)) return 'canceled'
  if (booking.action !== 'pickup') return 'other'
  return hasReturn(booking) ? 'pickup' : 'canceled-pickup'
}
