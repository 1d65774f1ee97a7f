import { useEffect } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../shared/move/move.ts'
import type { Day } from '../../shared/views/day.ts'
import { useMedia } from '../ui/use-media.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { DayCard } from './DayCard.tsx'
import { DayLoaners } from './DayLoaners.tsx'
import { LoanersFoot } from './LoanersFoot.tsx'
import { showsPane } from './state/day.ts'
import { PANE } from './text/card-text.ts'
import { Timeline } from './Timeline.tsx'
import { useDayLoaners, useReadLoaners } from './use-day-loaners.ts'
import css from './DayBoard.module.css'

/** The pane takes no room from the board. */
const WIDE = '(min-width: 1800px) and (min-height: 621px)'
/** The board has a line for its loaners, and room for the pane of a person who asks for it. */
const ROOM = '(min-width: 1200px) and (min-height: 700px)'

type DayBoardProps = {
  readonly shown: Day
  /** The bookings of `shown` that pass the filter. */
  readonly bookings: readonly BookedMoves[]
  readonly status: DeskStatus
  readonly onOpen: (bookingId: string) => void
}

/** The rows of the day, and beside them the selected booking and the loaners where there is room or a person asks. */
export function DayBoard({ shown, bookings, status, onOpen }: DayBoardProps) {
  const { day } = useStores()
  const isWide = useMedia(WIDE)
  const hasRoom = useMedia(ROOM)
  const chosen = useStore(day, (state) => state.showsPane)
  useReadLoaners(shown, status, isWide || hasRoom)

  useEffect(() => day.setWide(isWide), [day, isWide])

  const isShown = (isWide || hasRoom) && showsPane({ showsPane: chosen, isWide })
  // The parts with the loaners subscribe to them alone, so that their arrival does not render the rows.
  return (
    <div className={css['beside']}>
      <Timeline
        shown={shown}
        bookings={bookings}
        status={status}
        onOpen={onOpen}
        foot={hasRoom && !isShown && <Foot shown={shown} status={status} />}
      />
      {isShown && <Pane shown={shown} bookings={bookings} status={status} onOpen={onOpen} />}
    </div>
  )
}

function Foot({ shown, status }: Pick<DayBoardProps, 'shown' | 'status'>) {
  const loaners = useDayLoaners(shown, status)
  return loaners !== null && <LoanersFoot shown={shown} status={status} {...loaners} />
}

function Pane({ shown, bookings, status, onOpen }: DayBoardProps) {
  const { day } = useStores()
  const selected = useStore(day, (state) => state.selected)
  const loaners = useDayLoaners(shown, status)
  const listed = bookings.find(({ id }) => id === selected)
  if (listed === undefined && loaners === null) return null
  return (
    <aside className={css['pane']} aria-label={PANE.title} data-testid="day-pane">
      {listed !== undefined && <DayCard listed={listed} shown={shown} status={status} onOpen={onOpen} />}
      {loaners !== null && <DayLoaners shown={shown} status={status} {...loaners} />}
    </aside>
  )
}
