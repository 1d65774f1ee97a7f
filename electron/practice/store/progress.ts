import type { UtcInstant } from '../../../shared/time/time.ts'
import type { Database } from '../../store/database.ts'

/*
 * The tables of the practice file for what happens after a booking (`steps` and `cancelations`), and the table `pairs`
 * with the customer to whom the SMS would go.
 */

/** A stage that a control request set; `stage` is its index in `STAGES`. */
export type ManualStep = { readonly stage: number; readonly at: UtcInstant }

/** The decision about a cancellation (test/spec/provider.md#cancellations), by the table in `domain/cancel.ts`. */
export type Outcome = 'succeeded' | 'partial' | 'failed' | 'rescheduled'

/** A move's last cancellation: pending while `decidedAt` is null or in the future. The driver stops at `stoppedAt`. */
export type CancellationRow = {
  readonly outcome: Outcome | null
  readonly decidedAt: UtcInstant | null
  readonly stoppedAt: UtcInstant | null
  /** The replacement of a rescheduled move; null for every other outcome. */
  readonly newMoveId: number | null
}

/** The customer fields of a pair, exactly as booked: `appointment` has any format that `parseWireTime` parses. */
export type PairRow = {
  readonly requestId: number
  readonly appointment: string
  readonly customerName: string
  readonly customerPhone: string
  readonly action: 'pickup' | 'return'
}

export type ProgressStore = {
  addStep(moveId: number, step: ManualStep): void
  /** In the order of the stages. */
  steps(moveId: number): readonly ManualStep[]
  /** Replaces the move's earlier cancellation. */
  keepCancelation(moveId: number, cancelation: CancellationRow): void
  cancelation(moveId: number): CancellationRow | null
  addPair(pair: PairRow): void
  /** Null for a one-way move. */
  pair(requestId: number): PairRow | null
  pairs(): readonly (PairRow & { readonly laneId: number })[]
}

export function createProgressStore(db: Database): ProgressStore {
  const addStep = db.prepare<[number, number, string]>('INSERT INTO steps (move_id, stage, at) VALUES (?, ?, ?)')
  const steps = db.prepare<[number], ManualStep>('SELECT stage, at FROM steps WHERE move_id = ? ORDER BY stage')
  const keepCancelation = db.prepare<[CancellationRow & { readonly moveId: number }]>(
    `INSERT OR REPLACE INTO cancelations (move_id, outcome, decided_at, stopped_at, new_move_id)
     VALUES (@moveId, @outcome, @decidedAt, @stoppedAt, @newMoveId)`,
  )
  const cancelation = db.prepare<[number], CancellationRow>(
    `SELECT outcome, decided_at AS decidedAt, stopped_at AS stoppedAt, new_move_id AS newMoveId
     FROM cancelations WHERE move_id = ?`,
  )
  const addPair = db.prepare<[PairRow]>(
    `INSERT INTO pairs (request_id, appointment_time_utc, customer_name, customer_phone, customer_action)
     VALUES (@requestId, @appointment, @customerName, @customerPhone, @action)`,
  )
  const pair = db.prepare<[number], PairRow>(`${PAIR} FROM pairs p WHERE p.request_id = ?`)
  const pairs = db.prepare<[], PairRow & { readonly laneId: number }>(
    `${PAIR}, l.id AS laneId FROM pairs p JOIN lanes l ON l.request_id = p.request_id ORDER BY p.request_id`,
  )
  return {
    addStep: (moveId, { stage, at }) => void addStep.run(moveId, stage, at),
    steps: (moveId) => steps.all(moveId),
    keepCancelation: (moveId, kept) => void keepCancelation.run({ moveId, ...kept }),
    cancelation: (moveId) => cancelation.get(moveId) ?? null,
    addPair: (fresh) => void addPair.run(fresh),
    pair: (requestId) => pair.get(requestId) ?? null,
    pairs: () => pairs.all(),
  }
}

const PAIR = `SELECT p.request_id AS requestId, p.appointment_time_utc AS appointment,
  p.customer_name AS customerName, p.customer_phone AS customerPhone, p.customer_action AS action`
