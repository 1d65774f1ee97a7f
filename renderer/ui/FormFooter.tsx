import type { ReactNode } from 'react'
import css from './FormFooter.module.css'

type FormFooterProps = {
  /** Why nothing was saved; read out as soon as it stands there. */
  readonly alert: string | null
  /** The name by which tests know the alert. */
  readonly fact: string
  readonly children: ReactNode
}

/** The end of a form, which stays in view: what went wrong, then its actions. */
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
