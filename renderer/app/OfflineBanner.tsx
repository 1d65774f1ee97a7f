import { WifiOff } from 'lucide-react'
import { isTransient, type ConnectionState, type ConnectionCause } from '../../shared/desk/connection.ts'
import css from './OfflineBanner.module.css'
import { describeConnection } from './text/connection-text.ts'

/**
 * Says what a missing connection changes and what still works. The live region exists from the first paint so that a
 * screen reader announces the text once.
 */
export function OfflineBanner({ connection }: { readonly connection: ConnectionState }) {
  return (
    <div role="status" className={css['banner']} data-testid="banner">
      {connection.kind === 'down' && (
        <>
          <WifiOff size={16} aria-hidden="true" />
          <p>
            <strong>
              {connection.cause === 'no-network' ? "You're offline." : describeCause(describeConnection(connection))}
            </strong>{' '}
            {describeWhatWorks(connection.cause)}
          </p>
        </>
      )}
    </div>
  )
}

function describeWhatWorks(cause: ConnectionCause): string {
  if (cause === 'disk') return 'Search works.'
  return isTransient(cause)
    ? 'Keep booking: everything is saved and sends later. Driver updates are paused.'
    : 'Keep booking: everything is saved and waits here. Search works.'
}

function describeCause(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}
