import { PROFILE_FACTS, PROFILES, type ProviderProfile } from '../../shared/desk/provider-profile.ts'
import { parseAddress, type SettingsView } from '../../shared/desk/settings.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/Select.tsx'
import { Cell } from '../ui/Section.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useStore } from '../ui/use-store.ts'
import type { SettingsField, SettingsForm } from './state/settings-form.ts'
import type { SettingsState, SettingsStore } from './state/settings.ts'
import { SettingField, settingId } from './fields.tsx'
import { credentialName } from './text/credential-text.ts'
import css from './SettingsScreen.module.css'
import { LINK_HOSTS_LABEL } from '../app/text/failure-text.ts'
import { providerToCall } from '../booking/text/phone-text.ts'
import { describeConnectionTest } from '../app/text/connection-text.ts'

type ProviderFieldsProps = {
  readonly settings: SettingsStore
  readonly view: SettingsView
  readonly form: SettingsForm
  readonly byFile: ReadonlySet<SettingsField>
}

const OPTIONS = PROFILES.map((profile) => ({ value: profile, label: PROFILE_FACTS[profile].label }))

/** Fields for the provider's address, its profile and the credentials. */
export function ProviderFields({ settings, view, form, byFile }: ProviderFieldsProps) {
  const problems = useStore(settings, (state) => state.problems)
  const saving = useStore(settings, (state) => state.saving)
  const trial = useStore(settings, (state) => state.trial)
  const facts = PROFILE_FACTS[PROFILES.find((profile) => profile === form.profile) ?? 'baseline']
  const signsIn = facts.signsIn === 'client'
  return (
    <>
      <Cell columns={8}>
        <SettingField settings={settings} name="address" label="Address" hint="begins with https://" isRequired />
      </Cell>
      <Cell columns={4}>
        <Select
          id={settingId('profile')}
          label="Profile"
          {...(byFile.has('profile') ? { hint: 'set by file' } : {})}
          value={form.profile}
          options={OPTIONS}
          onChange={(value) => settings.type('profile', value)}
          problem={problems.profile}
          isDisabled={saving || byFile.has('profile')}
        />
      </Cell>
      <Cell columns={8}>
        <SettingField settings={settings} name="providerName" label="Name of the provider" />
      </Cell>
      <Cell columns={4}>
        <SettingField settings={settings} name="providerPhone" label="Phone of the provider" inputMode="tel" />
      </Cell>
      {signsIn && (
        <Cell columns={8}>
          <SettingField settings={settings} name="clientId" label="Client id" isRequired />
        </Cell>
      )}
      {facts.takesRooftop && (
        <Cell columns={4}>
          <SettingField settings={settings} name="rooftopNumber" label="Rooftop number" inputMode="numeric" />
        </Cell>
      )}
      {(facts.takesPayer || form.payerNumber !== '') && (
        <Cell columns={12}>
          <SettingField
            settings={settings}
            name="payerNumber"
            label="Payer number"
            hint="empty: the rooftop, or the payer that the account names"
            inputMode="numeric"
          />
        </Cell>
      )}
      <Cell columns={8}>
        <PasswordField
          id={settingId('token')}
          label={signsIn ? 'Client secret' : 'Token'}
          hint={byFile.has('token') ? 'set by file' : describeToken(view, form.address)}
          value={form.token}
          onChange={(value) => settings.type('token', value)}
          problem={problems.token}
          isReadOnly={saving || byFile.has('token')}
        />
      </Cell>
      <Cell columns={12}>
        <SettingField
          settings={settings}
          name="linkHosts"
          label={LINK_HOSTS_LABEL}
          hint="optional, for example track.example"
        />
      </Cell>
      <Cell columns={12}>
        <SettingField
          settings={settings}
          name="caFile"
          label="Certificate file (PEM)"
          hint="only if this network inspects traffic with a certificate that this PC does not have"
        />
      </Cell>
      <Cell columns={12}>
        <div className={css['trial']}>
          {/* A disabled button would lose the focus, so the button stays enabled during the test. */}
          <ActionButton onPress={() => void settings.tryIt()}>
            {trial === 'trying' ? 'Testing…' : 'Test the connection'}
          </ActionButton>
          <p
            role="status"
            data-testid="connection-test"
            data-cause={describeCause(trial)}
            className={classNames(isBad(trial) && css['bad'])}
          >
            {trial !== null && trial !== 'trying' && describeConnectionTest(trial)}
          </p>
        </div>
      </Cell>
      <Cell columns={12}>
        <p className={css['note']} data-testid="profile">
          {describeProfile(facts)}
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

function isBad(trial: SettingsState['trial']): boolean {
  return trial !== null && trial !== 'trying' && !trial.good
}

/** Cause code for tests and support; empty before a result. */
function describeCause(trial: SettingsState['trial']): string {
  return trial === null || trial === 'trying' ? '' : (trial.cause ?? 'none')
}

function describeToken({ token, provider }: SettingsView, address: string): string {
  if (token === 'missing' || provider === null) return 'paste it here: this desk has none yet'
  if (parseAddress(address) !== provider.address) return 'another provider needs its own'
  return token === 'secret-store' ? 'kept in the vault; empty keeps it' : 'kept in memory; empty keeps it'
}

function describeVault({ hasSecretStore: vault }: SettingsView, name: string): string {
  return vault
    ? `The ${name} is kept in the vault of this PC and cannot be read back here.`
    : `This PC has no vault that is open (no keyring is running, or it is locked): the ${name} is kept in memory and asked for again after the next start.`
}

/** Says what the profile supports and what it lacks, because the desk offers only supported actions. */
function describeProfile(facts: (typeof PROFILE_FACTS)[ProviderProfile]): string {
  const destination = facts.supportsDestination
    ? 'A one-way carries its destination.'
    : "A one-way's destination travels in the driver's instructions."
  const cancels = facts.cancels
    ? 'Cancellations are asked for in Lookup.'
    : 'This desk knows no way to cancel there: cancellations go by phone.'
  const changes = facts.changes
    ? 'So are changes of the vehicle and of ready by, until it is collected; the provider documents them for its test service only.'
    : 'Changes go by phone.'
  const payer = facts.takesPayer
    ? 'A booking can name another payer under Billing.'
    : `It bills the rooftop: call ${providerToCall()} to bill someone else.`
  return `${facts.label}: ${destination} ${cancels} ${changes} ${payer}`
}
