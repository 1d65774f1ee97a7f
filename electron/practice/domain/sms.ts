import type { UtcInstant } from '../../../shared/time/time.ts'
import { STAGES, type Stage } from './driver.ts'
import type { PairRow } from '../store/progress.ts'
import type { MoveRow, PracticeStore } from '../store/store.ts'
import { formatWithOffset } from '../schemas/times.ts'
import { progressAt } from './move-progress.ts'

/**
 * One SMS that a real service would have sent. The practice service sends nothing; `at` has the format of a fetch
 * response.
 */
export type Sms = { readonly at: string; readonly to: string; readonly move_id: number; readonly text: string }

/**
 * Every SMS up to `now`, in order, to the customers of pairs. Since test/spec/service.md defines neither texts nor
 * triggers, this service lists one SMS for the booking, the driver's departure to the customer, the arrival there, and
 * each delivery.
 */
export function smsSentBy(store: PracticeStore, now: UtcInstant): readonly Sms[] {
  const all = store.pairs().flatMap((pair) => {
    // The sort by time below is stable, so SMS of the same second stay in driving order.
    const moves = [...store.movesOfLane(pair.laneId)].sort((one, other) => one.leg - other.leg)
    return [...booked(pair, moves), ...moves.flatMap((move) => driverOnTheWay(store, pair, move, now))]
  })
  return all.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
}

function booked({ customerPhone }: PairRow, moves: readonly MoveRow[]): readonly Sms[] {
  const move = moves.find(({ role }) => role === 'customer')
  if (move === undefined) return []
  // The page of a move shows the text without a token, so no text holds a name.
  const text = 'A driver is booked for your vehicle.'
  return [{ at: formatWithOffset(move.acceptedAt), to: customerPhone, move_id: move.id, text }]
}

function driverOnTheWay(store: PracticeStore, pair: PairRow, move: MoveRow, now: UtcInstant): readonly Sms[] {
  const { times } = progressAt(store, move, now)
  const words = smsText(move, pair.action)
  return STAGES.flatMap((stage) => {
    const [at, text] = [times[stage], words[stage]]
    return at === null || text === undefined ? [] : [{ at, to: pair.customerPhone, move_id: move.id, text }]
  })
}

/**
 * The move of the first leg goes to the customer; the move of the second leg starts there. Without a loaner the only
 * move has leg 0, so for a pickup the move of leg 0 is the customer's.
 */
function smsText({ role, leg }: MoveRow, action: 'pickup' | 'return'): Partial<Record<Stage, string>> {
  const vehicle = role === 'loaner' ? 'the loaner' : 'your vehicle'
  if (leg === 1) return { delivery_successful: `Your driver has delivered ${vehicle} to the service center.` }
  if (role === 'customer' && action === 'pickup') {
    return {
      pickup_started: 'Your driver is on the way to you.',
      pickup_arrived: 'Your driver has arrived.',
      delivery_successful: `Your driver has delivered ${vehicle} to the service center.`,
    }
  }
  return {
    delivery_started: `Your driver is on the way with ${vehicle}.`,
    delivery_arrived: 'Your driver has arrived.',
    delivery_successful: `Your driver has delivered ${vehicle} to you${action === 'pickup' ? ' and takes yours in' : ''}.`,
  }
}
