import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/calls.ts'
import { earliestBookable } from '../../../shared/booking/ready-by.ts'
import { parseTime } from '../../../shared/time/parse-time.ts'
import type { TimeQuestion, TimeReading } from '../../../shared/time/parse-question.ts'
import { wordsOf } from '../../../shared/time/window-line.ts'
import { createDraftKeeper, type KeptState } from './draft-keeper.ts'
import type { DeskStatusStore } from '../../app/state/desk-status.ts'
import { FIELDS, emptyForm, isEmpty, restoreForm, stashedForm, type BookingForm, type FieldName } from './form.ts'
import { checkForm, NO_ERRORS, type FormErrors } from './form-errors.ts'
import { findWarning, sendOrder, withPromise, type DuplicateWarning, type Order, type SavedOrder } from './order.ts'
import { checkOrder, orderErrorsFrom } from './order-errors.ts'
import type { ReturnTime } from './return-time.ts'
import { windowNote } from './window-note.ts'
import { describeFailure } from '../../app/text/failure-text.ts'

export type DraftState = KeptState & {
  /** True once the request for the stored draft has ended, even with a failure. */
  readonly read: boolean
  /** Grows each time another form replaces the current one, so that the components start again from `form`. */
  readonly round: number
  readonly saving: boolean
  readonly problems: FormErrors
  /** Grows with each refused save of this form, so that the error summary takes the focus again. */
  readonly refusals: number
  /** Why the save failed although no field is wrong, as a sentence; null otherwise. The typed text stays. */
  readonly notSaved: string | null
  /** Duplicate candidates and unusual values that a person sees before the save; null if there are none. */
  readonly duplicateWarning: DuplicateWarning | null
  /** True while the form asks for the time of the return that is booked with its pickup. */
  readonly asksReturn: boolean
  /** The note of `parseTime` about the spoken time: an assumption, or a time that has passed. Null for no note. */
  readonly saidNote: string | null
  /** The question of `parseTime` about the spoken time, and the text asked about; null for none. */
  readonly saidQuestion: (TimeQuestion & { readonly of: string }) | null
}

export type DraftStore = StoreApi<DraftState> & {
  readonly restore: () => Promise<void>
  /** Sets typed values and stores the draft after a pause. */
  readonly type: (values: Partial<BookingForm>) => void
  /**
   * Parses the spoken time, once for each text. Returns the fields to set, or null if the text is parsed already, not
   * understood, or has more than one meaning, which `saidQuestion` then asks about.
   */
  readonly parseSpoken: () => Partial<BookingForm> | null
  /** Returns the fields of a meaning that a person chose for the spoken text, and closes `saidQuestion`. */
  readonly chooseSpoken: (meant: TimeReading) => Partial<BookingForm>
  /**
   * Checks the fields that just lost the focus, and the fields that depend on them. The errors of other fields stay.
   */
  readonly checkFields: (names: readonly FieldName[]) => void
  /**
   * Checks and saves; a second call during a save does nothing. Duplicate candidates and unusual values stop
   * the save and appear as `duplicateWarning`.
   */
  readonly save: (onSaved: OnSaved) => Promise<void>
  /** Asks for the time of the return, unless the pickup has errors, which are then shown. */
  readonly askReturn: () => void
  readonly typeReturn: (typed: string) => void
  readonly closeReturn: () => void
  /** Saves the pickup of the form and its return in one commit, otherwise as `save` does. */
  readonly saveWithReturn: (time: ReturnTime, onSaved: OnSaved) => Promise<void>
  /** Saves despite `duplicateWarning`. `who` may be blank; only a new booking with duplicate candidates stores it. */
  readonly saveAnyway: (who: string, onSaved: OnSaved) => Promise<void>
  /** Closes `duplicateWarning` without a save. */
  readonly goBack: () => void
  readonly clear: () => void
  /** Replaces the form. The text of a new booking that was in the form can be put back. */
  readonly fill: (form: BookingForm) => void
  /** Stores the draft now if a write is waiting for the pause. */
  readonly keepNow: () => void
  /** True while nothing was typed since a save emptied the form. */
  readonly isUntouched: () => boolean
}

