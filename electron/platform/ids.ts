import { randomFillSync } from 'node:crypto'

export type Ids = {
  /**
   * A new id: UUID version 7, which begins with this PC's time in milliseconds and ends with 62 random bits. Ids of one
   * millisecond have no order among each other.
   */
  next(): string
}

const ID_BYTES = 16
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

export const systemIds: Ids = {
  next() {
    const bytes = nextBytes()
    bytes.writeUIntBE(Date.now(), 0, 6)
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
    const hex = bytes.toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  },
}
