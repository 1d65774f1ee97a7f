import { z } from 'zod/mini'

/*
 * What the provider's responses hold of the values that the desk sent, so that a person sees what the provider changed,
 * cut or dropped. A value that no response carried is absent; null stands for a value that a response carried empty.
 */

export const PLACE_VALUES = ['Name', 'Street', 'Unit', 'City', 'State', 'Zip'] as const

export type PlaceValue = (typeof PLACE_VALUES)[number]

/** The values of one move. `gearbox` is `manual` or `automatic`. */
export const MOVE_VALUES = [
  'reference',
  'dealerContact',
  'specialInstructions',
  'stock',
  'vin',
  'year',
  'make',
  'model',
  'color',
  'gearbox',
  'pickupName',
  'pickupStreet',
  'pickupUnit',
  'pickupCity',
  'pickupState',
  'pickupZip',
  'deliveryName',
  'deliveryStreet',
  'deliveryUnit',
  'deliveryCity',
  'deliveryState',
  'deliveryZip',
] as const

export type MoveValue = (typeof MOVE_VALUES)[number]

export type ProviderMoveValues = Readonly<Partial<Record<MoveValue, string | null>>>

/** The sent values of a booking as a whole. `appointment` is a UTC instant, or the provider's text if unreadable. */
const BOOKING_VALUES = ['customerName', 'customerPhone', 'action', 'appointment'] as const

export type BookingValue = (typeof BOOKING_VALUES)[number]

/**
 * What only the provider says of a booking: `earliest` is the UTC instant from which the move can start, or else
 * `unreadableEarliest` is the provider's text for that time; `message` is the provider's own words about the time.
 */
const PROVIDER_NEWS = ['earliest', 'unreadableEarliest', 'message'] as const

type ProviderNews = (typeof PROVIDER_NEWS)[number]

export type ProviderBookingValues = Readonly<Partial<Record<BookingValue | ProviderNews, string | null>>>

const valuesSchema = <T extends string>(names: readonly [T, ...T[]]) =>
  z.partialRecord(z.enum(names), z.nullable(z.string()))

/** Checks stored values, so that a row which was edited or damaged never reaches the window. */
export const moveValuesSchema: z.ZodMiniType<ProviderMoveValues> = valuesSchema([...MOVE_VALUES])
export const bookingValuesSchema: z.ZodMiniType<ProviderBookingValues> = valuesSchema([
  ...BOOKING_VALUES,
  ...PROVIDER_NEWS,
])
