import { useEffect, useRef } from 'react'
import { ActionButton } from './parts/ActionButton.tsx'
import { useStore } from './parts/use-store.ts'
import { DoubtBanner } from './frame/DoubtBanner.tsx'
import { FindBox } from './frame/FindBox.tsx'
import { FirstSteps } from './frame/FirstSteps.tsx'
import { News } from './frame/News.tsx'
import { NoticeBar } from './frame/NoticeBar.tsx'
import { OfflineBanner } from './frame/OfflineBanner.tsx'
import { ReplaceQuestion } from './frame/ReplaceQuestion.tsx'
import { Over } from './frame/Over.tsx'
import { Rail } from './frame/Rail.tsx'
import { RecoveryScreen } from './frame/RecoveryScreen.tsx'
import { StatusBar } from './frame/StatusBar.tsx'
import { UndoBar } from './frame/UndoBar.tsx'
import { Lookup } from './lookup/Lookup.tsx'
import { Day } from './board/Day.tsx'
import { Queue } from './queue/Queue.tsx'
import { Scheduler } from './scheduler/Scheduler.tsx'
import { Settings } from './settings/Settings.tsx'
import { sayScreen } from '../shared/commands.ts'
import type { Advice } from './state/advice.ts'
import type { Again } from './state/again.ts'
import type { AppearanceStore } from './state/appearance.ts'
import type { Asking } from './state/asking.ts'
import type { Commands } from './state/commands.ts'
import type { DayStore } from './state/day.ts'
import type { Desk } from './state/desk.ts'
import type { Distance } from './state/distance.ts'
import type { Draft } from './state/draft.ts'
import { KEYS } from './state/keys.ts'
import type { LookupStore } from './state/lookup.ts'
import type { Palette } from './state/palette.ts'
import type { QueueStore } from './state/queue.ts'
import type { Saved } from './state/saved.ts'
import type { Screens } from './state/screens.ts'
import type { SettingsStore } from './state/settings.ts'
import type { Undo } from './state/undo.ts'
import css from './App.module.css'

export type AppProps = {
  readonly desk: Desk
  readonly draft: Draft
  readonly distance: Distance
  readonly advice: Advice
  readonly saved: Saved
  readonly lookup: LookupStore
  readonly day: DayStore
  readonly queue: QueueStore
  readonly asking: Asking
  readonly again: Again
  readonly screens: Screens
  readonly settings: SettingsStore
  readonly commands: Commands
  readonly palette: Palette
  readonly undo: Undo
  readonly appearance: AppearanceStore
}

/** The window: rail, find box, banner, one screen, status bar. */
export function App(props: AppProps) {
  const {
    desk,
    draft,
    distance,
    advice,
    saved,
    lookup,
    day,
    queue,
    asking,
    again,
    screens,
    settings,
    commands,
    palette,
    undo,
    appearance,
  } = props
  const status = useStore(desk, (state) => state.status)
  const trouble = useStore(desk, (state) => state.trouble)
  const mayPass = useStore(desk, (state) => state.mayPass)
  const damage = useStore(desk, (state) => state.damage)
  const draftRead = useStore(draft, (state) => state.read)
  const screen = useStore(screens, (state) => state.screen)
  const refusal = useStore(commands, (state) => state.refusal)
  const main = useRef<HTMLElement>(null)
  const replacing = useStore(again, (state) => state.replacing)
  const overChange = useStore(draft, (state) => state.form.changes !== '')
  const ready = status !== null && draftRead && damage === null
  const attention = status?.attention ?? 0

  useEffect(() => {
    // The recovery screen has a title of its own.
    if (damage !== null) return
    document.title = `${sayScreen(screen)}${attention > 0 ? ` (${attention})` : ''} – Lanekeeper`
  }, [screen, attention, damage])

  useEffect(() => {
    if (ready) document.documentElement.dataset['desk'] = 'ready'
  }, [ready])

  if (damage !== null) {
    const open = () => {
      lookup.startOver()
      void draft.restore()
      void desk.read()
    }
    return <RecoveryScreen damage={damage} desk={desk} onOpen={open} />
  }

  if (status === null || !draftRead) {
    return (
      <main className={css['opening']}>
        <h1>Lanekeeper</h1>
        <p role="status" {...(trouble === null ? {} : { 'data-fact': 'trouble' })}>
          {trouble ?? 'Opening the desk…'}
        </p>
        {trouble !== null &&
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

  const open = (bookingId: string) => {
    lookup.open(bookingId)
    screens.go('lookup', 'detail')
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
          <Rail status={status} desk={desk} screens={screens} />
        </div>
        <header className={css['top']}>
          <FindBox lookup={lookup} screens={screens} status={status} />
          <ActionButton
            look={screen === 'schedule' ? 'plain' : 'go'}
            keys={KEYS.newBooking}
            onPress={() => commands.run('new-booking')}
          >
            New booking
          </ActionButton>
        </header>
        <div className={css['banner']}>
          <DoubtBanner status={status} desk={desk} onOpen={open} onFocusLost={() => main.current?.focus()} />
          <NoticeBar notices={status.notices} />
          <p role="status" className={css['refusal']} data-fact="not-now">
            {refusal}
          </p>
          <OfflineBanner link={status.link} />
          <News status={status} />
        </div>
        <main ref={main} id="main" tabIndex={-1} className={css['main']} data-pane="main">
          {screen === 'schedule' && (
            <Scheduler
              status={status}
              draft={draft}
              distance={distance}
              advice={advice}
              saved={saved}
              screens={screens}
              ways={lookup.ways}
              onOpen={open}
              beside={
                <FirstSteps
                  status={status}
                  appearance={appearance}
                  onSettings={() => screens.go('settings')}
                  onKeys={() => commands.run('keys')}
                  onGone={() => main.current?.focus()}
                />
              }
            />
          )}
          {screen === 'lookup' && (
            <Lookup
              status={status}
              lookup={lookup}
              asking={asking}
              screens={screens}
              onChange={again.change}
              onCopy={again.copy}
            />
          )}
          {screen === 'day' && (
            <Day
              status={status}
              day={day}
              screens={screens}
              onOpen={open}
              onChange={again.change}
              onCopy={again.copy}
              onFindOut={(bookingId) => {
                queue.guide(bookingId)
                screens.go('queue')
              }}
            />
          )}
          {screen === 'queue' && (
            <Queue status={status} queue={queue} screens={screens} onOpen={open} onChange={again.change} />
          )}
          {screen === 'settings' && <Settings settings={settings} screens={screens} appearance={appearance} />}
        </main>
        {replacing !== null && (
          <ReplaceQuestion
            overChange={overChange}
            withChange={replacing.changes !== ''}
            onKeep={again.keep}
            onReplace={again.replace}
          />
        )}
        <div className={css['undo']}>
          <UndoBar undo={undo} />
        </div>
        <div className={css['status']} tabIndex={-1} data-pane="status">
          <StatusBar status={status} onQueue={() => screens.go('queue')} />
        </div>
      </div>
      <Over commands={commands} palette={palette} onOpen={open} />
    </>
  )
}
