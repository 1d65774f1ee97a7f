import type { BookedMoves } from '../../../shared/move/move.ts'
import type { EntryState } from '../../../shared/outbox/entry-state.ts'
import { asksFor } from './captured-calls.ts'
import type { CreationCase } from './fault-matrix.ts'
import type { BookingKind, DeskBehindProxy } from './desk.ts'
import type { Toxic } from './toxics.ts'

/** The desk's response timeout. */
const ANSWER_DEADLINE = 90_000

/** The outcome of a booking under a toxic, and of the next booking. */
export type Outcome = {
  readonly struck: {
    readonly state: EntryState
    readonly rests: number
    /** The number of requests for the booking. */
    readonly sent: number
    /** How often the remote has the booking. */
    readonly there: number
  }
  /** The outcome after the toxics were removed and the desk checked the connection. */
  readonly next: EntryState
  readonly reopened: { readonly struck: EntryState; readonly next: EntryState; readonly sent: number }
  /** False statements of the desk at any of these times. */
  readonly breaches: readonly string[]
}

/**
 * Books once without toxics, once under the toxic and once without again, then reopens the desk. The remote's ledger
 * decides at each step.
 */
export async function injectIntoBooking(
  on: DeskBehindProxy,
  kind: BookingKind,
  chosen: CreationCase['toxic'],
): Promise<Outcome> {
  const { proxy } = on
  const first = await bookUntilRest(on, kind)
  const toxic = typeof chosen === 'function' ? chosen(numbersOf(on.read(first.saved))) : chosen
  proxy.addToxic({ ...toxic, match: { asks: 'create', nth: 1 } })
  const { saved: struck, rests } = await bookUntilRest(on, kind, () => giveUp(on, toxic))
  await proxy.next('hit')
  const ours = referencesOf(struck)
  const sent = () =>
    proxy.calls.filter((call) => asksFor(call) === 'create' && ours.some((one) => call.body.includes(one)))
  const lines = (await on.service.ledger()).filter((line) => line.references.some((one) => ours.includes(one)))
  const then = { state: on.read(struck).state, rests, sent: sent().length, there: lines.length }
  const breaches = [...(await on.breaches())]

  proxy.removeToxics()
  await on.untilRest(() => on.sleep(rests))
  const { saved: next } = await bookUntilRest(on, kind)
  const after = on.read(next).state
  breaches.push(...(await on.breaches()))

  await on.reopen()
  const reopened = { struck: on.read(struck).state, next: on.read(next).state, sent: sent().length }
  return { struck: then, next: after, reopened, breaches: [...breaches, ...(await on.breaches())] }
}

/** The required outcome. Only a booking that certainly was not booked may be sent again. */
export function outcomeOf({ ends, there, rests, stops = false }: CreationCase): Outcome {
  const again = ends === 'waiting'
  return {
    struck: { state: ends, rests, sent: 1, there: there ? 1 : 0 },
    next: stops ? 'waiting' : 'booked',
    reopened: { struck: again ? 'booked' : ends, next: 'booked', sent: again ? 2 : 1 },
    breaches: [],
  }
}

/** If a toxic holds a request until the desk gives up, moves the desk's clock to the timeout. */
export async function giveUp({ proxy, clock }: DeskBehindProxy, toxic: Toxic): Promise<void> {
  const held = toxic.type === 'half-open' || (toxic.type === 'latency' && toxic.delay === 'client-gone')
  if (!held) return
  await proxy.next('held')
  clock.advance(ANSWER_DEADLINE)
}

async function bookUntilRest(on: DeskBehindProxy, kind: BookingKind, meanwhile: () => unknown = () => {}) {
  const saved: BookedMoves[] = []
  const rests = await on.untilRest(async () => {
    saved.push(on.book(kind))
    await meanwhile()
  })
  const [one] = saved
  if (one === undefined) throw new Error('nothing was booked')
  return { saved: one, rests }
}

function numbersOf({ moves }: BookedMoves): readonly [number, number] {
  const [first = 0, second = 880_003] = moves.map(({ number }) => (number.known ? number.value : 0))
  return [first, second]
}

function referencesOf(booking: BookedMoves): readonly string[] {
  return booking.moves.map((move) => move.reference)
}
