import { standingOf, whyNotCanceled, whyNotChanged } from '../../shared/asking.ts'
import type { DeskStatus } from '../../shared/bridge.ts'
import { endsMove } from '../../shared/cancel.ts'
import type { BookedMoves, Move } from '../../shared/move.ts'
import { sayTime } from '../../shared/time-words.ts'
import { isOpenWish, type Wish } from '../../shared/wish.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { names } from '../parts/class-names.ts'
import { useStore } from '../parts/use-store.ts'
import type { Asking } from '../state/asking.ts'
import { askedValues, lastCancel, lastChange, sayCancel, sayChange } from '../state/wish-words.ts'
import css from './Asked.module.css'

type AskedProps = {
  readonly booking: BookedMoves
  readonly move: Move
  readonly status: DeskStatus
  readonly asking: Asking
}

/** What was asked of a move and what came of it, and what can be asked now. */
export function Asked({ booking, move, status, asking }: AskedProps) {
  const busy = useStore(asking, (state) => state.busy)
  const outcome = useStore(asking, (state) => (state.outcome?.moveId === move.id ? state.outcome : null))
  const { zone } = status.rooftop
  const alone = booking.moves.filter((one) => whyNotCanceled(booking, one) === null).length === 1
  const cancels = whyNotCanceled(booking, move) === null
  const changes = whyNotChanged(booking, move) === null
  const canceled = sayCancel(booking, move, status.link)
  const changed = sayChange(booking, move, status.link)
  const values = askedValues(booking, move, zone, status.now)
  const phone = cancels || changes ? null : sayPhoneInstead(booking, move)

  return (
    <>
      {canceled !== null && (
        <Standing
          about="Cancellation"
          fact="cancel"
          words={canceled}
          wish={lastCancel(move)}
          {...{ move, status, asking, busy }}
        >
          {move.cancelReason}
        </Standing>
      )}
      {changed !== null && (
        <Standing
          about="Change"
          fact="change"
          words={changed}
          wish={lastChange(move)}
          {...{ move, status, asking, busy }}
        >
          {values.map(({ label, asked, has }) => `${label}: ${asked} (provider has ${has ?? 'none'})`).join('\n')}
        </Standing>
      )}
      <p
        role="status"
        className={outcome?.look === 'unseen' ? 'unseen' : names(css['outcome'], outcome?.look === 'bad' && css['bad'])}
        data-fact="asked"
      >
        {outcome?.words}
      </p>
      {(cancels || changes) && (
        <div className={css['actions']}>
          {changes && (
            <ActionButton isDisabled={busy} onPress={() => asking.openChange(booking, move, zone)}>
              Change…
            </ActionButton>
          )}
          {cancels && (
            <ActionButton isDisabled={busy} onPress={() => asking.openCancel(booking, move, alone)}>
              Cancel this move…
            </ActionButton>
          )}
        </div>
      )}
      {phone !== null && (
        <p className={css['phone']} data-fact="by-phone">
          {phone}
        </p>
      )}
    </>
  )
}

type StandingProps = Omit<AskedProps, 'booking'> & {
  readonly about: string
  readonly fact: string
  readonly words: string
  readonly wish: Wish | undefined
  readonly busy: boolean
  /** More to it, in lines; null or empty when there is none. */
  readonly children: string | null
}

function Standing({ about, fact, words, wish, move, status, asking, busy, children }: StandingProps) {
  const at = wish?.changedAt ?? move.seenAt
  const tone = wish?.state === 'refused' ? css['refused'] : wish !== undefined && isOpenWish(wish) && css['open']
  return (
    <div
      className={names(css['standing'], tone)}
      data-fact={fact}
      data-wish={wish?.state ?? ''}
      data-code={wish?.code ?? ''}
    >
      <p>
        <strong>{about}:</strong> {words}
      </p>
      {children !== null && children !== '' && <p className={css['more']}>{children}</p>}
      {at !== null && (
        <p className={css['at']}>
          {sayTime(at, status.rooftop.zone, status.now)}
          {wish !== undefined && `, asked by ${wish.who}`}
        </p>
      )}
      {wish?.state === 'waiting' && (
        <span>
          <ActionButton isDisabled={busy} onPress={() => void asking.withdraw(wish.id, move.id)}>
            {wish.kind === 'cancel' ? 'Keep the move' : 'Drop the change'}
          </ActionButton>
        </span>
      )}
    </div>
  )
}

/** What to do where the provider cannot be asked from here; null when there is nothing to do. */
function sayPhoneInstead(booking: BookedMoves, move: Move): string | null {
  const { delivery_successful: delivered } = move.stages
  const isOver = (delivered.known && delivered.value !== null) || endsMove(standingOf(move))
  if (booking.state !== 'booked' || !move.number.known || isOver) return null
  const { cancel, change } = booking.takes
  if (cancel && change) return null
  const what = cancel ? 'change' : change ? 'cancel' : 'cancel or change'
  return `To ${what} this move, call the provider: move ${move.number.value}, reference ${move.reference}. It takes no request for that from this desk.`
}
