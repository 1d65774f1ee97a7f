import { ENTRY_STATES, type EntryState } from '../../../shared/outbox/entry-state.ts'
import type { View } from '../tx.ts'

/** The number of the newest migration that this store has. */
export function schemaNumber(view: View): number {
  return view.sql('PRAGMA user_version').pluck().get() as number
}

/** The number of this desk's bookings in each state, whatever provider they were made for. */
export function countStates(view: View): Readonly<Record<EntryState, number>> {
  const rows = view.sql('SELECT state, count(*) AS count FROM outbox WHERE desk IS NULL GROUP BY state').all()
  const counts = new Map((rows as { state: EntryState; count: number }[]).map(({ state, count }) => [state, count]))
  return Object.fromEntries(ENTRY_STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<EntryState, number>
}
