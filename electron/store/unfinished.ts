import { CANCEL_ENDS } from '../../shared/cancel.ts'

/** A move `m` that the provider numbered, that is not delivered, and that no cancellation has ended. */
export const UNFINISHED = `m.number IS NOT NULL AND m.delivery_successful IS NULL
  AND lower(coalesce(m.cancel_status, '')) NOT IN (${CANCEL_ENDS.map((status) => `'${status}'`).join(', ')})`
