import { ArrowDownLeft, ArrowUpRight, MoveRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { WithDesk } from '../booking/WithDesk.tsx'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import type { PastBooking } from './state/past-bookings.ts'
import { describeBookedCar, describeShortDay } from './text/last-bookings-text.ts'
import css from './Aside.module.css'

type LastBookingsProps = { readonly status: DeskStatus; readonly onOpen: (bookingId: string) => void }

/** The last bookings of the known customer in the form. */
export function LastBookings({ status, onOpen }: LastBookingsProps) {
  const { draft, prefill, pastBookings } = useStores()
  const phone = useStore(draft, (state) => state.form.customerPhone)
  const known = useStore(prefill, (state) => (state.known?.phone === phone ? state.known : null))
  const [found, setFound] = useState<{ readonly phone: string; readonly bookings: readonly PastBooking[] } | null>(null)
  useEffect(() => {
    if (known === null) return
    let isCurrent = true
    void pastBookings(known.phone).then((bookings) => {
      if (isCurrent) setFound({ phone: known.phone, bookings })
    })
    return () => {
      isCurrent = false
    }
  }, [known, pastBookings])
  if (known === null || found === null || found.phone !== known.phone || found.bookings.length === 0) return null
  return (
    <section aria-labelledby="last-bookings" className={css['card']} data-testid="last-bookings">
      <div className={css['head']}>
        <h2 id="last-bookings">{known.customer.name}</h2>
      </div>
      <ul className={css['bookings']}>
        {found.bookings.map((booking) => (
          <li key={booking.bookingId}>
            <b>{describeShortDay(booking.time.utc, status.rooftop.zone, status.now)}</b>
            {iconOf(booking)}
            <button type="button" onClick={() => onOpen(booking.bookingId)}>
              <WithDesk desk={booking.desk}>{describeBookedCar(booking)}</WithDesk>
            </button>
            <em>{booking.status}</em>
          </li>
        ))}
      </ul>
    </section>
  )
}

function iconOf({ action }: PastBooking) {
  if (action === 'pickup') return <ArrowDownLeft size={14} aria-hidden="true" />
  return action === 'return' ? (
    <ArrowUpRight size={14} aria-hidden="true" />
  ) : (
    <MoveRight size={14} aria-hidden="true" />
  )
}
