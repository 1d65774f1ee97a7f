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
  /** The contact that applies while the contact field is empty: for a pair the rooftop's. Null for no such contact. */
  readonly contact: string | null
}

/**
 * Contact and instructions for the driver. The section starts collapsed unless a field already has text, and opens when
 * a field is prefilled or has an error.
 */
export function Notes({ drives, contact }: NotesProps) {
  const { draft, prefill } = useDraftForm()
  const inside = drives.flatMap(({ drive }): FieldName[] => [`${drive}Contact`, `${drive}Instructions`])
  const [open, setOpen] = useState(() => inside.some((name) => draft.getState().form[name] !== ''))
  const wrong = useStore(draft, (state) => inside.some((name) => state.problems.fields[name] !== undefined))
  const form = useStore(draft, (state) => state.form)
  // Prefilled text goes to the driver, so the section opens and a person can read the text before the save.
  const filled = useStore(prefill, (state) => inside.some((name) => isPrefilled(form, state.filled, name)))
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
