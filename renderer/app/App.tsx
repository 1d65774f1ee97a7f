import { useEffect, useRef } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { useStore } from '../ui/use-store.ts'
import { LiveAnnouncer } from './LiveAnnouncer.tsx'
import { Overlay } from './Overlay.tsx'
import { NavRail } from './NavRail.tsx'
import { StatusBar } from './StatusBar.tsx'
import { StatusMessage } from './StatusMessage.tsx'
import { Strip } from './Strip.tsx'
import { stripMessages } from './strip-messages.ts'
import { TopBar } from './TopBar.tsx'
import { useOpenBooking } from './use-open-booking.ts'
import { Scheduler } from '../scheduler/Scheduler.tsx'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import { formatTime } from '../../shared/time/format.ts'
import { screenLabel } from '../../shared/desk/commands.ts'
import { useResolve } from './use-resolve.ts'
import { describeBooking, describeVisit } from '../booking/text/booking-text.ts'
import { describeAction, type Undoable, type UndoableAction } from '../booking/text/undo-text.ts'
import { useBooking } from '../booking/use-booking.ts'
import { backIdOf, undoableOf } from './state/undo.ts'
import { spokenBoard } from './text/board-text.ts'
import { FRAME, STATUS } from './text/frame-text.ts'
import { LaterStoresContext, useStores } from '../stores-context.ts'
import { loadLater, useLater } from '../use-later.ts'
import { UI_TEXT } from '../ui/text.ts'
import css from './App.module.css'

/** As index.html has the mark, so that nothing moves when this page takes over. */
const MARK = new URL('../mark.svg', import.meta.url).href

/** The window. Palette, shortcut sheet and "About" also open while no desk is open. */
export function App() {
  return (
    <LaterStoresContext value={useLater()?.stores ?? null}>
      <Frame />
      <Overlay />
    </LaterStoresContext>
  )
}

