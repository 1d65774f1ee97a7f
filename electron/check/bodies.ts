import type { ProviderProfile } from '../../shared/profile.ts'
import { leavesOf } from './json.ts'

/*
 * What a check sends: invented people, vehicles and phones, at addresses that a map knows. The instructions tell whoever
 * reads them that nobody is to drive.
 */

const NOTE = 'Test of the interface: do not send a driver.'

const LOT = { name: 'Sample service lot', address_one: '4100 W Broad St', city: 'Richmond', state: 'VA', zip: '23230' }
const HOME = { name: 'Sample home', address_one: '210 S Mulberry St', city: 'Richmond', state: 'VA', zip: '23220' }
const SHOP = { name: 'Sample body shop', address_one: '12 Hull St', city: 'Richmond', state: 'VA', zip: '23224' }

const LOANER = { stock: 'LN-7', vin: '1M8GDM9AXKP042788', year: '2024', make: 'Buick', model: 'Envista', color: 'Blue' }
const CAR = { stock: 'C-1', vin: '1M8GDM9AXKP042789', year: '2019', make: 'Subaru', model: 'Outback', color: 'White' }

const PHONES = { pickup: '(804) 555-0142', return: '(804) 555-0143' }

/** What is compared for duplicates: the field of each profile that carries the reference. */
export const REFERENCE_FIELD: Readonly<Record<ProviderProfile, 'reference_id' | 'reference_num'>> = {
  baseline: 'reference_id',
  hopdrive: 'reference_num',
}

export type Speech = {
  readonly profile: ProviderProfile
  /** A time in the form of 4.2 and 4.3. */
  readonly at: string
}

/** A pair with every field of 4.3. */
export function fullPair({ profile, at }: Speech, references: { readonly loaner: string; readonly customer: string }) {
  const field = REFERENCE_FIELD[profile]
  return {
    appointment_time_utc: at,
    customer_name: 'Casey Sample',
    customer_phone: PHONES.pickup,
    customer_action: 'pickup',
    loaner_move: {
      dealer_contact: 'Dana Sample',
      special_instructions: NOTE,
      [field]: references.loaner,
      vehicle: { ...LOANER, manual: true },
      pickup_location: { ...LOT, address_two: 'Bay 2' },
    },
    customer_move: {
      dealer_contact: 'Sam Sample',
      special_instructions: NOTE,
      [field]: references.customer,
      vehicle: { ...CAR, manual: false },
      pickup_location: { ...HOME, address_two: 'Unit 4' },
    },
  }
}

/** A pair with what 4.3 requires and the references: no loaner's vehicle, as it is not yet known. */
export function sparePair({ profile, at }: Speech, references: { readonly loaner: string; readonly customer: string }) {
  const field = REFERENCE_FIELD[profile]
  return {
    appointment_time_utc: at,
    customer_name: 'Robin Sample',
    customer_phone: PHONES.return,
    customer_action: 'return',
    loaner_move: { [field]: references.loaner, pickup_location: HOME },
    customer_move: {
      [field]: references.customer,
      vehicle: { make: CAR.make, model: CAR.model, manual: false },
      pickup_location: LOT,
    },
  }
}

/** The flat body with every field of 4.2, its destination on the last line of the instructions. */
export function flatOneWay(at: string, reference: string) {
  return {
    ready_by_time_utc: at,
    dealer_contact: 'Dana Sample',
    special_instructions: `${NOTE}\nDestination: ${SHOP.name}, ${SHOP.address_one}, Richmond, VA ${SHOP.zip}`,
    reference_id: reference,
    ...CAR,
    manual: true,
    ...LOT,
    address_two: 'Bay 2',
  }
}

/** The nested body of provider.md 5.1 with every field that needs no number of an account. */
export function nestedOneWay(at: string, reference: string) {
  return {
    ready_by_time_utc: at,
    move: {
      reference_num: reference,
      dealer_contact: 'Dana Sample',
      special_instructions: NOTE,
      vehicle: { ...CAR, manual: true },
      pickup_location: { ...LOT, address_two: 'Bay 2' },
      delivery_location: { ...SHOP, address_two: 'Unit 3' },
    },
  }
}

/** Where the destination of `flatOneWay` and `nestedOneWay` is. */
export const DESTINATION_ZIP = SHOP.zip

const PLACE = ['name', 'address_one', 'city', 'state', 'zip']
const place = (path: string) => [path, ...PLACE.map((name) => `${path}.${name}`)]

/** Section 4.2. */
export const FLAT_REQUIRED = ['ready_by_time_utc', 'make', 'model', 'manual', ...PLACE]
/** Section 4.3. */
export const PAIR_REQUIRED = [
  'appointment_time_utc',
  'customer_name',
  'customer_phone',
  'customer_action',
  'loaner_move',
  ...place('loaner_move.pickup_location'),
  'customer_move',
  'customer_move.vehicle',
  'customer_move.vehicle.make',
  'customer_move.vehicle.model',
  'customer_move.vehicle.manual',
  ...place('customer_move.pickup_location'),
]
/** provider.md 5.1, 5.2. */
export const NESTED_REQUIRED = [
  'ready_by_time_utc',
  'move',
  'move.vehicle',
  'move.vehicle.make',
  'move.vehicle.model',
  'move.vehicle.manual',
  ...place('move.pickup_location'),
  ...place('move.delivery_location'),
]

const VEHICLE = ['stock', 'vin', 'year', 'make', 'model', 'color']

/** What a pair's answer must say about what was sent: left-out parts of a move are answered as null, `manual` as false. */
export function sentPair(body: object): ReadonlyMap<string, unknown> {
  const unsent = ['loaner_move', 'customer_move'].flatMap((holder) => [
    ...['dealer_contact', 'special_instructions', ...VEHICLE.map((name) => `vehicle.${name}`)].map(
      (name) => [`${holder}.${name}`, null] as const,
    ),
    [`${holder}.vehicle.manual`, false] as const,
  ])
  return new Map<string, unknown>([...unsent, ...leavesOf(body)])
}

/** What a fetch of one move of a pair must say about it (2.4): the places carry their name alone. */
export function sentHalf(body: object, holder: 'loaner_move' | 'customer_move'): ReadonlyMap<string, unknown> {
  const all = sentPair(body)
  const partner = holder === 'loaner_move' ? 'customer_move' : 'loaner_move'
  const own = [...all].filter(([path]) => path.startsWith(`${holder}.`) && !path.includes('_location.'))
  return new Map([
    ...own.map(([path, value]) => [path.replace(holder, 'move'), value] as const),
    ['pickup_location.name', all.get(`${holder}.pickup_location.name`)],
    ['delivery_location.name', all.get(`${partner}.pickup_location.name`)],
  ])
}
