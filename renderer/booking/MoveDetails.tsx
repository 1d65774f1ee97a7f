import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { hasLoaner, type BookedMoves, type Move, type MovePlace } from '../../shared/move/move.ts'
import { moveDifferences } from '../../shared/move/provider-differences.ts'
import { effectiveVehicle } from '../../shared/booking/added-facts.ts'
import { formatPlace } from '../../shared/booking/place.ts'
import { formatTime } from '../../shared/time/format.ts'
import { formatVehicle, type Vehicle } from '../../shared/booking/vehicle.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DescriptionList, type Fact } from '../ui/DescriptionList.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AmendmentDialogStore } from './state/amendments.ts'
import { describeMissing, roleLabel } from './text/booking-text.ts'
import { moveNewsFacts } from './text/move-news-text.ts'
import { describeFormerNumbers } from './text/replacement-text.ts'
import { formatLane, formatProviderPlace } from './text/provider-text.ts'
import { ProviderHas } from './ProviderHas.tsx'
import { AmendmentPanel } from '../lookup/AmendmentPanel.tsx'
import { DriverSteps } from './DriverSteps.tsx'
import css from '../lookup/Detail.module.css'

type MoveDetailsProps = {
  readonly booking: BookedMoves
  readonly move: Move
  readonly status: DeskStatus
  readonly amendmentDialog: AmendmentDialogStore
  readonly onCopy: (text: string) => void
  readonly onOpenLink: (url: string) => void
}

/** A move of a booking: its number, its steps, its amendments, its vehicle and its two places. */
export function MoveDetails({ booking, move, status, amendmentDialog, onCopy, onOpenLink }: MoveDetailsProps) {
  const { now } = status
  const { zone } = status.rooftop
  const takesFocus = useStore(amendmentDialog, (state) => state.focusedMoveId === move.id && state.question === null)
  const title = useRef<HTMLHeadingElement>(null)
  const tracking = move.trackingLink.known ? move.trackingLink.value : null
  const steps = <DriverSteps move={move} zone={zone} now={now} />
  const number = move.number.known ? move.number.value : null
  const portal = move.detailsUrl.known ? move.detailsUrl.value : null

  useEffect(() => {
    if (!takesFocus) return
    title.current?.focus()
    amendmentDialog.focusArrived()
  }, [takesFocus, amendmentDialog])

  return (
    <section
      className={css['move']}
      aria-labelledby={`title-${move.id}`}
      data-testid="move-of-booking"
      data-role={move.role}
      data-number={move.number.known ? move.number.value : ''}
    >
      <h3 id={`title-${move.id}`} ref={title} tabIndex={-1}>
        {roleLabel(move.role)}{' '}
        <span className={css['number']}>
          {move.number.known ? `move ${move.number.value}` : 'move number not yet known'}
        </span>
      </h3>
      {number !== null && (
        <span className={css['copyNumber']}>
          <CopyButton what={`move number ${number}`} onPress={() => onCopy(String(number))} />
        </span>
      )}
      {move.missingSince !== null && (
        <p className={css['attention']} role="alert" data-testid="missing">
          {describeMissing(move, formatTime(move.missingSince, zone, now))}
        </p>
      )}
      {move.number.known && steps}
      <ProviderHas differences={moveDifferences(move, status, { withLoaner: hasLoaner(booking) })} zone={zone} />
      <AmendmentPanel booking={booking} move={move} status={status} amendmentDialog={amendmentDialog} />
      <DescriptionList facts={factsOf(booking, move, status)} onCopy={onCopy} />
      <div className={css['links']}>
        {tracking !== null && (
          <span className={css['link']}>
            <ActionButton icon={<ExternalLink size={14} aria-hidden="true" />} onPress={() => onOpenLink(tracking)}>
              Open tracking page
            </ActionButton>
            <CopyButton what={`tracking link of ${roleLabel(move.role)}`} onPress={() => onCopy(tracking)} />
          </span>
        )}
        {portal !== null && (
          <span className={css['link']}>
            <ActionButton icon={<ExternalLink size={14} aria-hidden="true" />} onPress={() => onOpenLink(portal)}>
              Open in portal
            </ActionButton>
            <CopyButton what={`portal link of ${roleLabel(move.role)}`} onPress={() => onCopy(portal)} />
          </span>
        )}
      </div>
      <p className={css['seen']}>
        {move.providerReadAt === null
          ? 'The provider has not said anything about this move yet.'
          : `Last heard from the provider: ${formatTime(move.providerReadAt, zone, now)}`}
      </p>
    </section>
  )
}

