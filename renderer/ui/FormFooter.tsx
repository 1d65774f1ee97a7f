import type { ReactNode } from 'react'
import css from './FormFooter.module.css'

type FormFooterProps = {
  /** Why nothing was saved. Screen readers announce the text when it appears. */
  readonly alert: string | null
  /** The `data-testid` of the alert. */
  readonly fact: string
  readonly children: ReactNode
}

/** The footer of a form, which stays in view: the error, then the actions. */
export function FormFooter({ alert, fact, children }: FormFooterProps) {
  return (
    <div className={css['foot']}>
      <p role="alert" className={css['alert']} data-testid={fact}>
        {alert}
      </p>
      {children}
    </div>
  )
}
