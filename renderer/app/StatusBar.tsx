import { Button } from 'react-aria-components'
import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { ConnectionState } from '../../shared/desk/connection.ts'
import { assertNever } from '../../shared/result.ts'
import { formatClock, formatTime, formatZone } from '../../shared/time/format.ts'
import { toLocal, type UtcInstant } from '../../shared/time/time.ts'
import { classNames } from '../ui/class-names.ts'
import { ConnectionHistory } from './ConnectionHistory.tsx'
import css from './StatusBar.module.css'
import { describeConnection } from './text/connection-text.ts'

/**
 * Status line: connection, waiting bookings, bookings that need attention, next reminder, moves whose news cannot be
 * read, last send and rooftop.
 */
export function StatusBar({ status, onQueue }: { readonly status: DeskStatus; readonly onQueue: () => void }) {
  const { connection, waiting, attention, reminder, unreadableMoves, lastSentAt, rooftop, now } = status
  return (
    <footer
      className={css['bar']}
      data-testid="status"
      data-connection={connection.kind}
      data-waiting={waiting}
      data-attention={attention}
    >
      <ConnectionIndicator connection={connection} zone={rooftop.zone} now={now} />
      <ConnectionHistory status={status} />
      {waiting === 0 ? (
        <span>Nothing waiting</span>
      ) : (
        <Button className={classNames(css['leads'])} onPress={onQueue}>
          {waiting} waiting
        </Button>
      )}
      {attention > 0 && (
        <Button className={classNames(css['attention'], css['leads'])} onPress={onQueue}>
          <TriangleAlert size={13} aria-hidden="true" />
          {attention === 1 ? '1 needs attention' : `${attention} need attention`}
        </Button>
      )}
      {reminder !== null && reminder.nextAt !== null && (
        <span data-testid="remind-at">Reminder at {formatMoment(reminder.nextAt, rooftop.zone, now)}</span>
      )}
      {unreadableMoves > 0 && (
        <span className={css['attention']} data-unreadable-moves={unreadableMoves}>
          <TriangleAlert size={13} aria-hidden="true" />
          {unreadableMoves === 1 ? 'News of 1 move cannot be read' : `News of ${unreadableMoves} moves cannot be read`}
        </span>
      )}
      <span>
        {lastSentAt === null ? 'Nothing sent yet' : `Last sent ${formatMoment(lastSentAt, rooftop.zone, now)}`}
      </span>
      <span className={css['place']}>
        {rooftop.name} · {formatZone(rooftop.zone, now)}
      </span>
    </footer>
  )
}

function ConnectionIndicator({
  connection,
  zone,
  now,
}: {
  readonly connection: ConnectionState
  readonly zone: string
  readonly now: UtcInstant
}) {
  switch (connection.kind) {
    case 'checking':
      return (
        <span className={css['light']}>
          <LoaderCircle size={13} aria-hidden="true" />
          Checking the link…
        </span>
      )
    case 'up':
      return (
        <span className={classNames(css['light'], css['up'])}>
          <CircleCheck size={13} aria-hidden="true" />
          <strong>Connected</strong>
        </span>
      )
    case 'down': {
      const next = connection.until === null ? '' : ` Next try ${formatMoment(connection.until, zone, now)}.`
      return (
        <span className={classNames(css['light'], css['down'])}>
          <CircleAlert size={13} aria-hidden="true" />
          <strong>Offline</strong>
          <span className={css['words']}>
            since {formatMoment(connection.since, zone, now)}: {describeConnection(connection)}
            {next}
          </span>
        </span>
      )
    }
    default:
      return assertNever(connection)
  }
}

/** Formats a moment of today in `zone` as clock time only, and any other moment with its date. */
function formatMoment(at: UtcInstant, zone: string, now: UtcInstant): string {
  return toLocal(at, zone).slice(0, 10) === toLocal(now, zone).slice(0, 10)
    ? formatClock(at, zone)
    : formatTime(at, zone, now)
}
