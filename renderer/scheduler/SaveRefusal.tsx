import { useEffect } from 'react'
import { Announced } from '../ui/Announced.tsx'
import { useStore } from '../ui/use-store.ts'
import type { DraftStore } from './state/draft.ts'
import { cityOf, FIELDS } from './state/form.ts'
import { describeRefusal } from './text/issue-text.ts'
import css from './Sheet.module.css'

/**
 * Says in one line why the form was not saved. After each refused save the focus goes to the first wrong field, whose
 * own message stands beside it.
 */
export function SaveRefusal({ draft }: { readonly draft: DraftStore }) {
  const problems = useStore(draft, (state) => state.problems)
  const refusals = useStore(draft, (state) => state.refusals)

  useEffect(() => {
    if (refusals > 0) focusFirstWrong()
  }, [refusals])

  // City and state are one field on the screen.
  const messages = FIELDS.flatMap((name) =>
    name.endsWith('State') && problems.fields[cityOf(name)] !== undefined ? [] : (problems.fields[name] ?? []),
  )
  const count = messages.length + problems.loose.length
  // Before the first refused save, the messages beside the fields are enough.
  if (refusals === 0 || count === 0) return null
  const refusal = describeRefusal(messages, problems.loose)
  return (
    <p data-testid="errors" data-count={count} className={css['wrong']}>
      {refusal}
      <Announced>{refusal}</Announced>
    </p>
  )
}

/** Focuses the first field with an error in the order of the screen. */
function focusFirstWrong(): void {
  const form = document.querySelector('form[data-testid="form"]')
  const wrong = form?.querySelector<HTMLElement>('input[aria-invalid="true"], textarea[aria-invalid="true"]')
  const group = form?.querySelector<HTMLElement>(
    '[data-invalid="true"] [role="spinbutton"], [data-invalid="true"] input',
  )
  const first = [wrong, group].filter((field) => field !== undefined && field !== null)
  const [target] = first.toSorted((one, other) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1,
  )
  target?.focus()
}
