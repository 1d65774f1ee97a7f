import { VINS, type CorpusBlock } from './block.ts'

/** Blocks in capitals, without labels, and notes as a person scribbles them. */
export const PLAIN: readonly CorpusBlock[] = [
  {
    layout: 'upper case, a repair order',
    text: `R/O 118204   OPEN 11/24/26   TAG B41
HOLLOWAY, ROBERT E
CELL 804-555-0122   WORK 804-555-0123
21 NISSAN ROGUE SV   ${VINS.rogue}
2204 E GRACE ST
RICHMOND, VA 23223
PROM 11/25 1700`,
    fields: {
      name: 'Robert E Holloway',
      phone: '804-555-0122',
      otherPhone: '804-555-0123',
      vin: VINS.rogue,
      year: '2021',
      make: 'Nissan',
      model: 'Rogue',
      reference: '118204',
      street: '2204 E Grace St',
      city: 'Richmond',
      state: 'VA',
      zip: '23223',
      promised: '11/25 1700',
    },
    kept: ['B41'],
  },
  {
    layout: 'upper case, a company',
    text: `CUSTOMER: TIDEWATER PLUMBING LLC
PHONE: 804-555-0124
2022 FORD F-150 XLT
VIN: ${VINS.f150}
22 BUICK ST
RICHMOND, VA 23223
PO NUMBER 4410`,
    fields: {
      name: 'Tidewater Plumbing LLC',
      phone: '804-555-0124',
      vin: VINS.f150,
      year: '2022',
      make: 'Ford',
      model: 'F-150',
      street: '22 Buick St',
      city: 'Richmond',
      state: 'VA',
      zip: '23223',
    },
    kept: ['4410'],
  },
  {
    layout: 'upper case, a name with a suffix',
    text: `GRANT HOLLOWAY III
804-555-0125
2020 CHEVROLET EQUINOX LT AWD
${VINS.equinox}
PO BOX 118
310 N HAMILTON ST APT C
RICHMOND VA 23221`,
    fields: {
      name: 'Grant Holloway III',
      phone: '804-555-0125',
      vin: VINS.equinox,
      year: '2020',
      make: 'Chevrolet',
      model: 'Equinox',
      street: '310 N Hamilton St',
      unit: 'Apt C',
      city: 'Richmond',
      state: 'VA',
      zip: '23221',
    },
    kept: ['PO BOX 118'],
  },
  {
    layout: 'upper case, an invoice head',
    text: `SOLD TO  ANGELA P MARCHETTI      INVOICE 330122
         8 QUARRY LN             DATE 11/24/2026
         GOOCHLAND, VA 23063     ADVISOR 118 R. MOSS
HOME 804-555-0126  CELL 804-555-0127
YEAR 2018 MAKE MAZDA MODEL CX-5 COLOR GRAY
VIN ${VINS.cx5}  MILEAGE IN 60120`,
    fields: {
      name: 'Angela P Marchetti',
      phone: '804-555-0127',
      otherPhone: '804-555-0126',
      vin: VINS.cx5,
      year: '2018',
      make: 'Mazda',
      model: 'CX-5',
      color: 'Gray',
      street: '8 Quarry Ln',
      city: 'Goochland',
      state: 'VA',
      zip: '23063',
    },
    kept: ['330122', '60120'],
  },
  {
    layout: 'no labels, a name and a town that are makes',
    text: `Ford, Lincoln
804 555 0110
22 Buick St
Richmond, VA 23223
2022 F-150`,
    fields: {
      name: 'Lincoln Ford',
      phone: '804 555 0110',
      street: '22 Buick St',
      city: 'Richmond',
      state: 'VA',
      zip: '23223',
    },
    kept: ['2022 F-150'],
  },
  {
    layout: 'no labels, one line',
    text: `Noor Haddad, 804-555-0128, 2019 Honda Civic, ${VINS.civic}, 17 Maple Dr, Ashland, VA 23005`,
    fields: {
      name: 'Noor Haddad',
      phone: '804-555-0128',
      vin: VINS.civic,
      year: '2019',
      make: 'Honda',
      model: 'Civic',
      street: '17 Maple Dr',
      city: 'Ashland',
      state: 'VA',
      zip: '23005',
    },
  },
  {
    layout: 'no labels, a street that is a make above the car',
    text: `Beatriz Fontaine
2000 Dodge Ave
Hopewell, VA 23860
(804) 555-0129
2019 Toyota Highlander
${VINS.highlander}`,
    fields: {
      name: 'Beatriz Fontaine',
      phone: '(804) 555-0129',
      vin: VINS.highlander,
      year: '2019',
      make: 'Toyota',
      model: 'Highlander',
      street: '2000 Dodge Ave',
      city: 'Hopewell',
      state: 'VA',
      zip: '23860',
    },
  },
  {
    layout: 'no labels, no ZIP',
    text: `Samir Qureshi
(304) 555-0130
500 Court St
Charleston WV
2020 Jeep Wrangler
park in the back lot`,
    fields: {
      name: 'Samir Qureshi',
      phone: '(304) 555-0130',
      year: '2020',
      make: 'Jeep',
      model: 'Wrangler',
      street: '500 Court St',
      city: 'Charleston',
      state: 'WV',
    },
    kept: ['park in the back lot'],
  },
  {
    layout: 'handwritten note',
    text: `p/u tmrw am - Frank DiNardo 8045550131
'21 bmw x3, white
4010 fitzhugh ave, richmond va 23230
gate code 0417#
key in cup holder`,
    fields: {
      name: 'Frank DiNardo',
      phone: '8045550131',
      year: '2021',
      make: 'BMW',
      model: 'X3',
      color: 'white',
      street: '4010 fitzhugh ave',
      city: 'richmond',
      state: 'VA',
      zip: '23230',
    },
    kept: ['gate code 0417', 'key in cup holder'],
  },
  {
    layout: 'handwritten note, text message',
    text: `Customer Gwen Abara
call 804-555-0132 when close
19 Sorento last 6 of vin 500600
2 Cedar Ct Midlothian VA 23112
needs loaner, car seat in back`,
    fields: {
      name: 'Gwen Abara',
      phone: '804-555-0132',
      street: '2 Cedar Ct',
      city: 'Midlothian',
      state: 'VA',
      zip: '23112',
    },
    kept: ['needs loaner, car seat in back', '500600'],
  },
]
