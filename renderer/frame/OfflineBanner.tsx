import { WifiOff } from 'lucide-react'
import { endsByItself, type Link, type LinkCause } from '../../shared/link.ts'
import css from './OfflineBanner.module.css'

/** What the missing link changes and what still works. The region stands from the first paint, so that it is read once. */
export function OfflineBanner({ link }: { readonly link: Link }) {
  return (
    <div role="status" className={css['banner']} data-fact="banner">
      {link.kind === 'down' && (
        <>
          <WifiOff size={16} aria-hidden="true" />
          <p>
            <strong>{link.cause === 'no-network' ? 'You are offline.' : sayCause(link.words)}</strong>{' '}
            {sayWhatWorks(link.cause)}
          </p>
        </>
      )}
    </div>
  )
}

function sayWhatWorks(cause: LinkCause): string {
  if (cause === 'disk') return 'Search works.'
  return endsByItself(cause)
    ? 'Keep booking: moves are saved on this PC and send by themselves. Search works; news of the drivers comes when the link is back.'
    : 'Bookings made now are saved on this PC and wait. Search works.'
}

function sayCause(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}
