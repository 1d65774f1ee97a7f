import { join } from 'node:path'
import { openTestDesk } from '../desk/test-desk.ts'
import { asksFor } from '../faults/captured-calls.ts'
import { CLIENT, MANUAL_HOPDRIVE } from '../fakes/practice-controls.ts'
import { bodiesOf, type FaultProxy } from '../faults/fault-proxy.ts'
import { openTestProxy } from '../faults/test-proxy.ts'
import type { Toxic } from '../faults/toxics.ts'
import { breachesOfTruth } from '../oracle/truth.ts'
import { readStoredBookings } from './stored-booking.ts'
import { startJudge } from '../oracle/practice-ledger.ts'
import type { LedgerLine } from '../oracle/ledger.ts'

/** A remote behind a fault proxy for desks that crash one after the other. */
export type CrashRemote = {
  readonly url: string
  readonly token: string
  /** Further provider settings of the desk. */
  readonly provider: object
  /** The bodies of all cancellation requests. */
  cancels(): readonly string[]
  /** Starts with another desk: only the first booking of that desk meets the toxic. */
  begin(toxic: Toxic | null): Promise<void>
  /**
   * Opens the desk of a folder again, lets every waiting booking leave, and returns the desk's false statements, one
   * line each. `again`: the toxic proves that the first attempt was not accepted.
   */
  breaches(folder: string, saved: readonly string[], again?: boolean): Promise<readonly string[]>
}

/** `isHopdrive`: of the profile `hopdrive`, with a driver and decisions that nobody makes. */
export async function startCrashRemote(script: string, isHopdrive = false): Promise<CrashRemote> {
  const judge = await startJudge(script, isHopdrive ? MANUAL_HOPDRIVE : [])
  const named = isHopdrive ? ({ profile: 'hopdrive', clientId: CLIENT.id } as const) : {}
  const token = isHopdrive ? CLIENT.secret : judge.token
  const proxy = await openTestProxy(judge.url)
  let before = { lines: 0, calls: 0 }
  const requests = (reference: string) => countRequests(proxy, before.calls, reference)
  return {
    url: proxy.url,
    token,
    provider: named,
    cancels: () => bodiesOf(proxy, 'cancel'),
    async begin(toxic) {
      before = { lines: (await judge.ledger()).length, calls: proxy.calls.length }
      proxy.removeToxics()
      if (toxic !== null) proxy.addToxic({ ...toxic, match: { asks: 'create', nth: 1 } })
    },
    async breaches(folder, saved, again = false) {
      proxy.removeToxics()
      const provider = { address: proxy.url, token, ...named }
      const { facts, close } = await openTestDesk(folder, provider)
      await facts.next('sync-idle', ({ waiting }) => waiting === 0)
      await close()
      const kept = readStoredBookings(join(folder, 'desk.db'))
      const lines: readonly LedgerLine[] = (await judge.ledger()).slice(before.lines)
      const ids = new Set(kept.map(({ id }) => id))
      return [
        ...saved.filter((id) => !ids.has(id)).map((id) => `${id} was called saved and is not there`),
        ...breachesOfTruth(kept, lines),
        ...kept.flatMap(({ moves, state }) => {
          const times = requests(moves[0]?.reference ?? '')
          const said = `${moves[0]?.reference} is ${state} and was asked for ${times} times`
          return times > (again ? 2 : 1) || ['waiting', 'sending'].includes(state) ? [said] : []
        }),
      ]
    },
  }
}

function countRequests({ calls }: FaultProxy, from: number, reference: string): number {
  const named = JSON.stringify(reference)
  return calls.slice(from).filter((call) => asksFor(call) === 'create' && call.body.includes(named)).length
}
