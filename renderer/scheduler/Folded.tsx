import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { isPrefilled } from './state/prefill-rules.ts'
import type { FieldName } from './state/form.ts'
import { useDraftForm } from './booking-form.ts'
import css from './Folded.module.css'

type FoldedProps = {
  readonly title: string
  /** The fields in the part. */
  readonly inside: readonly FieldName[]
  readonly children: ReactNode
}

/**
 * A part of the booking form that few bookings need. The part starts collapsed unless a field already has text, and
 * opens when a field is prefilled or has an error.
 */
export function Folded({ title, inside, children }: FoldedProps) {
  const { draft, prefill } = useDraftForm()
  const [open, setOpen] = useState(() => inside.some((name) => draft.getState().form[name] !== ''))
  const wrong = useStore(draft, (state) => inside.some((name) => state.problems.fields[name] !== undefined))
  const form = useStore(draft, (state) => state.form)
  // Prefilled text goes to the driver, so the part opens and a person can read the text before the save.
  const filled = useStore(prefill, (state) => inside.some((name) => isPrefilled(form, state.filled, name)))
  return (
    <Disclosure isExpanded={open || wrong || filled} onExpandedChange={setOpen} className={classNames(css['folded'])}>
      <Heading level={2}>
        <Button slot="trigger" className={classNames(css['trigger'])}>
          <ChevronRight size={16} aria-hidden="true" />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel className={classNames(css['panel'])}>{children}</DisclosurePanel>
    </Disclosure>
  )
}
