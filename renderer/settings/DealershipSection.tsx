import { Cell, Section } from '../ui/Section.tsx'
import { Select } from '../ui/Select.tsx'
import { useStore } from '../ui/use-store.ts'
import { useAllStores } from '../stores-context.ts'
import type { SettingsField, SettingsForm } from './state/settings-form.ts'
import { SettingField, settingId } from './fields.tsx'
import { placeWarnings, type PlaceWarnings } from './text/place-text.ts'
import { DEALERSHIP_LABELS, MANAGED, pageLabel, SAMPLE_DEALERSHIP } from './text/settings-text.ts'
import css from './SettingsScreen.module.css'

type DealershipSectionProps = {
  readonly form: SettingsForm
  readonly byFile: ReadonlySet<SettingsField>
  /** A provider needs the dealership; practice works without. */
  readonly isNeeded: boolean
  /** Practice uses the sample dealership. */
  readonly isSample?: boolean
}

/** Time zones of the United States. The list also offers another zone of a settings file or of this PC. */
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

/** Returns the warnings about the typed address. */
export function usePlaceWarnings(form: SettingsForm): PlaceWarnings {
  const { settings, desk } = useAllStores()
  const town = useStore(settings, (state) => state.town)
  const now = useStore(desk, (state) => state.status?.now ?? null)
  return now === null ? {} : placeWarnings(form, town, now)
}

export function DealershipSection({ form, byFile, isNeeded, isSample = false }: DealershipSectionProps) {
  const { settings } = useAllStores()
  const problem = useStore(settings, (state) => state.problems.zone)
  const saving = useStore(settings, (state) => state.saving)
  const zones =
    ZONES.some(({ value }) => value === form.zone) || form.zone === ''
      ? ZONES
      : [...ZONES, { value: form.zone, label: form.zone }]
  const label = DEALERSHIP_LABELS
  const warnings = usePlaceWarnings(form)
  const zoneHint = byFile.has('zone') ? MANAGED : warnings.zone
  return (
    <Section title={pageLabel('dealership')}>
      {isSample && (
        <Cell columns={12}>
          <p className={css['note']}>{SAMPLE_DEALERSHIP}</p>
        </Cell>
      )}
      <Cell columns={7}>
        <SettingField settings={settings} name="name" label={label.name} isRequired={isNeeded} />
      </Cell>
      <Cell columns={5}>
        <SettingField settings={settings} name="contact" label={label.contact} hint={label.contactHint} />
      </Cell>
      <Cell columns={8}>
        <SettingField settings={settings} name="street" label={label.street} isRequired={isNeeded} />
      </Cell>
      <Cell columns={4}>
        <SettingField settings={settings} name="unit" label={label.unit} />
      </Cell>
      <Cell columns={3}>
        <SettingField
          settings={settings}
          name="zip"
          label={label.zip}
          warning={warnings.zip}
          isRequired={isNeeded}
          inputMode="numeric"
        />
      </Cell>
      <Cell columns={6}>
        <SettingField
          settings={settings}
          name="city"
          label={label.city}
          warning={warnings.city}
          isRequired={isNeeded}
        />
      </Cell>
      <Cell columns={3}>
        <SettingField settings={settings} name="state" label={label.state} isRequired={isNeeded} />
      </Cell>
      <Cell columns={6}>
        <SettingField settings={settings} name="lot" label={label.lot} hint={label.lotHint} />
      </Cell>
      <Cell columns={6}>
        <Select
          id={settingId('zone')}
          label={label.zone}
          {...(zoneHint === undefined ? {} : { hint: zoneHint })}
          value={form.zone}
          options={zones}
          onChange={(value) => settings.type('zone', value)}
          problem={problem}
          isRequired={isNeeded}
          isDisabled={saving || byFile.has('zone')}
        />
      </Cell>
    </Section>
  )
}
