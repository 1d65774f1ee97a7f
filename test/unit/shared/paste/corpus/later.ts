import { VINS, type CorpusBlock } from './block.ts'

/** Blocks that were written after the parser was mended, to measure the parser with texts that nobody had looked at. */
export const LATER: readonly CorpusBlock[] = [
  {
    layout: 'later: a repair order head with slashes',
    text: `RO# 701122 / 11-24-26 / ADV 31
CUST# 55210 NAKAMURA, KENJI
(H) 804-555-0103 (C) 804-555-0104
2820 RIVERSIDE DR APT 9, RICHMOND VA 23225
19 AUDI Q5 / BLACK / ${VINS.q5}
PROMISE TIME 11/25 3:00P`,
    fields: {
      name: 'Kenji Nakamura',
      phone: '804-555-0104',
      otherPhone: '804-555-0103',
      vin: VINS.q5,
      year: '2019',
      make: 'Audi',
      model: 'Q5',
      color: 'Black',
      reference: '701122',
      street: '2820 Riverside Dr',
      unit: 'Apt 9',
      city: 'Richmond',
      state: 'VA',
      zip: '23225',
      promised: '11/25 3:00P',
    },
    kept: ['55210'],
  },
  {
    layout: 'later: a scheduler card',
    text: `Tomorrow, 7:45 AM
Fatima El-Amin
2021 Toyota Corolla LE
Gray | 22,140 mi
${VINS.corolla}
(804) 555-0105 Mobile
fatima@lanekeeper.example
Services
Oil & filter, tire rotation`,
    fields: {
      name: 'Fatima El-Amin',
      phone: '(804) 555-0105',
      vin: VINS.corolla,
      year: '2021',
      make: 'Toyota',
      model: 'Corolla',
      color: 'Gray',
    },
    kept: ['Oil & filter, tire rotation'],
  },
  {
    layout: 'later: labels with parentheses',
    text: `Customer (Last, First): Hutchins, Ray
Phone (mobile): 804-555-0106
Phone (home): 804-555-0107
Vehicle (Y/M/M): 2018 Hyundai Tucson
VIN (17): ${VINS.tucson}
Address (pickup): 6 Gaskins Rd, Richmond, VA 23238`,
    fields: {
      name: 'Ray Hutchins',
      phone: '804-555-0106',
      otherPhone: '804-555-0107',
      vin: VINS.tucson,
      year: '2018',
      make: 'Hyundai',
      model: 'Tucson',
      street: '6 Gaskins Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23238',
    },
  },
  {
    layout: 'later: a text message in lower case',
    text: `hey can u grab tina marsh's 2020 malibu from 88 e broad st richmond va 23219
her cell 8045550108 ro 44718
shes there till 4`,
    fields: {
      phone: '8045550108',
      reference: '44718',
      street: '88 e broad st',
      city: 'richmond',
      state: 'VA',
      zip: '23219',
    },
    kept: ['shes there till 4', '2020 malibu'],
  },
  {
    layout: 'later: a CRM record with the label before a tab',
    text: `Full Name:\tMs. Roberta Pike
Mobile Phone:\t(804) 555-0109
Work Phone:\t(804) 555-0110
Street Address:\t1500 Bon Air Rd
City:\tRichmond
State/Province:\tVA
Zip/Postal Code:\t23235
Year:\t2020
Make:\tNissan
Model:\tAltima
VIN:\t${VINS.altima}
Lead Source:\tWeb`,
    fields: {
      name: 'Roberta Pike',
      phone: '(804) 555-0109',
      otherPhone: '(804) 555-0110',
      vin: VINS.altima,
      year: '2020',
      make: 'Nissan',
      model: 'Altima',
      street: '1500 Bon Air Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23235',
    },
    kept: ['Web'],
  },
  {
    layout: 'later: a spreadsheet row with the address in pieces',
    text: `Appt\tLast\tFirst\tCell\tYr\tMake\tModel\tVIN\tAddress\tAddress 2\tCity\tST\tZIP
9:00 AM\tBeaumont\tClaire\t804-555-0111\t2021\tLexus\tRX 350\t${VINS.rx350}\t3000 Stutz Ln\tSte 4\tHenrico\tVA\t23228`,
    fields: {
      name: 'Claire Beaumont',
      phone: '804-555-0111',
      vin: VINS.rx350,
      year: '2021',
      make: 'Lexus',
      model: 'RX 350',
      street: '3000 Stutz Ln',
      unit: 'Ste 4',
      city: 'Henrico',
      state: 'VA',
      zip: '23228',
      appointment: '9:00 AM',
    },
  },
  {
    layout: 'later: a CSV line with blanks and a comment',
    text: `Dwyer,Colleen,,804-555-0112,2019,Kia,Sorento,${VINS.sorento},"41 Bellevue Ave, Richmond, VA 23227",leave keys in box`,
    fields: {
      phone: '804-555-0112',
      vin: VINS.sorento,
      year: '2019',
      make: 'Kia',
      model: 'Sorento',
      street: '41 Bellevue Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23227',
    },
    kept: ['Dwyer', 'Colleen', 'leave keys in box'],
  },
  {
    layout: 'later: a work order with a price per line',
    text: `WORK ORDER 88410
BILL TO: HENRICO FLEET SERVICES
SERVICE FOR: LUIS CAMACHO   CELL 804-555-0113
UNIT: 2022 FORD F-150   VIN ${VINS.f150}
LOC: 7400 STAPLES MILL RD, RICHMOND, VA 23228
A  LOF                 89.95
B  ROTATE TIRES        39.95
SUBTOTAL              129.90`,
    fields: {
      phone: '804-555-0113',
      vin: VINS.f150,
      year: '2022',
      make: 'Ford',
      model: 'F-150',
      street: '7400 Staples Mill Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23228',
    },
    kept: ['HENRICO FLEET SERVICES', '129.90'],
  },
  {
    layout: 'later: an e-mail with the details in a table',
    text: `Team,

See below for tomorrow.

Customer    Phone           Vehicle              Address
Ella Voigt  (804) 555-0114  2019 Honda Civic     20 Libbie Ave, Richmond, VA 23226

Dana`,
    fields: {
      name: 'Ella Voigt',
      phone: '(804) 555-0114',
      year: '2019',
      make: 'Honda',
      model: 'Civic',
      street: '20 Libbie Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
    },
    kept: ['See below for tomorrow'],
  },
  {
    layout: 'later: an e-mail about another person’s phone',
    text: `Good afternoon,

Customer is Harold Beck. He does not use a cell, call his daughter Joan at 804-555-0115 instead.
Vehicle: 2017 Toyota Sienna, VIN: ${VINS.sienna}
Home address: 9 Wistar Ct, Henrico, VA 23228

Best regards,
Moss
804-555-0196`,
    fields: {
      name: 'Harold Beck',
      vin: VINS.sienna,
      year: '2017',
      make: 'Toyota',
      model: 'Sienna',
      street: '9 Wistar Ct',
      city: 'Henrico',
      state: 'VA',
      zip: '23228',
    },
    kept: ['daughter Joan at 804-555-0115', '804-555-0196'],
  },
]
