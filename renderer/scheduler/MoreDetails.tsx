import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { useStore } from '../ui/use-store.ts'
import { describeBilling } from '../booking/text/billing-text.ts'
import { useDraftForm } from './booking-form.ts'
import { DraftTextField, GearboxField } from './fields.tsx'
import { Cell, Grid } from './Sheet.tsx'
import type { FieldName } from './state/form.ts'
import { describeMore, FORM_TEXT } from './text/form-text.ts'
import css from './Sheet.module.css'

const LOANER: readonly FieldName[] = ['loanerVin', 'loanerColor', 'loanerGearbox']
const PAIR: readonly FieldName[] = [...LOANER, 'placeName', 'loanerContact', 'loanerInstructions', 'payerNumber']
const ONE_WAY: readonly FieldName[] = ['payerNumber']

type MoreDetailsProps = {
  readonly status: DeskStatus
  /** True if a person types the loaner, whose further fields are then here. */
  readonly isLoanerTyped?: boolean
  readonly children?: ReactNode
}

/**
 * What few bookings need, behind a button beside `children`: VIN, color and transmission of a typed loaner, the name of
 * the customer's place, notes of the loaner's drive that differ from those of the car's, and the payer. The part opens
 * while one of its fields has an error.
 */
export function MoreDetails({ status, isLoanerTyped = false, children }: MoreDetailsProps) {
  const { draft } = useDraftForm()
  const isPair = useStore(draft, (state) => state.form.kind !== 'one-way')
  const inside = isPair ? PAIR : ONE_WAY
  const payer = useStore(draft, (state) => state.form.payerNumber.trim())
  const vin = useStore(draft, (state) => (isLoanerTyped ? state.form.loanerVin.trim() : ''))
  const isWrong = useStore(draft, (state) => inside.some((name) => state.problems.fields[name] !== undefined))
  const [isChosen, setChosen] = useState(false)
  const isOpen = isChosen || isWrong
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) panel.current?.querySelector('input')?.focus()
  }, [isChosen])
  return (
    <>
      <div className={css['row']}>
        {children}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="more-details"
          className={css['moreButton']}
          onClick={() => setChosen(!isOpen)}
        >
          {describeMore(payer, vin)}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      </div>
      <div ref={panel} id="more-details" hidden={!isOpen} className={css['more']}>
        {isOpen && <MoreFields status={status} isLoanerTyped={isLoanerTyped} />}
      </div>
    </>
  )
}

/**
 * A payer that came with another booking stays visible for a provider that takes none, so that a person can clear the
 * field.
 */
function MoreFields({ status, isLoanerTyped }: { readonly status: DeskStatus; readonly isLoanerTyped: boolean }) {
  const { draft } = useDraftForm()
  const form = useStore(draft, (state) => state.form)
  const payer = form.payerNumber.trim()
  const isPair = form.kind !== 'one-way'
  const hasLoaner = isPair && form.loanerChoice !== 'none'
  return (
    <Grid>
      {isLoanerTyped && (
        <>
          <Cell columns={4}>
            <DraftTextField name="loanerVin" label={FORM_TEXT.loanerVin} />
          </Cell>
          <Cell columns={4}>
            <DraftTextField name="loanerColor" label={FORM_TEXT.loanerColor} />
          </Cell>
          <Cell columns={4}>
            <GearboxField name="loanerGearbox" />
          </Cell>
        </>
      )}
      {isPair && (
        <Cell columns={4}>
          <DraftTextField name="placeName" label={FORM_TEXT.locationName} placeholder={FORM_TEXT.customersName} />
        </Cell>
      )}
      {hasLoaner && (
        <>
          <Cell columns={4}>
            <DraftTextField name="loanerContact" label={FORM_TEXT.loanerContact} />
          </Cell>
          <Cell columns={4}>
            <DraftTextField name="loanerInstructions" label={FORM_TEXT.loanerNote} lines />
          </Cell>
        </>
      )}
      {(status.takesPayer || payer !== '') && (
        <Cell columns={4}>
          <DraftTextField name="payerNumber" label={FORM_TEXT.payer} inputMode="numeric" />
        </Cell>
      )}
      <Cell columns={status.takesPayer || payer !== '' ? 8 : 12}>
        <p className={css['note']}>{describeBilling(status)}</p>
      </Cell>
      {isPair && !status.takesConcierge && (
        <Cell columns={12}>
          <p className={css['note']}>{FORM_TEXT.noLoanerHere}</p>
        </Cell>
      )}
    </Grid>
  )
}
