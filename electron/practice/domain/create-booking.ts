import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { placedAt, placeResponse, type MoveView } from '../responses/baseline.ts'
import { legsOf } from './driver.ts'
import { refuseDuplicate } from './duplicates.ts'
import type { PairRow } from '../store/progress.ts'
import { readyBy, geocode, type Address, type ZipPoint } from './geocode.ts'
import type { Read } from '../http/error-envelope.ts'
import type { DriverBy, LocationRow, MoveRow, PracticeStore, Role } from '../store/store.ts'
import type { RequestOptions, MoveRequest, OneWayRequest, PairRequest } from '../schemas/baseline.ts'

/*
 * Creates bookings, one transaction for each accepted POST; the response is built inside the transaction and sent
 * after the commit, so a fault in the response leaves nothing behind. As the service description promises no guard
 * against repeats, the same body twice makes two bookings, except under `duplicate_check` of the profile `hopdrive`.
 */

export type PracticeContext = {
  readonly store: PracticeStore
  readonly clock: Clock
  readonly random: Random
  readonly stepSeconds: number
  readonly driver: DriverBy
  /** The address of this service in its responses, without a slash at the end. */
  readonly base: string
  readonly answers: ResponseWriter
}

/** Builds a profile's responses to the two creations, with the state of the moves at `now`. */
export type ResponseWriter = {
  single(placed: MoveView, base: string, now: UtcInstant): object
  pair(pair: PairRow, loaner: MoveView, customer: MoveView, base: string, now: UtcInstant): object
}

/**
 * Books one move (test/spec/service.md#one-way) and returns the response of the profile; `digest` is the SHA-256 of the
 * body in hex. Refuses only a duplicate, see `refuseDuplicate`.
 */
export function createOneWay(
  shop: PracticeContext,
  asked: OneWayRequest,
  digest: string,
  zipPoint: ZipPoint,
): Read<object> {
  const { store, clock, base, answers } = shop
  const { move } = asked
  return store.write(() => {
    const at = clock.now()
    const why = refuseDuplicate(store, asked.duplicateCheck, [['move', move]], at)
    if (why !== null) return { kind: 'refused', why }
    const requestId = store.addRequest('one-way', at, [move.referenceId], digest)
    const laneId = store.addLane(requestId, asked.readyBy)
    const [pickup, delivery] = [placeRow(store, move.pickup, zipPoint), placeRow(store, asked.destination, zipPoint)]
    const kept = addMove(shop, { requestId, laneId, role: 'single', leg: 0 }, asked, move, pickup, delivery)
    return { kind: 'read', value: answers.single(placedAt(store, kept, at), base, at) }
  })
}

/**
 * Books the loaner's and the customer's move on one lane (test/spec/service.md#pair-request). Each move is delivered
 * to the pickup place of the other, for `return` as for `pickup`.
 */
export function createPair(
  shop: PracticeContext,
  asked: PairRequest,
  digest: string,
  zipPoint: ZipPoint,
): Read<object> {
  const { store, clock, base, answers } = shop
  const { loaner, customer, echo } = asked
  return store.write(() => {
    const at = clock.now()
    const both = [['loaner_move', loaner] as const, ['customer_move', customer] as const]
    const why = refuseDuplicate(store, asked.duplicateCheck, both, at)
    if (why !== null) return { kind: 'refused', why }
    const requestId = store.addRequest('concierge-loaner', at, [loaner.referenceId, customer.referenceId], digest)
    const pair: PairRow = {
      requestId,
      appointment: echo.appointment_time_utc,
      customerName: echo.customer_name,
      customerPhone: echo.customer_phone,
      action: asked.action,
    }
    store.addPair(pair)
    const from = placeRow(store, loaner.pickup, zipPoint)
    const to = placeRow(store, customer.pickup, zipPoint)
    const laneId = store.addLane(requestId, readyBy(asked.appointment, from.location, to.location))
    const turns = legsOf(asked.action)
    const half = (role: 'loaner' | 'customer') => ({ requestId, laneId, role, leg: turns[role] })
    const loanerMove = addMove(shop, half('loaner'), asked, loaner, from, to)
    const customerMove = addMove(shop, half('customer'), asked, customer, to, from)
    const [first, second] = [placedAt(store, loanerMove, at), placedAt(store, customerMove, at)]
    return { kind: 'read', value: answers.pair(pair, first, second, base, at) }
  })
}

type PlaceRow = { readonly name: string; readonly location: LocationRow }

function placeRow(store: PracticeStore, address: Address, zipPoint: ZipPoint): PlaceRow {
  return { name: address.name, location: store.keepLocation(geocode(address, zipPoint)) }
}

type MoveTimes = {
  readonly requestId: number
  readonly laneId: number
  readonly role: Role
  readonly leg: 0 | 1
}

function addMove(
  { store, random, stepSeconds, driver }: PracticeContext,
  standing: MoveTimes,
  { rooftop }: RequestOptions,
  asked: MoveRequest,
  pickup: PlaceRow,
  delivery: PlaceRow,
): MoveRow {
  const { dealerContact, specialInstructions, referenceId, vehicle } = asked
  return store.addMove({
    ...standing,
    referenceId,
    dealerContact,
    specialInstructions,
    ...vehicle,
    manual: vehicle.manual ? 1 : 0,
    pickupName: pickup.name,
    pickupLocationId: pickup.location.id,
    deliveryName: delivery.name,
    deliveryLocationId: delivery.location.id,
    trackingChance: randomHex(random, 16),
    stepSeconds,
    driver,
    rooftop,
    requestedPickup: JSON.stringify(placeResponse(asked.pickup)),
    replaces: null,
    replacedAt: null,
  })
}

/** A random text of `digits` hexadecimal digits. */
export function randomHex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random.fraction() * 16).toString(16)).join('')
}
