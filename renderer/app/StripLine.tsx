import { CircleAlert, Info, TriangleAlert, WifiOff, type LucideIcon } from 'lucide-react'
import type { ElementType, ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { StripMessage } from './strip-messages.ts'
import { STRIP } from './text/frame-text.ts'
import css from './Strip.module.css'

/** The other kinds warn of bookings that a person must look at. */
const ICONS: Partial<Readonly<Record<StripMessage['kind'], LucideIcon>>> = {
  error: CircleAlert,
  offline: WifiOff,
  taken: Info,
  'taken-over': Info,
  notice: Info,
}

type LineProps = { readonly message: StripMessage; readonly isLine?: boolean; readonly children: ReactNode }

/** One message: cut to one line in the strip, and whole in the list of all. */
export function Line({ message: { kind, lead, text, more, isUrgent, notice }, isLine = false, children }: LineProps) {
  const Icon = ICONS[kind] ?? TriangleAlert
  return (
    <div
      className={classNames(css['line'], isLine ? css['one'] : css['whole'], css[isUrgent ? 'urgent' : kind])}
      data-testid={isLine ? `strip-${kind}` : `message-${kind}`}
      data-urgent={isUrgent}
      {...(notice === null ? {} : { 'data-notice': notice.code })}
    >
      <Icon size={16} aria-hidden="true" />
      {/* The line cuts a long text off, so its title holds the whole. */}
      <p className={css['words']} title={isLine ? `${lead} ${text}`.trim() : undefined}>
        {lead !== '' && <strong>{lead} </strong>}
        {text}
        {!isLine && more !== null && <span className={css['details']}>{more}</span>}
      </p>
      {children}
    </div>
  )
}

type MoreMessagesProps = {
  /** The number of messages that the strip does not show. */
  readonly others: number
  /** The button of react-aria, inside the dialog that the button opens. */
  readonly as?: ElementType
}

/** The button that opens all messages. */
export function MoreMessages({ others, as: More = Button }: MoreMessagesProps) {
  return (
    <More className={classNames(css['more'])} {...(others === 0 ? {} : { 'aria-label': STRIP.moreLabel(others) })}>
      {others === 0 ? STRIP.details : STRIP.more(others)}
    </More>
  )
}
