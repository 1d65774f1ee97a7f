import type { Desk } from '../../electron/app.ts'
import type { Booking } from '../../shared/booking.ts'
import type { BookedMoves } from '../../shared/move.ts'
import { oneWayBooking } from './bookings.ts'
import { movableClock, openTestDesk, valueOf, type OpenedDesk } from './desk.ts'
import { asksFor, byRules, type Asks, type Rule } from './faults/calls.ts'
import { openFaultyRoad, type FaultyRoad } from './faults/road.ts'
import { temporaryFolder } from './folder.ts'
import { openHopdrive, settingsFor, type HopdrivePractice } from './hopdrive.ts'

/** A desk at work with a practice service of the profile `hopdrive`, whose driver and decisions come by hand. */

export const numbersOf = (booking: BookedMoves) =>
  booking.moves.map((move) => (move.number.known ? move.number.value : 0))
export const read = ({ desk }: { desk: Desk }, id: string) => valueOf(desk.getBooking(id))
export const idsOf = (booking: BookedMoves) => booking.moves.map((move) => move.id)

export type AtWork = OpenedDesk & {
  readonly clock: ReturnType<typeof movableClock>
  readonly service: HopdrivePractice
  /** A booking that the provider has. */
  booked(booking?: Booking): Promise<BookedMoves>
  /** Waits for the news of so many moves that come a while later. */
  later(moves?: number): Promise<void>
}

export async function atWork(
  url?: (service: HopdrivePractice) => Promise<string>,
  folder = temporaryFolder(),
): Promise<AtWork> {
  const clock = movableClock()
  const service = await openHopdrive({ clock, driver: 'hand' })
  const opened = await openTestDesk(folder, null, clock)
  valueOf(await opened.desk.changeSettings(settingsFor({ url: (await url?.(service)) ?? service.url })))
  return {
    ...opened,
    clock,
    service,
    async booked(booking = oneWayBooking(1)) {
      const { id } = valueOf(opened.desk.bookMove(booking))
      await opened.facts.next('send-settled')
      return read(opened, id)
    },
    async later(moves = 1) {
      clock.moveOn(2)
      opened.desk.lookNow()
      for (let count = 0; count < moves; count += 1) await opened.facts.next('move-refreshed')
    },
  }
}

export type OnRoad = AtWork & {
  readonly road: FaultyRoad
  /** The bodies of the calls that came from the desk. */
  arrived(asks: Asks): readonly string[]
  /** How many of them the provider did. */
  applied(asks: Asks): number
}

/** As `atWork`, over a road that does to the calls what the rules say. */
export async function onRoad(...rules: readonly Rule[]): Promise<OnRoad> {
  let road: FaultyRoad | null = null
  const at = await atWork(async (service) => {
    road = await openFaultyRoad(service.url, { decide: byRules(...rules) })
    return road.url
  })
  const opened = () => {
    if (road === null) throw new Error('no road')
    return road
  }
  return {
    ...at,
    road: opened(),
    arrived: (asks) => opened().calls.flatMap((call) => (asksFor(call) === asks ? [call.body] : [])),
    applied: (asks) => opened().tally.applied(asks),
  }
}