/** Called with what was saved. The form is read-only until the promise settles, and is emptied afterwards. */
export type OnSaved = (saved: SavedOrder) => Promise<void>

/** The store of the booking form, from the first keystroke to the saved booking. */
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
    duplicateWarning: null,
    asksReturn: false,
    saidNote: null,
    saidQuestion: null,
    cleared: null,
  }))
  const keeper = createDraftKeeper(bridge, store)
  /** The form that the last save left. Each typed letter replaces the form of the store. */
  let emptied: BookingForm | null = null

  function showAfresh(form: BookingForm, more: Partial<DraftState>) {
    store.setState((before) => ({
      form,
      round: before.round + 1,
      problems: NO_ERRORS,
      notSaved: null,
      refusals: 0,
      duplicateWarning: null,
      asksReturn: false,
      saidNote: null,
      saidQuestion: null,
      cleared: null,
      ...more,
    }))
  }

  function startAfresh(form: BookingForm, more: Partial<DraftState> = {}) {
    showAfresh(form, more)
    keeper.soon()
  }

  function refuse(problems: FormErrors, notSaved: string | null = null) {
    // The question for the return would hide the wrong fields of the form behind it.
    const isInForm = Object.keys(problems.fields).some((name) => name !== 'returnInput') || problems.loose.length > 0
    store.setState(({ refusals, asksReturn }) => ({
      problems,
      notSaved,
      refusals: refusals + 1,
      asksReturn: asksReturn && !isInForm,
    }))
  }

  async function save(back: ReturnTime | null, onSaved: OnSaved): Promise<void> {
    const { form, saving, duplicateWarning } = store.getState()
    const status = desk.getState().status
    if (saving || status === null || duplicateWarning !== null) return
    const checked = checkOrder(form, back, status)
    if (!checked.ok) {
      refuse(checked.problems)
      return
    }
    store.setState({ saving: true, problems: NO_ERRORS, notSaved: null })
    await keeper.stop()
    const warning = await findWarning(bridge, checked.order, form.changes)
    if (warning === null) await send(checked.order, null, null, onSaved)
    else stopAt(warning)
  }

  async function saveAnyway(who: string, onSaved: OnSaved): Promise<void> {
    const { saving, duplicateWarning } = store.getState()
    if (saving || duplicateWarning === null) return
    store.setState({ saving: true, problems: NO_ERRORS, notSaved: null })
    await keeper.stop()
    await send(duplicateWarning, duplicateWarning, who, onSaved)
  }

  /** Ends a save that a person must decide about. */
  function stopAt(duplicateWarning: DuplicateWarning) {
    store.setState({ saving: false, duplicateWarning })
    keeper.soon()
  }

  async function send(order: Order, warning: DuplicateWarning | null, who: string | null, onSaved: OnSaved) {
    const { form } = store.getState()
    const answer = await sendOrder(bridge, order, { changes: form.changes, warning, who })
    if (answer.ok) {
      await onSaved(answer.value)
      emptied = emptyForm()
      showAfresh(emptied, { saving: false, cleared: form.changes === '' ? null : store.getState().cleared })
      keeper.saved()
      return
    }
    const { failure } = answer
    if (failure.code === 'loaner-promised') {
      stopAt(withPromise(order, warning, failure))
      return
    }
    store.setState({ saving: false, duplicateWarning: null })
    const zone = desk.getState().status?.rooftop.zone ?? ''
    if (failure.code === 'invalid') refuse(orderErrorsFrom(failure.issues, form, zone))
    else refuse(NO_ERRORS, describeFailure(failure))
    keeper.soon()
  }

  function type(values: Partial<BookingForm>) {
    store.setState(({ form, cleared }) => ({
      form: { ...form, ...values },
      cleared: form.changes === '' ? null : cleared,
    }))
    keeper.soon()
  }

  return {
    ...store,
    restore: async () => {
      // Typed text that is not stored yet is newer than the stored draft.
      if (store.getState().kept === 'typing') {
        keeper.soon()
        return
      }
      const answer = await bridge.readDraft(null)
      const kept = answer.ok && answer.value !== null ? answer.value.form : {}
      const form = restoreForm(kept)
      // Messages about the previous draft do not apply to the restored one.
      showAfresh(form, { read: true, kept: isEmpty(form) ? 'empty' : 'kept', cleared: stashedForm(kept) })
    },
    type,
    parseSpoken: () => {
      const { form } = store.getState()
      const status = desk.getState().status
      if (status === null || form.spokenInput === form.parsedInput) return null
      const { now, rooftop } = status
      const soonest = earliestBookable(form.kind === 'one-way' ? 'one-way' : 'pair', now, rooftop)
      const parsed = parseTime(form.spokenInput, { now, zone: rooftop.zone, date: form.date, soonest })
      store.setState({
        saidNote: parsed.kind === 'time' ? parsed.note : null,
        saidQuestion: parsed.kind === 'question' ? { ...parsed, of: form.spokenInput } : null,
      })
      if (parsed.kind === 'time') return spokenFields(form, parsed)
      return parsed.kind === 'blank' ? { parsedInput: form.spokenInput } : null
    },
    chooseSpoken: (meant) => {
      store.setState({ saidNote: null, saidQuestion: null })
      return spokenFields(store.getState().form, meant)
    },
    checkFields: (names) => {
      const { form, problems } = store.getState()
      const status = desk.getState().status
      if (status === null) return
      const checked = checkForm(form, status.rooftop.zone, status.now)
      const found = checked.ok ? NO_ERRORS : checked.problems
      const fields = { ...problems.fields }
      for (const name of [...names, ...boundTo(names)]) {
        const message = found.fields[name]
        // A blank field that a person only passed is not an error yet. The save checks all fields.
        const touched = names.includes(name) && form[name].trim() !== ''
        if (message === undefined) delete fields[name]
        else if (touched || fields[name] !== undefined) fields[name] = message
      }
      store.setState({ problems: { ...problems, fields } })
    },
    save: (onSaved) => save(null, onSaved),
    askReturn: () => {
      const { form } = store.getState()
      const { status } = desk.getState()
      if (status === null) return
      const checked = checkForm(form, status.rooftop.zone, status.now)
      if (checked.ok) store.setState({ asksReturn: true, problems: NO_ERRORS, notSaved: null })
      else refuse(checked.problems)
    },
    typeReturn: (returnInput) => {
      type({ returnInput })
      store.setState({ problems: NO_ERRORS, notSaved: null })
    },
    closeReturn: () => !store.getState().saving && store.setState({ asksReturn: false, problems: NO_ERRORS }),
    saveWithReturn: save,
    saveAnyway,
    goBack: () => store.setState({ duplicateWarning: null, notSaved: null }),
    clear: () => {
      const { form, cleared } = store.getState()
      startAfresh(emptyForm(), { cleared: form.changes === '' ? form : (cleared ?? form) })
    },
    fill: (form) => {
      const { form: before, cleared } = store.getState()
      const waiting = form === cleared || cleared?.changes !== '' ? null : cleared
      startAfresh(form, { cleared: isEmpty(before) || before.changes !== '' ? waiting : before })
    },
    keepNow: () => keeper.now(),
    isUntouched: () => store.getState().form === emptied,
  }
}

/** Returns the fields that a meaning of the spoken text sets. A text without a clock time keeps the form's time. */
function spokenFields(form: BookingForm, { date, time, turn, window }: TimeReading): Partial<BookingForm> {
  return {
    parsedInput: form.spokenInput,
    date,
    occurrence: turn ?? '',
    ...(time === null ? {} : { time }),
    ...windowNote(form, wordsOf(window)),
  }
}

/**
 * Returns the fields whose check depends on the named fields: the other parts of the time, or the fields that a choice
 * shows or hides.
 */
function boundTo(names: readonly FieldName[]): readonly FieldName[] {
  if (names.includes('kind')) return FIELDS
  if (names.includes('loanerChoice')) return FIELDS.filter((name) => name.startsWith('loaner'))
  const when: readonly FieldName[] = ['date', 'time', 'occurrence']
  return when.some((name) => names.includes(name)) ? when : []
}
