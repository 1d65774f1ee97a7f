import { GraduationCap } from 'lucide-react'
import { Switch } from 'react-aria-components'
import { names } from '../parts/class-names.ts'
import { useStore } from '../parts/use-store.ts'
import type { Desk } from '../state/desk.ts'
import css from './PracticeSwitch.module.css'

type PracticeSwitchProps = { readonly link: 'up' | 'cut'; readonly desk: Desk }

/** Says that this desk practises, and cuts or restores the practice service's link. */
export function PracticeSwitch({ link, desk }: PracticeSwitchProps) {
  const trouble = useStore(desk, (state) => state.trouble)
  return (
    <section aria-labelledby="practice-title" className={css['practice']} data-fact="practice-link" data-link={link}>
      <h2 id="practice-title" className={css['title']}>
        <GraduationCap size={16} aria-hidden="true" />
        Practice
      </h2>
      <p>No driver is sent. Bookings go to a service on this PC.</p>
      <Switch
        isSelected={link === 'up'}
        onChange={(on) => void desk.setPracticeLink(on ? 'up' : 'cut')}
        className={names(css['switch'])}
      >
        <span className={css['track']} aria-hidden="true" />
        Practice link
      </Switch>
      <p>{link === 'up' ? 'On. Switch it off to try the desk offline.' : 'Cut. Switch it on to send what waits.'}</p>
      <p role="alert" className={css['trouble']}>
        {trouble}
      </p>
    </section>
  )
}
