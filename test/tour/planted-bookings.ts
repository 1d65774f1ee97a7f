import { parseBooking, type Booking } from '../../shared/booking/booking.ts'
import { PRACTICE_ROOFTOP } from '../../shared/booking/rooftop.ts'
import { instantsOf } from '../../shared/time/time.ts'

/* The invented bookings of one day for the pictures. */

type Row = readonly [time: string, name: string, car: string, color: string, street: string, loaner: string]

const ROWS: readonly Row[] = [
  ['08:00', 'Harriet Vance', '2021 Lexus RX', 'White', '212 S Mulberry St', 'LN-16'],
  ['08:30', 'Miles Abara', '2022 Toyota Tacoma', 'Blue', '1408 Grove Ave', 'LN-4'],
  ['09:00', 'Nora Feld', '2018 Mazda CX-5', 'Red', '3011 Semmes Ave', 'LN-9'],
  ['09:15', 'Ines Núñez', '2018 Toyota Camry', 'Silver', '77 Hanover St', 'LN-2'],
  ['09:45', 'Theo Brandt', '2023 Ford Maverick', 'White', '920 Porter St', 'LN-15'],
  ['10:00', 'Wren Castellane', '2024 Kia EV6', 'Grey', '5 Rockett Ct', 'LN-3'],
  ['10:30', 'Abel Dufresne', '2020 Honda CR-V', 'Black', '640 Chimborazo Blvd', 'LN-17'],
  ['11:00', 'Lee Sandoval', '2017 Honda Civic', 'Blue', '18 Floyd Ave', 'LN-7'],
  ['11:30', 'Dana Whitfield', '2019 Jeep Grand Cherokee', 'Green', '2204 Hull St', 'LN-5'],
  ['12:15', 'Gus Lindqvist', '2016 Volvo V60', 'White', '401 Libbie Ave', 'LN-12'],
  ['13:00', 'Tom Ekström', '2020 Acura MDX', 'Grey', '33 Maple Ave', ''],
  ['13:15', 'Priya Nair', '2023 Honda Pilot', 'White', '1816 Alder Row', 'LN-1'],
  ['13:45', 'Lena Mora', '2021 Subaru Ascent', 'Red', '9 Patterson Ave', 'LN-8'],
  ['14:30', 'Otis Grant', '2017 GMC Acadia', 'Black', '510 Idlewood Ave', 'LN-6'],
  ['15:00', 'Mara Devlin', '2022 Kia Telluride', 'Blue', '1220 Park Ave', 'LN-10'],
  ['15:45', 'Omar Field', '2022 Toyota Camry', 'White', '75 Brook Rd', 'LN-20'],
  ['16:00', 'Ana Prieto', '2020 Toyota RAV4', 'Silver', '9 N Boulevard', 'LN-19'],
]

const VIN_ENDS = ['01', '12', '23', '34', '45', '56', '67', '78', '89', '90', '02', '13', '24', '35', '46', '57', '68']

/** The bookings of `day` (`YYYY-MM-DD`), pickups with a loaner; every third is a return. */
export function plantedBookings(day: string): readonly Booking[] {
  const { zone } = PRACTICE_ROOFTOP
  return ROWS.map(([time, name, car, color, addressOne, stock], at) => {
    const local = `${day}T${time}`
    const [year = '', make = '', ...model] = car.split(' ')
    const read = parseBooking({
      kind: 'pair',
      action: at % 3 === 2 ? 'return' : 'pickup',
      appointment: { local, zone, utc: instantsOf(local, zone)[0] ?? '' },
      customer: { name, phone: `(804) 555-01${String(31 + at)}` },
      place: { name: 'Home', addressOne, city: 'Richmond', state: 'VA', zip: '23220' },
      vehicle: { vin: `1M8GDM9AXKP0427${VIN_ENDS[at]}`, year, make, model: model.join(' '), color, manual: false },
      loaner: stock === '' ? null : { stock, make: 'Buick', model: 'Encore', manual: false },
      reference: `RO ${10_412 + at * 7}`,
      customerNotes: { specialInstructions: 'Gate code 0417' },
      loanerNotes: {},
    })
    if (!read.ok) throw new Error(JSON.stringify(read.failure))
    return read.value
  })
}

/** A customer as a dealer's system shows one, for the paste sheet. */
export const DMS_BLOCK = [
  'Customer: Rowan Ellery',
  'Home phone: (804) 555-0177',
  'Address: 1816 Alder Row Apt 2, Richmond, VA 23220',
  'VIN: 5GAEVAKW3KJ204417',
  '2019 Buick Enclave, White',
  'RO 12077',
  'Promised 11/25/2026 2:00 PM',
].join('\n')
