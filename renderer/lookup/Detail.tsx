import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import { sendBy } from '../../shared/booking.ts'
import type { DeskStatus } from '../../shared/bridge.ts'
import { sayState, type BookedMoves, type ReadyBy } from '../../shared/move.ts'
import { canChange, canWithdraw } from '../../shared/outbox.ts'
import { never } from '../../shared/failure.ts'
import { sayPhone } from '../../shared/phone.ts'
import { sayTime } from '../../shared/time-words.ts'
import { sayMark } from '../../shared/wish.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { names } from '../parts/class-names.ts'
import { Facts, type Fact } from '../parts/Facts.tsx'
import { StatePill } from '../parts/StatePill.tsx'
import { useStore } from '../parts/use-store.ts'
import { DoubtGuide } from '../queue/DoubtGuide.tsx'
import type { Asking } from '../state/asking.ts'
import type { LookupStore } from '../state/lookup.ts'
import type { Screens } from '../state/screens.ts'
import { markOfBooking, sayBooking, sayStanding } from '../state/words.ts'
import { CancelQuestion } from './CancelQuestion.tsx'
import { ChangeQuestion } from './ChangeQuestion.tsx'
import { HistoryFold } from './HistoryFold.tsx'
import { MoveFacts } from './MoveFacts.tsx'
import { WaysOut } from './WaysOut.tsx'
import css from './Detail.module.css'

type DetailProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly lookup: LookupStore
  readonly asking: Asking
  readonly screens: Screens
  readonly onChange: (booking: BookedMoves) => void
  /** Fills the form for another booking like this one, or for the return of this pickup. */
  readonly onCopy: (booking: BookedMoves, how: 'like' | 'return') => void
}

/** Everything that is known of the selected booking, with what is not yet known said as such. Kept while another list comes. */
export const Detail = memo(function Detail(props: DetailProps) {
  const { booking, status, lookup, asking, screens, onChange, onCopy } = props
  const arrival = useStore(screens, (state) => state.arrival)
  const withdrawing = useStore(lookup, (state) => state.withdrawing)
  const outcome = useStore(lookup, (state) => state.outcome)
  const isAskedFor = useStore(lookup, (state) => state.bookingId === booking.id)
  const [guiding, setGuiding] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const said = useRef<HTMLParagraphElement>(null)
  const mark = markOfBooking(booking)
  const copy = (text: string) => void lookup.copying.copy(text)
  const withdrawable = canWithdraw(booking.entry)

  useEffect(() => {
    // What was pressed may stand far below the words that answer it.
    if (outcome?.good === false) said.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])

  useEffect(() => {
    // The booking that was asked for may still be on its way while the one before it is shown.
    if (arrival.landing !== 'detail' || !isAskedFor) return
    title.current?.focus()
    screens.landed()
  }, [arrival, isAskedFor, screens])

  return (
    <section
      aria-labelledby="booking-title"
      className={css['detail']}
      data-fact="booking"
      data-booking-id={booking.id}
      data-state={booking.state}
    >
      <StatePill state={mark ?? booking.state} words={mark === null ? sayState(booking.state) : sayMark(mark)} />
      <h2 id="booking-title" ref={title} tabIndex={-1}>
        {sayBooking(booking)}
      </h2>
      <Reason state={booking.state}>{sayStanding(booking, status)}</Reason>
      <div className={css['links']}>
        {canChange(booking.entry) && <ActionButton onPress={() => onChange(booking)}>Change it</ActionButton>}
        {withdrawable && (
          <ActionButton isDisabled={withdrawing} onPress={() => void lookup.withdraw()}>
            Take it back
          </ActionButton>
        )}
        {booking.state === 'in-doubt' && (
          <ActionButton look="go" onPress={() => setGuiding(true)}>
            Find out…
          </ActionButton>
        )}
        {/* Of one that may be booked nothing invites to book it again. */}
        {booking.action === 'pickup' && booking.state !== 'in-doubt' && (
          <ActionButton onPress={() => onCopy(booking, 'return')}>Book the return</ActionButton>
        )}
        {booking.state !== 'in-doubt' && (
          <ActionButton onPress={() => onCopy(booking, 'like')}>Book another like this</ActionButton>
        )}
      </div>
      {wantsSupport(booking) && (
        <div className={css['links']}>
          <ActionButton onPress={() => void lookup.copyRaw()}>Copy its data for support</ActionButton>
        </div>
      )}
      <p ref={said} role="status" className={names(css['outcome'], outcome?.good === false && css['bad'])}>
        {outcome?.words}
      </p>
      <WaysOut key={`${booking.id} ${booking.state}`} booking={booking} lookup={lookup} />
      <Facts facts={factsOf(booking, status)} onCopy={copy} />
      {booking.moves.map((move) => (
        <MoveFacts
          key={move.id}
          booking={booking}
          move={move}
          status={status}
          asking={asking}
          onCopy={copy}
          onOpenLink={(url) => void lookup.openLink(url)}
        />
      ))}
      <HistoryFold booking={booking} status={status} store={lookup.history} />
      {guiding && booking.state === 'in-doubt' && (
        <DoubtGuide
          booking={booking}
          ways={lookup.guide}
          now={status.now}
          onSettled={lookup.settled}
          onClose={() => setGuiding(false)}
        />
      )}
      <CancelQuestion booking={booking} asking={asking} />
      <ChangeQuestion booking={booking} status={status} asking={asking} />
    </section>
  )
})

function Reason({ state, children }: { readonly state: BookedMoves['state']; readonly children: ReactNode }) {
  const tone =
    state === 'refused' ? css['refused'] : state === 'in-doubt' || state === 'held' ? css['attention'] : undefined
  return (
    <p className={names(css['reason'], tone)} data-fact="reason">
      {children}
    </p>
  )
}

function factsOf(booking: BookedMoves, status: DeskStatus): readonly Fact[] {
  const { now, rooftop } = status
  return [
    ...(booking.customerPhone === null
      ? []
      : [{ term: 'Phone', value: sayPhone(booking.customerPhone), copy: sayPhone(booking.customerPhone) }]),
    ...(booking.kind === 'pair'
      ? [{ term: 'Appointment', value: sayTime(booking.time.utc, booking.time.zone, now) }]
      : []),
    { term: 'Ready by', value: `${sayTime(booking.readyBy.utc, rooftop.zone, now)} ${saySource(booking.readyBy)}` },
    ...(isUnsent(booking) ? [{ term: 'Send by', value: saySendBy(booking, status) }] : []),
    booking.reference === null
      ? { term: 'Repair order', value: 'none' }
      : { term: 'Repair order', value: booking.reference, copy: booking.reference },
    { term: 'Saved here', value: sayTime(booking.savedAt, rooftop.zone, now) },
  ]
}

/** Set aside for what only somebody who sees its data can find out. */
function wantsSupport({ state, entry }: BookedMoves): boolean {
  return state === 'held' && (entry.code === 'unreadable' || entry.code === 'crashed')
}

/** Waiting to leave, or held: what a send-by time still says something of. */
function isUnsent({ state }: BookedMoves): boolean {
  return state === 'waiting' || state === 'held' || state === 'draft'
}

function saySendBy(booking: BookedMoves, { rooftop, now }: DeskStatus): string {
  return sayTime(sendBy(booking, rooftop.noticeMinutes), rooftop.zone, now)
}

function saySource({ source }: ReadyBy): string {
  switch (source) {
    case 'estimate':
      return '(estimate)'
    case 'asked':
      return '(asked)'
    case 'provider':
      return '(from the provider)'
    default:
      return never(source)
  }
}
