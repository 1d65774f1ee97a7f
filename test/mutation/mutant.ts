/** One small change of a source file, of which at least one test is expected to take notice. */
export type Mutant = {
  readonly id: number
  /** From the root of the checkout. */
  readonly file: string
  readonly line: number
  readonly operator: string
  /** The part of the text that is replaced, as offsets. */
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

/** The files of the sending core. A folder ends with a slash. */
export const SENDING_CORE = [
  'shared/outbox/',
  'electron/sync/',
  'electron/store/queries/outbox.ts',
  'electron/store/tables/amendments.ts',
  'electron/store/tables/attempts.ts',
  'electron/store/tables/decisions.ts',
  'electron/store/tables/guarantee-revocation.ts',
  'electron/store/queries/send-order.ts',
  'electron/store/tables/outbox.ts',
  'electron/store/tables/reported-numbers.ts',
  'electron/store/tables/tracked-moves.ts',
]

/** Numbers that follow from a seed alone (mulberry32), so that a sample can be drawn again. */
function createSeededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A sample without repetition, in the order of the list. */
export function drawSample<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const next = createSeededNumbers(seed)
  const keyed = all.map((one, place) => ({ one, place, key: next() }))
  const drawn = keyed.toSorted((a, b) => a.key - b.key).slice(0, count)
  return drawn.toSorted((a, b) => a.place - b.place).map(({ one }) => one)
}
