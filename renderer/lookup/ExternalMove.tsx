import { ExternalLink } from 'lucide-react'
import type { ExternalMove } from '../../shared/move/external-move.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { STAGES, type Move, type Stage } from '../../shared/move/move.ts'
import { splitDestination } from '../../shared/move/destination-line.ts'
import { formatTime } from '../../shared/time/format.ts'
import { formatVehicle } from '../../shared/booking/vehicle.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DescriptionList, type Fact } from '../ui/DescriptionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import type { Clipboard } from '../app/state/clipboard.ts'
import type { ExternalMoveStore } from './state/external-move.ts'
import { earliestFacts } from '../booking/text/earliest-text.ts'
import { formatLane, formatProviderPlace } from '../booking/text/provider-text.ts'
import { moveNewsFacts } from '../booking/text/move-news-text.ts'
import { describeFetched, EXTERNAL_MOVE } from './text/external-move-text.ts'
import { PAGE_WORDS } from './text/page-text.ts'
import { DriverSteps } from './DriverSteps.tsx'
import css from './Detail.module.css'
import type { ShownExternalMove } from './state/external-move.ts'
import { LOOKUP } from './text/lookup-text.ts'
import { UI_TEXT } from '../ui/text.ts'

type ExternalMoveDetailsProps = {
  readonly shown: ShownExternalMove
  readonly fetching: boolean
  readonly status: DeskStatus
  readonly externalMove: ExternalMoveStore
  readonly copying: Clipboard
}

/** Read-only dialog of an external move, as the provider showed that move at the last fetch. */
export function ExternalMoveDetails({ shown, fetching, status, externalMove, copying }: ExternalMoveDetailsProps) {
  const { move, notKept } = shown
  const errorMessage = useStore(externalMove, (state) => state.errorMessage)
  const fetched = describeFetched({ shown, fetching }, status)
  const copied = useStore(copying, (state) => state.outcome)
  const copy = (text: string) => void copying.copy(text)
  const links = [
    { words: PAGE_WORDS.tracking, what: 'tracking link', url: move.trackingLink },
    { words: PAGE_WORDS.portal, what: 'portal link', url: move.detailsUrl },
  ]
  return (
    <Dialog
      title={[LOOKUP.move, move.number].join(' ')}
      testId="external-move"
      alert={errorMessage}
      onClose={externalMove.close}
      actions={
        <ActionButton isFirst onPress={externalMove.close}>
          {UI_TEXT.close}
        </ActionButton>
      }
    >
      <div className={css['attention']}>
        <p data-testid="fetched-at">
          <strong>{EXTERNAL_MOVE.notBookedHere}</strong> {fetched}
        </p>
        <Announced>{`${EXTERNAL_MOVE.notBookedHere} ${fetched}`}</Announced>
        <p>
          {notKept ?? EXTERNAL_MOVE.kept} {EXTERNAL_MOVE.readOnly}
        </p>
      </div>
      <DescriptionList facts={factsOf(move, status)} onCopy={copy} />
      <DriverSteps move={{ stages: knownStages(move.stages) }} zone={status.rooftop.zone} now={status.now} />
      <div className={css['links']}>
        {links.map(
          ({ words, what, url }) =>
            url !== null && (
              <span key={what} className={css['link']}>
                <ActionButton
                  icon={<ExternalLink size={14} aria-hidden="true" />}
                  onPress={() => void externalMove.openLink(url)}
                >
                  {words}
                </ActionButton>
                <CopyButton what={what} onPress={() => copy(url)} />
              </span>
            ),
        )}
      </div>
      <CopyStatus outcome={copied} />
    </Dialog>
  )
}

function factsOf(move: ExternalMove, { rooftop, now }: DeskStatus): readonly Fact[] {
  const { instructions, destination } = splitDestination(move.specialInstructions)
  const to = placeLines(move.deliveryName, move.delivery, move.deliveryLocationId)
  const text = (term: string, value: string | null): readonly Fact[] => [
    { term, value: value ?? EXTERNAL_MOVE.unknown },
  ]
  const copied = (term: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ term, value, copy: value }]
  return [
    ...copied('Move', String(move.number)),
    ...copied('Reference', move.reference),
    ...text('Status', move.status),
    ...(move.cancelStatus === null ? [] : text('Cancellation', move.cancelStatus)),
    ...(move.cancelReason === null ? [] : text('Reason', move.cancelReason)),
    ...moveNewsFacts(move.news, { delivered: move.stages.delivery_successful, zone: rooftop.zone, now }),
    ...text('Ready by', move.readyBy === null ? null : formatTime(move.readyBy, rooftop.zone, now)),
    ...earliestFacts(move, rooftop.zone, now),
    ...text('Vehicle', describeVehicle(move)),
    ...copied('VIN', move.vehicle?.vin ?? null),
    ...copied('Stock', move.vehicle?.stock ?? null),
    ...text('From', placeLines(move.pickupName, move.pickup, move.pickupLocationId)),
    ...text('To', to ?? destination),
    ...(to === null || destination === null ? [] : text('To, in the note', destination)),
    ...(move.dealerContact === null ? [] : text('Driver asks for', move.dealerContact)),
    ...(instructions === null ? [] : text('Note for driver', instructions)),
    ...(move.laneUri === null ? [] : text('Lane', formatLane(move.laneUri))),
    ...(move.partner === null ? [] : copied('Other move', String(move.partner))),
  ]
}

function describeVehicle({ vehicle, manual }: ExternalMove): string | null {
  if (vehicle === null) return null
  const gearbox = manual === null ? null : manual ? 'manual' : 'automatic'
  return [formatVehicle({ ...vehicle, manual: manual === true }), vehicle.color, gearbox]
    .filter((part) => part !== null)
    .join(', ')
}

function placeLines(name: string | null, address: string | null, locationId: number | null): string | null {
  const lines = [name, formatProviderPlace(address, locationId)].filter((line) => line !== null)
  return lines.length === 0 ? null : lines.join('\n')
}

function knownStages(stages: ExternalMove['stages']): Move['stages'] {
  const known = STAGES.map((stage) => [stage, { known: true, value: stages[stage] }])
  return Object.fromEntries(known) as Record<Stage, Move['stages'][Stage]>
}
