import { useCallback, useEffect, useRef } from 'react'
import type { BookedMoves } from '../../shared/move.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { useStore } from '../parts/use-store.ts'
import type { LookupStore } from '../state/lookup.ts'
import { waysOf, type WayKind } from '../state/ways.ts'
import { sayDeed, sayDone, sayWay, sayWhat } from '../state/ways-words.ts'
import { WayFields, type Filled } from './WayFields.tsx'
import css from './WaysOut.module.css'

type WaysOutProps = {
  readonly booking: BookedMoves
  readonly lookup: LookupStore
}

/** What a person can decide about a booking that does not settle by itself, each filled in where its button stands. */
export function WaysOut({ booking, lookup }: WaysOutProps) {
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
          <p>{sayWhat(open, booking)}</p>
          <WayFields kind={open} booking={booking} ways={ways} />
          <Foot kind={open} booking={booking} ways={ways} onClose={close} />
        </form>
      )}
    </div>
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

function sayKeep(kind: WayKind): string {
  return kind === 'let-go' ? 'Hold it' : 'Leave it as it is'
}
