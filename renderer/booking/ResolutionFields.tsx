import type { BookedMoves } from '../../shared/move/move.ts'
import { movesToReplace } from '../../shared/outbox/moves-to-replace.ts'
import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import type { ResolutionKind, ResolutionStore } from './state/resolutions.ts'
import { roleLabel } from './text/booking-text.ts'
import { DIALOG, moveNumberLabel } from './text/dialog-text.ts'

export type ResolutionInput = {
  readonly kind: ResolutionKind
  readonly booking: BookedMoves
  readonly resolutions: ResolutionStore
}

/** The fields of a resolution: the provider's numbers or reference, the provider's statement, and the person's name. */
export function ResolutionFields({ kind, booking, resolutions }: ResolutionInput) {
  const { who, why, reference, numbers, problems } = useStore(resolutions, (state) => state)
  return (
    <>
      {(kind === 'provider-numbers' || kind === 'replacement-number') &&
        (kind === 'provider-numbers'
          ? booking.moves.filter((move) => !move.number.known)
          : movesToReplace(booking).slice(0, 1)
        ).map((move) => (
          <TextField
            key={move.id}
            id={`number-${move.role}`}
            label={moveNumberLabel(roleLabel(move.role))}
            value={numbers[move.id] ?? ''}
            onChange={(text) => resolutions.typeNumber(move.id, text)}
            onLeave={() => undefined}
            problem={problems[move.id] ?? problems['numbers']}
            inputMode="numeric"
          />
        ))}
      {kind === 'placed-by-phone' && (
        <TextField
          id="phone-reference"
          label={DIALOG.theirReference}
          value={reference}
          onChange={(text) => resolutions.type('reference', text)}
          onLeave={() => undefined}
          problem={problems['reference']}
        />
      )}
      {kind === 'not-booked-reported' && (
        <TextField
          id="absent-why"
          label={DIALOG.whoConfirmed}
          value={why}
          onChange={(text) => resolutions.type('why', text)}
          onLeave={() => undefined}
          problem={problems['why']}
        />
      )}
      <TextField
        id="who"
        label={DIALOG.yourName}
        isOwnName
        value={who}
        onChange={(text) => resolutions.type('who', text)}
        onLeave={() => undefined}
        problem={problems['who']}
      />
    </>
  )
}
