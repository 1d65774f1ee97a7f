import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { Search } from 'lucide-react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { FoundBooking } from '../../shared/views/lookup.ts'
import { formatPhone } from '../../shared/booking/phone.ts'
import { bookingStatus } from '../../shared/outbox/booking-status.ts'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { StatePill } from '../ui/StatePill.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useStore } from '../ui/use-store.ts'
import type { Commands } from './state/commands.ts'
import { hitsOf, type Hit, type Palette as PaletteStore } from './state/palette.ts'
import { WithDesk } from '../booking/WithDesk.tsx'
import { describeOwner } from '../booking/text/booking-text.ts'
import { PALETTE } from './text/overlay-text.ts'
import css from './Palette.module.css'

type PaletteProps = {
  readonly commands: Commands
  readonly palette: PaletteStore
  readonly onOpen: (bookingId: string) => void
}

/**
 * Commands and bookings in one list. Enter runs the selected line (at first the top line), and Escape returns the focus
 * to where the focus was.
 */
export function Palette({ commands, palette, onOpen }: PaletteProps) {
  const state = useStore(palette, (all) => all)
  const recent = useStore(commands, (all) => all.recent)
  const groups = hitsOf(state, recent, commands.situation())
  const hits = groups.flatMap((group) => group.hits)
  const at = Math.max(
    0,
    hits.findIndex(({ id }) => id === state.selected),
  )
  const top = hits[at]
  const answered = state.answered === state.text || state.text.trim() === ''

  const nothing = hits.length === 0 && answered ? PALETTE.nothing(state.text.trim()) : ''
  const announced = useDebounced(nothing === '' ? '' : `${nothing}. ${PALETTE.hint}`)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    input.current?.focus()
    return palette.reset
  }, [palette])

  useEffect(() => {
    if (top !== undefined) document.getElementById(top.id)?.scrollIntoView({ block: 'nearest' })
  }, [top])

  const run = (hit: Hit) => {
    if (hit.kind === 'booking') commands.choose(() => onOpen(hit.booking.bookingId))
    // A disabled command does nothing here, because its line shows the reason.
    else if (hit.reason === null) commands.choose(() => commands.run(hit.command.id))
  }
  useEffect(() => {
    if (state.isUrgent && answered && top !== undefined) run(top)
  })

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) palette.select(hits[(at + step + hits.length) % hits.length]?.id ?? null)
    else if (event.key === 'Enter' && !event.repeat) {
      const canRunNow = answered || state.selected !== null || (top?.kind === 'command' && top.reason === null)
      if (top !== undefined && canRunNow) run(top)
      else palette.prioritize()
    } else return
    event.preventDefault()
  }

  const click = (event: MouseEvent) => {
    const line = event.target instanceof Element ? event.target.closest('[role="option"]') : null
    const hit = hits.find(({ id }) => id === line?.id)
    if (hit !== undefined) run(hit)
  }

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && commands.close()}
      className={classNames(css['cover'])}
    >
      <Modal className={classNames(css['frame'])}>
        <Dialog aria-label={PALETTE.label} className={classNames(css['dialog'])} data-testid="palette">
          <div className={css['box']}>
            <Search size={16} aria-hidden="true" />
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-label={PALETTE.input}
              placeholder={PALETTE.input}
              aria-expanded={hits.length > 0}
              aria-controls="palette-hits"
              aria-autocomplete="list"
              {...(top === undefined ? {} : { 'aria-activedescendant': top.id })}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={state.text}
              onChange={(event) => palette.type(event.target.value)}
              onKeyDown={keys}
            />
          </div>
          <div
            id="palette-hits"
            role="listbox"
            tabIndex={-1}
            onClick={click}
            onKeyDown={keys}
            aria-label={PALETTE.hits}
            className={css['hits']}
            data-testid="hits"
            data-text={state.answered}
          >
            {groups.map(({ title, hits: some }) => (
              <div key={title} role="group" aria-label={title}>
                <p className={css['title']} aria-hidden="true">
                  {title}
                </p>
                {some.map((hit) => (
                  <Line key={hit.id} hit={hit} isTop={hit === top} />
                ))}
              </div>
            ))}
          </div>
          {nothing !== '' && (
            <div className={css['none']}>
              <EmptyState
                title={nothing}
                text={PALETTE.hint}
                action={PALETTE.clear}
                onAction={() => {
                  palette.type('')
                  input.current?.focus()
                }}
              />
            </div>
          )}
          <Announced>{announced}</Announced>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Line({ hit, isTop }: { readonly hit: Hit; readonly isTop: boolean }) {
  const off = hit.kind === 'command' && hit.reason !== null
  return (
    <div id={hit.id} role="option" aria-selected={isTop} aria-disabled={off} className={css['hit']} data-hit={hit.kind}>
      {hit.kind === 'command' ? (
        <>
          <span className={css['words']}>{hit.command.label}</span>
          {hit.reason !== null && <span className={css['reason']}>{hit.reason}</span>}
          <span className={css['keys']}>
            {hit.command.keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        </>
      ) : (
        <>
          <FoundLine booking={hit.booking} />
        </>
      )}
    </div>
  )
}

function FoundLine({ booking }: { readonly booking: FoundBooking }) {
  const [first] = booking.moves
  const { flag, label } = bookingStatus(
    booking.state,
    booking.moves.map((move) => move.flag),
  )
  const numbers = booking.moves.flatMap(({ number }) => (number === null ? [] : [number]))
  return (
    <>
      <StatePill state={flag ?? booking.state} label={label} />
      <span className={css['words']}>{describeOwner({ ...booking, vehicle: first?.vehicle ?? '' })}</span>
      <span className={css['reason']}>
        <WithDesk desk={booking.desk}>{describeHit(booking)}</WithDesk>
      </span>
      {numbers.length > 0 && <span className={css['keys']}>{numbers[0]}</span>}
    </>
  )
}

function describeHit({ moves, reference, customerPhone }: FoundBooking): string {
  return [moves[0]?.vehicle ?? null, reference, customerPhone === null ? null : formatPhone(customerPhone)]
    .filter((part) => part !== null)
    .join(' · ')
}
