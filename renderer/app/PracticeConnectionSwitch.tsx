import { GraduationCap } from 'lucide-react'
import { Switch } from 'react-aria-components'
import type { PracticeConnection } from '../../shared/desk/practice.ts'
import { describePracticeLink } from '../settings/text/practice-text.ts'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import type { DeskStatusStore } from './state/desk-status.ts'
import css from './PracticeConnectionSwitch.module.css'

type PracticeConnectionSwitchProps = { readonly connection: PracticeConnection; readonly desk: DeskStatusStore }

/** Shows that the desk is in practice, with a switch that cuts or restores the connection to the practice service. */
export function PracticeConnectionSwitch({ connection, desk }: PracticeConnectionSwitchProps) {
  const errorMessage = useStore(desk, (state) => state.errorMessage)
  return (
    <section
      aria-labelledby="practice-title"
      className={css['practice']}
      data-testid="practice-connection"
      data-connection={connection}
    >
      <h2 id="practice-title" className={css['title']}>
        <GraduationCap size={16} aria-hidden="true" />
        Practice
      </h2>
      <p>No drivers are sent.</p>
      <Switch
        isSelected={connection === 'cut'}
        onChange={(on) => void desk.setPracticeConnection(on ? 'cut' : 'up')}
        className={classNames(css['switch'])}
      >
        <span className={css['track']} aria-hidden="true" />
        Simulate offline
      </Switch>
      <p>{describePracticeLink(connection)}</p>
      <p role="alert" className={css['error']}>
        {errorMessage}
      </p>
    </section>
  )
}
