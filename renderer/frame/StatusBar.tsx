import { Button } from 'react-aria-components'
import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { DeskStatus } from '../../shared/bridge.ts'
import type { Link } from '../../shared/link.ts'
import { never } from '../../shared/failure.ts'
import { sayClock, sayTime, sayZone } from '../../shared/time-words.ts'
import { toLocal, type UtcInstant } from '../../shared/time.ts'
import { names } from '../parts/class-names.ts'
import css from './StatusBar.module.css'

/** The line that never lies: the link, what waits, what needs a person, and where this desk stands. */
export function StatusBar({ status, onQueue }: { readonly status: DeskStatus; readonly onQueue: () => void }) {
  const { link, waiting, attention, reminder, setAside, lastSentAt, rooftop, now } = status
  return (
    <footer
      className={css['bar']}
      data-fact="status"
      data-link={link.kind}
      data-waiting={waiting}
      data-attention={attention}
    >
      <LinkLight link={link} zone={rooftop.zone} now={now} />
      {waiting === 0 ? (
        <span>Nothing waiting</span>
      ) : (
        <Button className={names(css['leads'])} onPress={onQueue}>
          {waiting} waiting
        </Button>
      )}
      {attention > 0 && (
        <Button className={names(css['attention'], css['leads'])} onPress={onQueue}>
          <TriangleAlert size={13} aria-hidden="true" />
          {attention === 1 ? '1 needs attention' : `${attention} need attention`}
        </Button>
      )}
      {reminder !== null && reminder.nextAt !== null && (
        <span data-fact="reminds-at">Reminder at {sayMoment(reminder.nextAt, rooftop.zone, now)}</span>
      )}
      {setAside > 0 && (
        <span className={css['attention']} data-set-aside={setAside}>
          <TriangleAlert size={13} aria-hidden="true" />
          {setAside === 1 ? 'News of 1 move cannot be read' : `News of ${setAside} moves cannot be read`}
        </span>
      )}
      <span>{lastSentAt === null ? 'Nothing sent yet' : `Last sent ${sayMoment(lastSentAt, rooftop.zone, now)}`}</span>
      <span className={css['place']}>
        {rooftop.name} · {sayZone(rooftop.zone, now)}
      </span>
    </footer>
  )
}

function LinkLight({ link, zone, now }: { readonly link: Link; readonly zone: string; readonly now: UtcInstant }) {
  switch (link.kind) {
    case 'checking':
      return (
        <span className={css['light']}>
          <LoaderCircle size={13} aria-hidden="true" />
          Checking the link…
        </span>
      )
    case 'up':
      return (
        <span className={names(css['light'], css['up'])}>
          <CircleCheck size={13} aria-hidden="true" />
          <strong>Connected</strong>
        </span>
      )
    case 'down': {
      const next = link.until === null ? '' : ` Next try ${sayMoment(link.until, zone, now)}.`
      return (
        <span className={names(css['light'], css['down'])}>
          <CircleAlert size={13} aria-hidden="true" />
          <strong>Offline</strong>
          <span className={css['words']}>
            since {sayMoment(link.since, zone, now)}: {link.words}
            {next}
          </span>
        </span>
      )
    }
    default:
      return never(link)
  }
}

/** The hour alone on the same day, else with its day. */
function sayMoment(at: UtcInstant, zone: string, now: UtcInstant): string {
  return toLocal(at, zone).slice(0, 10) === toLocal(now, zone).slice(0, 10)
    ? sayClock(at, zone)
    : sayTime(at, zone, now)
}
