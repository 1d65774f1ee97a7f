import { randomBytes } from 'node:crypto'

export type Ids = {
  /**
   * A new id: UUID version 7, which begins with this PC's time in milliseconds and ends with 62 random bits. Ids of one
   * millisecond have no order among each other.
   */
  next(): string
}

export const systemIds: Ids = {
  next() {
    const bytes = randomBytes(16)
    bytes.writeUIntBE(Date.now(), 0, 6)
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
    const hex = bytes.toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  },
}
