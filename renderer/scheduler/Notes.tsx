import { Cell, Section } from '../ui/Section.tsx'
import type { FieldName } from './state/form.ts'
import { DraftTextField } from './fields.tsx'
import { Folded } from './Folded.tsx'

type Drive = 'customer' | 'loaner' | 'move'

type NotesProps = {
  readonly drives: readonly { readonly drive: Drive; readonly title: string }[]
  /** The contact that applies while the contact field is empty: for a pair the rooftop's. Null for no such contact. */
  readonly contact: string | null
}

/** Contact and instructions for the driver. */
export function Notes({ drives, contact }: NotesProps) {
  const inside = drives.flatMap(({ drive }): FieldName[] => [`${drive}Contact`, `${drive}Instructions`])
  return (
    <Folded title="Contact and instructions for the driver" inside={inside}>
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
    </Folded>
  )
}
