import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  FetchExternalMoveResult,
  ExternalMoveMatches,
  StoredExternalMove,
} from '../../../shared/move/external-move.ts'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { ConnectionState } from '../../../shared/desk/connection.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { onStatus } from '../../app/state/desk-status.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { describeConnection, describeUnreachable } from '../../app/text/connection-text.ts'

/**
 * External move on the screen. `old` says why the values are not current and when another fetch may help; `notKept`
 * says why the move is not stored.
 */
export type ShownExternalMove = StoredExternalMove & {
  readonly old: { readonly reason: string; readonly retryAt: UtcInstant | null } | null
  readonly notKept: string | null
}

export type ExternalMoveState = {
  readonly fetching: boolean
  /** The move on the screen, as of its last fetch; null if no move is shown. */
  readonly shown: ShownExternalMove | null
  /** Why no move is shown, or why a page did not open; null otherwise. */
  readonly errorMessage: string | null
  /** Stored external moves that match the search. */
  readonly found: ExternalMoveMatches
}

export type ExternalMoveStore = StoreApi<ExternalMoveState> & {
  readonly ask: (number: number) => Promise<void>
  /** Finds the stored moves that match a text, and closes the shown move, which belongs to the previous text. */
  readonly find: (text: string) => Promise<void>
  /** Shows a stored move at once and fetches that move again: now, or when the connection is back. */
  readonly show: (
    kept: StoredExternalMove,
    desk: { readonly connection: ConnectionState; readonly now: UtcInstant },
  ) => void
  readonly openLink: (url: string) => Promise<void>
  readonly close: () => void
}

const CLOSED = { fetching: false, shown: null, errorMessage: null }
const NONE: ExternalMoveMatches = { moves: [], more: false }

/** Takes at most 15 digits, because every number of 15 digits is a safe integer. */
const NUMBER = /^[1-9]\d{0,14}$/

/**
 * True if a person may ask the provider for a move: the provider answers, or a shown move would prove that the server
 * at the address is the provider.
 */
export function canAskProvider(connection: ConnectionState): boolean {
  return connection.kind === 'up' || (connection.kind === 'down' && connection.cause === 'not-the-provider')
}

/** Reads a search text as a move number; null for any other text. */
export function moveNumberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null
}

/** Store of external moves: fetches a move from the provider by its number, and finds moves that are stored already. */
export function createExternalMove(bridge: Bridge): ExternalMoveStore {
  const store = createStore<ExternalMoveState>(() => ({ ...CLOSED, found: NONE }))
  let fetches = 0
  let searches = 0
  let text = ''
  let link: ConnectionState['kind'] = 'checking'

  function close() {
    const { fetching, shown, errorMessage } = store.getState()
    if (fetching || shown !== null || errorMessage !== null) store.setState(CLOSED)
  }

  async function search() {
    searches += 1
    const mine = searches
    const answer = text === '' ? null : await bridge.searchExternalMoves({ text })
    const found = answer?.ok === true && answer.value.moves.length > 0 ? answer.value : NONE
    // Most searches find none after none, and a change of state renders the screen at each keystroke.
    if (mine === searches && found !== store.getState().found) store.setState({ found })
  }

  async function ask(number: number) {
    if (store.getState().fetching) return
    fetches += 1
    const mine = fetches
    store.setState({ fetching: true, errorMessage: null })
    const answer = await bridge.fetchExternalMove({ number })
    if (mine !== fetches) return
    const { shown } = store.getState()
    if (answer.ok) store.setState({ fetching: false, shown: shownOf(answer.value) })
    else if (shown === null || answer.failure.code === 'not-found')
      store.setState({ ...CLOSED, errorMessage: describeFailure(answer.failure) })
    else
      store.setState({
        fetching: false,
        shown: { ...shown, old: { reason: describeFailure(answer.failure), retryAt: null } },
      })
    await search()
  }

  onStatus(bridge, (desk) => {
    const isBack = desk.connection.kind === 'up' && link !== 'up'
    link = desk.connection.kind
    const { shown, fetching } = store.getState()
    const retryAt = shown?.old?.retryAt ?? null
    if (link !== 'up' || fetching || shown === null || retryAt === null) return
    // A fetch can fail while the desk still shows the connection as up, so a fetch also starts once `retryAt` is
    // reached.
    if (isBack || desk.now >= retryAt) void ask(shown.move.number)
  })

  return {
    ...store,
    ask,
    find: async (typed) => {
      fetches += 1
      text = typed
      close()
      await search()
    },
    show: (kept, desk) => {
      const isUp = desk.connection.kind === 'up'
      const reason = desk.connection.kind === 'down' ? describeConnection(desk.connection) : 'Checking the connection.'
      store.setState({
        ...CLOSED,
        shown: { ...kept, old: isUp ? null : { reason, retryAt: desk.now }, notKept: null },
      })
      if (isUp) void ask(kept.move.number)
    },
    openLink: async (url) => {
      const answer = await bridge.openLink({ url })
      store.setState({ errorMessage: answer.ok ? null : `The page was not opened. ${describeFailure(answer.failure)}` })
    },
    close: () => {
      fetches += 1
      close()
    },
  }
}

function shownOf({ old, notKept, ...kept }: FetchExternalMoveResult): ShownExternalMove {
  return {
    ...kept,
    old: old === null ? null : { reason: describeUnreachable(old.cause), retryAt: old.retryAt },
    notKept: notKept === null ? null : NOT_KEPT[notKept],
  }
}

const NOT_KEPT: Readonly<Record<NonNullable<FetchExternalMoveResult['notKept']>, string>> = {
  'provider-left': 'It was not saved: the provider was just changed in Settings.',
  'own-booking': 'It is one of your bookings: search for it.',
  'disk-full': "It was not saved here: the disk is full or can't be written.",
}
