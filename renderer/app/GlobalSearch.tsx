import { Search, X } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, type ChangeEvent, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { useStore } from '../ui/use-store.ts'
import { copiesRow, KEYS } from './state/keyboard.ts'
import { placeOf } from '../lookup/state/result-list.ts'
import { canAskProvider, moveNumberIn } from '../lookup/state/external-move.ts'
import { useStores } from '../stores-context.ts'
import { TOP } from './text/frame-text.ts'
import css from './GlobalSearch.module.css'

/** Icon that stays the same object, so that React renders the icon only once. The box renders at each keystroke. */
const GLASS = <Search size={15} aria-hidden="true" />

/**
 * The search box above every screen. Typing opens Lookup; focus alone does not, so that Tab passes through the box
 * without a change of screen.
 */
export function GlobalSearch({ status }: { readonly status: DeskStatus }) {
  const { lookup, navigation } = useStores()
  const searched = useStore(lookup, (state) => state.text)
  const bookingId = useStore(lookup, (state) => state.bookingId)
  const listed = useStore(lookup, (state) => placeOf(state.answer, state.bookingId) !== null)
  const onLookup = useStore(navigation, (state) => state.screen === 'lookup')
  // Lookup keeps its text for the way back; on another screen that text searches nothing.
  const text = onLookup ? searched : ''
  const arrival = useStore(navigation, (state) => state.arrival)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (arrival.focus !== 'find') return
    input.current?.focus()
    input.current?.select()
    navigation.focusArrived()
  }, [arrival, navigation])

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    lookup.type(event.target.value)
    if (!onLookup) navigation.go('lookup', 'stay')
  }

  /**
   * On Lookup, waits for the running search and opens its result, because a barcode scanner sends Enter before the
   * reply. On any other screen, only switches to Lookup.
   */
  const open = async () => {
    if (!onLookup) {
      navigation.go('lookup', 'stay')
      return
    }
    const { text: typed } = lookup.getState()
    await lookup.found()
    const { answer, text: now } = lookup.getState()
    // If the search failed, `answer` belongs to another text, and its booking must not open.
    if (now === typed && answer?.text === typed && !openExternalMove()) navigation.go('lookup', 'detail')
  }

  /**
   * If no booking of this desk matches, shows the first stored external move that does, or fetches the typed move
   * number from the provider. Returns whether either happened.
   */
  const openExternalMove = (): boolean => {
    const { answer, text: typed } = lookup.getState()
    if (answer?.count !== 0 || answer.more || answer.text !== typed) return false
    const [stored] = lookup.externalMove.getState().found.moves
    const number = moveNumberIn(typed.trim())
    if (stored !== undefined) lookup.externalMove.show(stored, status)
    else if (number !== null && answer.filters.length === 0 && canAskProvider(status.connection))
      void lookup.externalMove.ask(number)
    else return false
    return true
  }

  const keys = (event: KeyboardEvent) => {
    // Chromium clears a search field on Escape, and Escape must never lose typed text.
    if (event.key === 'Escape') event.preventDefault()
    if (onLookup && bookingId !== null && copiesRow(event, event.target)) {
      event.preventDefault()
      lookup.copyRow()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key === 'Enter') void open()
    else if (onLookup) lookup.step(event.key === 'ArrowDown' ? 1 : -1)
    else navigation.go('lookup', 'stay')
  }

  const clear = useCallback(() => {
    lookup.type('')
    input.current?.focus()
  }, [lookup])

  return (
    <search className={css['find']}>
      {GLASS}
      <input
        ref={input}
        type="search"
        aria-label={TOP.search}
        placeholder={TOP.search}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={type}
        onKeyDown={keys}
        {...(onLookup && listed && bookingId !== null
          ? { 'aria-controls': 'results', 'aria-activedescendant': `booking-${bookingId}` }
          : {})}
      />
      {text === '' ? <kbd aria-hidden="true">{KEYS.find}</kbd> : <ClearButton onClear={clear} />}
    </search>
  )
}

const ClearButton = memo(function Clear({ onClear }: { readonly onClear: () => void }) {
  return (
    <button type="button" aria-label={TOP.clear} className={css['clear']} onClick={onClear}>
      <X size={15} aria-hidden="true" />
    </button>
  )
})
