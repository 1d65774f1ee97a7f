import { TextField } from '../ui/TextField.tsx'
import { useStore } from '../ui/use-store.ts'
import { fieldsByFile, type SettingsField } from './state/settings-form.ts'
import type { SettingsStore } from './state/settings.ts'
import { MANAGED, OPTIONAL } from './text/settings-text.ts'

export function settingId(name: SettingsField): string {
  return `setting-${name}`
}

type SettingFieldProps = {
  readonly settings: SettingsStore
  readonly name: SettingsField
  readonly label: string
  readonly hint?: string
  readonly warning?: string | undefined
  readonly isRequired?: boolean
  readonly inputMode?: 'text' | 'tel' | 'numeric'
}

/** Text field of one setting; read-only if a settings file sets that setting. */
export function SettingField({
  settings,
  name,
  label,
  hint,
  warning,
  isRequired = false,
  inputMode = 'text',
}: SettingFieldProps) {
  const value = useStore(settings, (state) => state.form?.[name] ?? '')
  const problem = useStore(settings, (state) => state.problems[name])
  const saving = useStore(settings, (state) => state.saving)
  const byFile = useStore(settings, (state) => state.view !== null && fieldsByFile(state.view).has(name))
  const hintText = byFile ? MANAGED : (hint ?? (isRequired ? undefined : OPTIONAL))
  return (
    <TextField
      id={settingId(name)}
      label={label}
      value={value}
      onChange={(text) => settings.type(name, text)}
      onLeave={() => undefined}
      problem={problem}
      warning={warning}
      isRequired={isRequired}
      isReadOnly={saving || byFile}
      inputMode={inputMode}
      {...(hintText === undefined ? {} : { hint: hintText })}
    />
  )
}
