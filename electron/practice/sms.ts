import type { UtcInstant } from '../../shared/time.ts'
import { STAGES, type Stage } from './driver.ts'
import type { KeptPair } from './kept-progress.ts'
import type { KeptMove, PracticeStore } from './store.ts'
import { withOffset } from './times.ts'
import { whereabouts } from './trips.ts'

/** One SMS that a real service would have sent; nothing is sent. `at` has the form of section 2.4. */
export type Sms = { readonly at: string; readonly to: string; readonly move_id: number; readonly text: string }

/**
 * Every SMS up to `now`, in order, to the customers of concierge moves (section 1). The description shows neither their
 * words nor what sets them off; ours: the booking, and the driver on his way to the customer, there, and at the end of
 * each of the two moves. Pairs that an older version took have no phone here, and no SMS.
 */
export function smsUpTo(store: PracticeStore, now: UtcInstant): readonly Sms[] {
  const all = store.pairs().flatMap((pair) => {
    // In the order in which they are driven, for those of one second.
    const moves = [...store.movesOfLane(pair.laneId)].sort((one, other) => one.turn - other.turn)
    return [...booked(pair, moves), ...moves.flatMap((move) => onTheRoad(store, pair, move, now))]
  })
  return all.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
}

function booked({ customerName, customerPhone }: KeptPair, moves: readonly KeptMove[]): readonly Sms[] {
  const move = moves.find(({ role }) => role === 'customer')
  if (move === undefined) return []
  const text = `${customerName}, a driver is booked for your vehicle.`
  return [{ at: withOffset(move.acceptedAt), to: customerPhone, move_id: move.id, text }]
}

function onTheRoad(store: PracticeStore, pair: KeptPair, move: KeptMove, now: UtcInstant): readonly Sms[] {
  const { times } = whereabouts(store, move, now)
  const words = wordsFor(move, pair.action)
  return STAGES.flatMap((stage) => {
    const [at, text] = [times[stage], words[stage]]
    return at === null || text === undefined ? [] : [{ at, to: pair.customerPhone, move_id: move.id, text }]
  })
}

/** The move of the first turn goes to the customer, that of the second comes from there. */
function wordsFor({ role, turn }: KeptMove, action: 'pickup' | 'return'): Partial<Record<Stage, string>> {
  const vehicle = role === 'loaner' ? 'the loaner' : 'your vehicle'
  if (turn === 1) return { delivery_successful: `Your driver has delivered ${vehicle} to the service center.` }
  return {
    delivery_started: `Your driver is on the way with ${vehicle}.`,
    delivery_arrived: 'Your driver has arrived.',
    delivery_successful: `Your driver has delivered ${vehicle} to you${action === 'pickup' ? ' and takes yours in' : ''}.`,
  }
}
