import type { Clock, Random } from '../system.ts'
import { fetchAnswer, pairAnswer, type Placed } from './answers.ts'
import { readDestination } from './destination.ts'
import { turnsOf } from './driver.ts'
import { readyBy, resolve, type Address, type Point, type ZipPoint } from './places.ts'
import type { KeptLocation, KeptMove, PracticeStore } from './store.ts'
import type { AskedMove, AskedOneWay, AskedPair } from './wire.ts'

/*
 * Taking a booking: one transaction for each accepted POST. The answer is built inside it, so that a fault in the answer
 * leaves nothing behind, and it is sent only after the commit. There is no key against repeats: the same body twice is
 * two bookings, as the description promises nothing else.
 */

export type Shop = {
  readonly store: PracticeStore
  readonly clock: Clock
  readonly random: Random
  readonly stepSeconds: number
  /** The address that the answers give for this service, without a slash at its end. */
  readonly base: string
}

/**
 * Books one move (4.2) and answers it as a fetch would (2.4). It goes to the place that the last `Destination:` line of
 * the instructions names, else back to where it was picked up.
 */
export function acceptOneWay(shop: Shop, { move, readyBy: ready }: AskedOneWay, digest: string, zipPoint: ZipPoint) {
  const { store, clock, base } = shop
  return store.write(() => {
    const at = clock.now()
    const requestId = store.addRequest('one-way', at, [move.referenceId], digest)
    const laneId = store.addLane(requestId, ready)
    const destination = readDestination(move.specialInstructions) ?? move.pickup
    const [pickup, delivery] = [spot(store, move.pickup, zipPoint), spot(store, destination, zipPoint)]
    return fetchAnswer(addMove(shop, requestId, laneId, move, pickup, delivery, 0), base, at)
  })
}

/**
 * Books a loaner's and a customer's move on one lane (4.3) and answers both (2.5). Each is delivered where the other is
 * picked up, on `return` as on `pickup`.
 */
export function acceptPair(shop: Shop, asked: AskedPair, digest: string, zipPoint: ZipPoint) {
  const { store, clock, base } = shop
  const { loaner, customer } = asked
  return store.write(() => {
    const at = clock.now()
    const requestId = store.addRequest('concierge-loaner', at, [loaner.referenceId, customer.referenceId], digest)
    const from = spot(store, loaner.pickup, zipPoint)
    const to = spot(store, customer.pickup, zipPoint)
    const laneId = store.addLane(requestId, readyBy(asked.appointment, pointOf(from.location), pointOf(to.location)))
    const turns = turnsOf(asked.action)
    const loanerMove = addMove(shop, requestId, laneId, loaner, from, to, turns.loaner)
    const customerMove = addMove(shop, requestId, laneId, customer, to, from, turns.customer)
    return pairAnswer(asked, loanerMove, customerMove, base, at)
  })
}

/** A kept move with its locations; null when there is none by this number. */
export function findMove(store: PracticeStore, id: number): Placed | null {
  const move = store.move(id)
  return move === null ? null : placed(store, move)
}

type Spot = { readonly name: string; readonly location: KeptLocation }

function spot(store: PracticeStore, address: Address, zipPoint: ZipPoint): Spot {
  return { name: address.name, location: store.keepLocation(resolve(address, zipPoint)) }
}

function pointOf({ lat, lon }: KeptLocation): Point | null {
  return lat === null || lon === null ? null : { lat, lon }
}

function addMove(
  { store, random, stepSeconds }: Shop,
  requestId: number,
  laneId: number,
  asked: AskedMove,
  pickup: Spot,
  delivery: Spot,
  turn: 0 | 1,
): Placed {
  const { dealerContact, specialInstructions, referenceId, vehicle } = asked
  const move = store.addMove({
    requestId,
    laneId,
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
    turn,
    stepSeconds,
  })
  return placed(store, move)
}

function placed(store: PracticeStore, move: KeptMove): Placed {
  return { move, pickup: store.location(move.pickupLocationId), delivery: store.location(move.deliveryLocationId) }
}

/** That many hexadecimal digits by chance. */
export function hexByChance(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random.fraction() * 16).toString(16)).join('')
}
