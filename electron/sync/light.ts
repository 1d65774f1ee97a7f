import type { Link, LinkCause } from '../../shared/link.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { errorCode, type Clock, type Log } from '../system.ts'

/** The link light: what the last call found, and since when. */
export type Light = {
  link(): Link
  /** Calls back after each change that a person could see. */
  onLink(heard: () => void): void
  up(): void
  down(cause: LinkCause, words: string, until?: UtcInstant | null): void
  /** Calls back although the light is as it was: something beside it changed. */
  tell(): void
}

export function makeLight(clock: Clock, log: Log): Light {
  let link: Link = { kind: 'checking' }
  const listeners: (() => void)[] = []
  const set = (next: Link) => {
    link = next
    log({ event: 'link', kind: next.kind, cause: next.kind === 'down' ? next.cause : '' })
    tell()
  }
  const tell = () => {
    for (const heard of listeners) {
      try {
        heard()
      } catch (error) {
        // Whoever listens must not be able to end the line.
        log({ event: 'fault', place: 'link-listener', code: errorCode(error) })
      }
    }
  }
  return {
    link: () => link,
    onLink: (heard) => void listeners.push(heard),
    tell,
    up() {
      if (link.kind !== 'up') set({ kind: 'up', since: clock.now() })
    },
    down(cause, words, until = null) {
      if (link.kind === 'down' && link.words === words && link.until === until) return
      // A new cause is the same outage: its beginning stays.
      set({ kind: 'down', since: link.kind === 'down' ? link.since : clock.now(), cause, words, until })
    },
  }
}
