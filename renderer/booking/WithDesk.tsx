import type { ReactNode } from 'react'
import css from './WithDesk.module.css'

type WithDeskProps = { readonly desk: string | null; readonly children: ReactNode }

/**
 * A text of a row with the desk that made the booking behind the text; the text alone for a booking of this desk. The
 * text gives way first, so that the desk stays in sight.
 */
export function WithDesk({ desk, children }: WithDeskProps) {
  if (desk === null) return children
  return (
    <span className={css['both']}>
      <span className={css['text']}>{children}</span>{' '}
      <span className={css['desk']} title={desk} data-testid="made-at">
        {desk}
      </span>
    </span>
  )
}
