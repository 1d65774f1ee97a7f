import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge, DeskStatus } from '../../../shared/bridge/calls.ts'
import { assertNever } from '../../../shared/result.ts'
import { fieldIssues, type FieldIssue } from '../../../shared/field-issues.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { canRelease, canPlaceByPhone } from '../../../shared/outbox/machine.ts'
import { resolutionSchema, type Resolution } from '../../../shared/outbox/resolution.ts'
import { movesToReplace } from '../../../shared/outbox/moves-to-replace.ts'
import { timeToTell } from '../../../shared/outbox/time-to-tell.ts'
import { STATE_FACTS } from '../../../shared/outbox/states.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

/** A resolution that a person can choose for a booking that does not settle automatically. */
export type ResolutionKind = Resolution['kind']

export type ResolutionState = {
  /** The resolution whose form is open; null if no form is open. */
  readonly open: ResolutionKind | null
  /** The name of the person, which stays from one resolution to the next. */
  readonly who: string
  readonly why: string
  readonly reference: string
  /** The typed provider numbers, by the id of the move. */
  readonly numbers: Readonly<Record<string, string>>
  /** The errors by field: `who`, `why`, `reference`, `numbers`, or the id of a move. */
  readonly problems: Readonly<Record<string, string>>
  /** Why the desk did not accept the resolution, as a sentence; null otherwise. */
  readonly refusal: string | null
  readonly working: boolean
}

export type ResolutionStore = StoreApi<ResolutionState> & {
  readonly begin: (kind: ResolutionKind) => void
  readonly type: (field: 'who' | 'why' | 'reference', text: string) => void
  readonly typeNumber: (moveId: string, text: string) => void
  readonly leave: () => void
  /** Submits the open resolution. Returns the updated booking, or null if the input is wrong or the call fails. */
  readonly decide: (booking: BookedMoves) => Promise<BookedMoves | null>
}

const BLANK = { open: null, why: '', reference: '', numbers: {}, problems: {}, refusal: null, working: false } as const

/**
 * Lists the resolutions that the booking allows now, in the order in which the window offers them; none for a booking
 * of another desk. Without the board leaves only what waits for a board that is away.
 */
export function availableResolutions(
  booking: BookedMoves,
  { board }: Pick<DeskStatus, 'board'>,
): readonly ResolutionKind[] {
  const { entry, moves, state, waitReason } = booking
  if (booking.desk !== null) return []
  const lacksNumber = moves.some((move) => !move.number.known)
  const resolutions: readonly (readonly [ResolutionKind, boolean])[] = [
    ['release', canRelease(entry)],
    ['send-without-board', state === 'waiting' && waitReason?.code === 'claim' && board?.kind === 'alone'],
    ['provider-numbers', lacksNumber && STATE_FACTS[entry.state].takesNumber],
    ['not-booked-reported', entry.state === 'in-doubt'],
    ['placed-by-phone', canPlaceByPhone(entry)],
    ['customer-told', timeToTell(booking) !== null],
    ['replacement-number', movesToReplace(booking).length > 0],
  ]
  return resolutions.flatMap(([kind, fits]) => (fits ? [kind] : []))
}

/** The store of the form in which a person fills in a resolution. */
export function createResolutions(bridge: Bridge): ResolutionStore {
  const store = createStore<ResolutionState>(() => ({ ...BLANK, who: '' }))

  /**
   * Builds the unchecked input of `resolutionSchema`. A number that is not all digits stays text, so that its field
   * gets the error.
   */
  function toInput(booking: BookedMoves): unknown {
    const { open, who, why, reference, numbers } = store.getState()
    switch (open) {
      case 'provider-numbers': {
        const filled = booking.moves.flatMap(({ id }) => {
          const text = (numbers[id] ?? '').trim()
          return text === '' ? [] : [{ moveId: id, number: readNumber(text) }]
        })
        return { kind: open, who, numbers: filled }
      }
      case 'replacement-number': {
        const [moveId = ''] = movesToReplace(booking).map(({ id }) => id)
        return { kind: open, who, moveId, number: readNumber((numbers[moveId] ?? '').trim()) }
      }
      case 'not-booked-reported':
        return { kind: open, who, why, confirmed: booking.entry.notBookedReportedAt !== null }
      case 'placed-by-phone':
        return { kind: open, who, reference }
      case 'customer-told':
        return { kind: open, who, earliest: timeToTell(booking) }
      case 'release':
      case 'send-without-board':
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
      const input = toInput(booking)
      const read = resolutionSchema.safeParse(input)
      if (!read.success) {
        store.setState({ problems: problemsOf(input, fieldIssues(read.error)), refusal: null })
        return null
      }
      store.setState({ working: true, problems: {}, refusal: null })
      const answer = await bridge.resolveBooking({ bookingId: booking.id, resolution: read.data })
      if (answer.ok) store.setState({ ...BLANK, who: store.getState().who })
      else store.setState({ working: false, refusal: describeFailure(answer.failure) })
      return answer.ok ? answer.value : null
    },
  }
}

/** A number of digits alone; any other text stays text, which the schema refuses. */
function readNumber(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

/** Sorts problems by the field that shows them. A problem of a number goes to the id of its move. */
function problemsOf(input: unknown, issues: readonly FieldIssue[]): Readonly<Record<string, string>> {
  const { moveId, numbers = [] } = input as {
    readonly moveId?: string
    readonly numbers?: readonly { readonly moveId: string }[]
  }
  return Object.fromEntries(
    issues.map((issue) => {
      const { path } = issue
      const [, at] = /^numbers\.(\d+)/.exec(path) ?? []
      const move = path === 'number' ? moveId : at === undefined ? undefined : numbers[Number(at)]?.moveId
      return move === undefined
        ? [path, describeFieldIssue(issue, path === 'reference' ? 'Their reference' : undefined)]
        : [move, 'Enter the number as they say it: digits only.']
    }),
  )
}
