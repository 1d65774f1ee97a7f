import type { ProviderMoveResponse } from '../../../electron/provider/parse-response.ts'

/** The provider's values of a move that was just booked. */
export function toldMove(number: number, changes: Partial<ProviderMoveResponse> = {}): ProviderMoveResponse {
  return {
    number,
    reference: null,
    vin: null,
    status: null,
    cancelStatus: null,
    cancelReason: null,
    vehicle: undefined,
    stages: {
      pickup_started: null,
      pickup_arrived: null,
      pickup_successful: null,
      delivery_started: null,
      delivery_arrived: null,
      delivery_successful: null,
    },
    trackingLink: null,
    moveUri: `https://provider.example/v1/moves/${number}`,
    laneUri: 'https://provider.example/v1/lanes/77',
    detailsUrl: undefined,
    pickup: undefined,
    delivery: undefined,
    ...changes,
  }
}
