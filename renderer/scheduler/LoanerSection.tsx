import { useEffect, useState, type ReactNode } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { useStore } from '../ui/use-store.ts'
import { useStores } from '../stores-context.ts'
import { fieldId, setFields, useDraftForm } from './booking-form.ts'
import { Choice, type ChoiceOption } from './Choice.tsx'
import { DraftTextField } from './fields.tsx'
import { LoanerCarField } from './JoinedField.tsx'
import { MoreDetails } from './MoreDetails.tsx'
import { SheetSection } from './Sheet.tsx'
import { FIELDS, type BookingForm } from './state/form.ts'
import { liveForm } from './state/live-form.ts'
import { isChosen, loanerChips, loanerFields, type LoanerChip } from './state/loaner-chips.ts'
import { loanerQueryOf, type LoanerQuery } from './state/loaners.ts'
import { FORM_TEXT } from './text/form-text.ts'
import { describeChip, describeFreeAt } from './text/loaner-chip-text.ts'
import { useTrip } from './use-trip.ts'
import css from './Sheet.module.css'

const CHOICES = [
  { value: 'later', label: FORM_TEXT.assignLater },
  { value: 'now', label: FORM_TEXT.typeLoaner },
]

const NO_LOANER = { value: 'none', label: FORM_TEXT.noLoaner }

const LOANER_FIELDS = FIELDS.filter((name) => /^loaner(?:Stock|Vin|Year|Color|Make|Model|Gearbox)$/.test(name))

/**
 * The loaner of a pair: chips of those that are free at its time, or its values, or a choice that stays open. Only some
 * providers take a pair without a loaner (`takesConcierge`).
 */
export function LoanerSection({ status }: { readonly status: DeskStatus }) {
  const { draft } = useDraftForm()
  const form = liveForm(
    useStore(draft, (state) => state.form),
    status,
  )
  const choice = form.loanerChoice
  const saving = useStore(draft, (state) => state.saving)
  const problem = useStore(draft, (state) => state.problems.fields.loanerChoice)
  const isWrong = useStore(draft, (state) => LOANER_FIELDS.some((name) => state.problems.fields[name] !== undefined))
  const { at, loaners, isChecked } = useLoaners(form, status)
  const [isTyping, setTyping] = useState(() => choice === 'now' && !loaners.some((loaner) => isChosen(form, loaner)))
  // A draft can hold the choice for a provider that does not take it; the save is then refused at this field.
  const offersNone = status.takesConcierge || choice === 'none'
  const chips = loanerChips(form, loaners, { at, offersNone })
  const chosen = chips.find(({ loaner }) => isChosen(form, loaner))
  const isTyped = choice === 'now' && (isTyping || isWrong || chosen === undefined)
  const around = { at, zone: status.rooftop.zone, now: status.now }

  const choose = (value: string) => {
    const chip = chips.find((one) => valueOf(one) === value)
    setTyping(value === 'now')
    setFields({ draft }, chip === undefined ? { loanerChoice: value } : loanerFields(chip.loaner))
  }
  return (
    <SheetSection
      title={FORM_TEXT.loaner}
      aside={
        at !== null &&
        chips.length > 0 && (
          <span className={css['caption']}>{describeFreeAt({ ...around, at }, form.kind === 'return')}</span>
        )
      }
      isFull
      isChecked={isChecked}
    >
      <MoreDetails status={status} isLoanerTyped={isTyped}>
        <Choice
          id={fieldId('loanerChoice')}
          label={FORM_TEXT.loanerChoice}
          labelUnseen
          look="large"
          value={chosen === undefined || isTyped ? choice : valueOf(chosen)}
          options={[
            ...chips.map((chip) => chipOption(chip, describeChip(chip.loaner, around), isTyped)),
            ...CHOICES,
            ...(offersNone ? [NO_LOANER] : []),
          ]}
          onChange={choose}
          problem={problem}
          isDisabled={saving}
        />
        {isTyped && (
          <div className={css['typed']}>
            <DraftTextField name="loanerStock" label={FORM_TEXT.loanerStock} />
            <LoanerCarField />
          </div>
        )}
      </MoreDetails>
    </SheetSection>
  )
}

/** Reads the loaners at the time when one leaves for the customer of the form. */
function useLoaners(form: BookingForm, status: DeskStatus) {
  const { loaners } = useStores()
  const trip = useTrip(form, status)
  const typed = JSON.stringify(loanerQueryOf(form, trip?.leaves ?? null, status.rooftop.zone))
  const query = useDebounced(typed)
  useEffect(() => (query === '' ? undefined : loaners.watch(JSON.parse(query) as LoanerQuery)), [loaners, query])
  const { at, loaners: states } = useStore(loaners, (state) => state)
  return { at, loaners: states, isChecked: query === typed }
}

function valueOf({ loaner }: LoanerChip): string {
  return `loaner ${loaner.stock ?? loaner.vin ?? loaner.name}`
}

/** The fields of a typed loaner take the room of the chips except in a wide window. */
function chipOption(chip: LoanerChip, words: string, isTyped: boolean): ChoiceOption {
  const { stock, name, model, kind } = chip.loaner
  const content: ReactNode = (
    <>
      <b>{stock ?? name}</b>
      {stock !== null && model !== null && <span>{model}</span>}
      {words !== '' && <em data-kind={kind === 'free' ? 'fine' : 'warn'}>{words}</em>}
    </>
  )
  const label = [name, words].filter((part) => part !== '').join(', ')
  return { value: valueOf(chip), label, content, isWide: isTyped || chip.isWide }
}
