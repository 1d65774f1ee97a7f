import type { Address } from '../domain/geocode.ts'

const LINE = /^\s*Destination:\s*(.+)$/
/** The state in any form: `VA`, `va`, `Va.` or `West Virginia`. */
const STATE_AND_ZIP = /^(\S(?:.*\S)?)\s+(\d{5})$/
const MAX_PART_LENGTH = 200

/**
 * Parses a one-way's destination from the last valid line `Destination: <name>, <address one>[, <address two>], <city>,
 * <state> <zip>` of the driver's instructions, because the service description has no field for the destination.
 * Returns null without such a line; the desk turns a comma inside a part into a space, so that no part shifts.
 */
export function parseDestination(instructions: string | null): Address | null {
  const lines = (instructions ?? '').split(/\r\n|\r|\n/)
  return lines.reduce<Address | null>((found, line) => readLine(line) ?? found, null)
}

function readLine(line: string): Address | null {
  const parts = (LINE.exec(line)?.[1] ?? '').split(',').map((part) => part.trim())
  if (parts.some((part) => part === '' || part.length > MAX_PART_LENGTH)) return null
  const end = STATE_AND_ZIP.exec(parts.at(-1) ?? '')
  const [name, addressOne, ...rest] = parts.slice(0, -1)
  const city = rest.pop()
  const [, state, zip] = end ?? []
  if (name === undefined || addressOne === undefined || city === undefined || rest.length > 1) return null
  if (state === undefined || zip === undefined) return null
  return { name, addressOne, addressTwo: rest[0] ?? null, city, state, zip }
}
