import { CalendarClock, CalendarPlus, ListChecks, Search, Settings, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { commandOf, screenLabel, type CommandId, type Screen } from '../../shared/desk/commands.ts'
import { classNames } from '../ui/class-names.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { useStore } from '../ui/use-store.ts'
import { PracticeConnectionSwitch } from './PracticeConnectionSwitch.tsx'
import { useStores } from '../stores-context.ts'
import css from './NavRail.module.css'

const PLACES: readonly { screen: Screen; command: CommandId; icon: LucideIcon }[] = [
  { screen: 'schedule', command: 'go-schedule', icon: CalendarPlus },
  { screen: 'lookup', command: 'go-lookup', icon: Search },
  { screen: 'day', command: 'go-day', icon: CalendarClock },
  { screen: 'inbox', command: 'go-inbox', icon: ListChecks },
  { screen: 'settings', command: 'go-settings', icon: Settings },
]

/** Navigation rail: the screens, the number of bookings that need attention, and the practice connection switch. */
export function NavRail({ status }: { readonly status: DeskStatus }) {
  const { desk, navigation } = useStores()
  const here = useStore(navigation, (state) => state.screen)
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
            const { label, keys } = commandOf(command)
            return (
              <Tooltip key={screen} label={label} keys={keys} place={tips}>
                <Button
                  {...(here === screen ? { 'aria-current': 'page' as const } : {})}
                  className={classNames(css['place'])}
                  onPress={() => navigation.go(screen)}
                >
                  <Icon size={16} aria-hidden="true" />
                  {screenLabel(screen)}
                  {screen === 'inbox' && status.attention > 0 && (
                    <span className={css['badge']}>
                      {status.attention}
                      <span className="unseen">{status.attention === 1 ? ' needs attention' : ' need attention'}</span>
                    </span>
                  )}
                  <kbd aria-hidden="true">{keys[0]}</kbd>
                </Button>
              </Tooltip>
            )
          })}
        </div>
        {status.practice !== null && <PracticeConnectionSwitch connection={status.practice.connection} desk={desk} />}
      </div>
      {/* Tooltips render outside the scrolling rail, which would clip them. */}
      <div ref={setTips} />
    </nav>
  )
}
