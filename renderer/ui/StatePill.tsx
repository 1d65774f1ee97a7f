import {
  Ban,
  Check,
  CircleHelp,
  CircleSlash,
  Clock,
  Hand,
  Pencil,
  Phone,
  SearchX,
  Send,
  Shuffle,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import type { EntryState } from '../../shared/outbox/entry-state.ts'
import type { MoveFlag } from '../../shared/outbox/amendment.ts'
import { classNames } from './class-names.ts'
import css from './StatePill.module.css'

const LOOKS: Readonly<Record<EntryState | MoveFlag, { readonly icon: LucideIcon; readonly tone: string }>> = {
  waiting: { icon: Clock, tone: 'waiting' },
  sending: { icon: Send, tone: 'sending' },
  booked: { icon: Check, tone: 'confirmed' },
  'booked-awaiting-number': { icon: Check, tone: 'confirmed' },
  refused: { icon: Ban, tone: 'refused' },
  'in-doubt': { icon: CircleHelp, tone: 'attention' },
  held: { icon: Hand, tone: 'attention' },
  withdrawn: { icon: Undo2, tone: 'withdrawn' },
  'placed-by-phone': { icon: Phone, tone: 'withdrawn' },
  canceled: { icon: CircleSlash, tone: 'withdrawn' },
  stopped: { icon: CircleSlash, tone: 'withdrawn' },
  moved: { icon: Shuffle, tone: 'attention' },
  missing: { icon: SearchX, tone: 'attention' },
  'cancel-requested': { icon: Clock, tone: 'sending' },
  'cancel-started': { icon: Clock, tone: 'sending' },
  'cancel-refused': { icon: Hand, tone: 'attention' },
  'change-requested': { icon: Pencil, tone: 'sending' },
  'change-refused': { icon: Hand, tone: 'attention' },
}

/** An entry state or a move flag as icon, color and text; `label` is the text. */
export function StatePill({ state, label }: { readonly state: EntryState | MoveFlag; readonly label: string }) {
  const { icon: Icon, tone } = LOOKS[state]
  return (
    <span className={classNames(css['pill'], css[tone])}>
      <Icon size={13} strokeWidth={2.5} aria-hidden="true" />
      <span className={css['word']}>{label}</span>
    </span>
  )
}
