import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useStore } from '../ui/use-store.ts'
import { KEYS } from '../app/state/keyboard.ts'
import type { ResultPage } from './state/result-list.ts'
import type { LookupStore } from './state/lookup-store.ts'
import { describeFilters } from './text/lookup-text.ts'
import type { Navigation } from '../app/state/navigation.ts'
import { canAskProvider, moveNumberIn } from './state/external-move.ts'

const FEWER =
  'Try fewer letters: part of a name, the last four digits of a phone, the tail of a VIN, a repair order, a stock or move number.'
const LATER = 'If it is the number of a move, the provider can be asked for it once the link is back.'
const BELOW = 'What was asked for by its number stands below.'

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

  const asks = number !== null && filters.length === 0 && !more && canAskProvider(status.connection)

  const to = (act: () => void) => () => {
    act()
    navigation.go('lookup', 'find')
  }
  return (
    <div data-testid="results" data-text={answer.text} data-filters={filters.join(' ')} data-count={0}>
      {asks ? (
        <EmptyState
          title={`Nothing for '${text}'`}
          text={
            fetching
              ? 'Asking the provider…'
              : 'No move of this desk has it. The provider may know a move by this number.'
          }
          action={`Ask the provider for move ${number}`}
          keys="Enter"
          onAction={() => void lookup.externalMove.ask(number)}
        />
      ) : total === 0 || (text === '' && filters.length === 0) ? (
        <EmptyState
          title="No moves yet"
          text="Book one: it stands here at once, with or without the internet."
          action="New booking"
          keys={KEYS.newBooking}
          onAction={() => navigation.go('schedule', 'first-field')}
        />
      ) : filters.length > 0 ? (
        <EmptyState
          title={
            text === ''
              ? `Nothing is ${describeFilters(filters)}`
              : `Nothing for '${text}' that is ${describeFilters(filters)}`
          }
          text="Without the filters every move of this desk is searched."
          action="Clear the filters"
          onAction={to(() => lookup.filter([]))}
        />
      ) : more ? (
        <EmptyState
          title={`Not among the newest moves: '${text}'`}
          text="Words of one or two letters are looked for in the newest moves alone. Type three letters or more to search all of them."
          action="Clear the search"
          onAction={to(() => lookup.type(''))}
        />
      ) : (
        <EmptyState
          title={asked > 0 ? `No booking of this desk for '${text}'` : `Nothing for '${text}'`}
          text={asked > 0 ? BELOW : number === null ? FEWER : LATER}
          action="Clear the search"
          onAction={to(() => lookup.type(''))}
        />
      )}
    </div>
  )
}
