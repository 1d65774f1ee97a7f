import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { describeRecovery, describeDamage, type RecoveryReport, type Damage } from '../../shared/desk/damage.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Announced } from '../ui/Announced.tsx'
import { useStore } from '../ui/use-store.ts'
import type { DeskStatusStore } from './state/desk-status.ts'
import {
  DAMAGED_FILE_KEPT,
  describeKept,
  describeRestore,
  OPEN_DESK,
  RECOVERED_TITLE,
  RECOVERY_TITLE,
  restoreLabel,
  RESTORING,
} from './text/recovery-text.ts'
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
  const found = back === null ? describeDamage(damage) : describeRecovery(back)[0]
  const title = back === null ? RECOVERY_TITLE : RECOVERED_TITLE

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
      <div className={css['found']} data-good={back !== null}>
        {back === null ? <TriangleAlert size={18} aria-hidden="true" /> : <CircleCheck size={18} aria-hidden="true" />}
        <p>{found}</p>
        <Announced>{found}</Announced>
      </div>
      {back === null ? <RecoverAction damage={damage} /> : <Report back={back} />}
      {back === null && errorMessage !== null && errorMessage !== describeDamage(damage) && (
        <p role="alert">{errorMessage}</p>
      )}
      {back === null ? (
        <ActionButton look="go" isDisabled={bringing} onPress={() => void desk.recoverStore()}>
          {bringing ? RESTORING : restoreLabel(damage)}
        </ActionButton>
      ) : (
        <ActionButton look="go" onPress={onOpen}>
          {OPEN_DESK}
        </ActionButton>
      )}
    </main>
  )
}

function RecoverAction({ damage }: { readonly damage: Damage }) {
  return (
    <>
      <p>{describeRestore(damage, new Intl.DateTimeFormat().resolvedOptions().timeZone)}</p>
      {damage.store !== 'practice-service' && <p>{DAMAGED_FILE_KEPT}</p>}
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
      {back.kept.length > 0 && <p className={css['kept']}>{describeKept(back.kept)}</p>}
    </>
  )
}
