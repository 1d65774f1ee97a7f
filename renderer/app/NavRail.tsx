import { CalendarPlus, ChartNoAxesGantt, Inbox, Search, Settings, type LucideIcon } from 'lucide-react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { commandOf, screenLabel, type CommandId, type Screen } from '../../shared/desk/commands.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { useLater } from '../use-later.ts'
import { systemNotices } from './strip-messages.ts'
import { attentionWords, FRAME } from './text/frame-text.ts'
import css from './NavRail.module.css'

type Place = { readonly screen: Screen; readonly command: CommandId; readonly icon: LucideIcon }

const PLACES: readonly Place[] = [
  { screen: 'schedule', command: 'go-schedule', icon: CalendarPlus },
  { screen: 'day', command: 'go-day', icon: ChartNoAxesGantt },
  { screen: 'lookup', command: 'go-lookup', icon: Search },
  { screen: 'inbox', command: 'go-inbox', icon: Inbox },
  { screen: 'settings', command: 'go-settings', icon: Settings },
]

/** Navigation rail: the screens, the number of bookings that need attention, and a dot for notices about this PC. */
export function NavRail({ status }: { readonly status: DeskStatus }) {
  const { desk, navigation } = useStores()
  const hidden = useStore(desk, (state) => state.hiddenNotices)
  const later = useLater()
  const here = useStore(navigation, (state) => state.screen)
  return (
    <nav aria-label={FRAME.screens} className={css['rail']}>
      <p className={css['brand']}>
        <svg viewBox="0 0 22 22" className={css['mark']} aria-hidden="true">
          <rect width="22" height="22" rx="6" className={css['plate']} />
          <path d="M7 6v10M11 6v10M15 6v10" className={css['lanes']} />
        </svg>
        <span className={css['name']}>Lanekeeper</span>
      </p>
      {PLACES.map(({ screen, command, icon: Icon }) => {
        const { label, keys } = commandOf(command)
        const place = (
          <Button
            key={screen}
            {...(here === screen ? { 'aria-current': 'page' as const } : {})}
            className={classNames(css['place'])}
            data-screen={screen}
            data-tip={label}
            data-tip-keys={keys.join('|')}
            data-tip-place="right"
            onPress={() => navigation.go(screen)}
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={css['word']}>{screenLabel(screen)}</span>
            {screen === 'inbox' && status.attention > 0 && (
              <span className={css['badge']}>
                {status.attention}
                <span className="unseen">{attentionWords(status.attention)}</span>
              </span>
            )}
            {screen === 'settings' && systemNotices(status.notices, hidden).length > 0 && (
              <span className={css['dot']}>
                <span className="unseen">{FRAME.hasNotice}</span>
              </span>
            )}
            <kbd aria-hidden="true">{keys[0]}</kbd>
          </Button>
        )
        return screen === 'settings' && later !== null
          ? [<later.MonthHeat key="month" status={status} />, place]
          : place
      })}
    </nav>
  )
}
