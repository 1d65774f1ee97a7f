import { useEffect, useRef, type FormEvent } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { classNames } from '../ui/class-names.ts'
import { FormFooter } from '../ui/FormFooter.tsx'
import { useStore } from '../ui/use-store.ts'
import {
  fieldsByFile,
  fieldsOfPage,
  formOf,
  isTypedOn,
  SETTINGS_FIELDS,
  SETTINGS_PAGES,
  type SettingsForm,
  type SettingsPage,
} from './state/settings-form.ts'
import type { SettingsView } from '../../shared/desk/settings.ts'
import { assertNever } from '../../shared/result.ts'
import { useAllStores } from '../stores-context.ts'
import { AboutSection } from './AboutSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { BoardSection } from './BoardSection.tsx'
import { BookingSection } from './BookingSection.tsx'
import { ConnectionSection } from './ConnectionSection.tsx'
import { DealershipSection } from './DealershipSection.tsx'
import { settingId } from './fields.tsx'
import { GoLive } from './GoLive.tsx'
import {
  describeManaged,
  pageLabel,
  PAGES_LABEL,
  SAVE,
  SAVE_HINT,
  SAVING,
  TITLE,
  UNSAVED,
} from './text/settings-text.ts'
import css from './SettingsScreen.module.css'

/** Screen for the settings: a list of pages and the chosen page, or the steps of going live in place of both. */
export function SettingsScreen() {
  const { settings, navigation } = useAllStores()
  const view = useStore(settings, (state) => state.view)
  const form = useStore(settings, (state) => state.form)
  const step = useStore(settings, (state) => state.step)
  const refusals = useStore(settings, (state) => state.refusals)
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

  return (
    <div className={css['scroller']}>
      <div className={css['screen']}>
        <h1 ref={title} tabIndex={-1} className={css['title']}>
          {TITLE}
        </h1>
        {view === null || form === null ? (
          outcome !== null && <p role="alert">{outcome.message}</p>
        ) : step === null ? (
          <Pages view={view} form={form} />
        ) : (
          <GoLive view={view} form={form} step={step} />
        )}
      </div>
    </div>
  )
}

type PagesProps = { readonly view: SettingsView; readonly form: SettingsForm }

function Pages({ view, form }: PagesProps) {
  const { settings } = useAllStores()
  const page = useStore(settings, (state) => state.page)
  const saved = formOf(view)
  return (
    <div className={css['pages']}>
      <nav aria-label={PAGES_LABEL} className={css['list']}>
        {SETTINGS_PAGES.map((one) => (
          <button
            key={one}
            type="button"
            className={classNames(css['entry'])}
            data-page={one}
            {...(one === page ? { 'aria-current': 'page' as const } : {})}
            onClick={() => settings.show(one)}
          >
            {pageLabel(one)}
            {isTypedOn(one, form, saved) && <span className={css['unsaved']}>{UNSAVED}</span>}
          </button>
        ))}
      </nav>
      <Page view={view} form={form} page={page} />
    </div>
  )
}

function Page({ view, form, page }: PagesProps & { readonly page: SettingsPage }) {
  const { settings, appearance } = useAllStores()
  const saving = useStore(settings, (state) => state.saving)
  const outcome = useStore(settings, (state) => state.outcome)
  const byFile = fieldsByFile(view)
  const fields = fieldsOfPage(page)
  const content = () => {
    switch (page) {
      case 'dealership':
        return (
          <DealershipSection
            form={form}
            byFile={byFile}
            isNeeded={view.provider !== null}
            isSample={view.rooftop === null}
          />
        )
      case 'connection':
        return <ConnectionSection view={view} form={form} byFile={byFile} />
      case 'booking':
        return <BookingSection view={view} />
      case 'board':
        return <BoardSection rooftop={view.rooftop?.name ?? null} />
      case 'appearance':
        return <AppearanceSection appearance={appearance} />
      case 'about':
        return <AboutSection />
      default:
        return assertNever(page)
    }
  }
  if (fields.length === 0)
    return (
      <div className={css['page']} data-testid="settings" data-page={page} data-saving={saving}>
        {content()}
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void settings.save()
  }
  const hasFields = page !== 'booking' || view.rooftop !== null
  return (
    <form
      noValidate
      aria-label={pageLabel(page)}
      className={css['page']}
      data-testid="settings"
      data-page={page}
      data-saving={saving}
      onSubmit={submit}
    >
      {view.file !== null && fields.some((name) => byFile.has(name)) && <Managed file={view.file} />}
      {content()}
      {hasFields && (
        <FormFooter alert={outcome?.good === false ? outcome.message : null} testId="settings-refused">
          {/* A disabled button would lose the focus, so the button stays enabled during a save. */}
          <ActionButton look="go" type="submit">
            {saving ? SAVING : SAVE}
          </ActionButton>
          <p className={css['saved']} data-testid="settings-saved">
            <Announced>{outcome?.good === true ? outcome.message : null}</Announced>
            {outcome?.good === true ? outcome.message : <span className={css['note']}>{SAVE_HINT}</span>}
          </p>
        </FormFooter>
      )}
    </form>
  )
}

function Managed({ file }: { readonly file: string }) {
  const [before, path, after] = describeManaged(file)
  return (
    <p className={css['file']} data-testid="locked-by-file">
      {before}
      <code>{path}</code>
      {after}
    </p>
  )
}
