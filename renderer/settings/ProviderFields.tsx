import type { ReactNode } from 'react'
import { PROFILE_FACTS, PROFILES } from '../../shared/desk/provider-profile.ts'
import { parseAddress, type SettingsView } from '../../shared/desk/settings.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/Select.tsx'
import { Cell } from '../ui/Section.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useStore } from '../ui/use-store.ts'
import { useAllStores } from '../stores-context.ts'
import type { SettingsField, SettingsForm } from './state/settings-form.ts'
import { hasFailed, type Trial } from './state/go-live.ts'
import { SettingField, settingId } from './fields.tsx'
import { credentialName } from './text/credential-text.ts'
import {
  describeProfile,
  describeToken,
  describeVault,
  MANAGED,
  PROVIDER_LABELS as LABEL,
} from './text/settings-text.ts'
import css from './SettingsScreen.module.css'
import { LINK_HOSTS_LABEL } from '../app/text/failure-text.ts'
import { providerToCall } from '../booking/text/phone-text.ts'
import { describeConnectionTest } from '../app/text/connection-text.ts'

type ProviderFieldsProps = {
  readonly view: SettingsView
  readonly form: SettingsForm
  readonly byFile: ReadonlySet<SettingsField>
}

const OPTIONS = PROFILES.map((profile) => ({ value: profile, label: PROFILE_FACTS[profile].label }))

/** Fields for the provider's type, address and credentials with the connection test, and what few dealerships need. */
export function ProviderFields({ view, form, byFile }: ProviderFieldsProps) {
  const { settings } = useAllStores()
  const problems = useStore(settings, (state) => state.problems)
  const saving = useStore(settings, (state) => state.saving)
  const facts = PROFILE_FACTS[PROFILES.find((profile) => profile === form.profile) ?? 'baseline']
  const signsIn = facts.signsIn === 'client'
  const isSameAddress = view.provider !== null && parseAddress(form.address) === view.provider.address
  return (
    <>
      <Cell columns={4}>
        <Select
          id={settingId('profile')}
          label={LABEL.profile}
          {...(byFile.has('profile') ? { hint: MANAGED } : {})}
          value={form.profile}
          options={OPTIONS}
          onChange={(value) => settings.type('profile', value)}
          problem={problems.profile}
          isDisabled={saving || byFile.has('profile')}
        />
      </Cell>
      <Cell columns={8}>
        <SettingField settings={settings} name="address" label={LABEL.address} hint={LABEL.addressHint} isRequired />
      </Cell>
      {signsIn && (
        <Cell columns={4}>
          <SettingField settings={settings} name="clientId" label={LABEL.clientId} isRequired />
        </Cell>
      )}
      <Cell columns={8}>
        <PasswordField
          id={settingId('token')}
          label={signsIn ? LABEL.secret : LABEL.token}
          hint={byFile.has('token') ? MANAGED : describeToken(view, isSameAddress)}
          value={form.token}
          onChange={(value) => settings.type('token', value)}
          problem={problems.token}
          isReadOnly={saving || byFile.has('token')}
        />
      </Cell>
      <Cell columns={12}>
        <ConnectionTestLine />
      </Cell>
      <Cell columns={8}>
        <SettingField
          settings={settings}
          name="providerName"
          label={LABEL.providerName}
          hint={LABEL.providerNameHint}
        />
      </Cell>
      <Cell columns={4}>
        <SettingField settings={settings} name="providerPhone" label={LABEL.providerPhone} inputMode="tel" />
      </Cell>
      {facts.takesRooftop && (
        <Cell columns={4}>
          <SettingField
            settings={settings}
            name="rooftopNumber"
            label={LABEL.rooftopNumber}
            hint={LABEL.rooftopHint}
            inputMode="numeric"
          />
        </Cell>
      )}
      {(facts.takesPayer || form.payerNumber !== '') && (
        <Cell columns={8}>
          <SettingField
            settings={settings}
            name="payerNumber"
            label={LABEL.payerNumber}
            hint={LABEL.payerHint}
            inputMode="numeric"
          />
        </Cell>
      )}
      <More isOpen={form.linkHosts !== '' || form.caFile !== ''}>
        <SettingField settings={settings} name="linkHosts" label={LINK_HOSTS_LABEL} hint={LABEL.linkHostsHint} />
        <SettingField settings={settings} name="caFile" label={LABEL.caFile} hint={LABEL.caFileHint} />
      </More>
      <Cell columns={12}>
        <p className={css['note']} data-testid="profile">
          {describeProfile(facts, providerToCall())}
        </p>
      </Cell>
      {!byFile.has('token') && (
        <Cell columns={12}>
          <p className={css['note']}>{describeVault(view, credentialName(form.profile))}</p>
        </Cell>
      )}
    </>
  )
}

/** Folds settings that few dealerships need, unless one is set. */
function More({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return (
    <Cell columns={12}>
      <details open={isOpen} className={css['more']}>
        <summary>{LABEL.more}</summary>
        <div className={css['moreFields']}>{children}</div>
      </details>
    </Cell>
  )
}

function ConnectionTestLine() {
  const { settings } = useAllStores()
  const trial = useStore(settings, (state) => state.trial)
  const result = trial === null || trial === 'trying' ? null : describeConnectionTest(trial)
  return (
    <div className={css['trial']}>
      {/* A disabled button would lose the focus, so the button stays enabled during the test. */}
      <ActionButton onPress={() => void settings.tryIt()}>
        {trial === 'trying' ? LABEL.testing : LABEL.test}
      </ActionButton>
      <p
        data-testid="connection-test"
        data-cause={describeCause(trial)}
        className={classNames(hasFailed(trial) && css['bad'])}
      >
        {result}
        <Announced>{result}</Announced>
      </p>
    </div>
  )
}

/** Cause code for tests and support; empty before a result. */
function describeCause(trial: Trial): string {
  return trial === null || trial === 'trying' ? '' : (trial.cause ?? 'none')
}
