import type { Place } from '../../shared/booking/place.ts'

/**
 * Adds a one-way's destination to the driver's instructions, as their last line: `Destination: <name>, <street>[,
 * <unit>], <city>, <state> <zip>`. Commas inside the parts become spaces, so that a reader can split the line.
 */
export function addDestination(instructions: string | null, destination: Place): string {
  const parts = [destination.name, destination.addressOne, destination.addressTwo, destination.city]
  const line = `Destination: ${parts
    .filter((part) => part !== null)
    .map(bare)
    .join(', ')}, ${bare(destination.state)} ${destination.zip}`
  return instructions === null ? line : `${instructions}\n${line}`
}

function bare(part: string): string {
  return part.replace(/[,\s]+/g, ' ').trim()
}
