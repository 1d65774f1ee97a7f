import { useEffect, useRef, type FormEvent } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { FormFooter } from '../ui/FormFooter.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { fieldsByFile, SETTINGS_FIELDS } from './state/settings-form.ts'
import { useStores } from '../stores-context.ts'
import { AppearanceSection } from './AppearanceSection.tsx'
import { settingId } from './fields.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { PracticeSection } from './PracticeSection.tsx'
import { RooftopSection } from './RooftopSection.tsx'
import css from './SettingsScreen.module.css'

const REMOTES = [
  { value: 'practice', label: 'Practice on this PC' },
  { value: 'provider', label: 'A provider' },
]

/** Screen for the appearance, the provider and the rooftop of this desk. */
export function SettingsScreen() {
  const { settings, navigation, appearance } = useStores()
  const view = useStore(settings, (state) => state.view)
  const form = useStore(settings, (state) => state.form)
  const problems = useStore(settings, (state) => state.problems)
  const refusals = useStore(settings, (state) => state.refusals)
  const saving = useStore(settings, (state) => state.saving)
  const outcome = useStore(settings, (state) => state.outcome)
  const arrival = useStore(navigation, (state) => state.arrival)
  const title = useRef<HTMLHeadingElement>(null)
  const seen = useRef(refusals)

  useEffect(() => void settings.read(), [settings])

  useEffect(() => {
    if (arrival.focus !== 'heading') return
    title.current?.focus()
    navigation.focusArrived()
  }, [arrival, navigation])

  useEffect(() => {
    if (seen.current === refusals) return
    seen.current = refusals
    const wrong = SETTINGS_FIELDS.find((name) => settings.getState().problems[name] !== undefined)
    if (wrong === undefined) return
    const field = document.getElementById(settingId(wrong))
    const inside = field?.querySelector<HTMLElement>('input[type="radio"]:checked')
    const target = inside ?? field
    target?.focus()
  }, [refusals, settings])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void settings.save()
  }

  const byFile = view === null ? new Set<never>() : fieldsByFile(view)
  return (
    <div className={css['scroller']}>
      <div className={css['column']}>
        <h1 ref={title} tabIndex={-1} className={css['title']}>
          Settings
        </h1>
        <AppearanceSection appearance={appearance} />
        {view !== null && form !== null && (
          <form noValidate aria-label="Settings" data-testid="settings" data-saving={saving} onSubmit={submit}>
            {view.file !== null && byFile.size > 0 && (
              <p className={css['file']} data-testid="locked-by-file">
                What is marked “set by file” comes from <code>{view.file}</code> at each start and is changed there.
              </p>
            )}
            <div>
              <Section title="Where bookings go">
                <Cell columns={12}>
                  <RadioGroup
                    id={settingId('remote')}
                    label="Where bookings go"
                    labelUnseen
                    value={form.remote}
                    options={REMOTES}
                    onChange={(value) => settings.type('remote', value)}
                    problem={problems.remote}
                    isDisabled={saving || byFile.has('remote')}
                  />
                  {byFile.has('remote') && <p className={css['note']}>Set by file.</p>}
                </Cell>
                {form.remote === 'practice' ? (
                  <PracticeSection form={form} byFile={byFile} />
                ) : (
                  <ProviderFields settings={settings} view={view} form={form} byFile={byFile} />
                )}
              </Section>
              <RooftopSection settings={settings} form={form} byFile={byFile} />
            </div>
            <FormFooter alert={outcome?.good === false ? outcome.message : null} testId="settings-refused">
              {/* A disabled button would lose the focus, so the button stays enabled during a save. */}
              <ActionButton look="go" type="submit">
                {saving ? 'Saving…' : 'Save settings'}
              </ActionButton>
              <p role="status" className={css['saved']} data-testid="settings-saved">
                {outcome?.good === true && outcome.message}
              </p>
            </FormFooter>
          </form>
        )}
        {view === null && outcome !== null && <p role="alert">{outcome.message}</p>}
      </div>
    </div>
  )
}