/** Navigation rail, top bar, strip, one screen and status bar. */
function Frame() {
  const stores = useStores()
  const { bookings, desk, draft, navigation, commands, rebook, reset, undo } = stores
  const status = useStore(desk, (state) => state.status)
  const errorMessage = useStore(desk, (state) => state.errorMessage)
  const mayPass = useStore(desk, (state) => state.canRetry)
  const damage = useStore(desk, (state) => state.damage)
  const draftRead = useStore(draft, (state) => state.read)
  const screen = useStore(navigation, (state) => state.screen)
  const refusal = useStore(commands, (state) => state.refusal)
  const hiddenNotices = useStore(desk, (state) => state.hiddenNotices)
  const boardOutcome = useStore(desk, (state) => state.boardOutcome)
  const noted = useStore(undo, (state) => state)
  // Both reads follow the changes of the bookings that `undoableOf` gets from the cache.
  useBooking(noted.act?.bookingId ?? null)
  useBooking(backIdOf(noted.act))
  const undoable = undoableOf(noted, bookings.get)
  const open = useOpenBooking()
  const resolve = useResolve()
  const later = useLater()
  const main = useRef<HTMLElement>(null)
  const replacing = useStore(rebook, (state) => state.replacing)
  const overChange = useStore(draft, (state) => state.form.changes !== '')
  const ready = status !== null && draftRead && damage === null
  const attention = status?.attention ?? 0
  // The booking form stays for the moment in which another screen still loads.
  const shown = later === null ? 'schedule' : screen

  useEffect(() => {
    // `RecoveryScreen` sets its own document title.
    if (damage !== null) return
    document.title = `${screenLabel(screen)}${attention > 0 ? ` (${attention})` : ''} – Lanekeeper`
  }, [screen, attention, damage])

  useEffect(() => {
    if (ready && later !== null) document.documentElement.dataset['desk'] = 'ready'
  }, [ready, later])

  const isUp = ready || damage !== null || errorMessage !== null
  useEffect(() => {
    if (isUp) void afterPaint().then(() => loadLater(stores))
  }, [isUp, stores])

  if (damage !== null) {
    return later !== null && <later.RecoveryScreen damage={damage} desk={desk} onOpen={reset} />
  }

  if (status === null || !draftRead) {
    const opening = errorMessage ?? FRAME.opening
    return (
      <main className="opening">
        <img src={MARK} width="48" height="48" alt="" />
        <h1>Lanekeeper</h1>
        <p {...(errorMessage === null ? {} : { 'data-testid': 'error-message' })}>{opening}</p>
        <Announced>{opening}</Announced>
        {errorMessage !== null &&
          (mayPass ? (
            <ActionButton look="go" onPress={() => void desk.read()}>
              {UI_TEXT.tryAgain}
            </ActionButton>
          ) : (
            <ActionButton look="go" onPress={() => window.close()}>
              {FRAME.closeApp}
            </ActionButton>
          ))}
      </main>
    )
  }

  const messages = stripMessages(status, errorMessage, hiddenNotices, later?.boardMessages(status, boardOutcome) ?? [])
  const isSaved = undoable.act !== null && undoable.act.kind !== 'withdrawn' && !undoable.undone
  const outcome =
    isSaved && undoable.act !== null ? (later?.describeOutcome(settlingLast(undoable.act), status) ?? '') : ''
  const action = describeLastAction(undoable, status)

  return (
    <>
      <a
        href="#main"
        className={css['skip']}
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {FRAME.skip}
      </a>
      <div className={css['window']}>
        <div className={css['rail']} data-pane="rail">
          <NavRail status={status} />
        </div>
        <div className={css['top']}>
          <TopBar status={status} />
        </div>
        <div className={css['strip']}>
          <Strip status={status} messages={messages} onOpen={resolve} onFocusLost={() => main.current?.focus()} />
        </div>
        <main ref={main} id="main" tabIndex={-1} className={css['main']} data-pane="main">
          {shown === 'schedule' && (
            <Scheduler
              status={status}
              onOpen={open}
              beside={
                later !== null && (
                  <later.Onboarding status={status} onGone={() => navigation.go('schedule', 'first-field')} />
                )
              }
            />
          )}
          {later !== null && (
            <>
              {shown === 'lookup' && <later.Lookup status={status} />}
              {shown === 'day' && <later.DayScreen status={status} onOpen={open} />}
              {shown === 'inbox' && <later.InboxScreen status={status} onOpen={open} />}
              {shown === 'settings' && (
                <>
                  <later.SystemNotices status={status} />
                  <later.SettingsScreen />
                </>
              )}
            </>
          )}
        </main>
        {later !== null && replacing !== null && (
          <later.ReplaceDraftDialog
            overChange={overChange}
            withChange={replacing.changes !== ''}
            onKeep={rebook.keep}
            onReplace={rebook.replace}
          />
        )}
        {later !== null && (
          <later.RescheduleDialog status={status} reschedule={later.stores.reschedule} onSaved={open} />
        )}
        <div className={css['status']} tabIndex={-1} data-pane="status">
          <StatusBar status={status} onQueue={() => navigation.go('inbox')}>
            <StatusMessage
              state={undoable}
              words={[action, outcome].filter((text) => text !== '').join(' · ')}
              refusal={refusal}
              onOpen={open}
            />
          </StatusBar>
          <LiveAnnouncer
            status={status}
            texts={[
              ...messages.map(({ spoken }) => spoken),
              spokenBoard(status.board),
              isSaved && undoable.refusal === null ? outcome : action,
              refusal ?? '',
            ]}
          />
        </div>
      </div>
    </>
  )
}

/** Of a pickup and its return, the one that is not confirmed yet, so that both are once the message says so. */
function settlingLast(act: UndoableAction): BookedMoves {
  return act.kind === 'booked' && act.back !== null && act.booking.state === 'booked' ? act.back : act.booking
}

/** The last action, with the time of a booking that it saved. */
function describeLastAction(undoable: Undoable, { now }: DeskStatus): string {
  const { act, undone, refusal } = undoable
  if (refusal !== null) return STATUS.notUndone(refusal.message)
  if (act === null || undone || act.kind === 'withdrawn') return describeAction(undoable)
  const { booking } = act
  const time = (one: BookedMoves) => formatTime(one.time.utc, one.time.zone, now)
  if (act.kind === 'booked' && act.back !== null) return describeVisit(booking, time(booking), time(act.back))
  const what = act.kind === 'booked' ? describeBooking(booking) : describeAction(undoable)
  return `${what} · ${time(booking)}`
}
