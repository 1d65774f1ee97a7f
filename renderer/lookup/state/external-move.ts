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

/** A shown move, with sentences that say why the data is old and why it was not stored. */
export type ShownExternalMove = StoredExternalMove & {
  readonly old: { readonly words: string; readonly againAt: UtcInstant | null } | null
  readonly notKept: string | null
}

export type ExternalMoveState = {
  readonly fetching: boolean
  /** The provider's data, now or of the last fetch; null while none is shown. */
  readonly shown: ShownExternalMove | null
  /** Why no move is shown, or why its page was not opened. */
  readonly trouble: string | null
  /** The stored moves that the search finds. */
  readonly found: ExternalMoveMatches
}

export type ExternalMoveStore = StoreApi<ExternalMoveState> & {
  readonly ask: (number: number) => Promise<void>
  /** Searches the stored moves for a text, and closes a move that was shown for another text. */
  readonly find: (text: string) => Promise<void>
  /** Shows a stored move at once and fetches it again: now, or when the connection is back. */
  readonly show: (
    kept: StoredExternalMove,
    desk: { readonly connection: ConnectionState; readonly now: UtcInstant },
  ) => void
  readonly openLink: (url: string) => Promise<void>
  readonly close: () => void
}

const CLOSED = { fetching: false, shown: null, trouble: null }
const NONE: ExternalMoveMatches = { moves: [], more: false }

/** Move numbers have at most 15 digits. */
const NUMBER = /^[1-9]\d{0,14}$/

/** The move number in a search text; null for any other text. */
export function moveNumberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null
}

/** External moves: fetched from the provider by number and stored for reading. */
export function createExternalMove(bridge: Bridge): ExternalMoveStore {
  const store = createStore<ExternalMoveState>(() => ({ ...CLOSED, found: NONE }))
  let asked = 0
  let searched = 0
  let text = ''
  let link: ConnectionState['kind'] = 'checking'

  async function search() {
    searched += 1
    const mine = searched
    const answer = text === '' ? null : await bridge.searchExternalMoves({ text })
    if (mine === searched) store.setState({ found: answer?.ok === true ? answer.value : NONE })
  }

  async function ask(number: number) {
    if (store.getState().fetching) return
    asked += 1
    const mine = asked
    store.setState({ fetching: true, trouble: null })
    const answer = await bridge.fetchExternalMove({ number })
    if (mine !== asked) return
    const { shown } = store.getState()
    if (answer.ok) store.setState({ fetching: false, shown: shownOf(answer.value) })
    else if (shown === null || answer.failure.code === 'not-found')
      store.setState({ ...CLOSED, trouble: describeFailure(answer.failure) })
    else
      store.setState({
        fetching: false,
        shown: { ...shown, old: { words: describeFailure(answer.failure), againAt: null } },
      })
    await search()
  }

  onStatus(bridge, (desk) => {
    const isBack = desk.connection.kind === 'up' && link !== 'up'
    link = desk.connection.kind
    const { shown, fetching } = store.getState()
    const againAt = shown?.old?.againAt ?? null
    if (link !== 'up' || fetching || shown === null || againAt === null) return
    // A fetch may have found the connection down or the provider busy when the desk's status did not.
    if (isBack || desk.now >= againAt) void ask(shown.move.number)
  })

  return {
    ...store,
    ask,
    find: async (typed) => {
      asked += 1
      text = typed
      store.setState(CLOSED)
      await search()
    },
    show: (kept, desk) => {
      const isUp = desk.connection.kind === 'up'
      const words =
        desk.connection.kind === 'down'
          ? describeConnection(desk.connection)
          : 'The link to the provider is being looked at.'
      store.setState({
        ...CLOSED,
        shown: { ...kept, old: isUp ? null : { words, againAt: desk.now }, notKept: null },
      })
      if (isUp) void ask(kept.move.number)
    },
    openLink: async (url) => {
      const answer = await bridge.openLink({ url })
      store.setState({ trouble: answer.ok ? null : `The page was not opened. ${describeFailure(answer.failure)}` })
    },
    close: () => {
      asked += 1
      store.setState(CLOSED)
    },
  }
}

function shownOf({ old, notKept, ...kept }: FetchExternalMoveResult): ShownExternalMove {
  return {
    ...kept,
    old: old === null ? null : { words: describeUnreachable(old.cause), againAt: old.againAt },
    notKept: notKept === null ? null : NOT_KEPT[notKept],
  }
}

const NOT_KEPT: Readonly<Record<NonNullable<FetchExternalMoveResult['notKept']>, string>> = {
  'provider-left': 'It was not kept: this desk has just left the provider.',
  'own-booking': 'It is booked on this desk: search for it.',
  'disk-full': 'It was not kept on this PC: the disk is full or cannot be written.',
}
