import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useStore } from '../ui/use-store.ts'
import { KEYS } from '../app/state/keyboard.ts'
import type { ResultPage } from './state/result-list.ts'
import type { LookupStore } from './state/lookup-store.ts'
import {
  describeFilteredOut,
  describeNothing,
  describeTooShort,
  NO_BOOKINGS,
  offerToAsk,
} from './text/no-results-text.ts'
import type { Navigation } from '../app/state/navigation.ts'
import { canAskProvider, moveNumberIn } from './state/external-move.ts'

type NoResultsProps = {
  readonly answer: ResultPage
  readonly status: DeskStatus
  readonly lookup: LookupStore
  readonly navigation: Navigation
}

/** Says why the result list is empty and offers one action. */
export function NoResults({ answer, status, lookup, navigation }: NoResultsProps) {
  const fetching = useStore(lookup.externalMove, (state) => state.fetching)
  const asked = useStore(lookup.externalMove, (state) => state.found.moves.length)
  const { filters, total, more } = answer
  const text = answer.text.trim()
  const number = moveNumberIn(text)

  const asks = filters.length === 0 && !more && canAskProvider(status.connection)

  const to = (act: () => void) => () => {
    act()
    navigation.go('lookup', 'find')
  }
  return (
    <div data-testid="results" data-text={answer.text} data-filters={filters.join(' ')} data-count={0}>
      {number !== null && asks ? (
        <EmptyState
          {...offerToAsk(text, number, fetching)}
          keys="Enter"
          onAction={() => void lookup.externalMove.ask(number)}
        />
      ) : total === 0 || (text === '' && filters.length === 0) ? (
        <EmptyState {...NO_BOOKINGS} keys={KEYS.newBooking} onAction={() => navigation.go('schedule', 'first-field')} />
      ) : filters.length > 0 ? (
        <EmptyState {...describeFilteredOut(text, filters)} onAction={to(() => lookup.filter([]))} />
      ) : more ? (
        <EmptyState {...describeTooShort(text)} onAction={to(() => lookup.type(''))} />
      ) : (
        <EmptyState {...describeNothing(text, asked, number !== null)} onAction={to(() => lookup.type(''))} />
      )}
    </div>
  )
}
