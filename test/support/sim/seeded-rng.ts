/** A repeatable random generator: the same seed gives the same run (mulberry32). */
export type Chance = {
  readonly seed: number
  fraction(): number
  pick<T>(from: readonly T[]): T
  upTo(most: number): number
}

/** The seed is LANEKEEPER_SEED, or a new one, and is printed so that a failure can be repeated. */
export function seededChance(name: string): Chance {
  const given = Number(process.env['LANEKEEPER_SEED'])
  const seed = Number.isInteger(given) && given > 0 ? given : (Date.now() % 2 ** 31) + 1
  console.log(`${name}: LANEKEEPER_SEED=${seed}`)
  return chanceOf(seed)
}

/** A generator of a given seed, for parts of a run that go on side by side. */
export function chanceOf(seed: number): Chance {
  let state = seed
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (most: number) => Math.floor(fraction() * (most + 1))
  return {
    seed,
    fraction,
    upTo,
    pick(from) {
      const one = from[upTo(from.length - 1)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
  }
}
