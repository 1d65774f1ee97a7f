import type { Span } from './cells.ts'

/** The fields that a pasted block can name. `appointment` and `promised` are times as the block writes them. */
export const PASTED_FIELDS = [
  'name',
  'phone',
  'otherPhone',
  'vin',
  'year',
  'make',
  'model',
  'color',
  'reference',
  'street',
  'unit',
  'city',
  'state',
  'zip',
  'appointment',
  'promised',
] as const

export type PastedField = (typeof PASTED_FIELDS)[number]

/** Takes a value for a field, unless the field has one or the place in the text is taken. */
export type Put = (field: PastedField, value: string, at: Span) => void
