import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import type { BookedMoves, Move, MovePlace } from '../../shared/move.ts'
import { sayPlace } from '../../shared/place.ts'
import { sayTime } from '../../shared/time-words.ts'
import { sayVehicle, type Vehicle } from '../../shared/vehicle.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Facts, NotYetKnown, type Fact } from '../parts/Facts.tsx'
import { useStore } from '../parts/use-store.ts'
import type { Asking } from '../state/asking.ts'
import { otherVehicle } from '../state/wish-words.ts'
import { sayGone, sayRole } from '../state/words.ts'
import { Asked } from './Asked.tsx'
import { Steps } from './Steps.tsx'
import css from './Detail.module.css'

type MoveFactsProps = {
  readonly booking: BookedMoves
  readonly move: Move
  readonly status: DeskStatus
  readonly asking: Asking
  readonly onCopy: (text: string) => void
  readonly onOpenLink: (url: string) => void
}

/** One move of a booking: its number, its steps, what was asked of it, its vehicle and its two places. */
export function MoveFacts({ booking, move, status, asking, onCopy, onOpenLink }: MoveFactsProps) {
  const { now } = status
  const { zone } = status.rooftop
  const landing = useStore(asking, (state) => state.landing === move.id && state.question === null)
  const title = useRef<HTMLHeadingElement>(null)
  const tracking = move.trackingLink.known ? move.trackingLink.value : null
  const steps = <Steps move={move} zone={zone} now={now} />
  const number = move.number.known ? move.number.value : null
  const portal = move.detailsUrl.known ? move.detailsUrl.value : null

  useEffect(() => {
    if (!landing) return
    title.current?.focus()
    asking.landed()
  }, [landing, asking])

  return (
    <section
      className={css['move']}
      aria-labelledby={`title-${move.id}`}
      data-fact="booked-move"
      data-role={move.role}
      data-number={move.number.known ? move.number.value : ''}
    >
      <h3 id={`title-${move.id}`} ref={title} tabIndex={-1}>
        {sayRole(move.role)}{' '}
        <span className={css['number']}>
          {move.number.known ? `move ${move.number.value}` : 'move number not yet known'}
        </span>
      </h3>
      {number !== null && (
        <span>
          <CopyButton what={`move number ${number}`} onPress={() => onCopy(String(number))} />
        </span>
      )}
      {move.goneAt !== null && (
        <p className={css['attention']} role="alert" data-fact="gone">
          {sayGone(move, sayTime(move.goneAt, zone, now))}
        </p>
      )}
      <Asked booking={booking} move={move} status={status} asking={asking} />
      {/* Once the provider has it, where the driver is matters more than what was typed. */}
      {move.number.known && steps}
      <Facts facts={factsOf(move, status)} onCopy={onCopy} />
      {!move.number.known && steps}
      <div className={css['links']}>
        {tracking !== null && (
          <span className={css['link']}>
            <ActionButton icon={<ExternalLink size={14} aria-hidden="true" />} onPress={() => onOpenLink(tracking)}>
              Open tracking page
            </ActionButton>
            <CopyButton what={`tracking link of ${sayRole(move.role)}`} onPress={() => onCopy(tracking)} />
          </span>
        )}
        {portal !== null && (
          <span className={css['link']}>
            <ActionButton icon={<ExternalLink size={14} aria-hidden="true" />} onPress={() => onOpenLink(portal)}>
              Open in portal
            </ActionButton>
            <CopyButton what={`portal link of ${sayRole(move.role)}`} onPress={() => onCopy(portal)} />
          </span>
        )}
      </div>
      <p className={css['seen']}>
        {move.seenAt === null
          ? 'The provider has not said anything about this move yet.'
          : `Last heard from the provider: ${sayTime(move.seenAt, zone, now)}`}
      </p>
    </section>
  )
}

const LAST_LINE = 'told to the driver as the last line of the instructions'

function factsOf(move: Move, { takesDestination }: DeskStatus): readonly Fact[] {
  const tracking = move.trackingLink.known ? move.trackingLink.value : null
  return [
    { term: 'Vehicle', value: sayWholeVehicle(move.vehicle) },
    ...copied('VIN', move.vehicle?.vin ?? null),
    ...copied('Stock', move.vehicle?.stock ?? null),
    ...optional('Provider has', otherVehicle(move)),
    ...placeFacts('From', move.pickup),
    ...placeFacts('To', move.delivery),
    {
      term: 'Status',
      value: !move.status.known ? <NotYetKnown /> : (move.status.value ?? 'none given by the provider'),
    },
    ...(tracking === null
      ? [{ term: 'Tracking page', value: move.trackingLink.known ? 'none yet' : <NotYetKnown /> }]
      : []),
    ...copied('Sent as', move.reference),
    ...optional('Contact', move.dealerContact),
    ...optional('Instructions', move.specialInstructions),
    ...optional('Destination', move.role === 'single' && !takesDestination ? LAST_LINE : null),
  ]
}

function optional(term: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ term, value }]
}

function copied(term: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ term, value, copy: value }]
}

function placeFacts(term: string, place: MovePlace): readonly Fact[] {
  const resolved = place.resolved.known ? place.resolved.value.fullAddress : null
  return [
    { term, value: `${place.name}\n${sayPlace(place)}` },
    ...(resolved === null ? [] : [{ term: 'Provider reads', value: resolved }]),
  ]
}

function sayWholeVehicle(vehicle: Vehicle | null): string {
  if (vehicle === null) return sayVehicle(null)
  const gearbox = vehicle.manual ? 'manual' : 'automatic'
  return [sayVehicle(vehicle), vehicle.color, gearbox].filter((part) => part !== null).join(', ')
}
