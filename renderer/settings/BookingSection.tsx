import type { SettingsView } from '../../shared/desk/settings.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useAllStores } from '../stores-context.ts'
import { SettingField } from './fields.tsx'
import { BOOKING_LABELS, GO_TO_DEALERSHIP, NO_DEALERSHIP, pageLabel } from './text/settings-text.ts'
import css from './SettingsScreen.module.css'

/** The times by which bookings are sent and estimated, and the limit of trips. All three belong to a dealership. */
export function BookingSection({ view }: { readonly view: SettingsView }) {
  const { settings } = useAllStores()
  if (view.rooftop === null)
    return (
      <Section title={pageLabel('booking')}>
        <Cell columns={12}>
          <p className={css['note']}>{NO_DEALERSHIP}</p>
        </Cell>
        <Cell columns={12}>
          <ActionButton onPress={() => settings.show('dealership')}>{GO_TO_DEALERSHIP}</ActionButton>
        </Cell>
      </Section>
    )
  const { notice, noticeHint, margin, marginHint, marginNote, tripLimit, tripLimitHint, tripLimitNote } = BOOKING_LABELS
  return (
    <Section title={pageLabel('booking')}>
      <Cell columns={6}>
        <SettingField settings={settings} name="notice" label={notice} hint={noticeHint} inputMode="numeric" />
      </Cell>
      <Cell columns={6}>
        <SettingField settings={settings} name="margin" label={margin} hint={marginHint} inputMode="numeric" />
      </Cell>
      <Cell columns={12}>
        <p className={css['note']}>{marginNote}</p>
      </Cell>
      <Cell columns={6}>
        <SettingField settings={settings} name="tripLimit" label={tripLimit} hint={tripLimitHint} inputMode="numeric" />
      </Cell>
      <Cell columns={12}>
        <p className={css['note']}>{tripLimitNote}</p>
      </Cell>
    </Section>
  )
}
