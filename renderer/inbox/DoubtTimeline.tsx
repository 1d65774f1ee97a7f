import { useEffect } from 'react'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { HistoryStore } from '../lookup/state/history.ts'
import { useStore } from '../ui/use-store.ts'
import { doubtSteps } from './text.ts'
import css from './DoubtTimeline.module.css'

/** The way of a booking in doubt from the save over the lost reply to the open question. */
export function DoubtTimeline({ booking, history }: { readonly booking: BookedMoves; readonly history: HistoryStore }) {
  const read = useStore(history, (state) => (state.bookingId === booking.id ? state.history : null))

  useEffect(() => void history.look(booking.id), [history, booking])

  return (
    <ol className={css['steps']}>
      {doubtSteps(booking, read?.events ?? []).map(({ label, at, state }) => (
        <li key={label} data-step={state}>
          <b>{label}</b>
          {at}
        </li>
      ))}
    </ol>
  )
}
