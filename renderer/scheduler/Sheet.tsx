import { useId, type ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import css from './Sheet.module.css'

type SheetSectionProps = {
  readonly title: string
  /** Stands in the line of the title, after it. */
  readonly aside?: ReactNode
  /** Spans both columns of the sheet. */
  readonly isFull?: boolean
  /** False until the desk is asked to check the typed values. */
  readonly isChecked?: boolean
  readonly children: ReactNode
}

/** A named group of fields of the sheet. */
export function SheetSection({ title, aside, isFull = false, isChecked, children }: SheetSectionProps) {
  const heading = useId()
  return (
    <div
      role="group"
      aria-labelledby={heading}
      data-checked={isChecked}
      className={classNames(css['section'], isFull && css['full'])}
    >
      <div className={css['head']}>
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {children}
    </div>
  )
}

/** The grid of a section, with 12 columns. */
export function Grid({ children }: { readonly children: ReactNode }) {
  return <div className={css['grid']}>{children}</div>
}

export function Cell({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  return (
    <div className={css['cell']} data-columns={columns}>
      {children}
    </div>
  )
}
