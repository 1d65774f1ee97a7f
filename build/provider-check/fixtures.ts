import type { ProviderProfile } from '../../shared/desk/provider-profile.ts'
import { leavesOf } from './json-paths.ts'

/*
 * The bookings that a check sends: invented people, vehicles and phones, at addresses that a map knows. Every booking
 * except `sparePair`, which has no instructions, asks in its instructions to send no driver.
 */

const INSTRUCTIONS = 'Test of the interface: do not send a driver.'

const LOT = { name: 'Sample service lot', address_one: '4100 W Broad St', city: 'Richmond', state: 'VA', zip: '23230' }
const HOME = { name: 'Sample home', address_one: '210 S Mulberry St', city: 'Richmond', state: 'VA', zip: '23220' }
const SHOP = { name: 'Sample body shop', address_one: '12 Hull St', city: 'Richmond', state: 'VA', zip: '23224' }

const LOANER = { stock: 'LN-7', vin: '1M8GDM9AXKP042788', year: '2024', make: 'Buick', model: 'Envista', color: 'Blue' }
const CAR = { stock: 'C-1', vin: '1M8GDM9AXKP042789', year: '2019', make: 'Subaru', model: 'Outback', color: 'White' }

/** The field of each profile that carries a reference. */
export const REFERENCE_FIELD: Readonly<Record<ProviderProfile, 'reference_id' | 'reference_num'>> = {
  baseline: 'reference_id',
  hopdrive: 'reference_num',
}

type Dialect = {
  readonly profile: ProviderProfile
  /** A time in the form of a request. */
  readonly at: string
}
export type PairReferences = { readonly loaner: string; readonly customer: string }

function moveBody(field: string, reference: string, contact: string, vehicle: object, pickup: object): object {
  const note = { dealer_contact: contact, special_instructions: INSTRUCTIONS }
  return { [field]: reference, ...note, vehicle, pickup_location: pickup }
}

/** Returns a pair with every described field except `duplicate_check` and the fields that need an account's numbers. */
export function fullPair({ profile, at }: Dialect, { loaner, customer }: PairReferences): object {
  const field = REFERENCE_FIELD[profile]
  return {
    appointment_time_utc: at,
    customer_name: 'Casey Sample',
    customer_phone: '(804) 555-0142',
    customer_action: 'pickup',
    loaner_move: moveBody(field, loaner, 'Dana Sample', { ...LOANER, manual: true }, { ...LOT, address_two: 'Bay 2' }),
    customer_move: moveBody(
      field,
      customer,
      'Sam Sample',
      { ...CAR, manual: false },
      { ...HOME, address_two: 'Unit 4' },
    ),
  }
}

/** Returns a pair with only the required fields and the references, so the loaner has no vehicle. */
export function sparePair({ profile, at }: Dialect, { loaner, customer }: PairReferences): object {
  const field = REFERENCE_FIELD[profile]
  const vehicle = { make: CAR.make, model: CAR.model, manual: false }
  return {
    appointment_time_utc: at,
    customer_name: 'Robin Sample',
    customer_phone: '(804) 555-0143',
    customer_action: 'return',
    loaner_move: { [field]: loaner, pickup_location: HOME },
    customer_move: { [field]: customer, vehicle, pickup_location: LOT },
  }
}

/** The flat body of a one-way, with the destination on the last line of the instructions. */
function flatOneWay(at: string, reference: string): object {
  return {
    ready_by_time_utc: at,
    dealer_contact: 'Dana Sample',
    special_instructions: `${INSTRUCTIONS}\nDestination: ${SHOP.name}, ${SHOP.address_one}, Richmond, VA ${SHOP.zip}`,
    reference_id: reference,
    ...CAR,
    manual: true,
    ...LOT,
    address_two: 'Bay 2',
  }
}

/** The nested body of a one-way. */
function nestedOneWay(at: string, reference: string): object {
  const [vehicle, pickup] = [
    { ...CAR, manual: true },
    { ...LOT, address_two: 'Bay 2' },
  ]
  const move = moveBody('reference_num', reference, 'Dana Sample', vehicle, pickup)
  return { ready_by_time_utc: at, move: { ...move, delivery_location: { ...SHOP, address_two: 'Unit 3' } } }
}

/** The ZIP code of the destination of both one-ways. */
export const DESTINATION_ZIP = SHOP.zip

/** The two forms of a one-way's body, each with the profile that describes the form and the section of its rows. */
export const ONE_WAY_FORMS = {
  flat: { profile: 'baseline', section: '4.2', write: flatOneWay },
  nested: { profile: 'hopdrive', section: 'hopdrive 5.1', write: nestedOneWay },
} as const

export type OneWayForm = keyof typeof ONE_WAY_FORMS

/**
 * Returns the values that an answer must show for the pair `sent`, by path. A left-out contact, instruction or part of
 * a vehicle must be null in the answer, and a left-out `manual` must be false.
 */
export function expectedPair(sent: object): ReadonlyMap<string, unknown> {
  const whole = leavesOf(fullPair({ profile: 'baseline', at: '' }, { loaner: '', customer: '' }))
  const leftOut = whole
    .filter(([path]) => /_move\.(dealer_contact|special_instructions|vehicle)/.test(path))
    .map(([path]) => [path, path.endsWith('.manual') ? false : null] as const)
  return new Map<string, unknown>([...leftOut, ...leavesOf(sent)])
}

/** The values that a fetch of one move of a pair must show. Such an answer repeats only the name of each place. */
export function expectedHalf(sent: object, half: 'loaner_move' | 'customer_move'): ReadonlyMap<string, unknown> {
  const pair = expectedPair(sent)
  const partner = half === 'loaner_move' ? 'customer_move' : 'loaner_move'
  const own = [...pair].filter(([path]) => path.startsWith(`${half}.`) && !path.includes('_location.'))
  return new Map([
    ...own.map(([path, value]) => [path.replace(half, 'move'), value] as const),
    ['pickup_location.name', pair.get(`${half}.pickup_location.name`)],
    ['delivery_location.name', pair.get(`${partner}.pickup_location.name`)],
  ])
}
