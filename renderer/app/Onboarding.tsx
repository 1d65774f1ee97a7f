import { CircleCheck, Circle } from 'lucide-react'
import { useState } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { useAllStores } from '../stores-context.ts'
import css from './Onboarding.module.css'
import { describePracticeProfile, PRACTICE_CHOICES, PRACTICE_QUESTION } from '../settings/text/practice-text.ts'
import { describeLiveFor, firstBooking, ONBOARDING } from './text/onboarding-text.ts'

type OnboardingProps = {
  readonly status: DeskStatus
  /** Called after the steps are dismissed. The focused button is gone, so the caller must place the focus. */
  readonly onGone: () => void
}

type Step = {
  readonly title: string
  readonly text: string
  readonly done: boolean
  readonly acts: readonly { readonly label: string; readonly do: () => void }[]
  /** Why an act of the step failed; null if none did. */
  readonly refusal?: string | null
}

/** First steps of a new desk, shown until the user dismisses them for this workstation. */
export function Onboarding({ status, onGone }: OnboardingProps) {
  const { appearance, commands, navigation, settings } = useAllStores()
  const { firstSteps: shown, keysSeen } = useStore(appearance, (state) => state.appearance)
  const [refusal, setRefusal] = useState<string | null>(null)
  if (!shown) return null
  const { practice } = status
  const practises = practice !== null
  const hasBooked = status.lastSentAt !== null || status.waiting > 0 || status.attention > 0
  const steps: readonly Step[] = [
    ...(practice === null
      ? []
      : [
          {
            title: PRACTICE_QUESTION,
            text: describePracticeProfile(practice.chosen ? practice.profile : null),
            // A booking accepts the profile that the settings show.
            done: practice.chosen || hasBooked,
            acts: PRACTICE_CHOICES.map(({ value, label }) => ({
              label,
              do: () => void settings.choosePractice(value).then(setRefusal),
            })),
            refusal,
          },
        ]),
    {
      ...firstBooking(practises),
      done: hasBooked,
      acts: [],
    },
    {
      title: ONBOARDING.connect,
      text: practises ? ONBOARDING.connectText : describeLiveFor(status.rooftop.name),
      done: !practises,
      acts: practises
        ? [
            {
              label: ONBOARDING.goLive,
              do: () => {
                navigation.go('settings', 'stay')
                void settings.goLive()
              },
            },
          ]
        : [{ label: ONBOARDING.openSettings, do: () => navigation.go('settings') }],
    },
    {
      title: ONBOARDING.shortcuts,
      text: ONBOARDING.shortcutsText,
      done: keysSeen,
      acts: [
        {
          label: ONBOARDING.showShortcuts,
          do: () => {
            void appearance.change({ keysSeen: true })
            commands.run('keys')
          },
        },
      ],
    },
  ]
  return (
    <section aria-labelledby="first-steps" className={css['card']} data-testid="onboarding">
      <h2 id="first-steps">{ONBOARDING.title}</h2>
      <ol className={css['steps']}>
        {steps.map(({ title, text, done, acts, refusal: problem = null }) => (
          <li key={title} data-done={done}>
            <span className={classNames(css['mark'], done && css['done'])}>
              {done ? <CircleCheck size={16} aria-label={ONBOARDING.done} /> : <Circle size={16} aria-hidden="true" />}
            </span>
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
              {/* The buttons stay after the step is done, because a button that vanishes would lose the focus. */}
              {acts.map((act) => (
                <ActionButton key={act.label} look="quiet" isSmall onPress={act.do}>
                  {act.label}
                </ActionButton>
              ))}
              {problem !== null && <p role="alert">{problem}</p>}
            </div>
          </li>
        ))}
      </ol>
      <ActionButton
        look="quiet"
        onPress={() => {
          void appearance.change({ firstSteps: false })
          onGone()
        }}
      >
        {ONBOARDING.dismiss}
      </ActionButton>
    </section>
  )
}
