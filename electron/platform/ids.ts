import { randomFillSync } from 'node:crypto'

export type Ids = {
  /**
   * A new id: 22 digits of base 32, which begin with this PC's time in milliseconds and end with 62 random bits. Ids of
   * one millisecond have no order among each other, and the UUIDs of earlier versions sort before all of them.
   */
  next(): string
}

const ID_BYTES = 8
/** The random bytes of many ids, because a call for random bytes takes as long as an insert. */
const pool = Buffer.alloc(ID_BYTES * 256)
let used = pool.length

function nextBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.subarray(used - ID_BYTES, used)
}

/** The id of a time in milliseconds and a number below 2^62. */
export function idOf(ms: number, number: bigint): string {
  return ((BigInt(ms) << 62n) | number).toString(32).padStart(22, '0')
}

export const systemIds: Ids = {
  next: () => idOf(Date.now(), BigInt.asUintN(62, nextBytes().readBigUInt64BE())),
}
