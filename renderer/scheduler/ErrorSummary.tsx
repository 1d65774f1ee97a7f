import { useEffect, useRef } from 'react'
import { Link } from 'react-aria-components'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import type { DraftStore } from './state/draft.ts'
import { listErrors } from './state/form-errors.ts'
import { focusField } from './booking-form.ts'
import css from './Messages.module.css'

/** Lists the errors of the form with a link to each field. Takes the focus after each refused save. */
export function ErrorSummary({ draft }: { readonly draft: DraftStore }) {
  const problems = useStore(draft, (state) => state.problems)
  const refusals = useStore(draft, (state) => state.refusals)
  const kind = useStore(draft, (state) => state.form.kind)
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef(refusals)

  useEffect(() => {
    if (seen.current !== refusals) box.current?.focus()
    seen.current = refusals
  }, [refusals])

  const listed = listErrors(problems, kind)
  const count = listed.length + problems.loose.length
  // Before the first refused save, the messages beside the fields are enough.
  if (refusals === 0 || count === 0) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-labelledby="errors-title"
      data-testid="errors"
      data-count={count}
      className={classNames(css['message'], css['wrong'])}
    >
      <h2 id="errors-title">
        {count === 1
          ? 'Not saved yet: one field needs another look.'
          : `Not saved yet: ${count} fields need another look.`}
      </h2>
      <ul className={css['list']}>
        {listed.map(({ name, message }) => (
          <li key={name}>
            <Link className={classNames(css['link'])} onPress={() => focusField(name)}>
              {message}
            </Link>
          </li>
        ))}
        {problems.loose.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
