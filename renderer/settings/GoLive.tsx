import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type FormEvent } from 'react'
import type { SettingsView } from '../../shared/desk/settings.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { DescriptionList } from '../ui/DescriptionList.tsx'
import { FormFooter } from '../ui/FormFooter.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { useAllStores } from '../stores-context.ts'
import { DealershipSection, usePlaceWarnings } from './DealershipSection.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { GO_LIVE_STEPS, hasFailed, type GoLiveStep } from './state/go-live.ts'
import { fieldsByFile, type SettingsForm } from './state/settings-form.ts'
import {
  describeFailedTest,
  describeStep,
  GO_LIVE,
  PROVIDER_LABELS as LABEL,
  stepLabel,
  summaryOf,
} from './text/settings-text.ts'
import { describeConnectionTest } from '../app/text/connection-text.ts'
import css from './GoLive.module.css'

type GoLiveProps = { readonly view: SettingsView; readonly form: SettingsForm; readonly step: GoLiveStep }

/** The three steps from practice to a provider. Nothing is saved before the last one. */
export function GoLive({ view, form, step }: GoLiveProps) {
  const { settings } = useAllStores()
  const saving = useStore(settings, (state) => state.saving)
  const outcome = useStore(settings, (state) => state.outcome)
  const byFile = fieldsByFile(view)
  const trial = useStore(settings, (state) => state.trial)
  const failed = hasFailed(trial)
  const at = GO_LIVE_STEPS.indexOf(step)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void settings.goOn()
  }
  return (
    <form
      noValidate
      aria-labelledby="go-live"
      className={css['go']}
      data-testid="go-live"
      data-step={step}
      data-saving={saving}
      onSubmit={submit}
    >
      <ol className={css['steps']} aria-label={GO_LIVE.steps}>
        {GO_LIVE_STEPS.map((one, place) => (
          <li
            key={one}
            data-done={place < at}
            {...(one === step ? { 'aria-current': 'step' as const } : {})}
            className={css['step']}
          >
            <span className={css['number']}>
              {place < at ? <CircleCheck size={16} aria-hidden="true" /> : place + 1}
            </span>
            {stepLabel(one)}
          </li>
        ))}
      </ol>
      <StepHeading key={step} step={step} />
      <p className={css['note']}>{describeStep(step, form.profile)}</p>
      {step === 'connect' && (
        <Section title={GO_LIVE.service}>
          <ProviderFields view={view} form={form} byFile={byFile} />
        </Section>
      )}
      {step === 'dealership' && <DealershipSection form={form} byFile={byFile} isNeeded />}
      {step === 'live' && <Summary form={form} />}
      <FormFooter alert={outcome?.good === false ? outcome.message : null} testId="settings-refused">
        <ActionButton look="go" type="submit">
          {step !== 'live' ? GO_LIVE.next : saving ? GO_LIVE.going : failed ? GO_LIVE.goAnyway : GO_LIVE.go}
        </ActionButton>
        {step === 'live' && failed && (
          <p className={css['failed']}>{GO_LIVE.notReady(describeFailedTest(trial, form.profile))}</p>
        )}
        {at > 0 && <ActionButton onPress={settings.goBack}>{GO_LIVE.back}</ActionButton>}
        <ActionButton look="quiet" onPress={settings.stayInPractice}>
          {GO_LIVE.cancel}
        </ActionButton>
      </FormFooter>
    </form>
  )
}

/** The pressed button leads to another step and may be gone, so the heading of that step takes the focus. */
function StepHeading({ step }: { readonly step: GoLiveStep }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 id="go-live" ref={heading} tabIndex={-1} className={css['heading']}>
      {`${GO_LIVE.title}: ${stepLabel(step)}`}
    </h2>
  )
}

function Summary({ form }: { readonly form: SettingsForm }) {
  const { settings, desk } = useAllStores()
  const status = useStore(desk, (state) => state.status)
  const trial = useStore(settings, (state) => state.trial)
  const isTested = trial !== null && trial !== 'trying' && trial.good
  return (
    <Section title={GO_LIVE.summary}>
      <Cell columns={12}>
        <DescriptionList facts={status === null ? [] : summaryOf(form, status.now)} />
      </Cell>
      {Object.entries(usePlaceWarnings(form)).map(
        ([name, words]) =>
          words !== undefined && (
            <Cell key={name} columns={12}>
              <p className={css['test']}>
                <TriangleAlert size={16} aria-hidden="true" />
                {words}
              </p>
            </Cell>
          ),
      )}
      <Cell columns={12}>
        <p className={css['test']} data-tested={isTested}>
          {isTested ? <CircleCheck size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}
          {trial === null ? GO_LIVE.notTested : trial === 'trying' ? LABEL.testing : describeConnectionTest(trial)}
        </p>
      </Cell>
      <Cell columns={12}>
        <p className={css['warning']}>{GO_LIVE.warning}</p>
      </Cell>
    </Section>
  )
}
