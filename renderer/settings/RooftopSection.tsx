import { Cell, Section } from '../ui/Section.tsx'
import { Select } from '../ui/Select.tsx'
import { useStore } from '../ui/use-store.ts'
import type { SettingsField, SettingsForm } from './state/settings-form.ts'
import type { SettingsStore } from './state/settings.ts'
import { SettingField, settingId } from './fields.tsx'
import css from './SettingsScreen.module.css'

type RooftopSectionProps = {
  readonly settings: SettingsStore
  readonly form: SettingsForm
  readonly byFile: ReadonlySet<SettingsField>
}

/** Time zones of the United States. A settings file may name another zone, which the list then offers too. */
const ZONES = [
  { value: 'America/New_York', label: 'Eastern (America/New_York)' },
  { value: 'America/Chicago', label: 'Central (America/Chicago)' },
  { value: 'America/Denver', label: 'Mountain (America/Denver)' },
  { value: 'America/Phoenix', label: 'Arizona (America/Phoenix)' },
  { value: 'America/Los_Angeles', label: 'Pacific (America/Los_Angeles)' },
  { value: 'America/Anchorage', label: 'Alaska (America/Anchorage)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii (Pacific/Honolulu)' },
  { value: 'America/Puerto_Rico', label: 'Atlantic (America/Puerto_Rico)' },
]

export function RooftopSection({ settings, form, byFile }: RooftopSectionProps) {
  const problem = useStore(settings, (state) => state.problems.zone)
  const saving = useStore(settings, (state) => state.saving)
  const zones =
    ZONES.some(({ value }) => value === form.zone) || form.zone === ''
      ? ZONES
      : [...ZONES, { value: form.zone, label: form.zone }]
  const needed = form.remote === 'provider'
  return (
    <Section title="This rooftop">
      {!needed && (
        <Cell columns={12}>
          <p className={css['note']}>Left empty, practice uses the invented rooftop Northside Motors.</p>
        </Cell>
      )}
      <Cell columns={7}>
        <SettingField settings={settings} name="name" label="Name" isRequired={needed} />
      </Cell>
      <Cell columns={5}>
        <SettingField settings={settings} name="contact" label="Contact for drivers" hint="if none is named" />
      </Cell>
      <Cell columns={8}>
        <SettingField settings={settings} name="street" label="Street of the service lot" isRequired={needed} />
      </Cell>
      <Cell columns={4}>
        <SettingField settings={settings} name="unit" label="Unit" />
      </Cell>
      <Cell columns={2}>
        <SettingField settings={settings} name="zip" label="ZIP" isRequired={needed} inputMode="numeric" />
      </Cell>
      <Cell columns={3}>
        <SettingField settings={settings} name="city" label="City" isRequired={needed} />
      </Cell>
      <Cell columns={2}>
        <SettingField settings={settings} name="state" label="State" isRequired={needed} />
      </Cell>
      <Cell columns={5}>
        <SettingField settings={settings} name="lot" label="Name of the lot" hint="empty: the rooftop's" />
      </Cell>
      <Cell columns={7}>
        <Select
          id={settingId('zone')}
          label="Time zone"
          {...(byFile.has('zone') ? { hint: 'set by file' } : {})}
          value={form.zone}
          options={zones}
          onChange={(value) => settings.type('zone', value)}
          problem={problem}
          isRequired={needed}
          isDisabled={saving || byFile.has('zone')}
        />
      </Cell>
      <Cell columns={5}>
        <SettingField
          settings={settings}
          name="notice"
          label="Notice, in minutes"
          hint="empty: 60"
          inputMode="numeric"
        />
      </Cell>
      <Cell columns={5}>
        <SettingField
          settings={settings}
          name="margin"
          label="Margin, in minutes"
          hint="empty: 30"
          inputMode="numeric"
        />
      </Cell>
      <Cell columns={7}>
        <p className={css['note']}>Ready-by is estimated as the drive and this margin before the appointment.</p>
      </Cell>
      <Cell columns={5}>
        <SettingField
          settings={settings}
          name="tripLimit"
          label="Limit of trips at once"
          hint="empty: none"
          inputMode="numeric"
        />
      </Cell>
    </Section>
  )
}
