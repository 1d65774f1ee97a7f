import type { ExternalMove } from '../../../shared/move/external-move.ts'

/** A move of another desk as a provider returns it. */
export const ASKED: ExternalMove = {
  number: 70_010,
  reference: 'RO 10412',
  status: 'booked',
  cancelStatus: null,
  stages: {
    pickup_started: '2026-11-24T14:05:00Z',
    pickup_arrived: null,
    pickup_successful: null,
    delivery_started: null,
    delivery_arrived: null,
    delivery_successful: null,
  },
  readyBy: '2026-11-24T19:00:00Z',
  vehicle: { stock: 'LN-12', vin: '1M8GDM9AXKP042788', year: '2019', make: 'Buick', model: 'Enclave', color: 'White' },
  manual: false,
  dealerContact: null,
  specialInstructions: null,
  pickupName: null,
  pickupLocationId: null,
  deliveryName: null,
  deliveryLocationId: null,
  laneUri: null,
  pickup: '4100 W Broad St, Richmond, VA 23230',
  delivery: '12-14 S Mulberry St, Richmond, VA 23220',
  trackingLink: 'https://provider.example/t/70010',
  detailsUrl: null,
  partner: 70_011,
}
