import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AppearanceStore } from '../app/state/appearance.ts'
import { DENSITIES, THEMES } from '../../shared/desk/window-preferences.ts'
import css from './SettingsScreen.module.css'

const THEME_WORDS = { system: 'As the system', light: 'Light', dark: 'Dark', contrast: 'High contrast' }
const DENSITY_WORDS = { compact: 'Compact', comfortable: 'Comfortable' }
const KEYS = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]

/** Appearance and single-key commands of this workstation. A choice takes effect at once, without a save. */
export function AppearanceSection({ appearance }: { readonly appearance: AppearanceStore }) {
  const { theme, density, singleKeys } = useStore(appearance, (state) => state.appearance)
  const errorMessage = useStore(appearance, (state) => state.errorMessage)
  return (
    <div data-testid="appearance" data-theme={theme} data-density={density} data-single-keys={singleKeys}>
      <Section title="Appearance">
        <Cell columns={12}>
          <p className={css['note']}>For this workstation, whoever works at it. What is chosen holds at once.</p>
        </Cell>
        <Cell columns={7}>
          <RadioGroup
            id="appearance-theme"
            label="Colors"
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
            label="Rows"
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
            label="Keys without Ctrl, such as / and T"
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
