import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Booking } from '../../../shared/booking/booking.ts'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import type { Result } from '../../../shared/result.ts'
import { predictRejections } from '../../../shared/booking/provider-rules.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { parseTime } from '../../../shared/time/parse-time.ts'
import { createDraftKeeper, type KeptState } from './draft-keeper.ts'
import type { DeskStatusStore } from '../../app/state/desk-status.ts'
import { FIELDS, emptyForm, isEmpty, restoreForm, stashedForm, type BookingForm, type FieldName } from './form.ts'
import { checkForm, NO_ERRORS, formErrorsFrom, type FormErrors } from './form-errors.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

/** What was to be saved, the bookings like it, and why the provider will refuse it, a sentence a field. */
export type DuplicateWarning = {
  readonly booking: Booking
  readonly others: readonly BookedMoves[]
  readonly predicted: readonly string[]
}

export type DraftState = KeptState & {
  /** The kept draft was asked for and answered. */
  readonly read: boolean
  /** A new number each time the form starts afresh from `form`, instead of following what is typed. */
  readonly round: number
  readonly saving: boolean
  readonly problems: FormErrors
  /** Grows with each refused save of this form, so that the summary takes the focus again. */
  readonly refusals: number
  /** Nothing was saved and no field is to blame; the text is still there. */
  readonly notSaved: string | null
  /** Bookings of the same day that this one may be once more, and refusals predicted: shown before it is saved. */
  readonly beside: DuplicateWarning | null
  /** What was taken for granted in the time as it was said; null where nothing was. */
  readonly saidNote: string | null
}

export type DraftStore = StoreApi<DraftState> & {
  readonly restore: () => Promise<void>
  /** Takes over what was typed into some fields and keeps it after a pause. */
  readonly type: (values: Partial<BookingForm>) => void
  /** Reads the time as it was said, once for each wording: the fields that follow from it. Null where there is none. */
  readonly hear: () => Partial<BookingForm> | null
  /** Checks the fields that were just left; the others stay as they are. */
  readonly left: (names: readonly FieldName[]) => void
  /**
   * Checks and saves. One at a time: a second call does nothing. Other bookings like it, and what the provider will refuse in
   * it, are shown first, as `beside`.
   */
  readonly save: (onSaved: OnSaved) => Promise<void>
  /** Saves all the same, whatever is shown; `who` is kept where there are other bookings, and may be blank. */
  readonly saveAnyway: (who: string, onSaved: OnSaved) => Promise<void>
  /** Leaves what is shown; nothing is saved. */
  readonly goBack: () => void
  readonly clear: () => void
  /** Starts the form afresh with these values; what was typed before can be put back. */
  readonly fill: (form: BookingForm) => void
  /** Keeps at once what waits for the pause. */
  readonly keepNow: () => void
}

/** Hears of the booking that was saved; the form is emptied once that is done, and takes nothing until then. */
export type OnSaved = (booking: BookedMoves) => Promise<void>

