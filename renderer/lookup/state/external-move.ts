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

/** A move as it is shown: why it is not as the provider shows it now, and why it is not kept, are sentences. */
export type ShownExternalMove = StoredExternalMove & {
  readonly old: { readonly words: string; readonly againAt: UtcInstant | null } | null
  readonly notKept: string | null
}

export type ExternalMoveState = {
  readonly fetching: boolean
  /** What the provider showed, now or when it was asked last; null while nothing is shown. */
  readonly shown: ShownExternalMove | null
  /** Why it shows none, or why its page was not opened. */
  readonly trouble: string | null
  /** The kept ones that the search finds. */
  readonly found: ExternalMoveMatches
}

export type ExternalMoveStore = StoreApi<ExternalMoveState> & {
  readonly ask: (number: number) => Promise<void>
  /** Finds the kept ones for a text, and closes what was shown for another. */
  readonly find: (text: string) => Promise<void>
  /** Shows a kept one at once and asks for it anew: now, or when the link is back. */
  readonly show: (
    kept: StoredExternalMove,
    desk: { readonly connection: ConnectionState; readonly now: UtcInstant },
  ) => void
  readonly openLink: (url: string) => Promise<void>
  readonly close: () => void
}

const CLOSED = { fetching: false, shown: null, trouble: null }
const NONE: ExternalMoveMatches = { moves: [], more: false }

/** The longest number that a move can have. */
const NUMBER = /^[1-9]\d{0,14}$/

/** The move number that a search can mean; null for any other text. */
export function moveNumberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null
}

/** Moves that no booking of this desk is, asked for at the provider by their number and kept to read. */
export function createExternalMove(bridge: Bridge): ExternalMoveStore {
  const store = createStore<ExternalMoveState>(() => ({ ...CLOSED, found: NONE }))
  let asked = 0
  let searched = 0
  let text = ''
  let link: ConnectionState['kind'] = 'checking'

  async function search() {
    searched += 1
    const mine = searched
    const answer = text === '' ? null : await bridge.findAsked({ text })
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
    // A question may have found the link gone, or the provider busy, where the desk did not.
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
