import type { ProviderProfile } from '../../shared/profile.ts'
import { BASELINE, BOTH, HOPDRIVE } from './sheet.ts'

/* The fields of the answers, as data: of the service description (2.1 to 2.5), and of provider.md (6.1, 6.2). */

export type Kind =
  | 'object'
  | 'id'
  | 'integer'
  | 'number'
  | 'flag'
  | 'text'
  | 'text or null'
  /** Left out of an answer when it was not given (2.3). */
  | 'text if given'
  /** Answered to the letter. */
  | 'echo'
  | 'time'
  | 'time or null'
  | 'link'
  | 'link or null'
  | 'any'

export type Field = {
  readonly section: string
  readonly path: string
  readonly kind: Kind
  /** The profiles that cannot do without it. */
  readonly needs: readonly ProviderProfile[]
  /** The form of a time that is shown. */
  readonly form?: string
  /** What the path of a link ends in; `<id>` is the move's number, `*` one part of any kind. */
  readonly ends?: string
}

type Shape = readonly (readonly [path: string, kind: Kind, more?: Pick<Field, 'form' | 'ends'>])[]

const PROGRESS = [
  'pickup_started',
  'pickup_arrived',
  'pickup_successful',
  'delivery_started',
  'delivery_arrived',
  'delivery_successful',
]

/** What a driver's progress and a cancelation change between two answers. */
export const CHANGING = ['status', 'cancel_status', 'cancel_reason', 'tracking_link', ...PROGRESS]

const VEHICLE: Shape = [
  ['vehicle', 'object'],
  ['vehicle.stock', 'text or null'],
  ['vehicle.vin', 'text or null'],
  ['vehicle.year', 'text or null'],
  ['vehicle.make', 'text or null'],
  ['vehicle.model', 'text or null'],
  ['vehicle.color', 'text or null'],
  ['vehicle.manual', 'flag'],
]

const RESOLVED: Shape = [
  ['lat', 'number'],
  ['lon', 'number'],
  ['google_place_id', 'text'],
  ['location_id', 'integer'],
  ['full_address', 'text'],
]

const GIVEN_PLACE: Shape = [
  ['name', 'text'],
  ['address_one', 'text'],
  ['address_two', 'text if given'],
  ['city', 'text'],
  ['state', 'text'],
  ['zip', 'text'],
]

function move(number: 'id' | 'move_id'): Shape {
  return [
    [number, 'id'],
    ['status', 'text or null'],
    ['cancel_status', 'text or null'],
    ...PROGRESS.map((name) => [name, 'time or null'] as const),
    ['tracking_link', 'link or null'],
    ['move_uri', 'link', { ends: '/v1/moves/<id>' }],
    ['lane_uri', 'link', { ends: '/v1/lanes/*' }],
    ['dealer_contact', 'text or null'],
    ['special_instructions', 'text or null'],
    ...VEHICLE,
  ]
}

function under(prefix: string, shape: Shape): Shape {
  return shape.map(([path, ...rest]) => [`${prefix}.${path}`, ...rest] as const)
}

function fields(section: string, needs: readonly ProviderProfile[], shape: Shape): readonly Field[] {
  return shape.map(([path, kind, more]) => ({ section, path, kind, needs, ...more }))
}

const DETAILS = { ends: '/moves/<id>' }
const NAMED: Shape = [['name', 'text'], ...RESOLVED]
const OFFSET = { form: 'T and offset' }
const ZULU = { form: 'T and Z' }

/** What the provider's move has beside the description's. Its older pages lack all but the reference. */
function newer(holder: string): readonly Field[] {
  return [
    ...fields('hopdrive 6.1', HOPDRIVE, [[`${holder}.reference_num`, 'text or null']]),
    ...fields(
      'hopdrive 6.1',
      [],
      under(holder, [
        ['rooftop', 'any'],
        ['settled', 'flag'],
        ['cancel_reason', 'text or null'],
        ['workflowset', 'any'],
        ['pickup_workflow_data', 'any'],
        ['delivery_workflow_data', 'any'],
      ]),
    ),
    ...fields(
      'hopdrive 6.2',
      [],
      under(holder, [
        ['driver_name', 'text or null'],
        ['usecase_key', 'text or null'],
      ]),
    ),
  ]
}

const AROUND = [
  ...fields(
    'hopdrive 6.1',
    [],
    [
      ['earliest_available_time', 'time'],
      ['charge', 'any'],
      ['pickup_photos', 'any'],
      ['delivery_photos', 'any'],
    ],
  ),
  ...fields('hopdrive 6.2', [], [['message', 'text or null']]),
]

/** One move, as a fetch answers it (2.4, provider.md 6.1). */
export const SINGLE: readonly Field[] = [
  ...fields('2.4', BOTH, [
    ['ready_by_time_utc', 'time', OFFSET],
    ['move', 'object'],
    ...under('move', [...move('id'), ['move_details_url', 'link', DETAILS]]),
  ]),
  ...fields('2.4', BASELINE, [['move.reference_id', 'text or null']]),
  ...fields('2.4', BOTH, [
    ['pickup_location', 'object'],
    ...under('pickup_location', NAMED),
    ['delivery_location', 'object'],
    ...under('delivery_location', NAMED),
  ]),
  ...newer('move'),
  ...AROUND,
]

function half(holder: 'loaner_move' | 'customer_move'): readonly Field[] {
  const places: Shape = [['pickup_location', 'object'], ...under('pickup_location', [...GIVEN_PLACE, ...RESOLVED])]
  return [
    ...fields('2.5', BOTH, [[holder, 'object'], ...under(holder, [...move('move_id'), ...places])]),
    ...fields('2.5', BASELINE, [[`${holder}.reference_id`, 'text or null']]),
    ...newer(holder),
    ...fields(
      'hopdrive 6.1',
      [],
      under(holder, [
        ['move_details_url', 'link', DETAILS],
        ['delivery_location', 'object'],
      ]),
    ),
  ]
}

/** A pair, as its creation answers it (2.5), and a fetch of one of its moves at the provider (provider.md 6.1). */
export const PAIR: readonly Field[] = [
  ...half('loaner_move'),
  ...half('customer_move'),
  ...fields('2.5', BOTH, [
    ['ready_by_time_utc', 'time', ZULU],
    ['appointment_time_utc', 'echo'],
    ['customer_name', 'echo'],
    ['customer_phone', 'echo'],
    ['customer_action', 'echo'],
  ]),
  ...AROUND,
]
