import type { Desk } from '../../../electron/desk/desk.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import { oneWayBooking } from '../builders/bookings.ts'
import { movableClock, openTestDesk, valueOf, type OpenedDesk } from './test-desk.ts'
import type { Asks } from '../faults/captured-calls.ts'
import { bodiesOf, type FaultProxy, type ToxicRule } from '../faults/fault-proxy.ts'
import { openTestProxy } from '../faults/test-proxy.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { openHopdrive, settingsFor, type HopdrivePractice } from '../fakes/hopdrive-practice.ts'

/** A desk with a practice service of the profile `hopdrive`, whose driver and decisions the test controls. */

export const numbersOf = (booking: BookedMoves) =>
  booking.moves.map((move) => (move.number.known ? move.number.value : 0))
export const read = ({ desk }: { desk: Desk }, id: string) => valueOf(desk.getBooking(id))
export const idsOf = (booking: BookedMoves) => booking.moves.map((move) => move.id)

export type AtWork = OpenedDesk & {
  readonly clock: ReturnType<typeof movableClock>
  readonly service: HopdrivePractice
  /** A booking that the provider has booked. */
  booked(booking?: Booking): Promise<BookedMoves>
  /** Waits until `count` moves were refreshed. */
  later(moves?: number): Promise<void>
}

export async function atWork(
  url?: (service: HopdrivePractice) => Promise<string>,
  folder = temporaryFolder(),
): Promise<AtWork> {
  const clock = movableClock()
  const service = await openHopdrive({ clock, driver: 'manual' })
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
      opened.desk.checkConnection()
      for (let count = 0; count < moves; count += 1) await opened.facts.next('move-refreshed')
    },
  }
}

export type BehindProxy = AtWork & {
  readonly proxy: FaultProxy
  /** The bodies of the desk's calls of one kind. */
  arrived(asks: Asks): readonly string[]
  /** How many of these calls the provider carried out. */
  applied(asks: Asks): number
}

/** As `atWork`, behind a fault proxy with these toxics. */
export async function behindProxy(...toxics: readonly ToxicRule[]): Promise<BehindProxy> {
  const opened: FaultProxy[] = []
  const at = await atWork(async (service) => {
    const proxy = await openTestProxy(service.url)
    for (const toxic of toxics) proxy.addToxic(toxic)
    opened.push(proxy)
    return proxy.url
  })
  const [proxy] = opened
  if (proxy === undefined) throw new Error('the desk was opened without its proxy')
  return {
    ...at,
    proxy,
    arrived: (asks) => bodiesOf(proxy, asks),
    applied: (asks) => proxy.counter.applied(asks),
  }
}
