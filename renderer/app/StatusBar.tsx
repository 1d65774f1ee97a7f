import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeskStatus } from '../../shared/bridge/calls.ts'
import type { BoardStatus } from '../../shared/desk/board-status.ts'
import type { ConnectionState } from '../../shared/desk/connection.ts'
import { assertNever } from '../../shared/result.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useLater } from '../use-later.ts'
import { ConnectionTicks } from './ConnectionTicks.tsx'
import { BOARD, describeAlone, describeAway, describeConnecting, describeLive } from './text/board-text.ts'
import { STATUS } from './text/frame-text.ts'
import { formatMoment } from './text/moment-text.ts'
import css from './StatusBar.module.css'

type StatusBarProps = {
  readonly status: DeskStatus
  readonly onQueue: () => void
  /** The last action and its undo. */
  readonly children: ReactNode
}

/**
 * Status line: connection, board, bookings that are not sent, bookings that need attention, next reminder, moves whose
 * news cannot be read, the last action, and the rooftop.
 */
export function StatusBar({ status, onQueue, children }: StatusBarProps) {
  const later = useLater()
  const { board, connection, waiting, attention, reminder, unreadableMoves, lastSentAt, rooftop, now } = status
  return (
    <footer
      className={css['bar']}
      data-testid="status"
      data-connection={connection.kind}
      data-waiting={waiting}
      data-attention={attention}
    >
      <ConnectionIndicator connection={connection} zone={rooftop.zone} now={now} />
      {later === null ? <ConnectionTicks status={status} /> : <later.ConnectionHistory status={status} />}
      {board !== null && <BoardIndicator board={board} zone={rooftop.zone} now={now} />}
      {waiting === 0 ? (
        <span>
          {lastSentAt === null ? STATUS.nothingSent : STATUS.allSent(formatMoment(lastSentAt, rooftop.zone, now))}
        </span>
      ) : (
        <Button className={classNames(css['leads'])} onPress={onQueue}>
          {STATUS.notSent(waiting)}
        </Button>
      )}
      {attention > 0 && (
        <Button className={classNames(css['attention'], css['leads'])} onPress={onQueue}>
          <TriangleAlert size={14} aria-hidden="true" />
          {STATUS.attention(attention)}
        </Button>
      )}
      {reminder !== null && reminder.nextAt !== null && (
        <span data-testid="remind-at">{STATUS.reminder(formatMoment(reminder.nextAt, rooftop.zone, now))}</span>
      )}
      {unreadableMoves > 0 && (
        <span className={css['attention']} data-unreadable-moves={unreadableMoves}>
          <TriangleAlert size={14} aria-hidden="true" />
          {STATUS.unreadable(unreadableMoves)}
        </span>
      )}
      {children}
      <span className={css['place']}>{rooftop.name}</span>
    </footer>
  )
}

type ConnectionProps = { readonly connection: ConnectionState; readonly zone: string; readonly now: UtcInstant }

function ConnectionIndicator({ connection, zone, now }: ConnectionProps) {
  switch (connection.kind) {
    case 'checking':
      return (
        <span className={css['light']}>
          <LoaderCircle size={14} aria-hidden="true" />
          {STATUS.checking}
        </span>
      )
    case 'up':
      return (
        <span className={classNames(css['light'], css['up'])}>
          <CircleCheck size={14} aria-hidden="true" />
          <strong>{STATUS.online}</strong>
        </span>
      )
    case 'down':
      return (
        <span className={classNames(css['light'], css['down'])}>
          <CircleAlert size={14} aria-hidden="true" />
          <strong>{STATUS.offline}</strong>
          <span>
            {STATUS.since(formatMoment(connection.since, zone, now))}
            {connection.until !== null && ` · ${STATUS.nextTry(formatMoment(connection.until, zone, now))}`}
          </span>
        </span>
      )
    default:
      return assertNever(connection)
  }
}

type BoardProps = { readonly board: BoardStatus; readonly zone: string; readonly now: UtcInstant }

function BoardIndicator({ board, zone, now }: BoardProps) {
  switch (board.kind) {
    case 'connecting':
      return <span data-board={board.kind}>{describeConnecting(board)}</span>
    case 'live': {
      const words = describeLive(board)
      return (
        <span className={css['board']} data-board={board.kind} title={words}>
          {words !== BOARD.live && <CircleAlert size={14} aria-hidden="true" />}
          <span className={css['words']}>{words}</span>
        </span>
      )
    }
    case 'alone': {
      const away = describeAway(board, { zone, now })
      const words = describeAlone(board)
      return (
        <span className={css['board']} data-board={board.kind} data-fault={board.fault} title={`${away} ${words}`}>
          <CircleAlert size={14} aria-hidden="true" />
          <span className={css['words']}>
            <strong>{away}</strong> {words}
          </span>
        </span>
      )
    }
    default:
      return assertNever(board)
  }
}
