import { useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { fieldId, focusField, setFields, useDraftForm } from './booking-form.ts'
import { DraftTextField, type DraftTextFieldProps } from './fields.tsx'
import { onFieldBlur } from './prefill-fields.ts'
import type { FieldName } from './state/form.ts'
import type { SuggestingField, Suggestion } from './state/suggestions.ts'
import css from './SheetField.module.css'

type ComboFieldProps = Omit<DraftTextFieldProps, 'name' | 'combo' | 'onTyped'> & {
  readonly name: SuggestingField
  /** Takes the focus once a suggestion is chosen. */
  readonly next: FieldName
  /** Marks the first suggestion at once, for a text that is only part of a value. */
  readonly marksFirst?: boolean
}

/** A text field with suggestions from saved bookings: arrow keys and Enter choose, Escape closes the list. */
export function ComboField({ name, next, marksFirst = false, ...field }: ComboFieldProps) {
  const desk = useDraftForm()
  const { suggestions } = useStores()
  const saving = useStore(desk.draft, (state) => state.saving)
  const [list, setList] = useState<readonly Suggestion[]>([])
  const [marked, setMarked] = useState(-1)
  const asked = useRef('')
  const id = fieldId(name)
  const isOpen = list.length > 0 && !saving

  const close = () => {
    asked.current = ''
    setList([])
  }
  const typed = (text: string) => {
    asked.current = text
    void suggestions.find(name, text).then((found) => {
      // A late answer for an older text must not replace the newer list, nor open the list of a field that was left.
      if (asked.current !== text || document.activeElement?.id !== id) return
      setList(found)
      setMarked(marksFirst ? 0 : -1)
    })
  }
  const choose = (suggestion: Suggestion) => {
    close()
    setFields(desk, suggestion.values)
    focusField(next)
    if (suggestion.values.customerPhone !== undefined) onFieldBlur(desk, 'customerPhone')
  }
  const keys = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const suggestion = list[marked]
    if (step !== 0) {
      event.preventDefault()
      setMarked((before) => (before + step + list.length) % list.length)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && !event.ctrlKey && suggestion !== undefined) {
      event.preventDefault()
      choose(suggestion)
    }
  }
  return (
    <DraftTextField
      {...field}
      name={name}
      onTyped={typed}
      onLeft={close}
      combo={{
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': isOpen,
        'aria-controls': `${id}-list`,
        ...(isOpen && marked >= 0 && { 'aria-activedescendant': `${id}-option-${marked}` }),
        onKeyDown: keys,
      }}
    >
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={field.label} className={css['list']}>
          {list.map((suggestion, at) => (
            <div
              key={`${suggestion.main} ${suggestion.detail}`}
              id={`${id}-option-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === marked}
              className={css['option']}
              // The field keeps the focus, so that its text is not checked before the choice.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(suggestion)
              }}
            >
              <b>{suggestion.main}</b>
              <span>{suggestion.detail}</span>
            </div>
          ))}
        </div>
      )}
    </DraftTextField>
  )
}
