import type { RefObject } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { DateField } from '../ui/DateField.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { fieldId, useDraftForm } from './booking-form.ts'
import { TimeField } from './TimeField.tsx'
import { FORM_TEXT } from './text/form-text.ts'
import css from './DateTimePopover.module.css'

type DateTimePopoverProps = {
  readonly anchor: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly today: string
  readonly onChoose: (values: { readonly date: string } | { readonly time: string }) => void
}

/** Date and time in parts, with the calendar. */
export function DateTimePopover({ anchor, isOpen, onOpenChange, today, onChoose }: DateTimePopoverProps) {
  const { draft } = useDraftForm()
  const date = useStore(draft, (state) => state.form.date)
  const time = useStore(draft, (state) => state.form.time)
  const saving = useStore(draft, (state) => state.saving)
  return (
    <Popover
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom start"
      offset={6}
      className={classNames(css['popover'])}
    >
      <Dialog aria-label={FORM_TEXT.dateAndTime} className={classNames(css['parts'])}>
        <DateField
          id={fieldId('date')}
          label={FORM_TEXT.date}
          value={date}
          today={today}
          onChange={(date) => onChoose({ date })}
          onLeave={() => draft.checkFields(['date'])}
          problem={undefined}
          isReadOnly={saving}
          isInline
        />
        <TimeField
          id={fieldId('time')}
          label={FORM_TEXT.time}
          value={time}
          onChange={(time) => onChoose({ time })}
          onLeave={() => draft.checkFields(['time'])}
          problem={undefined}
          isReadOnly={saving}
        />
      </Dialog>
    </Popover>
  )
}
