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
import { normalizeForSearch, type FoundMove } from '../../../shared/views/lookup.ts'

/** A hit of the palette. `reason` says why a command is disabled now; null if it is enabled. */
export type Hit =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command; readonly reason: string | null }
  | { readonly kind: 'move'; readonly id: string; readonly move: FoundMove }

export type HitGroup = { readonly title: string; readonly hits: readonly Hit[] }

export type PaletteState = {
  readonly text: string
  /** The moves found for the last answered text. */
  readonly moves: readonly FoundMove[]
  readonly answered: string
  /** The hit that Enter runs; null for the first. */
  readonly selected: string | null
  /** Enter was pressed before the answer, so the first hit runs when the answer arrives. */
  readonly isUrgent: boolean
}

export type Palette = StoreApi<PaletteState> & {
  readonly type: (text: string) => void
  readonly select: (id: string | null) => void
  readonly prioritize: () => void
  readonly startOver: () => void
}

/** The limit of moves in the palette. Lookup searches for more. */
const MAX_MOVES = 12

const NOTHING: PaletteState = { text: '', moves: [], answered: '', selected: null, isUrgent: false }

/** The text of the palette and the moves that it finds. `hitsOf` finds the commands. */
export function createPalette(bridge: Bridge): Palette {
  const store = createStore<PaletteState>(() => NOTHING)
  let asked = 0

  async function find(text: string) {
    asked += 1
    const mine = asked
    const found = text.trim() === '' ? null : await bridge.findMoves({ text: text.slice(0, 200), limit: MAX_MOVES })
    // An answer to an older text must not overwrite a newer one.
    if (mine !== asked) return
    store.setState({ answered: text, moves: found?.ok === true ? found.value.moves : [] })
  }

  return {
    ...store,
    type: (text) => {
      store.setState({ text, selected: null, isUrgent: false })
      void find(text)
    },
    select: (selected) => store.setState({ selected }),
    prioritize: () => store.setState({ isUrgent: true }),
    startOver: () => {
      asked += 1
      store.setState(NOTHING)
    },
  }
}

/**
 * The hits of the palette in order. Without a text: recent commands, this screen's commands, then all others; with a
 * text: enabled commands by name, moves, enabled commands by other words, then disabled commands with their reasons.
 */
export function hitsOf(
  { text, moves, answered }: Pick<PaletteState, 'text' | 'moves' | 'answered'>,
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
  // Compares from the beginning of a word, because "art" must find a customer and not the middle of another word.
  const fits = (said: string) => words.every((word) => ` ${normalizeForSearch(said)}`.includes(` ${word}`))
  const byName = COMMANDS.filter((command) => fits(command.words))
  const otherwise = COMMANDS.filter(
    (command) => !byName.includes(command) && fits(`${command.words} ${command.also ?? ''}`),
  )
  const isReady = (hit: Hit) => hit.kind === 'command' && hit.reason === null
  const named = byName.map(hitOf)
  const also = otherwise.map(hitOf)
  const found: readonly Hit[] =
    answered === text ? moves.map((move) => ({ kind: 'move', id: `found-${move.moveId}`, move })) : []
  return [
    { title: 'Commands', hits: named.filter(isReady) },
    { title: 'Moves', hits: found },
    { title: 'Perhaps', hits: also.filter(isReady) },
    { title: 'Not now', hits: [...named, ...also].filter((hit) => !isReady(hit)) },
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
