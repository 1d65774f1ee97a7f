import { useCallback, useEffect, useMemo, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { useLater } from '../use-later.ts'
import type { Prefill } from './state/prefill.ts'
import type { DraftStore } from './state/draft.ts'
import { liveForm } from './state/live-form.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { AtCustomer } from './AtCustomer.tsx'
import { askAboutTime, BookingFormContext, fieldId, parseSpokenInput } from './booking-form.ts'
import { CustomerSection, PlaceSection } from './CustomerSection.tsx'
import { pasteIntoField, takeApartStreets } from './prefill-fields.ts'
import { focusNext, takeTypedVin, watchScans } from './form-keys.ts'
import { LoanerSection } from './LoanerSection.tsx'
import { MoreDetails } from './MoreDetails.tsx'
import { SaveRefusal } from './SaveRefusal.tsx'
import { describePromise, describeSave, FORM_TEXT } from './text/form-text.ts'
import { useTrip } from './use-trip.ts'
import { OneWayVehicleSection, VehicleSection } from './Vehicles.tsx'
import css from './Sheet.module.css'

type BookingFormProps = {
  readonly draft: DraftStore
  readonly prefill: Prefill
  readonly status: DeskStatus
  /** `withReturn` is true if the pickup and its return are booked together. */
  readonly onSave: (withReturn: boolean) => void
  /** Called with a pasted text that fills several fields. */
  readonly onBlock: (pasted: string) => void
}

/**
 * The booking form for a pair or a one-way move. Ctrl+Enter saves from any field; Enter alone goes to the next field.
 */
export function BookingForm({ draft, prefill, status, onSave, onBlock }: BookingFormProps) {
  const later = useLater()
  const desk = useMemo(() => ({ draft, prefill }), [draft, prefill])
  const isScan = useMemo(() => watchScans(desk), [desk])
  const round = useStore(draft, (state) => state.round)
  const warnings = useStore(prefill, (state) => state.warnings)
  const kept = useStore(draft, (state) => state.kept)
  const saving = useStore(draft, (state) => state.saving)
  const oneWay = useStore(draft, (state) => state.form.kind === 'one-way')

  const save = useCallback(
    (withReturn = false) => {
      takeApartStreets(desk)
      if (parseSpokenInput(desk)) onSave(withReturn)
    },
    [desk, onSave],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }

  useEffect(() => prefill.begin(round), [prefill, round])

  useEffect(() => {
    // The save button shows Ctrl+Enter, so the shortcut must also work outside the form. Inside the form, `keys`
    // handles it.
    const outside = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.ctrlKey || event.repeat || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest('form') !== null) return
      // A dialog asks about this save, or about another act.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      event.preventDefault()
      save()
    }
    document.addEventListener('keydown', outside)
    return () => document.removeEventListener('keydown', outside)
  }, [save])

  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    // The last character of a scanned VIN must not go into the field that the scanner typed into.
    if (isScan(event.nativeEvent)) event.preventDefault()
    if (event.key !== 'Enter') return
    const { target } = event
    // A held Enter key repeats this event and would save again.
    if (event.repeat) event.preventDefault()
    else if (event.ctrlKey) {
      event.preventDefault()
      save()
    } else if (target instanceof HTMLInputElement || (target instanceof HTMLTextAreaElement && !event.shiftKey)) {
      // An open list of suggestions takes the key itself.
      if (target.hasAttribute('aria-activedescendant')) return
      event.preventDefault()
      takeTypedVin(desk, target)
      if (target.id === fieldId('spokenInput') && askAboutTime(desk)) return
      if (document.activeElement !== null) focusNext(event.currentTarget, document.activeElement)
    }
  }

  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    const isAddress = pasteIntoField(desk, event.target, pasted)
    if (!isAddress && later?.isBlock(pasted) !== true) return
    event.preventDefault()
    if (!isAddress) onBlock(pasted)
  }

  return (
    <BookingFormContext value={desk}>
      <form
        noValidate
        aria-label={FORM_TEXT.newBooking}
        data-testid="form"
        data-draft={kept}
        data-saving={saving}
        onSubmit={submit}
        onKeyDownCapture={keys}
        onPasteCapture={paste}
        className={css['sheet']}
      >
        <Announced testId="warnings">
          {Object.values(warnings)
            .map(({ message }) => message)
            .join(' ')}
        </Announced>
        {oneWay ? <OneWayFields status={status} /> : <PairFields status={status} />}
        <SaveBar draft={draft} status={status} onSaveWithReturn={() => save(true)} />
      </form>
    </BookingFormContext>
  )
}

function PairFields({ status }: { readonly status: DeskStatus }) {
  return (
    <>
      <div className={css['two']}>
        <CustomerSection zone={status.rooftop.zone} now={status.now} />
        <VehicleSection rooftop={status.rooftop} />
      </div>
      <AtCustomer status={status} />
      <LoanerSection status={status} />
    </>
  )
}

function OneWayFields({ status }: { readonly status: DeskStatus }) {
  return (
    <>
      <div className={css['two']}>
        <PlaceSection which="place" rooftop={status.rooftop} note={null} />
        <PlaceSection
          which="destination"
          rooftop={status.rooftop}
          note={status.supportsDestination ? null : FORM_TEXT.noDestinationField}
        />
      </div>
      <OneWayVehicleSection />
      <AtCustomer status={status} />
      <div className={css['moreAlone']}>
        <MoreDetails status={status} />
      </div>
    </>
  )
}

type SaveBarProps = {
  readonly draft: DraftStore
  readonly status: DeskStatus
  readonly onSaveWithReturn: () => void
}

/** The button that saves, and one line: what a save does, or why there was none. */
function SaveBar({ draft, status, onSaveWithReturn }: SaveBarProps) {
  const saving = useStore(draft, (state) => state.saving)
  const notSaved = useStore(draft, (state) => state.notSaved)
  const form = useStore(draft, (state) => state.form)
  const isRefused = useStore(draft, (state) => state.refusals > 0 && hasProblems(state.problems))
  const trip = useTrip(liveForm(form, status), status)
  return (
    <div className={css['foot']}>
      <ActionButton look="go" type="submit" keys={KEYS.save} isDisabled={saving}>
        {describeSave(form.kind, form.changes !== '')}
      </ActionButton>
      {form.kind === 'pickup' && form.changes === '' && (
        <ActionButton isDisabled={saving} onPress={onSaveWithReturn}>
          {FORM_TEXT.saveWithReturn}
        </ActionButton>
      )}
      <SaveRefusal draft={draft} />
      <p role="alert" className={classNames(css['wrong'])} data-testid="not-saved">
        {notSaved}
      </p>
      {notSaved === null && !isRefused && <span className={css['promise']}>{describePromise(trip, status)}</span>}
    </div>
  )
}

function hasProblems({ fields, loose }: { readonly fields: object; readonly loose: readonly string[] }): boolean {
  return Object.keys(fields).length + loose.length > 0
}
