import type { ZipTown } from '../../shared/booking/customer.ts'
import { pointOfZip } from '../platform/zip-codes.ts'

/** Straight-line miles between two ZIP areas; null for a ZIP that the offline data does not hold. */
export type DistanceLookup = (from: string, to: string) => number | null

/** The desk's calls on ZIP codes, each of which returns null where the offline data does not tell. */
export type ZipReader = {
  /** Returns the straight-line miles from the service lot to a ZIP. */
  distanceTo(zip: string): number | null
  /** Returns the city and state of a ZIP. */
  lookUpZip(zip: string): ZipTown | null
}

const RADIANS = Math.PI / 180
const EARTH_MILES = 3958.56540656

/** Returns whole miles along the great circle. */
export const milesBetween: DistanceLookup = (from, to) => {
  const one = pointOfZip(from)
  const other = pointOfZip(to)
  if (one === null || other === null) return null
  const [a, b] = [one.latitude * RADIANS, other.latitude * RADIANS]
  const cosine =
    Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos((one.longitude - other.longitude) * RADIANS)
  // Rounding can lift the cosine of two equal places above 1, where no angle exists.
  return Math.round(Math.acos(Math.min(1, cosine)) * EARTH_MILES)
}
