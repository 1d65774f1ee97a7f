import { useId, type ReactNode } from 'react'
import css from './Section.module.css'

type SectionProps = {
  readonly title: string
  /** Small buttons at the end of the heading line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Named group of form fields under a heading. */
export function Section({ title, actions, children }: SectionProps) {
  const heading = useId()
  return (
    <div role="group" aria-labelledby={heading} className={css['section']}>
      <div className={css['head']}>
        <h2 id={heading}>{title}</h2>
        {actions}
      </div>
      <div className={css['grid']}>{children}</div>
    </div>
  )
}

/**
 * Cell of a `Section`, whose grid has 12 columns. The cell spans `columns` of them, and the full width in a narrow
 * window.
 */
export function Cell({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  return (
    <div className={css['cell']} data-columns={columns}>
      {children}
    </div>
  )
}
