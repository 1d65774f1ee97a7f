import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { describeRecovery, describeDamage, type RecoveryReport, type Damage } from '../../shared/desk/damage.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { useStore } from '../ui/use-store.ts'
import type { DeskStatusStore } from './state/desk-status.ts'
import css from './RecoveryScreen.module.css'

type RecoveryScreenProps = {
  readonly damage: Damage
  readonly desk: DeskStatusStore
  readonly onOpen: () => void
}

/** Replaces the desk while its store is damaged. Shows the damage, starts the recovery and reports the result. */
export function RecoveryScreen({ damage, desk, onOpen }: RecoveryScreenProps) {
  const bringing = useStore(desk, (state) => state.recovering)
  const back = useStore(desk, (state) => state.recovered)
  const errorMessage = useStore(desk, (state) => state.errorMessage)
  const heading = useRef<HTMLHeadingElement>(null)
  const title = back === null ? 'The bookings need to be brought back' : 'The bookings were brought back'

  useEffect(() => {
    document.title = `${title} – Lanekeeper`
    delete document.documentElement.dataset['desk']
    // The pressed button disappears after the recovery, so the heading takes the focus.
    heading.current?.focus()
  }, [title])

  return (
    <main className={css['recovery']} data-testid={back === null ? 'damaged' : 'recovered'}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div role="status" className={css['found']} data-good={back !== null}>
        {back === null ? <TriangleAlert size={18} aria-hidden="true" /> : <CircleCheck size={18} aria-hidden="true" />}
        <p>{back === null ? describeDamage(damage) : describeRecovery(back)[0]}</p>
      </div>
      {back === null ? <RecoverAction damage={damage} /> : <Report back={back} />}
      {back === null && errorMessage !== null && errorMessage !== describeDamage(damage) && (
        <p role="alert">{errorMessage}</p>
      )}
      {back === null ? (
        <ActionButton look="go" isDisabled={bringing} onPress={() => void desk.recoverStore()}>
          {bringing
            ? 'Bringing back…'
            : damage.store === 'practice-service'
              ? 'Begin practice anew'
              : 'Bring the bookings back'}
        </ActionButton>
      ) : (
        <ActionButton look="go" onPress={onOpen}>
          Open the desk
        </ActionButton>
      )}
    </main>
  )
}

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function RecoverAction({ damage }: { readonly damage: Damage }) {
  if (damage.store === 'practice-service') {
    return <p>Your bookings are not touched by this. Practice can begin anew; the damaged file is kept.</p>
  }
  const copy = damage.copiedAt === null ? null : `the copy of ${TIME.format(new Date(damage.copiedAt))}`
  const journal = damage.journal ? `the journal of everything saved${copy === null ? '' : ' since'}` : null
  const sources = [copy, journal].filter((one) => one !== null)
  return (
    <>
      <p>
        {sources.length === 0
          ? 'No copy of them was found on this PC. Call support before you go on: a new, empty file is made.'
          : `Lanekeeper can make them again from ${sources.join(' and ')}.`}{' '}
        Nothing is sent until then.
      </p>
      <p>The damaged file is kept beside the new one. Nothing is deleted.</p>
    </>
  )
}

function Report({ back }: { readonly back: RecoveryReport }) {
  const [, ...more] = describeRecovery(back)
  return (
    <>
      {more.length > 0 && (
        <ul>
          {more.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {back.kept.length > 0 && <p className={css['kept']}>Kept as {back.kept.join(' and ')}. Tell IT about it.</p>}
    </>
  )
}