const LAST_LINE = 'told to the driver as the last line of the instructions'

function factsOf(booking: BookedMoves, move: Move, status: DeskStatus): readonly Fact[] {
  const vehicle = effectiveVehicle(booking, move)
  const mirrored = isMirrored(booking, move)
  const { supportsDestination, rooftop, now } = status
  const { delivery_successful: delivery } = move.stages
  const delivered = delivery.known ? delivery.value : null
  return [
    { term: 'Vehicle', value: formatWholeVehicle(vehicle) },
    ...copied('VIN', vehicle?.vin ?? null),
    ...copied('Stock', vehicle?.stock ?? null),
    ...optional('Told to the provider', vehicle === move.vehicle ? null : formatWholeVehicle(move.vehicle)),
    ...(mirrored ? [] : [...placeFacts('From', move.pickup), ...placeFacts('To', move.delivery)]),
    ...optional('Status', move.status.known ? move.status.value : null),
    ...optional('Cancel status', move.cancelStatus.known ? move.cancelStatus.value : null),
    ...moveNewsFacts(move.news, { delivered, zone: rooftop.zone, now }),
    ...optional('Was', describeFormerNumbers(move)),
    ...copied('Reference', move.reference),
    ...optional('Lane', move.laneUri.known && move.laneUri.value !== null ? formatLane(move.laneUri.value) : null),
    ...optional('Contact', move.dealerContact),
    ...optional('Instructions', move.specialInstructions),
    ...optional('Destination', move.role === 'single' && !supportsDestination ? LAST_LINE : null),
  ]
}

function optional(term: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ term, value }]
}

function copied(term: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [{ term, value, copy: value }]
}

function placeFacts(term: string, place: MovePlace): readonly Fact[] {
  const { resolved } = place
  const read = resolved.known ? formatProviderPlace(resolved.value.fullAddress, resolved.value.locationId) : null
  return [
    { term, value: `${place.name}\n${formatPlace(place)}` },
    ...optional(PROVIDER_ADDRESS, isSamePlace(resolved.known ? resolved.value.fullAddress : null, place) ? null : read),
  ]
}

/**
 * True for the loaner of a pair that goes the way of the customer's car in reverse, between the same places as the
 * provider has them, so that the page shows the places once.
 */
function isMirrored({ moves }: BookedMoves, move: Move): boolean {
  const car = moves.find(({ role }) => role === 'customer')
  if (move.role !== 'loaner' || car === undefined) return false
  const facts = ({ pickup, delivery }: Pick<Move, 'pickup' | 'delivery'>) =>
    JSON.stringify([placeFacts('', pickup), placeFacts('', delivery)])
  return facts(move) === facts({ pickup: car.delivery, delivery: car.pickup })
}

const PROVIDER_ADDRESS = "Provider's address"

/** True if the provider's address has the same words as ours, apart from the country and punctuation. */
function isSamePlace(address: string | null, place: MovePlace): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\bu\.?s\.?a\.?$/, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return address !== null && plain(address) === plain(formatPlace(place))
}

function formatWholeVehicle(vehicle: Vehicle | null): string {
  if (vehicle === null) return formatVehicle(null)
  const gearbox = vehicle.manual ? 'manual' : 'automatic'
  return [formatVehicle(vehicle), vehicle.color, gearbox].filter((part) => part !== null).join(', ')
}
