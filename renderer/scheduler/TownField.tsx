import { useState } from 'react'
import { cleanLine } from '../../shared/text-schema.ts'
import { useStore } from '../ui/use-store.ts'
import { fieldId, useDraftForm } from './booking-form.ts'
import { useSource } from './fields.tsx'
import { onFieldBlur } from './prefill-fields.ts'
import { SheetField } from './SheetField.tsx'
import { joinTown, splitTown } from './state/town.ts'
import { FORM_TEXT } from './text/form-text.ts'

/** City and state in one field, as people write them. */
export function TownField({ which }: { readonly which: 'place' | 'destination' }) {
  const desk = useDraftForm()
  const { draft, prefill } = desk
  const cityName = `${which}City` as const
  const stateName = `${which}State` as const
  const joined = useStore(draft, ({ form }) => joinTown({ city: form[cityName], state: form[stateName] }))
  const problem = useStore(draft, ({ problems }) => problems.fields[cityName] ?? problems.fields[stateName])
  const saving = useStore(draft, (state) => state.saving)
  useStore(prefill, (state) => state.warnings[stateName])
  const warning = useStore(draft, (state) => prefill.warning(state.form, stateName))
  const source = useSource(stateName)
  // The text while a person types, because "Richmond, " would otherwise lose its blank.
  const [typed, setTyped] = useState<string | null>(null)

  const type = (text: string) => {
    const line = cleanLine(text)
    const { city, state } = splitTown(line)
    setTyped(line)
    draft.type({ [cityName]: city, [stateName]: state })
  }
  return (
    <SheetField
      id={fieldId(cityName)}
      label={FORM_TEXT.town}
      value={typed ?? joined}
      onChange={type}
      onLeave={() => {
        setTyped(null)
        onFieldBlur(desk, cityName)
        onFieldBlur(desk, stateName)
      }}
      problem={problem}
      warning={warning}
      source={source}
      isRequired
      isReadOnly={saving}
    />
  )
}
