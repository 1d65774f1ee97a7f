import { join } from 'node:path'
import { openTestDesk } from '../desk.ts'
import { asksFor, byRules } from '../faults/calls.ts'
import type { Fault } from '../faults/knobs.ts'
import { openFaultyRoad, type FaultyRoad } from '../faults/road.ts'
import { breachesOfTruth } from '../faults/truth.ts'
import { readKept } from '../kills/kept.ts'
import { startJudge } from '../judge.ts'
import type { LedgerLine } from '../ledger.ts'

/** A remote with a road of its own for desks that crash, one after the other. */
export type CrashRemote = {
  readonly url: string
  readonly token: string
  /** Begins with another desk: the first booking that it sends meets this, and nothing else does. */
  begin(fault: Fault | null): Promise<void>
  /**
   * Opens the desk of a folder anew and lets all that waits leave; then what is not true of what it says, one line each.
   * `again`: the fault proves that the first try was not taken.
   */
  breaches(folder: string, saved: readonly string[], again?: boolean): Promise<readonly string[]>
}

export async function startCrashRemote(script: string): Promise<CrashRemote> {
  const judge = await startJudge(script)
  const road = await openFaultyRoad(judge.url)
  let before = { lines: 0, calls: 0 }
  const requests = (reference: string) => countRequests(road, before.calls, reference)
  return {
    url: road.url,
    token: judge.token,
    async begin(fault) {
      before = { lines: (await judge.ledger()).length, calls: road.calls.length }
      road.decideBy(fault === null ? () => null : byRules({ asks: 'create', nth: 1, fault }))
    },
    async breaches(folder, saved, again = false) {
      road.decideBy(() => null)
      const provider = { address: road.url, token: judge.token }
      const { facts, close } = await openTestDesk(folder, provider)
      await facts.next('sync-idle', ({ waiting }) => waiting === 0)
      await close()
      const kept = readKept(join(folder, 'desk.db'))
      const lines: readonly LedgerLine[] = (await judge.ledger()).slice(before.lines)
      const ids = new Set(kept.map(({ id }) => id))
      return [
        ...saved.filter((id) => !ids.has(id)).map((id) => `${id} was called saved and is not there`),
        ...breachesOfTruth(kept, lines),
        ...kept.flatMap(({ moves, state }) => {
          const times = requests(moves[0]?.reference ?? '')
          const said = `${moves[0]?.reference} is ${state} and was asked for ${times} times`
          return times > (again ? 2 : 1) || ['waiting', 'sending', 'draft'].includes(state) ? [said] : []
        }),
      ]
    },
  }
}

function countRequests({ calls }: FaultyRoad, from: number, reference: string): number {
  const named = JSON.stringify(reference)
  return calls.slice(from).filter((call) => asksFor(call) === 'create' && call.body.includes(named)).length
}
