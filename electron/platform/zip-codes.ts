import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ZipTown } from '../../shared/booking/customer.ts'

/* The ZIP codes of the United States, from a table that build/zip-codes derives and copies beside the bundle. */

export type ZipPoint = { readonly latitude: number; readonly longitude: number }

/** Size of every number in the table. */
export const NUMBER_BYTES = 3
/** A row holds ZIP, latitude, longitude and the position of the town among the towns. */
export const ROW_BYTES = 4 * NUMBER_BYTES
/** The table holds coordinates as whole numbers of 1/10,000 degree. */
export const DEGREE = 10_000

const BAR = 0x7c
const NEW_LINE = 0x0a

let table: Buffer | null = null

/** Reads the table with the first question, because the start of the desk does not need it. */
function tableBytes(): Buffer {
  return (table ??= readFileSync(join(import.meta.dirname, 'zip-codes.bin')))
}

/** Returns where the ZIP's row begins; null for text that is no known ZIP. */
function rowOf(bytes: Buffer, zip: string): number | null {
  if (!/^\d{5}$/.test(zip)) return null
  const sought = Number(zip)
  let low = 0
  let high = bytes.readUIntLE(0, NUMBER_BYTES)
  while (low < high) {
    const middle = (low + high) >> 1
    const at = NUMBER_BYTES + middle * ROW_BYTES
    const found = bytes.readUIntLE(at, NUMBER_BYTES)
    if (found === sought) return at
    if (found < sought) low = middle + 1
    else high = middle
  }
  return null
}

/** The center of a ZIP area; null for an unknown ZIP. */
export function pointOfZip(zip: string): ZipPoint | null {
  const bytes = tableBytes()
  const at = rowOf(bytes, zip)
  if (at === null) return null
  return {
    latitude: bytes.readIntLE(at + NUMBER_BYTES, NUMBER_BYTES) / DEGREE,
    longitude: bytes.readIntLE(at + 2 * NUMBER_BYTES, NUMBER_BYTES) / DEGREE,
  }
}

/** The city and the state of a ZIP; null for an unknown ZIP. */
export function townOfZip(zip: string): ZipTown | null {
  const bytes = tableBytes()
  const at = rowOf(bytes, zip)
  if (at === null) return null
  const towns = NUMBER_BYTES + bytes.readUIntLE(0, NUMBER_BYTES) * ROW_BYTES
  const start = towns + bytes.readUIntLE(at + 3 * NUMBER_BYTES, NUMBER_BYTES)
  const bar = bytes.indexOf(BAR, start)
  return {
    city: bytes.toString('latin1', start, bar),
    state: bytes.toString('latin1', bar + 1, bytes.indexOf(NEW_LINE, bar)),
  }
}
