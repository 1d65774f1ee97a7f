import { CalendarClock, CalendarPlus, ListChecks, Search, Settings, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { DeskStatus } from '../../shared/bridge.ts'
import { commandOf, sayScreen, type CommandId, type Screen } from '../../shared/commands.ts'
import { names } from '../parts/class-names.ts'
import { Tip } from '../parts/Tip.tsx'
import { useStore } from '../parts/use-store.ts'
import type { Desk } from '../state/desk.ts'
import type { Screens } from '../state/screens.ts'
import { PracticeSwitch } from './PracticeSwitch.tsx'
import css from './Rail.module.css'

type RailProps = { readonly status: DeskStatus; readonly desk: Desk; readonly screens: Screens }

const PLACES: readonly { screen: Screen; command: CommandId; icon: LucideIcon }[] = [
  { screen: 'schedule', command: 'go-schedule', icon: CalendarPlus },
  { screen: 'lookup', command: 'go-lookup', icon: Search },
  { screen: 'day', command: 'go-day', icon: CalendarClock },
  { screen: 'queue', command: 'go-queue', icon: ListChecks },
  { screen: 'settings', command: 'go-settings', icon: Settings },
]

/** The screens, how many bookings need a person, and the practice switch. */
export function Rail({ status, desk, screens }: RailProps) {
  const here = useStore(screens, (state) => state.screen)
  const [tips, setTips] = useState<HTMLElement | null>(null)
  return (
    <nav aria-label="Screens" className={css['frame']}>
      <div className={css['rail']}>
        <div className={css['places']}>
          <p className={css['brand']}>
            <span className={css['mark']} aria-hidden="true" />
            Lanekeeper
          </p>
          {PLACES.map(({ screen, command, icon: Icon }) => {
            const { words, keys } = commandOf(command)
            return (
              <Tip key={screen} words={words} keys={keys} place={tips}>
                <Button
                  {...(here === screen ? { 'aria-current': 'page' as const } : {})}
                  className={names(css['place'])}
                  onPress={() => screens.go(screen)}
                >
                  <Icon size={16} aria-hidden="true" />
                  {sayScreen(screen)}
                  {screen === 'queue' && status.attention > 0 && (
                    <span className={css['badge']}>
                      {status.attention}
                      <span className="unseen">{status.attention === 1 ? ' needs attention' : ' need attention'}</span>
                    </span>
                  )}
                  <kbd aria-hidden="true">{keys[0]}</kbd>
                </Button>
              </Tip>
            )
          })}
        </div>
        {status.practice !== null && <PracticeSwitch link={status.practice.link} desk={desk} />}
      </div>
      {/* Outside of what scrolls, which would cut them off. */}
      <div ref={setTips} />
    </nav>
  )
}
