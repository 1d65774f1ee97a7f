/** By hand from the service description and from provider.md: section, then the fields that a table must name. */

const PROGRESS = [
  'pickup_started',
  'pickup_arrived',
  'pickup_successful',
  'delivery_started',
  'delivery_arrived',
  'delivery_successful',
]
const MOVE = ['status', 'cancel_status', ...PROGRESS, 'tracking_link', 'move_uri', 'lane_uri', 'reference_id']
  .concat(['dealer_contact', 'special_instructions', 'vehicle', 'vehicle.stock', 'vehicle.vin', 'vehicle.year'])
  .concat(['vehicle.make', 'vehicle.model', 'vehicle.color', 'vehicle.manual'])
const RESOLVED = ['lat', 'lon', 'google_place_id', 'location_id', 'full_address']
const GIVEN = ['name', 'address_one', 'address_two', 'city', 'state', 'zip']
const HALVES = ['loaner_move', 'customer_move']

function under(prefix: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${prefix}.${name}`)
}

type Listed = readonly [section: string, ...paths: readonly string[]]

const FETCH: Listed = [
  '2.4',
  'ready_by_time_utc',
  'move',
  ...under('move', ['id', 'move_details_url', ...MOVE]),
  'pickup_location',
  ...under('pickup_location', ['name', ...RESOLVED]),
  'delivery_location',
  ...under('delivery_location', ['name', ...RESOLVED]),
]

const PAIR: Listed = [
  '2.5',
  ...HALVES,
  ...HALVES.flatMap((half) => under(half, ['move_id', ...MOVE, 'pickup_location'])),
  ...HALVES.flatMap((half) => under(`${half}.pickup_location`, [...GIVEN, ...RESOLVED])),
  'ready_by_time_utc',
  'appointment_time_utc',
  'customer_name',
  'customer_phone',
  'customer_action',
]

const PAIR_REQUEST: Listed = [
  '4.3',
  'appointment_time_utc',
  'customer_name',
  'customer_phone',
  'customer_action',
  ...HALVES,
  ...HALVES.flatMap((half) => under(half, ['dealer_contact', 'special_instructions', 'vehicle', 'pickup_location'])),
  ...HALVES.flatMap((half) => under(`${half}.vehicle`, ['stock', 'vin', 'year', 'make', 'model', 'color', 'manual'])),
  ...HALVES.flatMap((half) => under(`${half}.pickup_location`, GIVEN)),
]

const FLAT_REQUEST: Listed = [
  '4.2',
  'ready_by_time_utc',
  'dealer_contact',
  'special_instructions',
  'reference_id',
  'stock',
  'vin',
  'year',
  'make',
  'model',
  'color',
  'manual',
  ...GIVEN,
]

const NEWER = ['reference_num', 'rooftop', 'settled', 'cancel_reason', 'workflowset', 'pickup_workflow_data'].concat([
  'delivery_workflow_data',
])

export const FIELDS: Readonly<Record<'baseline' | 'hopdrive', readonly Listed[]>> = {
  baseline: [FETCH, PAIR, PAIR_REQUEST, ['4.3', ...HALVES.map((half) => `${half}.reference_id`)], FLAT_REQUEST],
  hopdrive: [
    FETCH,
    PAIR,
    PAIR_REQUEST,
    ['hopdrive 2', 'expires_in', 'token_type'],
    ['hopdrive 3.2', 'errors[]', 'errors[].type', 'errors[].code', 'errors[].message', 'errors[].doc_url'],
    ['hopdrive 6.1', 'earliest_available_time', 'charge', 'pickup_photos', 'delivery_photos'],
    ['hopdrive 6.1', ...['move', ...HALVES].flatMap((holder) => under(holder, NEWER))],
    ['hopdrive 6.1', ...HALVES.flatMap((half) => under(half, ['move_details_url', 'delivery_location']))],
    [
      'hopdrive 6.2',
      'message',
      ...['move', ...HALVES].flatMap((holder) => under(holder, ['driver_name', 'usecase_key'])),
    ],
    ['hopdrive 5.1', 'ready_by_time_utc', 'move', 'move.vehicle', 'move.pickup_location', 'move.delivery_location'],
    ['hopdrive 5.1', ...under('move', ['reference_num', 'dealer_contact', 'special_instructions'])],
    ['hopdrive 5.1', ...under('move.vehicle', ['stock', 'vin', 'year', 'make', 'model', 'color', 'manual'])],
    ['hopdrive 5.1', ...under('move.pickup_location', GIVEN), ...under('move.delivery_location', GIVEN)],
    ['hopdrive 5.2', 'duplicate_check', 'rooftop', 'third_party_payer', 'sla_id', 'workflowset_id', 'config'],
    ['hopdrive 5.2', 'pickup_workflow_data', 'delivery_workflow_data', ...under('loaner_move', ['reference_num'])],
    ['hopdrive 5.2', ...under('customer_move', ['reference_num'])],
    ['hopdrive 7', 'id', 'vehicle_year', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_stock'],
    ['hopdrive 7', 'vehicle_vin', 'ready_by', 'reference_num'],
    ['hopdrive 8', 'move_id', 'cancel_status'],
  ],
}
