import { useEffect } from 'react'
import type { BookedMoves } from '../../shared/move.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { WayFields } from '../lookup/WayFields.tsx'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Choice } from '../parts/Choice.tsx'
import { Question } from '../parts/Question.tsx'
import { useStore } from '../parts/use-store.ts'
import { waysOf, type WayKind, type WaysStore } from '../state/ways.ts'
import { sayDeed, sayDone, sayScript, sayWhat } from '../state/ways-words.ts'
import { sayBooking } from '../state/words.ts'
import css from './DoubtGuide.module.css'

type DoubtGuideProps = {
  readonly booking: BookedMoves
  readonly ways: WaysStore
  readonly now: UtcInstant
  /** A decision was taken: the booking as it is after it, and the words for that. */
  readonly onSettled: (after: BookedMoves, words: string) => void
  readonly onClose: () => void
}

const FORM = 'doubt-guide'

/**
 * Leads through finding out whether a booking that may be there is: what to read out to the provider, what they say, and
 * what has to be known for it. Nothing is sent again before the provider has said twice that it is not there.
 */
export function DoubtGuide({ booking, ways, now, onSettled, onClose }: DoubtGuideProps) {
  const open = useStore(ways, (state) => state.open)
  const working = useStore(ways, (state) => state.working)
  const refusal = useStore(ways, (state) => state.refusal)
  const said = booking.entry.absentAt !== null

  useEffect(() => {
    // What was said once is to be confirmed: that is why somebody comes back.
    if (said) ways.begin('absent')
    return ways.leave
  }, [ways, said])

  const decide = async () => {
    if (open === null) return
    const after = await ways.decide(booking)
    if (after === null) return
    onSettled(after, sayDone(open, after))
    onClose()
  }

  return (
    <Question
      title={`Is it booked? ${sayBooking(booking)}`}
      fact="doubt-guide"
      alert={refusal}
      onClose={onClose}
      actions={
        <>
          <ActionButton isFirst onPress={onClose}>
            Not now
          </ActionButton>
          {open !== null && (
            <ActionButton type="submit" form={FORM} look="go" isDisabled={working}>
              {sayDeed(open, said)}
            </ActionButton>
          )}
        </>
      }
    >
      <form
        id={FORM}
        className={css['steps']}
        onSubmit={(event) => {
          event.preventDefault()
          void decide()
        }}
      >
        <p>It was sent, and no answer came that can be believed. Do not book it again: ask first.</p>
        <h3>1. Call the provider and read out</h3>
        <blockquote className={css['script']}>{sayScript(booking, now)}</blockquote>
        <h3>2. What do they say?</h3>
        <Choice
          id="doubt-said"
          label="What do they say?"
          labelUnseen
          value={open ?? ''}
          options={waysOf(booking).map((kind) => ({ value: kind, label: sayAnswer(kind) }))}
          onChange={(value) => {
            const kind = waysOf(booking).find((way) => way === value)
            if (kind !== undefined) ways.begin(kind)
          }}
        />
        {open !== null && (
          <>
            <h3>3. {said && open === 'absent' ? 'Confirm it' : 'Note it down'}</h3>
            <p>{sayWhat(open, booking)}</p>
            <WayFields kind={open} booking={booking} ways={ways} />
          </>
        )}
      </form>
    </Question>
  )
}

function sayAnswer(kind: WayKind): string {
  switch (kind) {
    case 'numbers':
      return 'They have it'
    case 'absent':
      return 'They do not'
    case 'by-phone':
      return 'They took it by phone'
    case 'let-go':
      return 'Send it'
  }
}
