import { takeApartAddress } from '../../../shared/booking/address.ts'
import { normalizeZip } from '../../../shared/booking/place.ts'
import { addNotes, type BookingForm } from './form.ts'

/**
 * Returns the fields of an address that was typed or pasted into the street as a whole, with text behind the address as
 * a note to the driver; null if the street names nothing else. An address with another ZIP replaces the whole place,
 * because a mix of two would be wrong; a typed unit stays, with another one in the street.
 */
export function addressFields(
  form: BookingForm,
  which: 'place' | 'destination',
  typed: string,
  zipCity: string | null,
): Partial<BookingForm> | null {
  const parts = takeApartAddress(typed, zipCity)
  if (parts === null) return null
  const { street, unit, city, state, zip, rest } = parts
  const isOtherPlace = zip !== null && zip !== normalizeZip(form[`${which}Zip`])
  const unitBefore = isOtherPlace ? '' : form[`${which}Unit`].trim()
  const keepsUnit = unit !== null && unitBefore !== '' && unitBefore.toUpperCase() !== unit.toUpperCase()
  return {
    [`${which}Street`]: keepsUnit ? `${street}, ${unit}` : street,
    [`${which}Unit`]: unitBefore === '' ? (unit ?? '') : unitBefore,
    ...(zip === null ? {} : { [`${which}Zip`]: zip }),
    ...(city === null ? {} : { [`${which}City`]: zipCity?.toUpperCase() === city.toUpperCase() ? zipCity : city }),
    ...addNotes(form, rest === null ? [] : [rest]),
    ...(state === null ? {} : { [`${which}State`]: state }),
  }
}
