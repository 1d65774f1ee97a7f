import { useEffect, useRef } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStore } from '../ui/use-store.ts'
import { InDoubtBanner } from './InDoubtBanner.tsx'
import { GlobalSearch } from './GlobalSearch.tsx'
import { Onboarding } from './Onboarding.tsx'
import { LiveAnnouncer } from './LiveAnnouncer.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { ReplaceDraftDialog } from './ReplaceDraftDialog.tsx'
import { Overlay } from './Overlay.tsx'
import { NavRail } from './NavRail.tsx'
import { RecoveryScreen } from './RecoveryScreen.tsx'
import { StatusBar } from './StatusBar.tsx'
import { UndoBar } from './UndoBar.tsx'
import { useOpenBooking } from './use-open-booking.ts'
import { RescheduleDialog } from '../booking/RescheduleDialog.tsx'
import { Lookup } from '../lookup/Lookup.tsx'
import { DayScreen } from '../day/DayScreen.tsx'
import { InboxScreen } from '../inbox/InboxScreen.tsx'
import { Scheduler } from '../scheduler/Scheduler.tsx'
import { SettingsScreen } from '../settings/SettingsScreen.tsx'
import { screenLabel } from '../../shared/desk/commands.ts'
import { KEYS } from './state/keyboard.ts'
import { useResolve } from './use-resolve.ts'
import { useStores } from '../stores-context.ts'
import css from './App.module.css'

/** The window. Palette, shortcut sheet and "About" also open while no desk is open. */
export function App() {
  return (
    <>
      <Frame />
      <Overlay />
    </>
  )
}

/** Navigation rail, global search, banners, one screen, undo bar and status bar. */
function Frame() {
  const { desk, draft, navigation, commands, rebook, reschedule, reset } = useStores()
  const status = useStore(desk, (state) => state.status)
  const errorMessage = useStore(desk, (state) => state.errorMessage)
  const mayPass = useStore(desk, (state) => state.canRetry)
  const damage = useStore(desk, (state) => state.damage)
  const draftRead = useStore(draft, (state) => state.read)
  const screen = useStore(navigation, (state) => state.screen)
  const refusal = useStore(commands, (state) => state.refusal)
  const open = useOpenBooking()
  const resolve = useResolve()
  const main = useRef<HTMLElement>(null)
  const replacing = useStore(rebook, (state) => state.replacing)
  const overChange = useStore(draft, (state) => state.form.changes !== '')
  const ready = status !== null && draftRead && damage === null
  const attention = status?.attention ?? 0

  useEffect(() => {
    // `RecoveryScreen` sets its own document title.
    if (damage !== null) return
    document.title = `${screenLabel(screen)}${attention > 0 ? ` (${attention})` : ''} – Lanekeeper`
  }, [screen, attention, damage])

  useEffect(() => {
    if (ready) document.documentElement.dataset['desk'] = 'ready'
  }, [ready])

  if (damage !== null) {
    return <RecoveryScreen damage={damage} desk={desk} onOpen={reset} />
  }

  if (status === null || !draftRead) {
    return (
      <main className={css['opening']}>
        <h1>Lanekeeper</h1>
        <p role="status" {...(errorMessage === null ? {} : { 'data-testid': 'error-message' })}>
          {errorMessage ?? 'Opening…'}
        </p>
        {errorMessage !== null &&
          (mayPass ? (
            <ActionButton look="go" onPress={() => void desk.read()}>
              Try again
            </ActionButton>
          ) : (
            <ActionButton look="go" onPress={() => window.close()}>
              Close Lanekeeper
            </ActionButton>
          ))}
      </main>
    )
  }

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
        Skip to the screen
      </a>
      <div className={css['window']} data-practice={status.practice !== null}>
        <div className={css['rail']} data-pane="rail">
          <NavRail status={status} />
        </div>
        <header className={css['top']}>
          <GlobalSearch status={status} />
          <ActionButton
            look={screen === 'schedule' ? 'plain' : 'go'}
            keys={KEYS.newBooking}
            onPress={() => commands.run('new-booking')}
          >
            New booking
          </ActionButton>
        </header>
        <div className={css['banner']}>
          <InDoubtBanner status={status} onOpen={resolve} onFocusLost={() => main.current?.focus()} />
          <NoticeBar notices={status.notices} onSeen={desk.markNoticeSeen} />
          <p role="status" className={css['refusal']} data-testid="fetch-skipped">
            {refusal}
          </p>
          <OfflineBanner connection={status.connection} />
          <LiveAnnouncer status={status} />
        </div>
        <main ref={main} id="main" tabIndex={-1} className={css['main']} data-pane="main">
          {screen === 'schedule' && (
            <Scheduler
              status={status}
              onOpen={open}
              beside={<Onboarding status={status} onGone={() => main.current?.focus()} />}
            />
          )}
          {screen === 'lookup' && <Lookup status={status} />}
          {screen === 'day' && <DayScreen status={status} onOpen={open} />}
          {screen === 'inbox' && <InboxScreen status={status} onOpen={open} />}
          {screen === 'settings' && <SettingsScreen />}
        </main>
        {replacing !== null && (
          <ReplaceDraftDialog
            overChange={overChange}
            withChange={replacing.changes !== ''}
            onKeep={rebook.keep}
            onReplace={rebook.replace}
          />
        )}
        <RescheduleDialog status={status} reschedule={reschedule} onSaved={open} />
        <div className={css['undo']}>
          <UndoBar />
        </div>
        <div className={css['status']} tabIndex={-1} data-pane="status">
          <StatusBar status={status} onQueue={() => navigation.go('inbox')} />
        </div>
      </div>
    </>
  )
}
