import type { UtcInstant } from '../../shared/time.ts'
import type { Database } from '../store/database.ts'

/*
 * The part of the practice file that grows after a booking: the driver's steps made by hand and what became of a
 * cancelation; and the customer of a pair, whom the SMS would go to.
 */

/** A step of the driver made by hand; `stage` counts from 0, `pickup_started`. */
export type HandStep = { readonly stage: number; readonly at: UtcInstant }

export type Outcome = 'succeeded' | 'partial' | 'failed' | 'rescheduled'

/** Pending while `judgedAt` is null or still to come. The driver makes no step after `stoppedAt`. */
export type KeptCancelation = {
  readonly outcome: Outcome | null
  readonly judgedAt: UtcInstant | null
  readonly stoppedAt: UtcInstant | null
  readonly newMoveId: number | null
}

/** What the booking of a pair said about its customer, to the letter. */
export type KeptPair = {
  readonly requestId: number
  readonly appointment: string
  readonly customerName: string
  readonly customerPhone: string
  readonly action: 'pickup' | 'return'
}

export type ProgressStore = {
  addStep(moveId: number, step: HandStep): void
  /** In the order of the stages. */
  steps(moveId: number): readonly HandStep[]
  /** Takes the place of the move's earlier one. */
  keepCancelation(moveId: number, cancelation: KeptCancelation): void
  cancelation(moveId: number): KeptCancelation | null
  addPair(pair: KeptPair): void
  /** Null for a one-way move, and for a pair that an older version took. */
  pair(requestId: number): KeptPair | null
  pairs(): readonly (KeptPair & { readonly laneId: number })[]
}

export function progressStoreOver(db: Database): ProgressStore {
  const addStep = db.prepare<[number, number, string]>('INSERT INTO steps (move_id, stage, at) VALUES (?, ?, ?)')
  const steps = db.prepare<[number], HandStep>('SELECT stage, at FROM steps WHERE move_id = ? ORDER BY stage')
  const keepCancelation = db.prepare<[KeptCancelation & { readonly moveId: number }]>(
    `INSERT OR REPLACE INTO cancelations (move_id, outcome, judged_at, stopped_at, new_move_id)
     VALUES (@moveId, @outcome, @judgedAt, @stoppedAt, @newMoveId)`,
  )
  const cancelation = db.prepare<[number], KeptCancelation>(
    `SELECT outcome, judged_at AS judgedAt, stopped_at AS stoppedAt, new_move_id AS newMoveId
     FROM cancelations WHERE move_id = ?`,
  )
  const addPair = db.prepare<[KeptPair]>(
    `INSERT INTO pairs (request_id, appointment_time_utc, customer_name, customer_phone, customer_action)
     VALUES (@requestId, @appointment, @customerName, @customerPhone, @action)`,
  )
  const pair = db.prepare<[number], KeptPair>(`${PAIR} FROM pairs p WHERE p.request_id = ?`)
  const pairs = db.prepare<[], KeptPair & { readonly laneId: number }>(
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
