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

/** A desk behind a fault proxy, and a real remote. The desk's time stands still until a test moves it. */
export type DeskBehindProxy = {
  readonly proxy: FaultProxy
  readonly service: TestPractice
  readonly clock: VirtualClock
  desk(): OpenedDesk['desk']
  facts(): OpenedDesk['facts']
  /** Saves the next booking, all of them different; it leaves by itself. */
  book(kind: BookingKind): BookedMoves
  /** The machine sleeps: only the wall clock goes on meanwhile. */
  sleep(ms: number): void
  read(booking: { readonly id: string }): BookedMoves
  /** Does something that sets the line going, and gives the milliseconds that it then rests for. */
  untilRest(act: () => unknown): Promise<number>
  /** Closes the desk and opens it again, until its line rests. */
  reopen(): Promise<number>
  /** What the desk says that is not so by the remote's own ledger. */
  breaches(): Promise<readonly string[]>
}

export async function openDeskBehindProxy(
  profile: ProviderProfile,
  {
    toxics = [],
    furnish = () => {},
    ...more
  }: Partial<PracticeOptions> & {
    readonly toxics?: readonly ToxicRule[]
    /** Puts more into the profile folder before the desk opens for the first time. */
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
  furnish(folder, proxy.url)
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
 * What else the desk waits for than its line: both deadlines, the ZIP data that is read when it has opened, a window that
 * is painted, and the upkeep of its stores.
 */
const NOT_THE_LINE = [DEFAULT_TIMEOUTS.connect, DEFAULT_TIMEOUTS.answer, 3_000, 10_000, 45_000, 4_000]

/** The clock of a desk, which sees the line lie down to rest: then it sets a timer, and only then. */
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
