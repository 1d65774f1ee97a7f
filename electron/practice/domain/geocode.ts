import { createHash } from 'node:crypto'
import { normalizeState } from '../../../shared/booking/us-state.ts'
import { pointOfZip } from '../../platform/zip-codes.ts'
import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'

/*
 * Simulates the provider's mapping service, partly from offline data: coordinates of the ZIP area, a stable place id,
 * a one-line address, and an estimate of the drive.
 */

export type Address = {
  readonly name: string
  readonly addressOne: string
  readonly addressTwo: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
}

export type Point = { readonly lat: number; readonly lon: number }

export type ResolvedAddress = {
  /**
   * Identifies the address without its name. Ignores letter case, the amount of white space and how a state is spelled;
   * a full stop, comma or bar counts as a space.
   */
  readonly key: string
  readonly googlePlaceId: string
  /** `210 S Mulberry St, Apt 4, Richmond, VA 23220, USA` */
  readonly fullAddress: string
  readonly point: Point
}

/**
 * The center of a ZIP area. An unknown ZIP gets the center of the numerically nearest known ZIP, because the service
 * must always have coordinates.
 */
function zipPoint(zip: string): Point {
  for (let apart = 0; apart < ALL_ZIPS; apart += 1) {
    for (const near of [Number(zip) - apart, Number(zip) + apart]) {
      const found = pointOfZip(String(near).padStart(5, '0'))
      if (found !== null) return { lat: found.latitude, lon: found.longitude }
    }
  }
  throw new Error('the ZIP data is empty')
}

const ALL_ZIPS = 100_000

/** The resolved fields of a location without its number, which the store assigns. */
export function geocode(address: Address): ResolvedAddress {
  const street = [address.addressOne, address.addressTwo ?? ''].map(oneSpace).filter((part) => part !== '')
  const state = normalizeState(oneSpace(address.state))
  const key = [...street, address.city, state, address.zip].map(normalizeAddress).join('|')
  const digest = createHash('sha256').update(key).digest('hex')
  return {
    key,
    googlePlaceId: `practice-${digest.slice(0, 24)}`,
    fullAddress: `${[...street, oneSpace(address.city)].join(', ')}, ${state} ${address.zip}, USA`,
    point: zipPoint(address.zip),
  }
}

function oneSpace(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

function normalizeAddress(text: string): string {
  return oneSpace(text.replace(/[.,|]/g, ' ')).toLowerCase()
}

const HANDOVER_MINUTES = 30
const MIN_DRIVE_MINUTES = 15
const SPEED_KM_PER_HOUR = 40
const ROADS_PER_STRAIGHT_LINE = 1.3

/**
 * The ready-by time of a pair, which is the appointment less half an hour and less the estimated drive between the two
 * places (whole minutes, at least 15). test/spec/service.md does not define this time.
 */
export function readyBy(appointment: UtcInstant, from: Point, to: Point): UtcInstant {
  return addMinutes(appointment, -(HANDOVER_MINUTES + driveMinutes(from, to)))
}

function driveMinutes(from: Point, to: Point): number {
  const km = straightKm(from, to) * ROADS_PER_STRAIGHT_LINE
  return Math.max(MIN_DRIVE_MINUTES, Math.ceil((km / SPEED_KM_PER_HOUR) * 60))
}

const EARTH_KM = 6371

/** The length of the straight line between two points. */
export function straightKm(from: Point, to: Point): number {
  const radians = Math.PI / 180
  const half = (a: number, b: number) => Math.sin(((b - a) * radians) / 2) ** 2
  const h = half(from.lat, to.lat) + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * half(from.lon, to.lon)
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
