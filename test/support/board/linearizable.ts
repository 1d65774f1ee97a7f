/*
 * Searches for a legal order of operations that ran at the same time (Wing and Gong, with the memory of Lowe). An order
 * is legal if each operation has its place between its begin and its end, and if the model allows each result in turn.
 */

/** `to` is infinite for an operation without a known end, which may have happened at any later time, or never. */
export type Operation<Call> = { readonly call: Call; readonly from: number; readonly to: number }

/** Returns the state after a call, or null for a result that the call cannot have in that state. */
export type Step<State, Call> = (state: State, call: Call) => State | null

export type Verdict =
  | { readonly kind: 'legal' }
  /** `longest` are the places of the operations in the longest legal beginning. */
  | { readonly kind: 'illegal'; readonly longest: readonly number[] }
  | { readonly kind: 'undecided' }

/** A history of an entry has some dozens of operations, most of them one after another, and takes far fewer steps. */
const MAX_STEPS = 500_000

/** `nameOf` names a state, the same for equal ones. */
export function findOrder<State, Call>(
  operations: readonly Operation<Call>[],
  {
    start,
    step,
    nameOf,
  }: { readonly start: State; readonly step: Step<State, Call>; readonly nameOf: (state: State) => string },
): Verdict {
  const sorted = operations
    .map((operation, place) => ({ ...operation, place }))
    .toSorted((one, other) => one.to - other.to || one.from - other.from)
  const known = sorted.filter(({ to }) => to !== Infinity).length
  const seen = new Set<string>()
  const done = sorted.map(() => false)
  let [steps, longest] = [0, [] as readonly number[]]

  /** Returns true for a legal order of all operations that are not done, null if the search takes too long. */
  const search = (state: State, order: readonly number[], knownDone: number): boolean | null => {
    if (order.length > longest.length) longest = order
    if (knownDone === known) return true
    const name = `${done.map(Number).join('')} ${nameOf(state)}`
    if (seen.has(name)) return false
    seen.add(name)
    // The operations are sorted by their ends, so that the first one not done ends first.
    const bound = sorted[done.indexOf(false)]?.to ?? Infinity
    for (const [at, { call, from, to, place }] of sorted.entries()) {
      if (done[at] === true || from > bound) continue
      steps += 1
      if (steps > MAX_STEPS) return null
      const next = step(state, call)
      if (next === null || (to === Infinity && nameOf(next) === nameOf(state))) continue
      done[at] = true
      const found = search(next, [...order, place], knownDone + (to === Infinity ? 0 : 1))
      if (found !== false) return found
      done[at] = false
    }
    return false
  }

  const found = search(start, [], 0)
  if (found === null) return { kind: 'undecided' }
  return found ? { kind: 'legal' } : { kind: 'illegal', longest }
}
