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
import type { ReactElement } from 'react'
import { classNames } from '../ui/class-names.ts'
import type { RowStatus, StatusLook } from './text/row-text.ts'
import css from './RowStatus.module.css'

/**
 * Icon of a row as an element that stays the same object. React renders such an element only once, and a list renders
 * at each keystroke.
 */
export function glyph(Icon: LucideIcon): ReactElement {
  return <Icon size={14} aria-hidden="true" />
}

const ICONS: Readonly<Record<StatusLook, ReactElement>> = {
  normal: glyph(CircleCheck),
  over: glyph(CheckCheck),
  canceled: glyph(Ban),
  phone: glyph(Phone),
  go: glyph(Navigation),
  unsent: glyph(Clock),
  check: glyph(CircleHelp),
  rejected: glyph(CircleX),
  late: glyph(ClockAlert),
}

/** The status of a booking: a quiet glyph and word where all is normal, a pill where a person should look. */
export function RowStatus({ look, label }: RowStatus) {
  return (
    <span className={classNames(css['status'], css[look])} data-look={look}>
      {ICONS[look]}
      <span className={css['word']}>{label}</span>
    </span>
  )
}