/** The booking form between the first keystroke and the saved booking. */
export function createDraft(bridge: Bridge, desk: DeskStatusStore): DraftStore {
  const store = createStore<DraftState>(() => ({
    read: false,
    form: emptyForm(),
    round: 0,
    kept: 'empty',
    saving: false,
    problems: NO_ERRORS,
    refusals: 0,
    notSaved: null,
    beside: null,
    saidNote: null,
    cleared: null,
  }))
  const keeping = createDraftKeeper(bridge, store)

  function showAfresh(form: BookingForm, more: Partial<DraftState>) {
    store.setState((before) => ({
      form,
      round: before.round + 1,
      problems: NO_ERRORS,
      notSaved: null,
      refusals: 0,
      beside: null,
      saidNote: null,
      cleared: null,
      ...more,
    }))
  }

  function startAfresh(form: BookingForm, more: Partial<DraftState> = {}) {
    showAfresh(form, more)
    keeping.soon()
  }

  function refuse(problems: FormErrors, notSaved: string | null = null) {
    store.setState((before) => ({ problems, notSaved, refusals: before.refusals + 1 }))
  }

  /** `who` saves it although something is shown beside it; null is a first try. */
  async function save(who: string | null, onSaved: OnSaved): Promise<void> {
    const { form, saving, beside } = store.getState()
    const status = desk.getState().status
    if (saving || status === null || (beside === null) !== (who === null)) return
    const zone = status.rooftop.zone
    const checked = checkForm(form, zone, status.now)
    if (!checked.ok) {
      refuse(checked.problems)
      return
    }
    store.setState({ saving: true, problems: NO_ERRORS, notSaved: null })
    await keeping.stop()
    const { booking } = checked
    const others = beside === null ? await findOthers(booking, form.changes) : []
    const predicted = beside === null ? predictRejections(booking).map(({ message }) => message) : []
    if (others.length > 0 || predicted.length > 0) {
      store.setState({ saving: false, beside: { booking, others, predicted } })
      keeping.soon()
      return
    }
    const answer = await send(booking, { form, beside, who })
    if (!answer.ok) {
      store.setState({ saving: false, beside: null })
      if (answer.failure.code === 'invalid') refuse(formErrorsFrom(answer.failure.issues, form, zone))
      else refuse(NO_ERRORS, describeFailure(answer.failure))
      keeping.soon()
      return
    }
    await onSaved(answer.value)
    showAfresh(emptyForm(), { saving: false, cleared: form.changes === '' ? null : store.getState().cleared })
    keeping.saved()
  }

  /** A desk that cannot tell keeps nobody from saving. */
  async function findOthers(booking: Booking, changes: string): Promise<readonly BookedMoves[]> {
    const answer = await bridge.findDuplicates({ booking, except: changes === '' ? null : changes })
    return answer.ok ? answer.value : []
  }

  type Sending = { readonly form: BookingForm; readonly beside: DuplicateWarning | null; readonly who: string | null }

  function send(booking: Booking, { form, beside, who }: Sending): Promise<Result<BookedMoves>> {
    if (form.changes !== '') return bridge.changeBooking({ bookingId: form.changes, booking })
    if (beside === null || beside.others.length === 0) return bridge.bookMove(booking)
    const name = who?.trim() ?? ''
    return bridge.bookDespiteDuplicates({
      booking,
      alike: beside.others.map(({ id }) => id),
      who: name === '' ? null : name.slice(0, 80),
    })
  }

  return {
    ...store,
    restore: async () => {
      // What was typed and is not kept yet is newer than anything that was.
      if (store.getState().kept === 'typing') {
        keeping.soon()
        return
      }
      const answer = await bridge.readDraft(null)
      const kept = answer.ok && answer.value !== null ? answer.value.form : {}
      const form = restoreForm(kept)
      store.setState((before) => ({
        read: true,
        form,
        round: before.round + 1,
        kept: isEmpty(form) ? 'empty' : 'kept',
        cleared: stashedForm(kept),
        // What was said of the draft of another desk says nothing of this one.
        problems: NO_ERRORS,
        refusals: 0,
        notSaved: null,
        beside: null,
        saidNote: null,
      }))
    },
    type: (values) => {
      store.setState(({ form, cleared }) => ({
        form: { ...form, ...values },
        cleared: form.changes === '' ? null : cleared,
      }))
      keeping.soon()
    },
    hear: () => {
      const { form } = store.getState()
      const status = desk.getState().status
      if (status === null || form.said === form.heard) return null
      const { now, rooftop } = status
      const heard = parseTime(form.said, { now, zone: rooftop.zone, date: form.date })
      store.setState({ saidNote: heard.kind === 'time' ? heard.note : null })
      if (heard.kind !== 'time') return heard.kind === 'blank' ? { heard: form.said } : null
      const { date, time, turn } = heard
      return { heard: form.said, date, clockTurn: turn ?? '', ...(time === null ? {} : { time }) }
    },
    left: (names) => {
      const { form, problems } = store.getState()
      const status = desk.getState().status
      if (status === null) return
      const checked = checkForm(form, status.rooftop.zone, status.now)
      const found = checked.ok ? NO_ERRORS : checked.problems
      const fields = { ...problems.fields }
      for (const name of [...names, ...boundTo(names)]) {
        const message = found.fields[name]
        // A field that was only passed by is not yet wrong; saving asks for it.
        const touched = names.includes(name) && form[name].trim() !== ''
        if (message === undefined) delete fields[name]
        else if (touched || fields[name] !== undefined) fields[name] = message
      }
      store.setState({ problems: { ...problems, fields } })
    },
    save: (onSaved) => save(null, onSaved),
    saveAnyway: save,
    goBack: () => store.setState({ beside: null, notSaved: null }),
    clear: () => {
      const { form, cleared } = store.getState()
      startAfresh(emptyForm(), { cleared: form.changes === '' ? form : (cleared ?? form) })
    },
    fill: (form) => {
      const { form: before, cleared } = store.getState()
      const waiting = form === cleared || cleared?.changes !== '' ? null : cleared
      startAfresh(form, { cleared: isEmpty(before) || before.changes !== '' ? waiting : before })
    },
    keepNow: () => keeping.now(),
  }
}

/** Fields whose rightness hangs on others: parts of one time, and what a choice shows or hides. */
function boundTo(names: readonly FieldName[]): readonly FieldName[] {
  if (names.includes('kind')) return FIELDS
  if (names.includes('loanerChoice')) return FIELDS.filter((name) => name.startsWith('loaner'))
  const when: readonly FieldName[] = ['date', 'time', 'clockTurn']
  return when.some((name) => names.includes(name)) ? when : []
}
