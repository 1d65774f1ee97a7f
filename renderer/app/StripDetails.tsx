import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import type { StripMessage } from './strip-messages.ts'
import { Line, MoreMessages } from './StripLine.tsx'
import { STRIP } from './text/frame-text.ts'
import css from './Strip.module.css'

type StripDetailsProps = {
  readonly messages: readonly StripMessage[]
  readonly actions: (message: StripMessage) => ReactNode
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** The button beside the line of the strip, and behind that button all messages in full. */
export function StripDetails({ messages, actions, isOpen, onOpenChange }: StripDetailsProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <MoreMessages others={messages.length - 1} as={Button} />
      <Popover placement="bottom end" className={classNames(css['popover'])}>
        <Dialog aria-label={STRIP.all} className={classNames(css['all'])}>
          {messages.map((message) => (
            <Line key={keyOf(message)} message={message}>
              {actions(message)}
            </Line>
          ))}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** Two bookings of a customer can have the same words. */
function keyOf({ board, spoken }: StripMessage): string {
  return typeof board === 'object' && board !== null && 'bookingId' in board ? board.bookingId : spoken
}
