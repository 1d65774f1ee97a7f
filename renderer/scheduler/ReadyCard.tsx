import { Check as CheckIcon, TriangleAlert } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { normalizeZip } from '../../shared/booking/place.ts'
import { quarterStart, type Trip } from '../../shared/booking/trip.ts'
import type { DuplicateQuery } from '../../shared/booking/duplicates.ts'
import type { DayLoad } from '../../shared/views/load.ts'
import { formatClock } from '../../shared/time/format.ts'
import { toLocal, toMillis } from '../../shared/time/time.ts'
import { BoardAge } from '../app/board/BoardAge.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { useDayLoad } from './LoadStrip.tsx'
import { describeLoanerConflict } from '../booking/text/loaner-text.ts'
import { identifies, queryOf } from './state/checks.ts'
import { namesLoaner } from './state/loaners.ts'
import { asReturn } from './state/form-from-booking.ts'
import { checkForm, messagesOnScreen } from './state/form-errors.ts'
import { intendedInstant, isEmpty } from './state/form.ts'
import { liveForm } from './state/live-form.ts'
import { checkLoaner } from './text/loaner-chip-text.ts'
import {
  checkTown,
  checkVin,
  describeDuplicate,
  describeFullHour,
  describeMissing,
  describeReturned,
  describeSeeDay,
  READY_TEXT,
} from './text/ready-text.ts'
import { useTrip } from './use-trip.ts'
import css from './Aside.module.css'

type ReadyCardProps = { readonly status: DeskStatus; readonly onOpen: (bookingId: string) => void }

/** What the desk checked of the form while a person types. */
export function ReadyCard({ status, onOpen }: ReadyCardProps) {
  const { draft, prefill, distance, day, navigation, checks: saved, loaners } = useStores()
  const { rooftop, now } = status
  const form = liveForm(
    useStore(draft, (state) => state.form),
    status,
  )
  // The towns that were asked for come with the warnings and the filled values.
  useStore(prefill, (state) => state.filled)
  const miles = useStore(distance, (state) => state.miles)
  const trip = useTrip(form, status)
  const date = form.date === '' ? toLocal(now, rooftop.zone).slice(0, 10) : form.date
  const load = useDayLoad(date, form.changes)
  const full = trip === null || load === null ? null : fullHour(trip, load, rooftop.tripLimit)
  const typed = JSON.stringify(queryOf(form, rooftop.zone))
  const settled = useDebounced(typed)
  useEffect(() => {
    const query = JSON.parse(typed) as DuplicateQuery
    // A cleared form drops the answers about its former values without waiting.
    if (typed === settled || !identifies(query)) void saved.ask(query)
  }, [saved, typed, settled])
  const { duplicates, openPickup } = useStore(saved, (state) => state)
  const time = intendedInstant(form, rooftop.zone)
  const mayReturn = form.kind === 'pickup' && form.changes === '' && openPickup !== null
  const returned = mayReturn && (time === null || time > openPickup.time.utc) ? openPickup : null
  const promised = useStore(loaners, (state) => state)
  const conflict = namesLoaner(form) ? promised.conflict : null
  const checks = [
    ...checkVin(form, now),
    ...checkTown(form, prefill.cachedTown(normalizeZip(form.placeZip)), miles),
    ...(namesLoaner(form) ? checkLoaner(form, promised, { zone: rooftop.zone, now }) : []),
  ]

  const checked = isEmpty(form) ? null : checkForm(form, rooftop.zone, now)
  const missing = checked === null || checked.ok ? '' : describeMissing(messagesOnScreen(checked.problems))
  const seeDay = () => {
    day.go(date === toLocal(now, rooftop.zone).slice(0, 10) ? null : date)
    navigation.go('day')
  }
  return (
    <section aria-labelledby="ready" className={css['card']} data-testid="ready" data-checked={typed === settled}>
      <div className={css['head']}>
        <h2 id="ready">{READY_TEXT.title}</h2>
        <BoardAge status={status} />
      </div>
      {missing !== '' && (
        <p className={css['empty']} data-testid="missing">
          {missing}
        </p>
      )}
      {checks.length === 0 && full === null && duplicates.length === 0 && returned === null && conflict === null ? (
        missing === '' && <p className={css['empty']}>{READY_TEXT.nothingYet}</p>
      ) : (
        <ul className={css['checks']}>
          {checks.map(({ isFine, words }) => (
            <Line key={words} isFine={isFine}>
              {words}
            </Line>
          ))}
          {conflict !== null && (
            <Line isFine={false}>
              {describeLoanerConflict(conflict, rooftop.zone, now)}{' '}
              <button type="button" onClick={() => onOpen(conflict.bookingId)}>
                {READY_TEXT.open}
              </button>
            </Line>
          )}
          {duplicates.slice(0, 2).map(({ booking }) => (
            <Line key={booking.id} isFine={false}>
              {describeDuplicate(booking, rooftop.zone, now)}{' '}
              <button type="button" onClick={() => onOpen(booking.id)}>
                {READY_TEXT.open}
              </button>
            </Line>
          ))}
          {returned !== null && (
            <Line isFine={false}>
              {describeReturned(returned.time.utc, rooftop.zone, now)}{' '}
              <button type="button" onClick={() => draft.fill(asReturn(returned, draft.getState().form, rooftop.zone))}>
                {READY_TEXT.fillReturn}
              </button>
            </Line>
          )}
          {full !== null && (
            <Line isFine={false}>
              {describeFullHour(full.trips, formatClock(full.from, rooftop.zone), formatClock(full.to, rooftop.zone))}{' '}
              <button type="button" onClick={seeDay}>
                {describeSeeDay(date)}
              </button>
            </Line>
          )}
        </ul>
      )}
    </section>
  )
}

function Line({ isFine, children }: { readonly isFine: boolean; readonly children: ReactNode }) {
  return (
    <li data-fine={isFine}>
      {isFine ? <CheckIcon size={14} aria-hidden="true" /> : <TriangleAlert size={14} aria-hidden="true" />}
      <span>{children}</span>
    </li>
  )
}

/** Returns the quarter hours of the trip in which the day is at its limit of trips; null for none. */
function fullHour(trip: Trip, load: DayLoad, limit: number | null) {
  if (limit === null) return null
  const start = toMillis(load.from)
  const quarterMs = 15 * 60_000
  const first = Math.max(0, Math.floor((toMillis(trip.leaves) - start) / quarterMs))
  const last = Math.min(load.quarters.length, Math.ceil((toMillis(trip.returns) - start) / quarterMs))
  const during = load.quarters.slice(first, last)
  const at = during.flatMap((trips, quarter) => (trips >= limit ? [first + quarter] : []))
  const [from] = at
  const to = at.at(-1)
  if (from === undefined || to === undefined) return null
  return { trips: Math.max(...during), from: quarterStart(load.from, from), to: quarterStart(load.from, to + 1) }
}
