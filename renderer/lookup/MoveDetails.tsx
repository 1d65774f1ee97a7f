import { ExternalLink, Link2, MapPinned } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { hasLoaner, hasReached, type BookedMoves, type Move } from '../../shared/move/move.ts'
import { moveDifferences } from '../../shared/move/provider-differences.ts'
import { amendmentContext, notChangeableReason } from '../../shared/outbox/amendment-rules.ts'
import { formatTime } from '../../shared/time/format.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DescriptionList } from '../ui/DescriptionList.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useStore } from '../ui/use-store.ts'
import { ProviderHas } from '../booking/ProviderHas.tsx'
import type { AmendmentDialogStore } from '../booking/state/amendments.ts'
import { latestCancellation } from '../booking/text/amendment-text.ts'
import { roleLabel } from '../booking/text/booking-text.ts'
import { describeMissing } from '../booking/text/outcome-text.ts'
import { AmendmentPanel } from './AmendmentPanel.tsx'
import { DriverSteps } from './DriverSteps.tsx'
import { moveFacts } from './text/booking-facts.ts'
import { PAGE_WORDS } from './text/page-text.ts'
import { copyLabel } from '../ui/text.ts'
import css from './MoveTrack.module.css'

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
  const busy = useStore(amendmentDialog, (state) => state.busy)
  const title = useRef<HTMLHeadingElement>(null)
  const number = move.number.known ? move.number.value : null
  const hasStarted = hasReached(move.stages, 'pickup_started')
  // A driver that never set out has no steps to show.
  const isCanceling = amendmentContext(move) !== 'none' || latestCancellation(move) !== undefined

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
      data-number={number ?? ''}
    >
      <div className={css['head']}>
        <h3 id={`title-${move.id}`} ref={title} tabIndex={-1}>
          {roleLabel(move.role)}{' '}
          <span className={css['number']}>{number === null ? PAGE_WORDS.noNumber : PAGE_WORDS.move(number)}</span>
        </h3>
        {number !== null && <CopyButton what={`move number ${number}`} onPress={() => onCopy(String(number))} />}
        <span className={css['links']}>
          <MoveLinks move={move} onCopy={onCopy} onOpenLink={onOpenLink} />
          {notChangeableReason(booking, move) === null && (
            <ActionButton
              look="quiet"
              isDisabled={busy}
              onPress={() => amendmentDialog.openChange(booking, move, zone)}
            >
              {PAGE_WORDS.change}
            </ActionButton>
          )}
        </span>
      </div>
      {move.missingSince !== null && (
        <p className={css['missing']} role="alert" data-testid="missing">
          {describeMissing(move, formatTime(move.missingSince, zone, now))}
        </p>
      )}
      {move.number.known && (hasStarted || !isCanceling) && <DriverSteps move={move} zone={zone} now={now} />}
      <ProviderHas differences={moveDifferences(move, status, { withLoaner: hasLoaner(booking) })} zone={zone} />
      <AmendmentPanel booking={booking} move={move} status={status} amendmentDialog={amendmentDialog} />
      <DescriptionList facts={moveFacts(booking, move, status)} columns={2} onCopy={onCopy} />
    </section>
  )
}

type MoveLinksProps = Pick<MoveDetailsProps, 'move' | 'onCopy' | 'onOpenLink'>

/** Opens and copies the provider's pages of a move, as far as the provider gave their addresses. */
function MoveLinks({ move, onCopy, onOpenLink }: MoveLinksProps) {
  const tracking = move.trackingLink.known ? move.trackingLink.value : null
  const portal = move.detailsUrl.known ? move.detailsUrl.value : null
  const role = roleLabel(move.role)
  const links = [
    { url: tracking, label: PAGE_WORDS.tracking, what: `tracking link of ${role}`, Icon: MapPinned },
    { url: portal, label: PAGE_WORDS.portal, what: `portal link of ${role}`, Icon: ExternalLink },
  ]
  return links.map(
    ({ url, label, what, Icon }) =>
      url !== null && (
        <span key={label}>
          <IconButton label={label} icon={<Icon size={14} aria-hidden="true" />} onPress={() => onOpenLink(url)} />
          <IconButton
            label={copyLabel(what)}
            icon={<Link2 size={14} aria-hidden="true" />}
            onPress={() => onCopy(url)}
          />
        </span>
      ),
  )
}
