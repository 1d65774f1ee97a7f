import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { isPrefilled } from './state/prefill-rules.ts'
import type { FieldName } from './state/form.ts'
import { useDraftForm } from './booking-form.ts'
import { DraftTextField } from './fields.tsx'
import css from './Notes.module.css'

type Drive = 'customer' | 'loaner' | 'move'

type NotesProps = {
  readonly drives: readonly { readonly drive: Drive; readonly title: string }[]
  /** Who is named where the booking names nobody; null when that is nobody too. */
  readonly contact: string | null
}

/** What the driver is told, folded away until it holds something, the desk filled it in, or something in it is wrong. */
export function Notes({ drives, contact }: NotesProps) {
  const { draft, advice } = useDraftForm()
  const inside = drives.flatMap(({ drive }): FieldName[] => [`${drive}Contact`, `${drive}Instructions`])
  const [open, setOpen] = useState(() => inside.some((name) => draft.getState().form[name] !== ''))
  const wrong = useStore(draft, (state) => inside.some((name) => state.problems.fields[name] !== undefined))
  const form = useStore(draft, (state) => state.form)
  // What nobody typed leaves for the driver only after somebody could see it.
  const filled = useStore(advice, (state) => inside.some((name) => isPrefilled(form, state.filled, name)))
  return (
    <Disclosure isExpanded={open || wrong || filled} onExpandedChange={setOpen} className={classNames(css['notes'])}>
      <Heading level={2}>
        <Button slot="trigger" className={classNames(css['trigger'])}>
          <ChevronRight size={16} aria-hidden="true" />
          Contact and instructions for the driver
        </Button>
      </Heading>
      <DisclosurePanel className={classNames(css['panel'])}>
        {drives.map(({ drive, title }) => (
          <Section key={drive} title={title}>
            <Cell columns={4}>
              <DraftTextField
                name={`${drive}Contact`}
                label="Contact for the driver"
                {...(contact === null ? {} : { hint: `empty: ${contact}` })}
              />
            </Cell>
            <Cell columns={8}>
              <DraftTextField name={`${drive}Instructions`} label="Instructions for the driver" tall />
            </Cell>
          </Section>
        ))}
      </DisclosurePanel>
    </Disclosure>
  )
}
