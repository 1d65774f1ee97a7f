import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { assertNever } from '../../../shared/result.ts'
import { fieldIssues } from '../../../shared/field-issues.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { canRelease, canPlaceByPhone } from '../../../shared/outbox/machine.ts'
import { resolutionSchema, type Resolution } from '../../../shared/outbox/resolution.ts'
import { STATE_FACTS } from '../../../shared/outbox/states.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

/** The decisions about a booking that does not settle by itself, in the order in which they are offered. */
export type ResolutionKind = Resolution['kind']

export type WaysState = {
  /** The decision that is being filled in; null when none is. */
  readonly open: ResolutionKind | null
  /** Kept from one decision to the next: it is the same person. */
  readonly who: string
  readonly why: string
  readonly reference: string
  /** What was typed as the provider's number, by our move. */
  readonly numbers: Readonly<Record<string, string>>
  /** What is wrong, by field: `who`, `why`, `reference`, or the id of a move. */
  readonly problems: Readonly<Record<string, string>>
  /** Why nothing was done. */
  readonly refusal: string | null
  readonly working: boolean
}

export type ResolutionStore = StoreApi<WaysState> & {
  readonly begin: (kind: ResolutionKind) => void
  readonly type: (field: 'who' | 'why' | 'reference', text: string) => void
  readonly typeNumber: (moveId: string, text: string) => void
  readonly leave: () => void
  /** Asks for the decision; the booking as it is after it, or null where nothing was done. */
  readonly decide: (booking: BookedMoves) => Promise<BookedMoves | null>
}

const BLANK = { open: null, why: '', reference: '', numbers: {}, problems: {}, refusal: null, working: false } as const

/** What a person may decide about a booking now. */
export function availableResolutions({ entry, moves }: BookedMoves): readonly ResolutionKind[] {
  const named = moves.some((move) => !move.number.known)
  const ways: readonly (readonly [ResolutionKind, boolean])[] = [
    ['release', canRelease(entry)],
    ['provider-numbers', named && STATE_FACTS[entry.state].takesNumber],
    ['not-booked-reported', entry.state === 'in-doubt'],
    ['placed-by-phone', canPlaceByPhone(entry)],
  ]
  return ways.flatMap(([kind, fits]) => (fits ? [kind] : []))
}

/** The form in which a decision is filled in. */
export function createWays(bridge: Bridge): ResolutionStore {
  const store = createStore<WaysState>(() => ({ ...BLANK, who: '' }))

  /** What was typed, as the bridge takes it; a number that is none stays text, and is refused by its field. */
  function typed(booking: BookedMoves): unknown {
    const { open, who, why, reference, numbers } = store.getState()
    switch (open) {
      case 'provider-numbers': {
        const filled = booking.moves.flatMap(({ id }) => {
          const text = (numbers[id] ?? '').trim()
          return text === '' ? [] : [{ moveId: id, number: /^\d{1,15}$/.test(text) ? Number(text) : text }]
        })
        return { kind: open, who, numbers: filled }
      }
      case 'not-booked-reported':
        return { kind: open, who, why, confirmed: booking.entry.notBookedReportedAt !== null }
      case 'placed-by-phone':
        return { kind: open, who, reference }
      case 'release':
      case null:
        return { kind: open, who }
      default:
        return assertNever(open)
    }
  }

  return {
    ...store,
    begin: (open) => store.setState({ ...BLANK, open, who: store.getState().who }),
    type: (field, text) => store.setState({ [field]: text }),
    typeNumber: (moveId, text) => store.setState({ numbers: { ...store.getState().numbers, [moveId]: text } }),
    leave: () => store.setState({ ...BLANK, who: store.getState().who }),
    decide: async (booking) => {
      if (store.getState().working) return null
      const input = typed(booking)
      const read = resolutionSchema.safeParse(input)
      if (!read.success) {
        store.setState({ problems: problemsOf(input, fieldIssues(read.error)), refusal: null })
        return null
      }
      store.setState({ working: true, problems: {}, refusal: null })
      const answer = await bridge.resolveBooking({ bookingId: booking.id, way: read.data })
      if (answer.ok) store.setState({ ...BLANK, who: store.getState().who })
      else store.setState({ working: false, refusal: describeFailure(answer.failure) })
      return answer.ok ? answer.value : null
    },
  }
}

/** Problems by the field that shows them: those of a number by its move. */
function problemsOf(input: unknown, issues: ReturnType<typeof fieldIssues>): Readonly<Record<string, string>> {
  const numbers = (input as { readonly numbers?: readonly { readonly moveId: string }[] }).numbers ?? []
  return Object.fromEntries(
    issues.map(({ path, message }) => {
      const [, at] = /^numbers\.(\d+)/.exec(path) ?? []
      const move = at === undefined ? undefined : numbers[Number(at)]?.moveId
      return move === undefined ? [path, message] : [move, 'Enter the number as the provider says it: digits only.']
    }),
  )
}
