import type { BookedMoves } from '../../shared/move/move.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { COMPARED_FIELDS, fromBooking, isSame, type ComparableBooking } from './state/duplicate-comparison.ts'
import { DUPLICATE_TEXT } from './text/duplicate-text.ts'
import css from './DuplicateTable.module.css'

type DuplicateTableProps = {
  readonly typed: ComparableBooking
  readonly others: readonly BookedMoves[]
  readonly now: UtcInstant
  readonly onOpen: (bookingId: string) => void
}

/** A booking beside its duplicate candidates, with the lines that are the same. */
export function DuplicateTable({ typed, others: found, now, onOpen }: DuplicateTableProps) {
  const others = found.map((other) => ({ id: other.id, comparable: fromBooking(other, now) }))
  const several = others.length > 1
  return (
    // The table scrolls inside this region in a narrow window, so the keyboard must be able to focus the region.
    <div role="region" aria-label={DUPLICATE_TEXT.table} tabIndex={0} className={css['scroller']}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{DUPLICATE_TEXT.line}</span>
            </th>
            <th scope="col">{DUPLICATE_TEXT.typed}</th>
            {others.map(({ id, comparable }, at) => (
              <th key={id} scope="col">
                {several ? (
                  <ActionButton look="quiet" onPress={() => onOpen(id)}>
                    {DUPLICATE_TEXT.openOne(at + 1, comparable.state)}
                  </ActionButton>
                ) : (
                  DUPLICATE_TEXT.existing
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARED_FIELDS.filter(({ key }) => key !== 'desk' || found.some(({ desk }) => desk !== null)).map(
            ({ key, label }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{typed[key]}</td>
                {others.map(({ id, comparable }) => (
                  <td key={id}>
                    {comparable[key]}
                    {isSame(key, typed, comparable) && <strong className={css['same']}>{DUPLICATE_TEXT.same}</strong>}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
