import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { formatSureClock } from '../../shared/time/format.ts'
import type { Day } from '../../shared/views/day.ts'
import { WithDesk } from '../booking/WithDesk.tsx'
import { useStores } from '../stores-context.ts'
import { CAR_COLUMN, COLUMNS, pageLabel, pagesOf, printedBookings, sheetCells, sheetTitle } from './text/sheet-text.ts'
import css from './RunSheet.module.css'

type RunSheetProps = { readonly shown: Day; readonly status: DeskStatus }

/** The day on paper. The sheet is in print alone; the screen does not show it. */
export function RunSheet({ shown, status }: RunSheetProps) {
  const { day } = useStores()
  useEffect(() => void day.sheetReady(), [day])
  const { name, zone } = status.rooftop
  const bookings = printedBookings(shown.bookings)
  const pages = pagesOf(bookings)
  return createPortal(
    <div className={css['sheet']} data-testid="run-sheet">
      {pages.map((rows, page) => (
        <section key={rows[0]?.id ?? 'empty'} className={css['page']}>
          <p className={css['head']}>
            <b>{sheetTitle(name, shown.date, bookings.length)}</b>
            <span>{pageLabel(page + 1, pages.length)}</span>
          </p>
          <table>
            <thead>
              <tr>
                {COLUMNS.map(([column, percent]) => (
                  <th key={column} style={{ width: `${percent}%` }}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((booking) => (
                <tr key={booking.id}>
                  <td>{formatSureClock(booking.time.utc, zone)}</td>
                  {sheetCells(booking).map((cell, at) => (
                    <td key={COLUMNS[at + 1]?.[0]}>
                      {at + 1 === CAR_COLUMN ? <WithDesk desk={booking.desk}>{cell}</WithDesk> : cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>,
    document.body,
  )
}
