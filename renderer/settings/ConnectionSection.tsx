import type { SettingsView } from '../../shared/desk/settings.ts'
import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { credentialName } from './text/credential-text.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useAllStores } from '../stores-context.ts'
import type { SettingsField, SettingsForm } from './state/settings-form.ts'
import { PracticeSection } from './PracticeSection.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { CONNECTION, MANAGED, pageLabel } from './text/settings-text.ts'
import css from './SettingsScreen.module.css'

type ConnectionSectionProps = {
  readonly view: SettingsView
  readonly form: SettingsForm
  readonly byFile: ReadonlySet<SettingsField>
}

/** Where bookings go: practice with the way to go live, or the provider with the way back to practice. */
export function ConnectionSection({ view, form, byFile }: ConnectionSectionProps) {
  const { settings } = useAllStores()
  const [isAsked, setAsked] = useState(false)
  const practises = view.provider === null
  return (
    <Section title={pageLabel('connection')}>
      <Cell columns={12}>
        <p className={css['mode']} data-testid="mode" data-live={!practises}>
          <span className={css['note']}>{CONNECTION.mode}</span>
          <strong>{practises ? CONNECTION.practice : CONNECTION.live}</strong>
          {byFile.has('remote') ? (
            <span className={css['note']}>{MANAGED}</span>
          ) : (
            practises && (
              <ActionButton look="go" onPress={() => void settings.goLive()}>
                {CONNECTION.goLive}
              </ActionButton>
            )
          )}
        </p>
      </Cell>
      {practises ? (
        <PracticeSection form={form} byFile={byFile} />
      ) : (
        <>
          <ProviderFields view={view} form={form} byFile={byFile} />
          {!byFile.has('remote') && (
            <Cell columns={12}>
              <div className={css['leave']}>
                <ActionButton look="quiet" onPress={() => setAsked(true)}>
                  {CONNECTION.goToPractice}
                </ActionButton>
                <p className={css['note']}>{CONNECTION.goToPracticeNote}</p>
              </div>
              {isAsked && (
                <Dialog
                  title={CONNECTION.askPractice}
                  testId="ask-practice"
                  alert={null}
                  onClose={() => setAsked(false)}
                  actions={
                    <>
                      <ActionButton isFirst onPress={() => setAsked(false)}>
                        {CONNECTION.stayLive}
                      </ActionButton>
                      <ActionButton
                        look="go"
                        onPress={() => {
                          setAsked(false)
                          void settings.goToPractice()
                        }}
                      >
                        {CONNECTION.goToPractice}
                      </ActionButton>
                    </>
                  }
                >
                  <p>{CONNECTION.goToPracticeNote}</p>
                  <p>{CONNECTION.tokenAgain(credentialName(form.profile))}</p>
                </Dialog>
              )}
            </Cell>
          )}
        </>
      )}
    </Section>
  )
}
