import { useCallback, useEffect, useRef } from 'react'
import type { DeskStatus } from '../../shared/bridge.ts'
import { never } from '../../shared/failure.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { quarantineEnd } from '../../shared/outbox.ts'
import { sayClock } from '../../shared/time.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { TextBox } from '../parts/TextBox.tsx'
import { useStore } from '../parts/use-store.ts'
import type { LookupStore } from '../state/lookup.ts'
import { waysOf, type WayKind, type WaysStore } from '../state/ways.ts'
import { sayRole } from '../state/words.ts'
import css from './WaysOut.module.css'

type WaysOutProps = {
  readonly booking: BookedMoves
  readonly status: DeskStatus
  readonly lookup: LookupStore
}

type Filled = { readonly kind: WayKind; readonly booking: BookedMoves; readonly ways: WaysStore }

/** What a person can decide about a booking that does not settle by itself, each filled in where its button stands. */
export function WaysOut({ booking, status, lookup }: WaysOutProps) {
  const { ways } = lookup
  const open = useStore(ways, (state) => state.open)
  const offered = waysOf(booking)
  const buttons = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  // What was begun for another booking, or no longer fits this one, is not finished here.
  useEffect(() => ways.leave, [ways])
  const close = useCallback(() => {
    const opener = buttons.current?.querySelector<HTMLElement>(`[data-way="${ways.getState().open}"] button`)
    ways.leave()
    opener?.focus()
  }, [ways])
  useEffect(() => {
    const at = form.current
    if (open === null || at === null) return
    at.querySelector('input')?.focus()
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    at.addEventListener('keydown', leave)
    return () => at.removeEventListener('keydown', leave)
  }, [open, close])

  if (offered.length === 0) return null
  return (
    <div className={css['ways']} data-fact="ways">
      <div ref={buttons} className={css['buttons']}>
        {offered.map((kind) => (
          <span key={kind} data-way={kind}>
            <ActionButton onPress={() => ways.begin(kind)}>{sayWay(kind, booking)}</ActionButton>
          </span>
        ))}
      </div>
      {open !== null && offered.includes(open) && (
        <form
          ref={form}
          className={css['form']}
          aria-label={sayWay(open, booking)}
          onSubmit={(event) => {
            event.preventDefault()
            void ways.decide(booking).then((after) => after !== null && lookup.settled(after, sayDone(open, after)))
          }}
        >
          <p>{sayWhat(open, booking, status)}</p>
          <Fields kind={open} booking={booking} ways={ways} />
          <Foot kind={open} booking={booking} ways={ways} onClose={close} />
        </form>
      )}
    </div>
  )
}

function Fields({ kind, booking, ways }: Filled) {
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
        value={who}
        onChange={(text) => ways.type('who', text)}
        onLeave={() => undefined}
        problem={problems['who']}
      />
    </>
  )
}

function Foot({ kind, booking, ways, onClose }: Filled & { readonly onClose: () => void }) {
  const working = useStore(ways, (state) => state.working)
  const refusal = useStore(ways, (state) => state.refusal)
  const isSecond = kind === 'absent' && booking.entry.absentAt !== null
  return (
    <>
      <p role="alert" className={css['refusal']}>
        {refusal}
      </p>
      <div className={css['buttons']}>
        <ActionButton onPress={onClose}>{sayKeep(kind)}</ActionButton>
        <ActionButton type="submit" look="go" isDisabled={working}>
          {sayDeed(kind, isSecond)}
        </ActionButton>
      </div>
    </>
  )
}

function sayWay(kind: WayKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'let-go':
      return entry.code === 'looks-doubled' ? 'It is a second move…' : 'Send it all the same…'
    case 'numbers':
      return 'The provider has it…'
    case 'absent':
      return entry.absentAt === null ? 'The provider does not have it…' : 'Confirm that it is not there…'
    case 'by-phone':
      return 'Placed by phone…'
    default:
      return never(kind)
  }
}

function sayWhat(kind: WayKind, booking: BookedMoves, status: DeskStatus): string {
  switch (kind) {
    case 'let-go':
      return 'It leaves by itself as soon as the line is free.'
    case 'numbers':
      return 'Enter what the provider calls it. The number is looked up there before it counts.'
    case 'absent': {
      if (booking.entry.absentAt === null) {
        return 'Ask the provider by phone first, with the reference below. It is confirmed in a second step, three minutes after it was sent, and then sent again.'
      }
      const end = sayClock(quarantineEnd(booking.entry, status.now), booking.time.zone)
      return `Can be confirmed from ${end} on, since the first request may run until then. It is sent again: if the provider has it after all, a second driver comes.`
    }
    case 'by-phone':
      return 'Lanekeeper keeps it and never sends it. Its number can be entered later.'
    default:
      return never(kind)
  }
}

function sayDeed(kind: WayKind, isSecond: boolean): string {
  switch (kind) {
    case 'let-go':
      return 'Send it'
    case 'numbers':
      return 'Look it up'
    case 'absent':
      return isSecond ? 'Send it again' : 'It is not there'
    case 'by-phone':
      return 'Keep it and never send it'
    default:
      return never(kind)
  }
}

function sayKeep(kind: WayKind): string {
  return kind === 'let-go' ? 'Hold it' : 'Leave it as it is'
}

function sayDone(kind: WayKind, { entry }: BookedMoves): string {
  switch (kind) {
    case 'let-go':
      return 'It leaves by itself now.'
    case 'numbers':
      return 'The number is looked up at the provider.'
    case 'absent':
      return entry.absentAt === null ? 'It is sent again.' : 'Noted. Confirm it once the time has passed.'
    case 'by-phone':
      return 'Kept. It is never sent.'
    default:
      return never(kind)
  }
}
