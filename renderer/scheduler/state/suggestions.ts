import type { Bridge } from '../../../shared/bridge/calls.ts'
import { formatPhone, phoneDigits } from '../../../shared/booking/phone.ts'
import { findPastBookings } from './past-bookings.ts'
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
const SEARCHED = 30
const MIN_DIGITS = 3
const MIN_LETTERS = 2
/** Digits of a phone with its area code, for which no suggestion is of use. */
const WHOLE_PHONE_DIGITS = 10

export function createSuggestions(bridge: Bridge): Suggestions {
  return {
    find: async (name, text) => {
      const typed = text.trim()
      switch (name) {
        case 'customerPhone':
          return byPhone(bridge, typed)
        case 'customerName':
          return byName(bridge, typed)
        case 'placeStreet':
          return byStreet(bridge, typed)
        case 'vehicleMake':
          return makes(typed)
        default:
          return []
      }
    },
  }
}

async function byPhone(bridge: Bridge, typed: string): Promise<readonly Suggestion[]> {
  const digits = typed.replace(/\D/g, '')
  const isPhone = /^[\d\s().+-]*$/.test(typed)
  if (!isPhone || digits.length < MIN_DIGITS || digits.length >= WHOLE_PHONE_DIGITS) return []
  const found = await findPastBookings(bridge, digits, SEARCHED)
  const matching = found.filter(({ customerPhone }) => phoneDigits(customerPhone ?? '').includes(digits))
  // A person who types a few digits usually means the end of the number.
  const endsFirst = matching.toSorted(
    (one, other) => endsWith(other.customerPhone, digits) - endsWith(one.customerPhone, digits),
  )
  return distinct(
    endsFirst.map(({ customerPhone, customerName, vehicle }) => ({
      main: formatPhone(customerPhone ?? ''),
      detail: [customerName, vehicle].filter((part) => part !== null).join(' · '),
      values: { customerPhone: formatPhone(customerPhone ?? '') },
    })),
  )
}

function endsWith(phone: string | null, digits: string): number {
  return phoneDigits(phone ?? '').endsWith(digits) ? 1 : 0
}

async function byName(bridge: Bridge, typed: string): Promise<readonly Suggestion[]> {
  if (typed.length < MIN_LETTERS) return []
  const found = await findPastBookings(bridge, typed, SEARCHED)
  return distinct(
    found.flatMap(({ customerName, customerPhone, vehicle }) => {
      if (customerName === null || customerPhone === null) return []
      if (!startsWord(customerName, typed) || customerName.toLowerCase() === typed.toLowerCase()) return []
      const phone = formatPhone(customerPhone)
      return { main: customerName, detail: `${phone} · ${vehicle}`, values: { customerName: '', customerPhone: phone } }
    }),
  )
}

async function byStreet(bridge: Bridge, typed: string): Promise<readonly Suggestion[]> {
  if (typed.length <= MIN_LETTERS || typed.includes(',')) return []
  const found = await findPastBookings(bridge, typed, MAX_SHOWN)
  const bookings = await Promise.all(found.map(({ bookingId }) => bridge.getBooking({ bookingId })))
  const places = bookings.flatMap((answer) => {
    if (!answer.ok) return []
    const move = answer.value.moves.find(({ role }) => role !== 'loaner')
    const place = answer.value.action === 'return' ? move?.delivery : move?.pickup
    return place === undefined ? [] : [place]
  })
  return distinct(
    places
      .filter(({ addressOne }) => startsWord(addressOne, typed))
      .map(({ addressOne, addressTwo, city, state, zip }) => ({
        main: addressTwo === null ? addressOne : `${addressOne}, ${addressTwo}`,
        detail: `${city}, ${state} ${zip}`,
        values: {
          placeStreet: addressOne,
          placeUnit: addressTwo ?? '',
          placeZip: zip,
          placeCity: city,
          placeState: state,
        },
      })),
  )
}

const MAKES =
  'Acura,Alfa Romeo,Audi,BMW,Buick,Cadillac,Chevrolet,Chrysler,Dodge,Fiat,Ford,Genesis,GMC,Honda,Hyundai,Infiniti,' +
  'Jaguar,Jeep,Kia,Land Rover,Lexus,Lincoln,Lucid,Maserati,Mazda,Mercedes-Benz,Mercury,Mini,Mitsubishi,Nissan,' +
  'Polestar,Pontiac,Porsche,Ram,Rivian,Saab,Saturn,Scion,Subaru,Tesla,Toyota,Volkswagen,Volvo'

function makes(typed: string): readonly Suggestion[] {
  const start = typed.toLowerCase()
  if (start.length < MIN_LETTERS) return []
  return MAKES.split(',')
    .filter((make) => make.toLowerCase().startsWith(start) && make.toLowerCase() !== start)
    .slice(0, MAX_SHOWN)
    .map((make) => ({ main: make, detail: '', values: { vehicleMake: make } }))
}

/** True if one of the words of a text starts with the typed text. */
function startsWord(text: string, typed: string): boolean {
  return ` ${text.toLowerCase()}`.includes(` ${typed.toLowerCase()}`)
}

function distinct(all: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>()
  return all
    .filter(({ main }) => {
      const isNew = !seen.has(main)
      seen.add(main)
      return isNew
    })
    .slice(0, MAX_SHOWN)
}
