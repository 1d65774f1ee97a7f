import { randomBytes } from 'node:crypto'

export type Random = {
  /** At least 0, below 1. */
  fraction(): number
}

export const systemRandom: Random = { fraction: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48 }
