import type { PersistedOutcome } from '../../../electron/store/recovery/outcome-file.ts'
import { START } from '../fakes/system.ts'
import { toldMove } from './provider-response.ts'

/** The outcome of a booking that was booked: its moves have the numbers from 7000 on. */
export function bookedOutcome(bookingId: string, moveIds: readonly string[], revision: number): PersistedOutcome {
  return {
    bookingId,
    revision,
    revokedGuaranteeAt: null,
    proof: 'booked',
    code: 'booked',
    fields: {},
    providerMessage: null,
    status: 201,
    bytes: null,
    at: START,
    response: {
      moves: moveIds.map((moveId, place) => ({ moveId, response: toldMove(7000 + place) })),
      readyBy: '2099-06-02T17:00:00Z',
    },
  }
}
