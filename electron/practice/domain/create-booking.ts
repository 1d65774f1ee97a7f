import { addMinutes, type UtcInstant } from '../../../shared/time/time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { numberedConcierge } from '../responses/hopdrive.ts'
import { placedAt, placeResponse, type MoveView } from '../responses/baseline.ts'
import { legsOf } from './driver.ts'
import { refuseDuplicate } from './duplicates.ts'
import type { PairRow } from '../store/progress.ts'
import { readyBy, geocode, type Address } from './geocode.ts'
import type { ApiResult } from '../http/error-envelope.ts'
import type { DriverBy, LocationRow, MoveRow, PracticeStore, Role } from '../store/store.ts'
import type { ConciergeRequest, RequestOptions, MoveRequest, OneWayRequest, PairRequest } from '../schemas/baseline.ts'

/*
 * Creates bookings, one transaction for each accepted POST; the response is built inside the transaction and sent
 * after the commit, so a fault in the response leaves nothing behind. The same body twice makes two bookings, because
 * test/spec/service.md promises no guard against repeats; only `duplicate_check` of `hopdrive` is such a guard.
 */

export type PracticeContext = {
  readonly store: PracticeStore
  readonly clock: Clock
  readonly random: Random
  readonly stepSeconds: number
  readonly driver: DriverBy
  /** Minutes between a driver's start and the ready time; null for a driver that sets out at the acceptance. */
  readonly leadMinutes: number | null
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
export function createOneWay(practice: PracticeContext, request: OneWayRequest, digest: string): ApiResult<object> {
  const { store, clock, base, answers } = practice
  const { move } = request
  return store.write(() => {
    const at = clock.now()
    const error = refuseDuplicate(store, request.duplicateCheck, [['move', move]], at)
    if (error !== null) return { kind: 'refused', error }
    const requestId = store.addRequest('one-way', at, [move.referenceId], digest)
    const laneId = store.addLane(requestId, request.readyBy)
    const [pickup, delivery] = [placeRow(store, move.pickup), placeRow(store, request.destination)]
    const kept = addMove(practice, { requestId, laneId, role: 'single', leg: 0 }, request, move, pickup, delivery)
    return { kind: 'ok', value: answers.single(placedAt(store, kept, at), base, at) }
  })
}

/**
 * Books the loaner's and the customer's move on one lane (test/spec/service.md#pair-request). For both actions, each
 * move is delivered to the pickup place of the other move.
 */
export function createPair(practice: PracticeContext, request: PairRequest, digest: string): ApiResult<object> {
  const { store, clock, base, answers } = practice
  const { loaner, customer } = request
  return store.write(() => {
    const at = clock.now()
    const both = [['loaner_move', loaner] as const, ['customer_move', customer] as const]
    const error = refuseDuplicate(store, request.duplicateCheck, both, at)
    if (error !== null) return { kind: 'refused', error }
    const requestId = store.addRequest('concierge-loaner', at, [loaner.referenceId, customer.referenceId], digest)
    const pair = pairRow(requestId, request)
    store.addPair(pair)
    const from = placeRow(store, loaner.pickup)
    const to = placeRow(store, customer.pickup)
    const laneId = store.addLane(requestId, readyBy(request.appointment, from.location, to.location))
    const turns = legsOf(request.action)
    const half = (role: 'loaner' | 'customer') => ({ requestId, laneId, role, leg: turns[role] })
    const loanerMove = addMove(practice, half('loaner'), request, loaner, from, to)
    const customerMove = addMove(practice, half('customer'), request, customer, to, from)
    const [first, second] = [placedAt(store, loanerMove, at), placedAt(store, customerMove, at)]
    return { kind: 'ok', value: answers.pair(pair, first, second, base, at) }
  })
}

/**
 * Books the customer's move of a pair without a loaner (test/spec/provider.md#concierge-without-a-loaner), which only
 * `hopdrive` takes.
 */
export function createConcierge(
  practice: PracticeContext,
  request: ConciergeRequest,
  digest: string,
): ApiResult<object> {
  const { store, clock, base } = practice
  const { customer } = request
  return store.write(() => {
    const at = clock.now()
    const error = refuseDuplicate(store, request.duplicateCheck, [['customer_move', customer]], at)
    if (error !== null) return { kind: 'refused', error }
    const requestId = store.addRequest('concierge', at, [customer.referenceId], digest)
    const pair = pairRow(requestId, request)
    store.addPair(pair)
    const [from, to] = [placeRow(store, customer.pickup), placeRow(store, request.destination)]
    const laneId = store.addLane(requestId, readyBy(request.appointment, from.location, to.location))
    const kept = addMove(practice, { requestId, laneId, role: 'customer', leg: 0 }, request, customer, from, to)
    return { kind: 'ok', value: numberedConcierge(pair, placedAt(store, kept, at), base, at) }
  })
}

function pairRow(requestId: number, { echo, action }: Pick<PairRequest, 'echo' | 'action'>): PairRow {
  return {
    requestId,
    appointment: echo.appointment_time_utc,
    customerName: echo.customer_name,
    customerPhone: echo.customer_phone,
    action,
  }
}

type PlaceRow = { readonly name: string; readonly location: LocationRow }

function placeRow(store: PracticeStore, address: Address): PlaceRow {
  return { name: address.name, location: store.keepLocation(geocode(address)) }
}

type MoveTimes = {
  readonly requestId: number
  readonly laneId: number
  readonly role: Role
  readonly leg: 0 | 1
}

function addMove(
  { store, random, stepSeconds, driver, leadMinutes }: PracticeContext,
  standing: MoveTimes,
  { rooftop }: RequestOptions,
  request: MoveRequest,
  pickup: PlaceRow,
  delivery: PlaceRow,
): MoveRow {
  const { dealerContact, specialInstructions, referenceId, vehicle } = request
  const readyAt = store.lane(standing.laneId)?.readyBy ?? null
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
    setsOutAt: leadMinutes === null || readyAt === null ? null : addMinutes(readyAt, -leadMinutes),
    driver,
    rooftop,
    requestedPickup: JSON.stringify(placeResponse(request.pickup)),
    replaces: null,
    replacedAt: null,
  })
}

/** A random text of `digits` hexadecimal digits. */
export function randomHex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random.fraction() * 16).toString(16)).join('')
}
