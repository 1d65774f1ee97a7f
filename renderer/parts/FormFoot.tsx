import type { ReactNode } from 'react'
import css from './FormFoot.module.css'

type FormFootProps = {
  /** Why nothing was saved; read out as soon as it stands there. */
  readonly alert: string | null
  /** The name by which tests know the alert. */
  readonly fact: string
  readonly children: ReactNode
}

/** The end of a form, which stays in view: what went wrong, then its actions. */
export function FormFoot({ alert, fact, children }: FormFootProps) {
  return (
    <div className={css['foot']}>
      <p role="alert" className={css['alert']} data-fact={fact}>
        {alert}
      </p>
      {children}
    </div>
  )
}
