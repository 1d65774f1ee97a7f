import type { Bridge } from '../../../shared/bridge/calls.ts'
import { formatPhone } from '../../../shared/booking/phone.ts'
import { formatVehicle } from '../../../shared/booking/vehicle.ts'
import { KNOWN_MAKES } from '../../../shared/paste/makes.ts'
import type { CustomerSuggestion, CustomerSuggestionQuery } from '../../../shared/views/suggestions.ts'
import type { BookingForm, FieldName } from './form.ts'

/*
 * Suggestions of saved bookings for the fields of the form. Nothing leaves this computer for a suggestion.
 */

/** The fields that have suggestions. */
export type SuggestingField = Extract<FieldName, 'customerPhone' | 'customerName' | 'placeStreet' | 'vehicleMake'>

export type Suggestion = {
  readonly main: string
  readonly detail: string
  /** The fields that the choice sets. A chosen phone then fills in its customer. */
  readonly values: Partial<BookingForm>
}

export type Suggestions = {
  /** Finds suggestions for a typed text, the best first. */
  readonly find: (name: SuggestingField, text: string) => Promise<readonly Suggestion[]>
}

const MAX_SHOWN = 6
/** The longest text that the calls take. */
const MAX_TEXT = 60
const MIN_LETTERS = 2
/** Digits of a phone with its area code, for which no suggestion is of use. */
const WHOLE_PHONE_DIGITS = 10

export function createSuggestions(bridge: Bridge): Suggestions {
  /** Returns no customers if the call fails, because nobody waits for a suggestion. */
  const customers = async (field: CustomerSuggestionQuery['field'], text: string) => {
    if (text === '' || text.length > MAX_TEXT) return []
    const answer = await bridge.suggestCustomers({ field, text })
    return answer.ok ? answer.value.slice(0, MAX_SHOWN) : []
  }
  return {
    find: async (name, text) => {
      const typed = text.trim()
      switch (name) {
        case 'customerPhone':
          return isPartOfPhone(typed) ? (await customers('phone', typed)).map(phoneSuggestion) : []
        case 'customerName':
          return (await customers('name', typed)).filter((one) => !isSame(one.name, typed)).map(nameSuggestion)
        case 'placeStreet':
          // A street with a comma is a whole address, which is taken apart.
          return typed.includes(',') ? [] : distinct((await customers('street', typed)).map(streetSuggestion))
        case 'vehicleMake':
          return findMakes(bridge, typed)
        default:
          return []
      }
    },
  }
}

function isPartOfPhone(typed: string): boolean {
  return /^[\d\s().+-]*$/.test(typed) && typed.replace(/\D/g, '').length < WHOLE_PHONE_DIGITS
}

function carOf({ vehicle }: CustomerSuggestion): string {
  return vehicle === null ? '' : formatVehicle(vehicle, '')
}

function phoneSuggestion(customer: CustomerSuggestion): Suggestion {
  const phone = formatPhone(customer.phone)
  return { main: phone, detail: details(customer.name, carOf(customer)), values: { customerPhone: phone } }
}

function nameSuggestion(customer: CustomerSuggestion): Suggestion {
  const phone = formatPhone(customer.phone)
  const values = { customerName: '', customerPhone: phone }
  return { main: customer.name, detail: details(phone, carOf(customer)), values }
}

function streetSuggestion({ place: { addressOne, addressTwo, city, state, zip } }: CustomerSuggestion): Suggestion {
  return {
    main: addressTwo === null ? addressOne : `${addressOne}, ${addressTwo}`,
    detail: `${city}, ${state} ${zip}`,
    values: {
      placeStreet: addressOne,
      placeUnit: addressTwo ?? '',
      placeZip: zip,
      placeCity: city,
      placeState: state,
    },
  }
}

function details(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}

/** Finds the makes of this desk's bookings first, then the known ones. */
async function findMakes(bridge: Bridge, typed: string): Promise<readonly Suggestion[]> {
  if (typed.length < MIN_LETTERS || typed.length > MAX_TEXT) return []
  const answer = await bridge.suggestVehicles({ text: typed, make: null })
  const start = typed.toLowerCase()
  const known = KNOWN_MAKES.filter((make) => make.toLowerCase().startsWith(start))
  const makes = [...(answer.ok ? answer.value : []), ...known].filter((make) => !isSame(make, typed))
  return makes
    .filter((make, at) => makes.findIndex((other) => isSame(other, make)) === at)
    .slice(0, MAX_SHOWN)
    .map((make) => ({ main: make, detail: '', values: { vehicleMake: make } }))
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function distinct(all: readonly Suggestion[]): readonly Suggestion[] {
  return all.filter(({ main }, at) => all.findIndex((other) => other.main === main) === at)
}
