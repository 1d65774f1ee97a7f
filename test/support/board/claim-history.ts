import type { TapLine, TappedItem } from '../processes/hub-tap.ts'
import { findOrder, type Operation } from './linearizable.ts'
import { RIGHT_MODEL, type RightCall, type ShownRight } from './right-model.ts'

/*
 * Whether the claims, takeovers and words of all desks about each entry have an order in which the right to send is a
 * register that moves by compare-and-set. The lines come from the desks' processes, a list for each process.
 */

type Asked = Exclude<TapLine, { readonly event: 'hub-heard' }>
type Heard = Extract<TapLine, { readonly event: 'hub-heard' }>
type History = Map<string, Operation<RightCall>[]>

/** How many entries were judged, and every entry without a legal order, one line each. */
export type HistoryVerdict = { readonly entries: number; readonly calls: number; readonly breaches: readonly string[] }

/** `table` are the rights of the hub after everything, by entry. */
export function judgeHistories(
  processes: readonly (readonly TapLine[])[],
  table: ReadonlyMap<string, ShownRight>,
): HistoryVerdict {
  const histories = historiesOf(processes)
  const end = Math.max(0, ...processes.flat().map(({ at }) => at)) + 1
  let calls = 0
  const breaches = [...histories].flatMap(([entry, operations]) => {
    calls += operations.length
    const look = { call: { kind: 'look', right: table.get(entry) ?? null }, from: end, to: end } as const
    const all = [...operations, look]
    const verdict = findOrder<(typeof RIGHT_MODEL)['start'], RightCall>(all, RIGHT_MODEL)
    if (verdict.kind === 'legal') return []
    return [`not linearizable (${verdict.kind}): ${entry}: ${JSON.stringify(all)}`]
  })
  return { entries: histories.size, calls, breaches }
}

/** The operations of each entry. A line that was sent again is one operation, because the hub takes a number once. */
function historiesOf(processes: readonly (readonly TapLine[])[]): History {
  const histories: History = new Map()
  const told = new Map<string, { entry: string; call: RightCall; from: number; to: number }>()
  const add = (entry: string, operation: Operation<RightCall>) =>
    histories.set(entry, [...(histories.get(entry) ?? []), operation])
  for (const lines of processes) {
    const heard = new Map(lines.flatMap((line) => (line.event === 'hub-heard' ? [[line.call, line] as const] : [])))
    for (const asked of lines) {
      if (asked.event === 'hub-heard') continue
      const { result, to } = endOf(heard.get(asked.call))
      if (result === 'refused') continue
      if (asked.name === 'append') tellAll(told, asked, to)
      else add(asked.entry, { call: callOf(asked, result === 'lost' ? null : result), from: asked.at, to })
    }
  }
  for (const { entry, ...operation } of told.values()) add(entry, operation)
  return histories
}

/** A call whose answer is lost, or whose process ended first, may happen at any later time. */
function endOf(heard: Heard | undefined): { readonly result: Heard['result']; readonly to: number } {
  if (heard === undefined || heard.result === 'lost') return { result: 'lost', to: Infinity }
  return { result: heard.result, to: heard.at }
}

function callOf(
  asked: Exclude<Asked, { readonly name: 'append' }>,
  answer: Exclude<Heard['result'], string> | null,
): RightCall {
  const { role: desk, rev } = asked
  if (asked.name === 'take') return { kind: 'take', desk, rev, one: asked.one, answer }
  return { kind: 'claim', desk, rev, by: `${asked.incarnation} ${asked.attempt}`, resend: asked.resend, answer }
}

function tellAll(
  told: Map<string, { entry: string; call: RightCall; from: number; to: number }>,
  { role: desk, incarnation, items, at }: Extract<Asked, { readonly name: 'append' }>,
  to: number,
): void {
  for (const item of items) {
    const { n, entry } = item
    const call = wordOf(desk, item)
    if (entry === null || call === null) continue
    const name = `${desk} ${incarnation} ${n}`
    const before = told.get(name)
    told.set(name, {
      entry,
      call,
      from: Math.min(before?.from ?? Infinity, at),
      to: Math.min(before?.to ?? Infinity, to),
    })
  }
}

/** What an item says of the right; null for an item that says nothing of a right. */
function wordOf(desk: string, { kind, right, withdrawn }: TappedItem): RightCall | null {
  if (kind === 'handed-over') return { kind: 'consent', desk, isBack: withdrawn }
  if (right === null || (kind !== 'saved' && kind !== 'settled')) return null
  const { state, rev, outcome = null } = right
  return { kind, desk, state, rev, outcome }
}
