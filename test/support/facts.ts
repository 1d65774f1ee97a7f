import type { Log, LogEvent } from '../../electron/system.ts'

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>

/** Collects what an app logs, and lets a test wait for a named fact: past ones count, time does not. */
export type Facts = {
  readonly log: Log
  readonly all: readonly LogEvent[]
  /** The first event of that name, past or to come, for which `where` holds and which no earlier call was given. */
  next<E extends LogEvent['event']>(event: E, where?: (fact: Of<E>) => boolean): Promise<Of<E>>
}

export function recordFacts(): Facts {
  const all: LogEvent[] = []
  const given = new Set<LogEvent>()
  const waiting: { match: (fact: LogEvent) => boolean; give: (fact: LogEvent) => void }[] = []
  return {
    all,
    log(fact) {
      all.push(fact)
      const place = waiting.findIndex((one) => one.match(fact))
      if (place < 0) return
      given.add(fact)
      // Given after the caller has finished: a test must not run in the middle of the app's own step.
      const [one] = waiting.splice(place, 1)
      queueMicrotask(() => one?.give(fact))
    },
    next(event, where = () => true) {
      const match = (fact: LogEvent) => fact.event === event && !given.has(fact) && where(fact as Of<typeof event>)
      const past = all.find(match)
      if (past !== undefined) {
        given.add(past)
        return Promise.resolve(past as Of<typeof event>)
      }
      return new Promise((resolve) => waiting.push({ match, give: (fact) => resolve(fact as Of<typeof event>) }))
    },
  }
}
