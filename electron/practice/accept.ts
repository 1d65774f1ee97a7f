import type { UtcInstant } from '../../shared/time.ts'
import type { Clock, Random } from '../system.ts'
import { placedAt, wirePlace, type Placed } from './answers.ts'
import { turnsOf } from './driver.ts'
import { refuseDuplicate } from './duplicates.ts'
import type { KeptPair } from './kept-progress.ts'
import { readyBy, resolve, type Address, type ZipPoint } from './places.ts'
import type { Read } from './refusal.ts'
import type { DriverBy, KeptLocation, KeptMove, PracticeStore, Role } from './store.ts'
import type { AskedAround, AskedMove, AskedOneWay, AskedPair } from './wire.ts'

/*
 * Taking a booking: one transaction for each accepted POST. The answer is built inside it, so that a fault in the answer
 * leaves nothing behind, and it is sent only after the commit. There is no key against repeats: the same body twice is
 * two bookings, as the description promises nothing else; the profile `hopdrive` has its `duplicate_check`.
 */

export type Shop = {
  readonly store: PracticeStore
  readonly clock: Clock
  readonly random: Random
  readonly stepSeconds: number
  readonly driver: DriverBy
  /** The address that the answers give for this service, without a slash at its end. */
  readonly base: string
  readonly answers: Answers
}

/** How a profile writes what it has booked. */
export type Answers = {
  single(placed: Placed, base: string, now: UtcInstant): object
  pair(pair: KeptPair, loaner: Placed, customer: Placed, base: string, now: UtcInstant): object
}

/** Books one move (4.2). */
export function acceptOneWay(shop: Shop, asked: AskedOneWay, digest: string, zipPoint: ZipPoint): Read<object> {
  const { store, clock, base, answers } = shop
  const { move } = asked
  return store.write(() => {
    const at = clock.now()
    const why = refuseDuplicate(store, asked.duplicateCheck, [['move', move]], at)
    if (why !== null) return { kind: 'refused', why }
    const requestId = store.addRequest('one-way', at, [move.referenceId], digest)
    const laneId = store.addLane(requestId, asked.readyBy)
    const [pickup, delivery] = [spot(store, move.pickup, zipPoint), spot(store, asked.destination, zipPoint)]
    const kept = addMove(shop, { requestId, laneId, role: 'single', turn: 0 }, asked, move, pickup, delivery)
    return { kind: 'read', value: answers.single(placedAt(store, kept, at), base, at) }
  })
}

/**
 * Books a loaner's and a customer's move on one lane (4.3). Each is delivered where the other is picked up, on `return`
 * as on `pickup`.
 */
export function acceptPair(shop: Shop, asked: AskedPair, digest: string, zipPoint: ZipPoint): Read<object> {
  const { store, clock, base, answers } = shop
  const { loaner, customer, echo } = asked
  return store.write(() => {
    const at = clock.now()
    const both = [['loaner_move', loaner] as const, ['customer_move', customer] as const]
    const why = refuseDuplicate(store, asked.duplicateCheck, both, at)
    if (why !== null) return { kind: 'refused', why }
    const requestId = store.addRequest('concierge-loaner', at, [loaner.referenceId, customer.referenceId], digest)
    const pair: KeptPair = {
      requestId,
      appointment: echo.appointment_time_utc,
      customerName: echo.customer_name,
      customerPhone: echo.customer_phone,
      action: asked.action,
    }
    store.addPair(pair)
    const from = spot(store, loaner.pickup, zipPoint)
    const to = spot(store, customer.pickup, zipPoint)
    const laneId = store.addLane(requestId, readyBy(asked.appointment, from.location, to.location))
    const turns = turnsOf(asked.action)
    const half = (role: 'loaner' | 'customer') => ({ requestId, laneId, role, turn: turns[role] })
    const loanerMove = addMove(shop, half('loaner'), asked, loaner, from, to)
    const customerMove = addMove(shop, half('customer'), asked, customer, to, from)
    const [first, second] = [placedAt(store, loanerMove, at), placedAt(store, customerMove, at)]
    return { kind: 'read', value: answers.pair(pair, first, second, base, at) }
  })
}

type Spot = { readonly name: string; readonly location: KeptLocation }

function spot(store: PracticeStore, address: Address, zipPoint: ZipPoint): Spot {
  return { name: address.name, location: store.keepLocation(resolve(address, zipPoint)) }
}

type Standing = {
  readonly requestId: number
  readonly laneId: number
  readonly role: Role
  readonly turn: 0 | 1
}

function addMove(
  { store, random, stepSeconds, driver }: Shop,
  standing: Standing,
  { rooftop }: AskedAround,
  asked: AskedMove,
  pickup: Spot,
  delivery: Spot,
): KeptMove {
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
    trackingChance: hexByChance(random, 16),
    stepSeconds,
    driver,
    rooftop,
    askedPickup: JSON.stringify(wirePlace(asked.pickup)),
    replaces: null,
    replacedAt: null,
  })
}

/** That many hexadecimal digits by chance. */
export function hexByChance(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random.fraction() * 16).toString(16)).join('')
}
