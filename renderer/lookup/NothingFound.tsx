import type { DeskStatus } from '../../shared/bridge.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { useStore } from '../parts/use-store.ts'
import { KEYS } from '../state/keys.ts'
import type { Answer } from '../state/list.ts'
import type { LookupStore } from '../state/lookup.ts'
import { sayFilters } from '../state/lookup-words.ts'
import type { Screens } from '../state/screens.ts'
import { numberIn } from '../state/stranger.ts'

const FEWER =
  'Try fewer letters: part of a name, the last four digits of a phone, the tail of a VIN, a repair order, a stock or move number.'
const LATER = 'If it is the number of a move, the provider can be asked for it once the link is back.'
const BELOW = 'What was asked for by its number stands below.'

type NothingFoundProps = {
  readonly answer: Answer
  readonly status: DeskStatus
  readonly lookup: LookupStore
  readonly screens: Screens
}

/** Why the list is empty, and the one thing to do about it. */
export function NothingFound({ answer, status, lookup, screens }: NothingFoundProps) {
  const asking = useStore(lookup.stranger, (state) => state.asking)
  const asked = useStore(lookup.stranger, (state) => state.found.moves.length)
  const { filters, total, more } = answer
  const text = answer.text.trim()
  const number = numberIn(text)

  const to = (act: () => void) => () => {
    act()
    screens.go('lookup', 'find')
  }
  return (
    <div data-fact="results" data-text={answer.text} data-filters={filters.join(' ')} data-count={0}>
      {total === 0 || (text === '' && filters.length === 0) ? (
        <EmptyState
          title="No moves yet"
          words="Book one: it stands here at once, with or without the internet."
          action="New booking"
          keys={KEYS.newBooking}
          onAction={() => screens.go('schedule', 'first-field')}
        />
      ) : filters.length > 0 ? (
        <EmptyState
          title={
            text === '' ? `Nothing is ${sayFilters(filters)}` : `Nothing for '${text}' that is ${sayFilters(filters)}`
          }
          words="Without the filters every move of this desk is searched."
          action="Clear the filters"
          onAction={to(() => lookup.filter([]))}
        />
      ) : more ? (
        <EmptyState
          title={`Not among the newest moves: '${text}'`}
          words="Words of one or two letters are looked for in the newest moves alone. Type three letters or more to search all of them."
          action="Clear the search"
          onAction={to(() => lookup.type(''))}
        />
      ) : number !== null && status.link.kind === 'up' ? (
        <EmptyState
          title={`Nothing for '${text}'`}
          words={
            asking
              ? 'Asking the provider…'
              : 'No move of this desk has it. The provider may know a move by this number.'
          }
          action={`Ask the provider for move ${number}`}
          keys="Enter"
          onAction={() => void lookup.stranger.ask(number)}
        />
      ) : (
        <EmptyState
          title={asked > 0 ? `No booking of this desk for '${text}'` : `Nothing for '${text}'`}
          words={asked > 0 ? BELOW : number === null ? FEWER : LATER}
          action="Clear the search"
          onAction={to(() => lookup.type(''))}
        />
      )}
    </div>
  )
}
