import { z } from '@hono/zod-openapi'
import { fieldRefusal, refusal, type FieldFault, type Read } from './refusal.ts'
import type { Address } from './places.ts'
import { readWireTime } from './times.ts'
import type { UtcInstant } from '../../shared/time.ts'

/*
 * What the two POSTs may carry (4.2, 4.3). These schemas are the practice service's own and are never shared with the
 * client. An optional field that is not wanted is left out or blank; null is refused, since the description knows only
 * text. Fields that the description does not list are taken and ignored.
 */

const LONGEST_LINE = 200
const LONGEST_NOTE = 2000
const CONTROL = /\p{Cc}/u
const CONTROL_BUT_BREAKS = /[^\P{Cc}\t\n\r]/u

function text(longest: number, forbidden: RegExp) {
  return z
    .string({ error: 'must be text' })
    .max(longest, { error: `must have at most ${longest} characters`, abort: true })
    .refine((value) => !forbidden.test(value) && value.isWellFormed(), {
      error: 'must not hold control characters or broken characters',
    })
}

const line = text(LONGEST_LINE, CONTROL)
const required = line.refine((value) => value.trim() !== '', { error: 'must not be blank' })
const optional = line.optional()
const note = text(LONGEST_NOTE, CONTROL_BUT_BREAKS).optional()
const flag = z.boolean({ error: 'must be true or false' })
const zip = required.regex(/^[0-9]{5}$/, { error: 'must be 5 digits' })
const time = required.refine((value) => readWireTime(value) !== null, {
  error: 'must be a date and time as YYYY-MM-DD hh:mm:ss in UTC, or ISO 8601 with Z or an offset',
})
const phone = required.refine((value) => value.replace(/[^0-9]/g, '').length >= 10, {
  error: 'must hold at least 10 digits',
})

function group<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.object(shape, { error: 'must be an object' })
}

const about = { dealer_contact: optional, special_instructions: note, reference_id: optional }
const carFacts = { stock: optional, vin: optional, year: optional, color: optional }
const customerCar = { ...carFacts, make: required, model: required, manual: flag }
const loanerCar = { ...carFacts, make: optional, model: optional, manual: flag.optional() }
const place = { name: required, address_one: required, address_two: optional, city: required, state: required, zip }

const oneWayBody = group({ ready_by_time_utc: time, ...about, ...customerCar, ...place })

const pairBody = group({
  appointment_time_utc: time,
  customer_name: required,
  customer_phone: phone,
  customer_action: z.enum(['pickup', 'return'], { error: 'must be pickup or return' }),
  loaner_move: group({ ...about, vehicle: group(loanerCar).optional(), pickup_location: group(place) }),
  customer_move: group({ ...about, vehicle: group(customerCar), pickup_location: group(place) }),
})

/** One vehicle as section 2.2 answers it: null where nothing was given, `manual` false. */
export type AskedVehicle = {
  readonly stock: string | null
  readonly vin: string | null
  readonly year: string | null
  readonly make: string | null
  readonly model: string | null
  readonly color: string | null
  readonly manual: boolean
}

export type AskedMove = {
  readonly dealerContact: string | null
  readonly specialInstructions: string | null
  readonly referenceId: string | null
  readonly vehicle: AskedVehicle
  readonly pickup: Address
}

export type AskedOneWay = { readonly readyBy: UtcInstant; readonly move: AskedMove }

export type AskedPair = {
  readonly appointment: UtcInstant
  readonly action: 'pickup' | 'return'
  readonly loaner: AskedMove
  readonly customer: AskedMove
  /** Answered as they were given, to the letter. */
  readonly echo: {
    readonly appointment_time_utc: string
    readonly customer_name: string
    readonly customer_phone: string
    readonly customer_action: 'pickup' | 'return'
  }
}

/** Reads the body of 4.2. Refused with 400 when it is no object, else with 422 naming every field that is wrong. */
export function readOneWay(body: unknown): Read<AskedOneWay> {
  const read = check(oneWayBody, body)
  if (read.kind === 'refused') return read
  const given = read.value
  return {
    kind: 'read',
    value: {
      readyBy: utc(given.ready_by_time_utc),
      move: askedMove({ ...given, vehicle: given, pickup_location: given }),
    },
  }
}

/** Reads the body of 4.3. Refused with 400 when it is no object, else with 422 naming every field that is wrong. */
export function readPair(body: unknown): Read<AskedPair> {
  const read = check(pairBody, body)
  if (read.kind === 'refused') return read
  const { appointment_time_utc, customer_name, customer_phone, customer_action, loaner_move, customer_move } =
    read.value
  return {
    kind: 'read',
    value: {
      appointment: utc(appointment_time_utc),
      action: customer_action,
      loaner: askedMove(loaner_move),
      customer: askedMove(customer_move),
      echo: { appointment_time_utc, customer_name, customer_phone, customer_action },
    },
  }
}

function check<S extends z.ZodType>(schema: S, body: unknown): Read<z.output<S>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { kind: 'refused', why: refusal(400, 'request_invalid', 'The body must be a JSON object.') }
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { kind: 'read', value: parsed.data }
  const faults = new Map<string, FieldFault>()
  for (const issue of parsed.error.issues) {
    const param = issue.path.map(String).join('.')
    if (!faults.has(param)) faults.set(param, faultOf(param, valueAt(body, issue.path), issue.message))
  }
  return { kind: 'refused', why: fieldRefusal([...faults.values()]) }
}

function faultOf(param: string, value: unknown, words: string): FieldFault {
  if (value === undefined) return { code: 'field_missing', param, words: 'is required' }
  const blank = typeof value === 'string' && value.trim() === ''
  return blank
    ? { code: 'field_missing', param, words: 'is required and must not be blank' }
    : { code: 'field_invalid', param, words }
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
    body,
  )
}

function utc(given: string): UtcInstant {
  const at = readWireTime(given)
  if (at === null) throw new Error('a time that was checked cannot be read')
  return at
}

type GivenPlace = z.output<z.ZodObject<typeof place>>
type GivenMove = z.output<z.ZodObject<typeof about>> & {
  readonly vehicle?: z.output<z.ZodObject<typeof loanerCar>> | undefined
  readonly pickup_location: GivenPlace
}

function askedMove(given: GivenMove): AskedMove {
  const { vehicle = {}, pickup_location: at } = given
  return {
    dealerContact: orNull(given.dealer_contact),
    specialInstructions: orNull(given.special_instructions),
    referenceId: orNull(given.reference_id),
    vehicle: {
      stock: orNull(vehicle.stock),
      vin: orNull(vehicle.vin),
      year: orNull(vehicle.year),
      make: orNull(vehicle.make),
      model: orNull(vehicle.model),
      color: orNull(vehicle.color),
      manual: vehicle.manual ?? false,
    },
    pickup: {
      name: at.name,
      addressOne: at.address_one,
      addressTwo: orNull(at.address_two),
      city: at.city,
      state: at.state,
      zip: at.zip,
    },
  }
}

function orNull(given: string | undefined): string | null {
  return given === undefined || given.trim() === '' ? null : given
}
