import { useEffect } from 'react'
import type { BookedMoves } from '../../shared/move/move.ts'
import { ResolutionFields } from '../booking/ResolutionFields.tsx'
import type { ResolutionKind, ResolutionStore } from '../booking/state/resolutions.ts'
import { resolutionAction, resolutionCard } from '../booking/text/resolution-text.ts'
import { classNames } from '../ui/class-names.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { useStore } from '../ui/use-store.ts'
import { INBOX_TEXT as TEXT } from './text.ts'
import css from './ResolvePane.module.css'

type ResolutionFormProps = {
  readonly booking: BookedMoves
  readonly offered: readonly ResolutionKind[]
  readonly resolutions: ResolutionStore
  /** The call comes first, so the answers are step 2. */
  readonly isNumbered: boolean
  readonly onDone: (kind: ResolutionKind, after: BookedMoves) => void
}

/**
 * The answers that a person can give about the booking, and the fields of the chosen answer. A booking in doubt is sent
 * again only after a person reported that the provider does not have it, and then confirmed that report.
 */
export function ResolutionForm({ booking, offered, resolutions, isNumbered, onDone }: ResolutionFormProps) {
  const { open, working, refusal } = useStore(resolutions, (state) => state)
  const isReported = booking.entry.notBookedReportedAt !== null
  const preset = presetAnswer(booking, offered)

  // A finished answer closes itself, and may do so after the booking has already changed.
  useEffect(() => {
    if (open === null && preset !== null) resolutions.begin(preset)
  }, [resolutions, open, preset])
  useEffect(() => resolutions.leave, [resolutions])

  const decide = async () => {
    if (open === null) return
    const after = await resolutions.decide(booking)
    if (after !== null) onDone(open, after)
  }

  return (
    <form
      className={classNames(css['step'], !isNumbered && css['plain'])}
      data-testid="answers"
      onSubmit={(event) => {
        event.preventDefault()
        void decide()
      }}
    >
      {isNumbered && <span className={css['number']}>2</span>}
      <h3>{booking.state === 'in-doubt' ? TEXT.whatTheySaid : TEXT.whatToDo}</h3>
      <div className={css['body']}>
        <RadioCards
          id="answer"
          label={booking.state === 'in-doubt' ? TEXT.whatTheySaid : TEXT.whatToDo}
          value={open}
          options={offered.map((kind) => ({ value: kind, ...resolutionCard(kind, booking) }))}
          onChange={resolutions.begin}
        />
        {open !== null && (
          <div className={css['fields']}>
            <ResolutionFields kind={open} booking={booking} resolutions={resolutions} />
            <ActionButton type="submit" look="go" isDisabled={working}>
              {resolutionAction(open, isReported)}
            </ActionButton>
          </div>
        )}
        <p role="alert" className={css['refusal']}>
          {refusal}
        </p>
      </div>
    </form>
  )
}

/**
 * The answer that is open from the start: the likely one of a booking in doubt, and one about a booked booking. A hold
 * or a refusal opens none, so that Enter alone never sends a booking.
 */
function presetAnswer({ state, entry }: BookedMoves, offered: readonly ResolutionKind[]): ResolutionKind | null {
  if (state === 'in-doubt') return entry.notBookedReportedAt === null ? 'provider-numbers' : 'not-booked-reported'
  return offered.find((kind) => kind === 'customer-told' || kind === 'replacement-number') ?? null
}
