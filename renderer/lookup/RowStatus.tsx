import {
  Ban,
  CheckCheck,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  ClockAlert,
  Navigation,
  Phone,
  type LucideIcon,
} from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import type { RowStatus, StatusLook } from './text/row-text.ts'
import css from './RowStatus.module.css'

const ICONS: Readonly<Record<StatusLook, LucideIcon>> = {
  normal: CircleCheck,
  over: CheckCheck,
  canceled: Ban,
  phone: Phone,
  go: Navigation,
  unsent: Clock,
  check: CircleHelp,
  rejected: CircleX,
  late: ClockAlert,
}

/** The status of a booking: a quiet glyph and word where all is normal, a pill where a person should look. */
export function RowStatus({ look, label }: RowStatus) {
  const Icon = ICONS[look]
  return (
    <span className={classNames(css['status'], css[look])} data-look={look}>
      <Icon size={14} aria-hidden="true" />
      <span className={css['word']}>{label}</span>
    </span>
  )
}
