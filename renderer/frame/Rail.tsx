import { CalendarClock, CalendarPlus, ListChecks, Search, Settings, type LucideIcon } from 'lucide-react'
import { Button } from 'react-aria-components'
import type { DeskStatus } from '../../shared/bridge.ts'
import { names } from '../parts/class-names.ts'
import { useStore } from '../parts/use-store.ts'
import type { Desk } from '../state/desk.ts'
import { KEYS } from '../state/keys.ts'
import type { Screen, Screens } from '../state/screens.ts'
import { PracticeSwitch } from './PracticeSwitch.tsx'
import css from './Rail.module.css'

type RailProps = { readonly status: DeskStatus; readonly desk: Desk; readonly screens: Screens }

const PLACES: readonly { screen: Screen; label: string; keys: string; icon: LucideIcon }[] = [
  { screen: 'schedule', label: 'Schedule', keys: KEYS.schedule, icon: CalendarPlus },
  { screen: 'lookup', label: 'Lookup', keys: KEYS.lookup, icon: Search },
  { screen: 'day', label: 'Day', keys: KEYS.day, icon: CalendarClock },
  { screen: 'queue', label: 'Queue', keys: KEYS.queue, icon: ListChecks },
  { screen: 'settings', label: 'Settings', keys: KEYS.settings, icon: Settings },
]

/** The screens, how many bookings need a person, and the practice switch. */
export function Rail({ status, desk, screens }: RailProps) {
  const here = useStore(screens, (state) => state.screen)
  return (
    <div className={css['rail']}>
      <nav aria-label="Screens" className={css['places']}>
        <p className={css['brand']}>
          <span className={css['mark']} aria-hidden="true" />
          Lanekeeper
        </p>
        {PLACES.map(({ screen, label, keys, icon: Icon }) => (
          <Button
            key={screen}
            {...(here === screen ? { 'aria-current': 'page' as const } : {})}
            className={names(css['place'])}
            onPress={() => screens.go(screen)}
          >
            <Icon size={16} aria-hidden="true" />
            {label}
            {screen === 'queue' && status.attention > 0 && (
              <span className={css['badge']}>
                {status.attention}
                <span className="unseen">{status.attention === 1 ? ' needs attention' : ' need attention'}</span>
              </span>
            )}
            <kbd aria-hidden="true">{keys}</kbd>
          </Button>
        ))}
      </nav>
      {status.practice !== null && <PracticeSwitch link={status.practice.link} desk={desk} />}
    </div>
  )
}
