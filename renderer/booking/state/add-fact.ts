import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { effectiveVehicle, newFactSchema, type FactKind } from '../../../shared/booking/added-facts.ts'
import { CHANGED_PARTS, type ChangedPart } from '../../../shared/outbox/amendment.ts'
import { requesterSchema } from '../../../shared/outbox/resolution.ts'
import { fieldIssues, type FieldIssue } from '../../../shared/field-issues.ts'
import { describeFailure } from '../../app/text/failure-text.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import { describePromisedLoaner, promisedBookingOf } from '../text/loaner-text.ts'
import { factLabel } from '../text/added-fact-text.ts'
import type { ResolutionStore } from './resolutions.ts'

/** The text of each field of the dialog; the fields of a loaner have the names of its parts. */
export type FactForm = { readonly [Name in ChangedPart | 'reference' | 'text']: string }

type FactField = keyof FactForm | 'who'

export type AddFactState = {
  /** The booking whose dialog is open; null while no dialog is open. */
  readonly bookingId: string | null
  readonly kind: FactKind
  readonly form: FactForm
  readonly problems: { readonly [Name in FactField]?: string }
  /** Why nothing was saved, as a sentence; null otherwise. */
  readonly alert: string | null
  readonly busy: boolean
  /** Grows with each refused save, so that the focus moves to the field with the error. */
  readonly refusals: number
  /** The other bookings of the day with the typed repair order, while the dialog asks about them. */
  readonly others: readonly BookedMoves[]
  /** The bookings to whose customers the loaner is promised, while the dialog asks about them. */
  readonly promised: readonly string[]
}

export type AddFactStore = StoreApi<AddFactState> & {
  /** Holds the person's name from one fact to the next. */
  readonly resolutions: ResolutionStore
  readonly open: (booking: BookedMoves) => void
  readonly choose: (kind: FactKind) => void
  readonly type: (field: FactField, text: string) => void
  /** Returns from the duplicate question to the fields. */
  readonly goBack: () => void
  /**
   * Saves the fact; a repair order of another booking or a promised loaner raises a question first, which the next save
   * answers. Returns the booking with the fact, or null if nothing was saved.
   */
  readonly save: () => Promise<BookedMoves | null>
  readonly close: () => void
}

const BLANK: FactForm = { reference: '', text: '', stock: '', vin: '', year: '', make: '', model: '', color: '' }

const CLOSED: AddFactState = {
  bookingId: null,
  kind: 'repair-order',
  form: BLANK,
  problems: {},
  alert: null,
  busy: false,
  refusals: 0,
  others: [],
  promised: [],
}

const PROMISED = 'Choose another loaner, or add it anyway.'
const SOME_WRONG = 'Nothing was saved yet: see what is marked.'

/** The store of the dialog that adds a fact to a booking that has left. */
export function createAddFact(bridge: Bridge, resolutions: ResolutionStore): AddFactStore {
  const store = createStore<AddFactState>(() => CLOSED)
  const refuse = (alert: string, more: Partial<AddFactState> = {}) =>
    store.setState(({ refusals }) => ({ alert, busy: false, refusals: refusals + 1, ...more }))

  return {
    ...store,
    resolutions,
    open: (booking) => {
      const loaner = booking.moves.find(({ role }) => role === 'loaner')
      const vehicle = loaner === undefined ? null : effectiveVehicle(booking, loaner)
      const parts = CHANGED_PARTS.map((part) => [part, vehicle?.[part] ?? ''])
      store.setState({ ...CLOSED, bookingId: booking.id, form: { ...BLANK, ...Object.fromEntries(parts) } })
    },
    choose: (kind) => store.setState({ kind, problems: {}, alert: null, others: [], promised: [] }),
    type: (field, text) => {
      if (field === 'who') resolutions.type('who', text)
      const { form, problems, promised } = store.getState()
      const others = Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field))
      store.setState({
        ...(field === 'who' ? {} : { form: { ...form, [field]: text }, promised: [] }),
        // The question about a promised loaner stays while a person types the name.
        ...(field === 'who' && promised.length > 0 ? {} : { alert: null }),
        problems: others,
      })
    },
    goBack: () => store.setState({ others: [], alert: null }),
    save: async () => {
      const { bookingId, kind, form, busy, others, promised } = store.getState()
      if (bookingId === null || busy) return null
      const read = newFactSchema.safeParse(toInput(kind, form, others))
      const name = requesterSchema.safeParse(resolutions.getState().who)
      const issues = [
        ...(read.success ? [] : fieldIssues(read.error)),
        ...(name.success ? [] : fieldIssues(name.error).map((issue) => ({ ...issue, path: 'who' }))),
      ]
      if (!read.success || !name.success) {
        refuse(SOME_WRONG, { problems: sortProblems(kind, issues), others: [] })
        return null
      }
      store.setState({ busy: true, alert: null, problems: {} })
      if (read.data.kind === 'repair-order' && others.length === 0) {
        const { reference } = read.data
        const found = await bridge.findReferenceDuplicates({ bookingId, reference })
        if (!found.ok) {
          refuse(describeFailure(found.failure))
          return null
        }
        if (found.value.length > 0) {
          store.setState({ busy: false, others: found.value })
          return null
        }
      }
      const answer = await bridge.addFact({ bookingId, fact: read.data, who: name.data, promised })
      if (answer.ok) {
        store.setState(CLOSED)
        return answer.value
      }
      const { failure } = answer
      if (failure.code === 'loaner-promised') {
        refuse(describePromisedLoaner(failure.fields, PROMISED), {
          promised: [...promised, promisedBookingOf(failure)],
        })
      } else if (failure.issues.length === 0) refuse(describeFailure(failure))
      else refuse(SOME_WRONG, { problems: sortProblems(kind, failure.issues), others: [] })
      return null
    },
    close: () => {
      if (!store.getState().busy) store.setState(CLOSED)
    },
  }
}

function toInput(kind: FactKind, form: FactForm, others: readonly BookedMoves[]): unknown {
  const { reference, text, ...loaner } = form
  const values: Readonly<Record<FactKind, object>> = {
    'repair-order': { reference, alike: others.map(({ id }) => id) },
    loaner: { loaner },
    note: { text },
  }
  return { kind, ...values[kind] }
}

/** Sorts issues by the field that shows them. An issue of the loaner as a whole goes to its first field. */
function sortProblems(kind: FactKind, issues: readonly FieldIssue[]): AddFactState['problems'] {
  const fields = Object.keys(BLANK)
  return Object.fromEntries(
    issues.map((issue) => {
      const end = issue.path.split('.').at(-1) ?? ''
      if (end === 'who') return ['who', describeFieldIssue(issue, 'Your name')]
      const whole = kind === 'repair-order' ? 'reference' : kind === 'note' ? 'text' : CHANGED_PARTS[0]
      const isPart = kind === 'loaner' && fields.includes(end)
      return [isPart ? end : whole, describeFieldIssue(issue, isPart ? undefined : factLabel(kind))]
    }),
  )
}
