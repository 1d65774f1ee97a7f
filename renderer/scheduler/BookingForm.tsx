import { useCallback, useEffect, useMemo, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { FormFooter } from '../ui/FormFooter.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import type { Prefill } from './state/prefill.ts'
import type { DraftStore } from './state/draft.ts'
import { KEYS } from '../app/state/keyboard.ts'
import { Billing } from './Billing.tsx'
import { BookingFormContext, parseSpokenInput } from './booking-form.ts'
import { pasteIntoField, takeApartStreets } from './prefill-fields.ts'
import { ChoiceField, DraftTextField } from './fields.tsx'
import { KnownCustomer } from './KnownCustomer.tsx'
import { focusNext, takeScannedVin } from './form-keys.ts'
import { Notes } from './Notes.tsx'
import { SaveRefusal } from './SaveRefusal.tsx'
import { LoanerSection, VehicleSection } from './Vehicles.tsx'
import { When } from './When.tsx'
import { Where } from './Where.tsx'
import css from './Scheduler.module.css'

const WITH_LOANER = [
  { value: 'pickup', label: 'Pickup with loaner' },
  { value: 'return', label: 'Return with loaner' },
  { value: 'one-way', label: 'One-way' },
]

const WITHOUT_LOANER = [
  { value: 'pickup', label: 'Pickup without loaner' },
  { value: 'return', label: 'Return without loaner' },
  { value: 'one-way', label: 'One-way' },
]

type BookingFormProps = {
  readonly draft: DraftStore
  readonly prefill: Prefill
  readonly status: DeskStatus
  readonly onSave: () => void
}

/**
 * The booking form for a pair or a one-way move. Ctrl+Enter saves from any field; Enter alone goes to the next field.
 */
export function BookingForm({ draft, prefill, status, onSave }: BookingFormProps) {
  const desk = useMemo(() => ({ draft, prefill }), [draft, prefill])
  const round = useStore(draft, (state) => state.round)
  const warnings = useStore(prefill, (state) => state.warnings)
  const kept = useStore(draft, (state) => state.kept)
  const saving = useStore(draft, (state) => state.saving)
  const notSaved = useStore(draft, (state) => state.notSaved)
  const cleared = useStore(draft, (state) => state.cleared)
  const changes = useStore(draft, (state) => state.form.changes !== '')
  const hasLoaner = useStore(draft, (state) => state.form.loanerChoice !== 'none')
  const oneWay = useStore(draft, (state) => state.form.kind === 'one-way')

  const save = useCallback(() => {
    takeApartStreets(desk)
    if (parseSpokenInput(desk)) onSave()
  }, [desk, onSave])
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
      event.preventDefault()
      save()
    }
    document.addEventListener('keydown', outside)
    return () => document.removeEventListener('keydown', outside)
  }, [save])

  const keys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return
    // A held Enter key repeats this event and would save again.
    if (event.repeat) event.preventDefault()
    else if (event.ctrlKey) {
      event.preventDefault()
      save()
    } else if (event.target instanceof HTMLInputElement) {
      event.preventDefault()
      takeScannedVin(desk, event.target)
      if (document.activeElement !== null) focusNext(event.currentTarget, document.activeElement)
    }
  }

  const paste = (event: ClipboardEvent) => {
    if (pasteIntoField(desk, event.target, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }

  return (
    <BookingFormContext value={desk}>
      <form
        noValidate
        aria-label="New booking"
        data-testid="form"
        data-draft={kept}
        data-saving={saving}
        onSubmit={submit}
        onKeyDownCapture={keys}
        onPasteCapture={paste}
      >
        <p role="status" className="unseen" data-testid="warnings">
          {Object.values(warnings)
            .map(({ message }) => message)
            .join(' ')}
        </p>
        <div className={css['kind']}>
          <ChoiceField
            name="kind"
            label="What to book"
            labelUnseen
            options={hasLoaner ? WITH_LOANER : WITHOUT_LOANER}
            main
          />
        </div>
        {oneWay ? <OneWayFields status={status} /> : <PairFields status={status} hasLoaner={hasLoaner} />}
        <FormFooter alert={notSaved} testId="not-saved">
          <SaveRefusal draft={draft} />
          <ActionButton look="go" type="submit" keys={KEYS.save} isDisabled={saving}>
            {changes ? 'Save the change' : 'Save booking'}
          </ActionButton>
          {kept !== 'empty' && (
            <ActionButton onPress={draft.clear}>{changes ? 'Leave it as it was' : 'Clear the form'}</ActionButton>
          )}
          {cleared !== null && !changes && (
            <ActionButton onPress={() => draft.fill(cleared)}>
              {cleared.changes === '' ? 'Put the text back' : 'Put the change back'}
            </ActionButton>
          )}
          <span className={css['promise']}>{describePromise(kept, status)}</span>
        </FormFooter>
      </form>
    </BookingFormContext>
  )
}

function describePromise(kept: 'empty' | 'typing' | 'kept', status: DeskStatus): string {
  if (kept === 'kept') return 'Draft kept on this PC.'
  return status.connection.kind === 'down'
    ? 'Saved on this PC, sent when the link is back.'
    : 'Saved on this PC at once, then sent.'
}

function PairFields({ status, hasLoaner }: { readonly status: DeskStatus; readonly hasLoaner: boolean }) {
  return (
    <>
      <Section title="Customer">
        <Cell columns={4}>
          <DraftTextField name="customerPhone" label="Mobile phone" hint="gets the texts" isRequired inputMode="tel" />
        </Cell>
        <Cell columns={8}>
          <DraftTextField name="customerName" label="Name" isRequired />
        </Cell>
        <KnownCustomer zone={status.rooftop.zone} />
      </Section>
      <VehicleSection title="Customer's vehicle" />
      <When rooftop={status.rooftop} now={status.now} />
      <Where which="place" title="Where" rooftop={null} nameHint="blank: customer's name" />
      <LoanerSection takesConcierge={status.takesConcierge} />
      <Reference />
      <Notes
        contactHint={status.rooftop.contact === null ? null : `empty: ${status.rooftop.contact}`}
        drives={[
          { drive: 'customer', title: "For the drive with the customer's car" },
          ...(hasLoaner ? [{ drive: 'loaner', title: 'For the drive with the loaner' } as const] : []),
        ]}
      />
      <Billing status={status} />
    </>
  )
}

const NO_FIELD =
  "This provider's one-way has no field for a destination: it travels as the last line of the driver's instructions."

function OneWayFields({ status }: { readonly status: DeskStatus }) {
  return (
    <>
      <VehicleSection title="Vehicle" />
      <When rooftop={status.rooftop} now={status.now} />
      <Where which="place" title="Pickup place" rooftop={status.rooftop} nameHint={null} />
      <Where which="destination" title="Destination" rooftop={status.rooftop} nameHint={null} />
      {!status.supportsDestination && <p className={css['note']}>{NO_FIELD}</p>}
      <Reference />
      <Notes contactHint="at the pickup" drives={[{ drive: 'move', title: 'For this drive' }]} />
      <Billing status={status} />
    </>
  )
}

function Reference() {
  return (
    <Section title="Reference">
      <Cell columns={4}>
        <DraftTextField name="reference" label="Repair order" />
      </Cell>
    </Section>
  )
}
