import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { useStore } from '../ui/use-store.ts'
import { Cell, Section } from '../ui/Section.tsx'
import { billedParty, describeBilling } from '../booking/text/billing-text.ts'
import { useDraftForm } from './booking-form.ts'
import { DraftTextField } from './fields.tsx'
import { Folded } from './Folded.tsx'
import css from './Scheduler.module.css'

/**
 * Whom the provider bills. A payer that came with another booking stays visible for a provider that takes none, so that
 * a person can clear the field.
 */
export function Billing({ status }: { readonly status: DeskStatus }) {
  const { draft } = useDraftForm()
  const typed = useStore(draft, (state) => state.form.payerNumber.trim())
  return (
    <Folded title={`Billing: ${billedParty(typed, status)}`} inside={['payerNumber']}>
      <Section title="Who is billed">
        <Cell columns={12}>
          <p className={css['note']}>{describeBilling(status)}</p>
        </Cell>
        {(status.takesPayer || typed !== '') && (
          <Cell columns={6}>
            <DraftTextField name="payerNumber" label="Payer number" inputMode="numeric" />
          </Cell>
        )}
      </Section>
    </Folded>
  )
}
