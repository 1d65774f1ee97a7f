import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AppearanceStore } from '../app/state/appearance.ts'
import { DENSITIES, THEMES } from '../../shared/desk/window-preferences.ts'
import {
  APPEARANCE_NOTE,
  DENSITY_LABEL,
  DENSITY_WORDS,
  KEYS,
  KEYS_LABEL,
  THEME_LABEL,
  THEME_WORDS,
} from './text/appearance-text.ts'
import { pageLabel } from './text/settings-text.ts'
import css from './SettingsScreen.module.css'

/** Appearance and single-key commands of this workstation. A choice takes effect at once, without a save. */
export function AppearanceSection({ appearance }: { readonly appearance: AppearanceStore }) {
  const { theme, density, singleKeys } = useStore(appearance, (state) => state.appearance)
  const errorMessage = useStore(appearance, (state) => state.errorMessage)
  return (
    <div data-testid="appearance" data-theme={theme} data-density={density} data-single-keys={singleKeys}>
      <Section title={pageLabel('appearance')}>
        <Cell columns={12}>
          <p className={css['note']}>{APPEARANCE_NOTE}</p>
        </Cell>
        <Cell columns={7}>
          <RadioGroup
            id="appearance-theme"
            label={THEME_LABEL}
            value={theme}
            options={THEMES.map((value) => ({ value, label: THEME_WORDS[value] }))}
            onChange={(value) => {
              const chosen = THEMES.find((one) => one === value)
              if (chosen !== undefined) void appearance.change({ theme: chosen })
            }}
          />
        </Cell>
        <Cell columns={5}>
          <RadioGroup
            id="appearance-density"
            label={DENSITY_LABEL}
            value={density}
            options={DENSITIES.map((value) => ({ value, label: DENSITY_WORDS[value] }))}
            onChange={(value) => {
              const chosen = DENSITIES.find((one) => one === value)
              if (chosen !== undefined) void appearance.change({ density: chosen })
            }}
          />
        </Cell>
        <Cell columns={12}>
          <RadioGroup
            id="appearance-keys"
            label={KEYS_LABEL}
            value={singleKeys ? 'on' : 'off'}
            options={KEYS}
            onChange={(value) => void appearance.change({ singleKeys: value === 'on' })}
          />
        </Cell>
        {errorMessage !== null && (
          <Cell columns={12}>
            <p role="alert">{errorMessage}</p>
          </Cell>
        )}
      </Section>
    </div>
  )
}
