import type { Place } from '../booking/place.ts'

/*
 * The destination of a one-way at a provider without a field for the destination: the last line of the driver's
 * instructions (test/spec/service.md#one-way).
 */

const MARK = 'Destination: '

/**
 * Adds a one-way's destination to the driver's instructions, as their last line: `Destination: <name>, <street>[,
 * <unit>], <city>, <state> <zip>`.
 */
export function addDestination(instructions: string | null, destination: Place): string {
  const line = `${MARK}${formatDestination(destination)}`
  return instructions === null ? line : `${instructions}\n${line}`
}

/** The line without its mark. Commas inside the parts become spaces, so that a reader can split the line. */
export function formatDestination(destination: Place): string {
  const parts = [destination.name, destination.addressOne, destination.addressTwo, destination.city]
  const words = parts.filter((part) => part !== null).map(bare)
  return `${words.join(', ')}, ${bare(destination.state)} ${destination.zip}`
}

/** A provider's instructions, apart from the destination in their last line; null for a part without text. */
type SplitInstructions = { readonly instructions: string | null; readonly destination: string | null }

export function splitDestination(text: string | null): SplitInstructions {
  const lines = (text ?? '').trimEnd().split(/\r\n|\r|\n/)
  const last = lines.at(-1)?.trim() ?? ''
  const has = last.startsWith(MARK.trimEnd())
  const destination = has ? last.slice(MARK.trimEnd().length).trim() : ''
  const instructions = (has ? lines.slice(0, -1) : lines).join('\n').trim()
  return { instructions: instructions || null, destination: destination || null }
}

function bare(part: string): string {
  return part.replace(/[,\s]+/g, ' ').trim()
}
