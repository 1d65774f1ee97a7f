import { Cell, Section } from '../ui/Section.tsx'
import type { FieldName } from './state/form.ts'
import { DraftTextField } from './fields.tsx'
import { Folded } from './Folded.tsx'

type Drive = 'customer' | 'loaner' | 'move'

type NotesProps = {
  readonly drives: readonly { readonly drive: Drive; readonly title: string }[]
  /** Says whose contact is meant, or which contact applies while the field is empty; null for no hint. */
  readonly contactHint: string | null
}

/** Contact and instructions for the driver. */
export function Notes({ drives, contactHint }: NotesProps) {
  const inside = drives.flatMap(({ drive }): FieldName[] => [`${drive}Contact`, `${drive}Instructions`])
  return (
    <Folded title="Contact and instructions for the driver" inside={inside}>
      {drives.map(({ drive, title }) => (
        <Section key={drive} title={title}>
          <Cell columns={4}>
            <DraftTextField
              name={`${drive}Contact`}
              label="Contact for the driver"
              {...(contactHint === null ? {} : { hint: contactHint })}
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
