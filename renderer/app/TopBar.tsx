import { Plus } from 'lucide-react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { formatClock, formatColumnTime, formatDay } from '../../shared/time/format.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Tips } from '../ui/Tips.tsx'
import { useStores } from '../stores-context.ts'
import { useLater } from '../use-later.ts'
import { GlobalSearch } from './GlobalSearch.tsx'
import { PracticePill } from './PracticePill.tsx'
import { KEYS } from './state/keyboard.ts'
import { TOP } from './text/frame-text.ts'
import css from './TopBar.module.css'

/** Search, practice, the rooftop's clock with its day and zone, and the button for a new booking. */
export function TopBar({ status }: { readonly status: DeskStatus }) {
  const { commands } = useStores()
  const later = useLater()
  const { now, rooftop, practice } = status
  const [time = '', half = ''] = formatClock(now, rooftop.zone).split(' ')
  return (
    <header className={css['top']}>
      <GlobalSearch status={status} />
      <div className={css['end']}>
        {practice !== null &&
          (later === null ? <PracticePill practice={practice} /> : <later.PracticeMenu practice={practice} />)}
        <p className={css['clock']} data-testid="clock">
          <strong>{time}</strong> {half}
          <span className={css['day']}>
            {formatDay(now, rooftop.zone)} · {formatColumnTime(now, rooftop.zone, now).zone}
          </span>
        </p>
        <ActionButton
          icon={<Plus size={16} aria-hidden="true" />}
          keys={KEYS.newBooking}
          onPress={() => commands.run('new-booking')}
        >
          {TOP.newBooking}
        </ActionButton>
      </div>
      <Tips />
    </header>
  )
}
