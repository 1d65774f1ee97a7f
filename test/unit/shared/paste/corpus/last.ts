import { VINS, type CorpusBlock } from './block.ts'

/** Blocks that were written after the second round of mending, to measure the parser once more. */
export const LAST: readonly CorpusBlock[] = [
  {
    layout: 'last: an appointment confirmation',
    text: `Appointment Confirmation
Name: Desiree Holt
Contact Number: 804-555-0103
Vehicle Info: 2019 Toyota Highlander
VIN: ${VINS.highlander}
Appt Date/Time: 11/30/2026 7:30 AM
Transportation: Pick up and delivery
Pickup Location: 3410 Grove Ave, Richmond, VA 23221`,
    fields: {
      name: 'Desiree Holt',
      phone: '804-555-0103',
      vin: VINS.highlander,
      year: '2019',
      make: 'Toyota',
      model: 'Highlander',
      street: '3410 Grove Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23221',
      appointment: '11/30/2026 7:30 AM',
    },
    kept: ['Pick up and delivery'],
  },
  {
    layout: 'last: a screen of a repair order',
    text: `RO NUMBER  559301        STATUS  OPEN        ADVISOR  MOSS
CUSTOMER   BRANTLEY, LEWIS T                 PHONE   804-555-0104
ADDRESS    1922 PARK AVE                     CELL    804-555-0105
CITY/ST    RICHMOND, VA  23220
VEHICLE    2021 NISSAN ROGUE                 VIN     ${VINS.rogue}
ODOMETER   20114                             TAG     77`,
    fields: {
      name: 'Lewis T Brantley',
      phone: '804-555-0105',
      otherPhone: '804-555-0104',
      vin: VINS.rogue,
      year: '2021',
      make: 'Nissan',
      model: 'Rogue',
      reference: '559301',
      street: '1922 Park Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
    kept: ['MOSS', '20114'],
  },
  {
    layout: 'last: a note with dashes',
    text: `Customer - Anton Reyes
Phone - 804-555-0106
Car - 2018 Mazda CX-5 (blue)
Address - 27 Hanover Ave, Richmond VA 23220
Notes - side door, knock loud`,
    fields: {
      name: 'Anton Reyes',
      phone: '804-555-0106',
      year: '2018',
      make: 'Mazda',
      model: 'CX-5',
      street: '27 Hanover Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
    kept: ['side door, knock loud'],
  },
  {
    layout: 'last: an e-mail of a customer',
    text: `Hi Beth,

Could someone pick up my Jeep on Monday? It's the 2020 Jeep Wrangler.
I'm at 6 Sauer Ave, Richmond, VA 23230. Call me at 804-555-0107.

Thanks!
Priscilla Dane`,
    fields: {
      name: 'Priscilla Dane',
      phone: '804-555-0107',
      year: '2020',
      make: 'Jeep',
      model: 'Wrangler',
      street: '6 Sauer Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23230',
    },
    kept: ['pick up my Jeep on Monday'],
  },
  {
    layout: 'last: a row of a spreadsheet with another order',
    text: `VIN\tStock\tYear\tMake\tModel\tColor\tCustomer\tPhone 1\tPhone 2\tAddress\tCity\tState\tZip\tBalance
${VINS.sierra}\tT881\t2021\tGMC\tSierra\tWhite\tElton Marsh\t804-555-0108\t804-555-0109\t90 Forest Hill Ave\tRichmond\tVA\t23225\t$312.40`,
    fields: {
      name: 'Elton Marsh',
      phone: '804-555-0108',
      otherPhone: '804-555-0109',
      vin: VINS.sierra,
      year: '2021',
      make: 'GMC',
      model: 'Sierra',
      color: 'White',
      street: '90 Forest Hill Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23225',
    },
    kept: ['T881', '$312.40'],
  },
  {
    layout: 'last: a CSV line in quotes',
    text: `"70441","Ngo, Vivian","(804) 555-0110","","${VINS.civic}","2019","Honda","Civic","12 Malvern Ave","Richmond","VA","23221"`,
    fields: {
      name: 'Vivian Ngo',
      phone: '(804) 555-0110',
      vin: VINS.civic,
      year: '2019',
      make: 'Honda',
      model: 'Civic',
      street: '12 Malvern Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23221',
    },
    kept: ['70441'],
  },
  {
    layout: 'last: no labels, the car first',
    text: `2020 Chevrolet Equinox
${VINS.equinox}
Marlon Pettis
(804) 555-0111
2 N 5th St Apt 300
Richmond, VA 23219`,
    fields: {
      name: 'Marlon Pettis',
      phone: '(804) 555-0111',
      vin: VINS.equinox,
      year: '2020',
      make: 'Chevrolet',
      model: 'Equinox',
      street: '2 N 5th St',
      unit: 'Apt 300',
      city: 'Richmond',
      state: 'VA',
      zip: '23219',
    },
  },
  {
    layout: 'last: a closed repair order with a history',
    text: `R.O.: 33019   Closed: 11/23/26   Prior R.O.: 31877
Customer Name: Ines Quintero
Cell #: 804-555-0112   Alt #: 804-555-0113
Year: 2019  Make: Kia  Model: Sorento  Lic: LKP 7781
VIN#: ${VINS.sorento}
Street: 55 Ashland Rd   City: Ashland   St: VA   Zip: 23005
Cust Pay: 212.18   Warranty: 0.00   Last Svc: 06/02/26`,
    fields: {
      name: 'Ines Quintero',
      phone: '804-555-0112',
      otherPhone: '804-555-0113',
      vin: VINS.sorento,
      year: '2019',
      make: 'Kia',
      model: 'Sorento',
      reference: '33019',
      street: '55 Ashland Rd',
      city: 'Ashland',
      state: 'VA',
      zip: '23005',
    },
    kept: ['31877', '212.18'],
  },
  {
    layout: 'last: a loaner agreement',
    text: `LOANER AGREEMENT
Renter: Cedric Womack
Phone: 804-555-0114
Loaner Vehicle: 2023 Toyota Camry VIN: ${VINS.camry}
Customer Vehicle: 2020 Subaru Outback VIN: ${VINS.outback}
RO#: 90155
Address: 300 W Grace St #1210, Richmond, VA 23220`,
    fields: {
      name: 'Cedric Womack',
      phone: '804-555-0114',
      vin: VINS.outback,
      year: '2020',
      make: 'Subaru',
      model: 'Outback',
      reference: '90155',
      street: '300 W Grace St',
      unit: '#1210',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
    kept: ['2023 Toyota Camry'],
  },
  {
    layout: 'last: a chat line of an advisor',
    text: `Pickup for Grace Oduya, 804-555-0115, 2021 Lexus RX 350 at 8 Pump Rd, Henrico, VA 23233, RO 77102, needs loaner`,
    fields: {
      name: 'Grace Oduya',
      phone: '804-555-0115',
      year: '2021',
      make: 'Lexus',
      model: 'RX 350',
      reference: '77102',
      street: '8 Pump Rd',
      city: 'Henrico',
      state: 'VA',
      zip: '23233',
    },
    kept: ['needs loaner'],
  },
]
