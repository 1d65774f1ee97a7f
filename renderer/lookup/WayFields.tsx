import type { BookedMoves } from '../../shared/move.ts'
import { TextBox } from '../parts/TextBox.tsx'
import { useStore } from '../parts/use-store.ts'
import type { WayKind, WaysStore } from '../state/ways.ts'
import { sayRole } from '../state/words.ts'

export type Filled = { readonly kind: WayKind; readonly booking: BookedMoves; readonly ways: WaysStore }

/** What has to be known for a decision: the provider's numbers or reference, who said what, and who decides. */
export function WayFields({ kind, booking, ways }: Filled) {
  const { who, why, reference, numbers, problems } = useStore(ways, (state) => state)
  return (
    <>
      {kind === 'numbers' &&
        booking.moves
          .filter((move) => !move.number.known)
          .map((move) => (
            <TextBox
              key={move.id}
              id={`number-${move.role}`}
              label={`Move number, ${sayRole(move.role).toLowerCase()}`}
              value={numbers[move.id] ?? ''}
              onChange={(text) => ways.typeNumber(move.id, text)}
              onLeave={() => undefined}
              problem={problems[move.id] ?? problems['numbers']}
              inputMode="numeric"
            />
          ))}
      {kind === 'by-phone' && (
        <TextBox
          id="phone-reference"
          label="The provider's reference"
          value={reference}
          onChange={(text) => ways.type('reference', text)}
          onLeave={() => undefined}
          problem={problems['reference']}
        />
      )}
      {kind === 'absent' && (
        <TextBox
          id="absent-why"
          label="Who said it, and how"
          value={why}
          onChange={(text) => ways.type('why', text)}
          onLeave={() => undefined}
          problem={problems['why']}
        />
      )}
      <TextBox
        id="who"
        label="Your name"
        isOwnName
        value={who}
        onChange={(text) => ways.type('who', text)}
        onLeave={() => undefined}
        problem={problems['who']}
      />
    </>
  )
}
