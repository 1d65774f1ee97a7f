import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import {
  COMMANDS,
  commandOf,
  disabledReason,
  type Command,
  type CommandId,
  type CommandContext,
} from '../../../shared/desk/commands.ts'
import { normalizeForSearch, type FoundBooking } from '../../../shared/views/lookup.ts'

/** Line of the palette. `reason` says why a command is disabled now; null for an enabled command. */
export type Hit =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command; readonly reason: string | null }
  | { readonly kind: 'booking'; readonly id: string; readonly booking: FoundBooking }

export type HitGroup = { readonly title: string; readonly hits: readonly Hit[] }

export type PaletteState = {
  readonly text: string
  /** Bookings that were found for the text `answered`. */
  readonly bookings: readonly FoundBooking[]
  readonly answered: string
  /** Id of the line that Enter runs; null for the top line. */
  readonly selected: string | null
  /** True if a person pressed Enter before the reply: the top line then runs as soon as the reply arrives. */
  readonly isUrgent: boolean
}

export type Palette = StoreApi<PaletteState> & {
  readonly type: (text: string) => void
  readonly select: (id: string | null) => void
  readonly prioritize: () => void
  readonly reset: () => void
}

/** Bookings per search. A longer list belongs to Lookup. */
const MAX_BOOKINGS = 12

const EMPTY_STATE: PaletteState = { text: '', bookings: [], answered: '', selected: null, isUrgent: false }

/** Store of the typed text and the bookings found for that text; `hitsOf` finds the commands. */
export function createPalette(bridge: Bridge): Palette {
  const store = createStore<PaletteState>(() => EMPTY_STATE)
  let searches = 0

  async function find(text: string) {
    searches += 1
    const mine = searches
    const found =
      text.trim() === '' ? null : await bridge.findBookings({ text: text.slice(0, 200), limit: MAX_BOOKINGS })
    // A reply for an older text must not overwrite the reply for a newer text.
    if (mine !== searches) return
    store.setState({ answered: text, bookings: found?.ok === true ? found.value.bookings : [] })
  }

  return {
    ...store,
    type: (text) => {
      store.setState({ text, selected: null, isUrgent: false })
      void find(text)
    },
    select: (selected) => store.setState({ selected }),
    prioritize: () => store.setState({ isUrgent: true }),
    reset: () => {
      searches += 1
      store.setState(EMPTY_STATE)
    },
  }
}

/**
 * Groups the lines of the palette; without a text: recent commands, commands of the screen, all others. With a text:
 * enabled commands that match by name, bookings, enabled commands that match by `also`, then disabled commands.
 */
export function hitsOf(
  { text, bookings, answered }: Pick<PaletteState, 'text' | 'bookings' | 'answered'>,
  recent: readonly CommandId[],
  at: CommandContext,
): readonly HitGroup[] {
  const hitOf = (command: Command): Hit => ({
    kind: 'command',
    id: `command-${command.id}`,
    command,
    reason: disabledReason(command.id, at),
  })
  if (text.trim() === '') {
    const groups = byPlace(recent, at).map(([title, some]) => ({ title, hits: some.map(hitOf) }))
    return groups.filter(({ hits }) => hits.length > 0)
  }
  const words = normalizeForSearch(text).split(' ')
  // Typed words match only the start of a word, so that the customer name "Art" does not find every command that
  // contains those letters.
  const fits = (label: string) => words.every((word) => ` ${normalizeForSearch(label)}`.includes(` ${word}`))
  const byName = COMMANDS.filter((command) => fits(command.label))
  const otherwise = COMMANDS.filter(
    (command) => !byName.includes(command) && fits(`${command.label} ${command.also ?? ''}`),
  )
  const isReady = (hit: Hit) => hit.kind === 'command' && hit.reason === null
  const named = byName.map(hitOf)
  const also = otherwise.map(hitOf)
  const found: readonly Hit[] =
    answered === text ? bookings.map((booking) => ({ kind: 'booking', id: `found-${booking.bookingId}`, booking })) : []
  return [
    { title: 'Commands', hits: named.filter(isReady) },
    { title: 'Bookings', hits: found },
    { title: 'Maybe', hits: also.filter(isReady) },
    { title: 'Not available', hits: [...named, ...also].filter((hit) => !isReady(hit)) },
  ].filter(({ hits }) => hits.length > 0)
}

function byPlace(
  recent: readonly CommandId[],
  { screen }: CommandContext,
): readonly (readonly [title: string, commands: readonly Command[]])[] {
  const rest = COMMANDS.filter(({ id }) => !recent.includes(id))
  return [
    ['Recent', recent.map(commandOf)],
    ['On this screen', rest.filter(({ scope }) => scope === screen)],
    ['Everywhere', rest.filter(({ scope }) => scope === 'anywhere')],
    ['On other screens', rest.filter(({ scope }) => scope !== 'anywhere' && scope !== screen)],
  ]
}
