import { amendmentContext } from '../../shared/outbox/amendment-rules.ts'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BookedMoves, Move } from '../../shared/move/move.ts'
import { formatTime } from '../../shared/time/format.ts'
import { isOpenAmendment, type Amendment } from '../../shared/outbox/amendment.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import type { AmendmentDialogStore } from '../booking/state/amendments.ts'
import {
  requestedValues,
  latestCancellation,
  latestChange,
  describeCancellation,
  describeChange,
} from '../booking/text/amendment-text.ts'
import { LOOKUP } from './text/lookup-text.ts'
import css from './AmendmentPanel.module.css'

type AmendmentPanelProps = {
  readonly booking: BookedMoves
  readonly move: Move
  readonly status: DeskStatus
  readonly amendmentDialog: AmendmentDialogStore
}

/** Amendments of a move with their state, and the buttons that withdraw a waiting amendment. */
export function AmendmentPanel({ booking, move, status, amendmentDialog }: AmendmentPanelProps) {
  const busy = useStore(amendmentDialog, (state) => state.busy)
  const outcome = useStore(amendmentDialog, (state) => (state.outcome?.moveId === move.id ? state.outcome : null))
  const { zone } = status.rooftop
  const canceled = describeCancellation(booking, move, status.connection)
  const changed = describeChange(booking, move, status.connection)
  const values = requestedValues(booking, move, zone, status.now)

  return (
    <>
      {canceled !== null && (
        <AmendmentStatus
          about={amendmentContext(move) === 'rescheduled' ? 'Rescheduled' : 'Cancellation'}
          testId="cancel"
          words={canceled}
          amendment={latestCancellation(move)}
          {...{ booking, move, status, amendmentDialog, busy }}
        >
          {move.cancelReason}
        </AmendmentStatus>
      )}
      {changed !== null && (
        <AmendmentStatus
          about="Change"
          testId="change"
          words={changed}
          amendment={latestChange(move)}
          {...{ booking, move, status, amendmentDialog, busy }}
        >
          {values.map(({ label, asked, has }) => `${label}: ${asked} (provider has ${has ?? 'none'})`).join('\n')}
        </AmendmentStatus>
      )}
      <p
        className={
          outcome?.look === 'unseen' ? 'unseen' : classNames(css['outcome'], outcome?.look === 'bad' && css['bad'])
        }
        data-testid="amendment"
      >
        {outcome?.message}
      </p>
      <Announced>{outcome?.message}</Announced>
    </>
  )
}

type AmendmentStatusProps = AmendmentPanelProps & {
  readonly about: string
  readonly testId: string
  readonly words: string
  readonly amendment: Amendment | undefined
  readonly busy: boolean
  /** Further lines of text; null or empty if there are none. */
  readonly children: string | null
}

function AmendmentStatus({
  about,
  testId,
  words,
  amendment,
  booking,
  move,
  status,
  amendmentDialog,
  busy,
  children,
}: AmendmentStatusProps) {
  const at = amendment?.changedAt ?? move.providerReadAt
  const tone =
    amendment?.state === 'refused'
      ? css['refused']
      : amendment !== undefined && isOpenAmendment(amendment) && css['open']
  return (
    <div
      className={classNames(css['standing'], tone)}
      data-testid={testId}
      data-amendment={amendment?.state ?? ''}
      data-code={amendment?.code ?? ''}
    >
      <p>
        <strong>{about}:</strong> {words}{' '}
        {at !== null && (
          <span className={css['at']}>
            {formatTime(at, status.rooftop.zone, status.now)}
            {amendment !== undefined && LOOKUP.askedBy(amendment.who)}
          </span>
        )}
      </p>
      {children !== null && children !== '' && <p className={css['more']}>{children}</p>}
      {amendment?.state === 'waiting' && booking.desk === null && (
        <span>
          <ActionButton isDisabled={busy} onPress={() => void amendmentDialog.withdraw(amendment.id, move.id)}>
            {amendment.kind === 'cancel' ? LOOKUP.keepBooking : LOOKUP.withdrawChange}
          </ActionButton>
        </span>
      )}
    </div>
  )
}
