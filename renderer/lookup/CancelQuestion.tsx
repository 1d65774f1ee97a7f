import { whyNotCanceled } from '../../shared/asking.ts'
import type { BookedMoves, Move } from '../../shared/move.ts'
import { sayVehicle } from '../../shared/vehicle.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Question } from '../parts/Question.tsx'
import { useStore } from '../parts/use-store.ts'
import type { Asking } from '../state/asking.ts'
import { sayCost, sayHalf } from '../state/wish-words.ts'
import { sayBooking, sayRole } from '../state/words.ts'
import { WhoAsks } from './WhoAsks.tsx'

const BOTH = 'both'

/** Asks before a cancellation is asked for: what it is about, what it costs, and for a pair what is left of it. */
export function CancelQuestion({ booking, asking }: { readonly booking: BookedMoves; readonly asking: Asking }) {
  const question = useStore(asking, (state) => state.question)
  const alert = useStore(asking, (state) => state.alert)
  const busy = useStore(asking, (state) => state.busy)
  if (question?.kind !== 'cancel' || question.bookingId !== booking.id) return null

  const asked = booking.moves.filter((move) => whyNotCanceled(booking, move) === null)
  const chosen = question.which === BOTH ? asked : booking.moves.filter((move) => move.id === question.which)
  const [half] = chosen
  const isHalf = booking.kind === 'pair' && chosen.length === 1
  return (
    <Question
      title={
        booking.kind === 'pair'
          ? `Cancel ${sayBooking(booking)}?`
          : `Cancel ${sayBooking(booking)}, ${sayNumber(asked[0])}?`
      }
      fact="cancel-question"
      alert={alert}
      isGrave
      onClose={asking.close}
      actions={
        <>
          <ActionButton isFirst onPress={asking.close}>
            {booking.kind === 'pair' ? 'Keep the moves' : 'Keep the move'}
          </ActionButton>
          <ActionButton look="go" isDisabled={busy} onPress={() => void asking.askCancel(asked.map((move) => move.id))}>
            Ask to cancel
          </ActionButton>
        </>
      }
    >
      {asked.length > 1 && (
        <Choice
          id="cancel-which"
          label="The provider cancels one move at a time. Which?"
          value={question.which}
          options={[
            { value: BOTH, label: 'Both moves' },
            ...asked.map((move) => ({ value: move.id, label: sayRole(move.role) })),
          ]}
          onChange={asking.choose}
          isDisabled={busy}
          wide
        />
      )}
      {chosen.map((move) => (
        <p key={move.id}>
          <strong>
            {sayRole(move.role)}, {sayNumber(move)}
          </strong>
          : {sayVehicle(move.vehicle)}
        </p>
      ))}
      {isHalf && half !== undefined && <p data-fact="half">{sayHalf(booking, half)}</p>}
      <p>{sayCost(chosen.length === 0 ? asked : chosen)}</p>
      <p>Once the provider has it, the request cannot be taken back.</p>
      <WhoAsks asking={asking} />
    </Question>
  )
}

function sayNumber(move: Move | undefined): string {
  return move?.number.known === true ? `move ${move.number.value}` : 'number not yet known'
}
