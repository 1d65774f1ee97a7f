import { ActionButton } from '../ui/ActionButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Cell } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { PROFILES } from '../../shared/desk/provider-profile.ts'
import { useAllStores } from '../stores-context.ts'
import type { SettingsField, SettingsForm } from './state/settings-form.ts'
import { settingId } from './fields.tsx'
import css from './SettingsScreen.module.css'
import {
  ABOUT_LOST_ANSWER,
  ABOUT_PRACTICE,
  describePracticeProfile,
  KEEP_ANSWER,
  LOSE_ANSWER,
  OPEN_MOVES,
  PRACTICE_CHOICES,
  PRACTICE_PROFILE_LABEL,
} from './text/practice-text.ts'
import { MANAGED } from './text/settings-text.ts'

type PracticeSectionProps = { readonly form: SettingsForm; readonly byFile: ReadonlySet<SettingsField> }

/** Settings of the practice service. The loss of an answer takes effect at once, without a save. */
export function PracticeSection({ form, byFile }: PracticeSectionProps) {
  const { settings, desk } = useAllStores()
  const problem = useStore(settings, (state) => state.problems.practiceProfile)
  const saving = useStore(settings, (state) => state.saving)
  const practice = useStore(desk, (state) => state.status?.practice ?? null)
  const refusal = useStore(settings, (state) => state.linkRefusal)
  const isLossy = practice?.connection === 'lossy'
  return (
    <>
      <Cell columns={12}>
        <p className={css['note']}>{ABOUT_PRACTICE}</p>
      </Cell>
      <Cell columns={12}>
        <RadioGroup
          id={settingId('practiceProfile')}
          label={PRACTICE_PROFILE_LABEL}
          value={form.practiceProfile}
          options={PRACTICE_CHOICES}
          onChange={(value) => settings.type('practiceProfile', value)}
          problem={problem}
          isDisabled={saving || byFile.has('practiceProfile')}
        />
        {byFile.has('practiceProfile') && <p className={css['note']}>{MANAGED}</p>}
        <p className={css['note']} data-testid="practice-profile">
          {describePracticeProfile(PROFILES.find((profile) => profile === form.practiceProfile) ?? null)}
        </p>
      </Cell>
      {practice !== null && (
        <Cell columns={12}>
          <div className={css['practice']}>
            <ActionButton onPress={() => void desk.setPracticeConnection(isLossy ? 'up' : 'lossy')}>
              {isLossy ? KEEP_ANSWER : LOSE_ANSWER}
            </ActionButton>
            <ActionButton onPress={() => void settings.openLink(practice.movesUrl)}>{OPEN_MOVES}</ActionButton>
            <p className={css['note']}>{ABOUT_LOST_ANSWER}</p>
            {refusal !== null && <p role="alert">{refusal}</p>}
          </div>
        </Cell>
      )}
    </>
  )
}
