import type { ReactNode } from 'react'
import css from './FormFooter.module.css'

type FormFooterProps = {
  /** Why the form was not saved, announced at once; null otherwise. */
  readonly alert: string | null
  /** Test id of the alert. */
  readonly testId: string
  readonly children: ReactNode
}

/** Footer of a form: the alert, then the actions. Stays in view while the form scrolls, except in a small window. */
export function FormFooter({ alert, testId, children }: FormFooterProps) {
  return (
    <div className={css['foot']}>
      <p role="alert" className={css['alert']} data-testid={testId}>
        {alert}
      </p>
      {children}
    </div>
  )
}
