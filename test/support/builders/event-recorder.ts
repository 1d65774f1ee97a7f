import type { LogEvent } from '../../../electron/platform/log-events.ts'

type NamedEvent = { readonly event: string }

type Of<F extends NamedEvent, E extends F['event']> = Extract<F, { event: E }>

/** Collects the events of an app and lets a test wait for a named event, past or future, and never for time. */
export type Facts<F extends NamedEvent = LogEvent> = {
  readonly log: (fact: F) => void
  readonly all: readonly F[]
  /** The first event of that name, past or future, for which `where` is true and which no earlier call returned. */
  next<E extends F['event']>(event: E, where?: (fact: Of<F, E>) => boolean): Promise<Of<F, E>>
}

export function recordFacts<F extends NamedEvent = LogEvent>(): Facts<F> {
  const all: F[] = []
  const given = new Set<F>()
  const waiting: { match: (fact: F) => boolean; give: (fact: F) => void }[] = []
  return {
    all,
    log(fact) {
      all.push(fact)
      const place = waiting.findIndex((one) => one.match(fact))
      if (place < 0) return
      given.add(fact)
      // Resolves after the caller has finished, because a test must not run inside the app's own step.
      const [one] = waiting.splice(place, 1)
      queueMicrotask(() => one?.give(fact))
    },
    next(event, where = () => true) {
      const match = (fact: F) => fact.event === event && !given.has(fact) && where(fact as Of<F, typeof event>)
      const past = all.find(match)
      if (past !== undefined) {
        given.add(past)
        return Promise.resolve(past as Of<F, typeof event>)
      }
      return new Promise((resolve) => waiting.push({ match, give: (fact) => resolve(fact as Of<F, typeof event>) }))
    },
  }
}
