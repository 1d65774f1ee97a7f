import type { Booking } from '../../../shared/booking/booking.ts'
import type { BookedMoves } from '../../../shared/move/move.ts'
import type { ProviderProfile } from '../../../shared/desk/provider-profile.ts'
import { fromMillis, toMillis } from '../../../shared/time/time.ts'
import { DEFAULT_TIMEOUTS } from '../../../electron/provider/http/connection.ts'
import type { PracticeOptions } from '../../../electron/practice/service.ts'
import { oneWayBooking, pairBooking } from '../builders/bookings.ts'
import { openTestDesk, openTestPractice, valueOf, type OpenedDesk, type TestPractice } from '../desk/test-desk.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { virtualClock, type VirtualClock } from '../fakes/system.ts'
import type { FaultProxy, ToxicRule } from './fault-proxy.ts'
import { openTestProxy } from './test-proxy.ts'
import { breachesOfTruth } from '../oracle/truth.ts'

const CLIENT = { id: 'lane-7', secret: 'proxy-secret', tokenSeconds: 900 }

export type BookingKind = Booking['kind']

/** A desk behind a fault proxy with a real remote. The desk's clock moves only when a test moves it. */
export type DeskBehindProxy = {
  readonly proxy: FaultProxy
  readonly service: TestPractice
  readonly clock: VirtualClock
  desk(): OpenedDesk['desk']
  facts(): OpenedDesk['facts']
  /** Saves the next booking, which differs from all earlier ones; the booking leaves by itself. */
  book(kind: BookingKind): BookedMoves
  /** The machine sleeps: only the wall clock moves on. */
  sleep(ms: number): void
  read(booking: { readonly id: string }): BookedMoves
  /** Runs `act`, which wakes the send queue, and resolves with the milliseconds for which the queue then pauses. */
  untilRest(act: () => unknown): Promise<number>
  close(): Promise<void>
  /** Closes the desk, opens it again, and waits until the send queue pauses. */
  reopen(): Promise<number>
  /** False statements of the desk by the remote's own ledger. */
  breaches(): Promise<readonly string[]>
}

export async function openDeskBehindProxy(
  profile: ProviderProfile,
  {
    toxics = [],
    furnish,
    ...more
  }: Partial<PracticeOptions> & {
    readonly toxics?: readonly ToxicRule[]
    /** Adds files to the data folder after the first start of the desk, which then starts again. */
    readonly furnish?: (folder: string, address: string) => void
  } = {},
): Promise<DeskBehindProxy> {
  const clock = virtualClock()
  const service = await openTestPractice(temporaryFolder(), { clock, profile, client: CLIENT, ...more })
  const proxy = await openTestProxy(service.url, { now: () => toMillis(clock.now()) })
  for (const toxic of toxics) proxy.addToxic(toxic)
  const folder = temporaryFolder()
  const provider =
    profile === 'hopdrive'
      ? { address: proxy.url, profile, clientId: CLIENT.id, token: CLIENT.secret }
      : { address: proxy.url, token: service.token }
  const rests = watchRests(clock)
  let opened: OpenedDesk | null = null
  const open = () =>
    rests.after(async () => {
      opened = await openTestDesk(folder, provider, rests.clock, { deadlines: DEFAULT_TIMEOUTS })
    })
  const at = () => {
    if (opened === null) throw new Error('the desk is closed')
    return opened
  }
  await open()
  if (furnish !== undefined) {
    // A new store takes no record of a test that lies there at its first start.
    await at().close()
    furnish(folder, proxy.url)
    await open()
  }
  const booked: string[] = []
  const read = ({ id }: { readonly id: string }) => valueOf(at().desk.getBooking(id))
  return {
    proxy,
    service,
    clock,
    desk: () => at().desk,
    facts: () => at().facts,
    sleep(ms) {
      clock.setWall(fromMillis(toMillis(clock.now()) + ms))
      at().desk.onSystemResume()
    },
    book(kind) {
      const number = booked.length + 1
      const saved = valueOf(at().desk.bookMove(kind === 'pair' ? pairBooking(number) : oneWayBooking(number)))
      booked.push(saved.id)
      return saved
    },
    read,
    untilRest: rests.after,
    close: () => at().close(),
    async reopen() {
      await at().close()
      return open()
    },
    breaches: async () =>
      breachesOfTruth(
        booked.map((id) => read({ id })),
        await service.ledger(),
      ),
  }
}

/**
 * Timers of the desk apart from the send queue: both timeouts, the ZIP data after opening, the first paint, the
 * maintenance of the stores, and the reading ahead.
 */
const NOT_THE_LINE = [
  DEFAULT_TIMEOUTS.connect,
  DEFAULT_TIMEOUTS.answer,
  3_000,
  10_000,
  45_000,
  4_000,
  2_500,
  100,
  1_500,
  50,
]

/** The clock of a desk. The send queue sets a timer only when it pauses, so a timer shows that the queue has paused. */
function watchRests(clock: VirtualClock) {
  let rested: (ms: number) => void = () => {}
  return {
    clock: {
      ...clock,
      schedule(ms: number, call: () => void) {
        if (!NOT_THE_LINE.includes(ms)) rested(ms)
        return clock.schedule(ms, call)
      },
    },
    async after(act: () => unknown): Promise<number> {
      const rest = new Promise<number>((resolve) => (rested = resolve))
      await act()
      return rest
    },
  }
}
