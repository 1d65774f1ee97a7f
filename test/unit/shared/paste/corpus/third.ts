import { VINS, type CorpusBlock } from './block.ts'

/** Blocks that were written after the third round of mending. */
export const THIRD: readonly CorpusBlock[] = [
  {
    layout: 'third: customer screen of an older system',
    text: `CUST: 441902  SIMMS, DARNELL              PHONES: H 804-555-0103
ADDR: 2101 ROSEWOOD AVE                          C 804-555-0104
      RICHMOND, VA 23220                         W 804-555-0105
VEH:  18 HYUNDAI TUCSON SE   LIC: LKP 1180
VIN:  ${VINS.tucson}   MILES: 51220`,
    fields: {
      name: 'Darnell Simms',
      phone: '804-555-0104',
      otherPhone: '804-555-0103',
      vin: VINS.tucson,
      year: '2018',
      make: 'Hyundai',
      model: 'Tucson',
      street: '2101 Rosewood Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
  },
  {
    layout: 'third: dispatch request',
    text: `DISPATCH REQUEST
Driver pickup needed: Yes
Guest: Helena Strand
Guest mobile: 804-555-0106
Guest vehicle: 2021 Toyota Corolla, white
Guest address: 711 Byrd Ave, Richmond, VA 23230
Dealer contact: Kyle 804-555-0195
Loaner: 2024 Toyota Camry, stock L22`,
    fields: {
      name: 'Helena Strand',
      phone: '804-555-0106',
      year: '2021',
      make: 'Toyota',
      model: 'Corolla',
      color: 'white',
      street: '711 Byrd Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23230',
    },
  },
  {
    layout: 'third: label and value in one line with commas',
    text: `Name: Ivo Carrick, Phone: 804-555-0107, VIN: ${VINS.camry}, Year: 2019, Make: Toyota, Model: Camry, Address: 4 Boulder Rd, Richmond, VA 23225`,
    fields: {
      name: 'Ivo Carrick',
      phone: '804-555-0107',
      vin: VINS.camry,
      year: '2019',
      make: 'Toyota',
      model: 'Camry',
      street: '4 Boulder Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23225',
    },
  },
  {
    layout: 'third: web list in lines without labels',
    text: `#601188
Yolanda Price
804.555.0108
2020 BUICK ENCLAVE
${VINS.enclave}
Waiting on parts
1717 E Franklin Street, Richmond, Virginia 23223`,
    fields: {
      name: 'Yolanda Price',
      phone: '804.555.0108',
      vin: VINS.enclave,
      year: '2020',
      make: 'Buick',
      model: 'Enclave',
      street: '1717 E Franklin Street',
      city: 'Richmond',
      state: 'VA',
      zip: '23223',
    },
  },
  {
    layout: 'third: short e-mail of a manager',
    text: `Kyle,
Mrs. Adele Fenwick's 2020 Nissan Altima is ready. Take it to 14 Paxton Rd, Richmond, VA 23226. Her number is 804-555-0109.
RO# 71177, total was $812.40.
Beth`,
    fields: {
      phone: '804-555-0109',
      year: '2020',
      make: 'Nissan',
      model: 'Altima',
      street: '14 Paxton Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
      reference: '71177',
    },
  },
  {
    layout: 'third: spreadsheet with totals and two rows',
    text: `RO,Open Date,Customer,Phone,Year,Make,Model,VIN,Total
81001,11/20/2026,"Tran, Minh",804-555-0110,2019,Volkswagen,Atlas,${VINS.atlas},$402.11
81002,11/21/2026,"Ross, Kim",804-555-0111,2020,Nissan,Altima,${VINS.altima},$99.00`,
    fields: {
      reference: '81001',
      name: 'Minh Tran',
      phone: '804-555-0110',
      year: '2019',
      make: 'Volkswagen',
      model: 'Atlas',
      vin: VINS.atlas,
    },
  },
  {
    layout: 'third: co-owners',
    text: `Owner: Lyle Benson
Co-Owner: Marta Benson
Phone 1: 804-555-0112
Phone 2: 804-555-0113 (Marta)
Vehicle: 2017 Toyota Sienna XLE
VIN: ${VINS.sienna}
Garage address: 31 Wakefield Rd, Richmond VA 23235
Mailing address: PO Box 31, Richmond VA 23235`,
    fields: {
      name: 'Lyle Benson',
      phone: '804-555-0112',
      otherPhone: '804-555-0113',
      vin: VINS.sienna,
      year: '2017',
      make: 'Toyota',
      model: 'Sienna',
      street: '31 Wakefield Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23235',
    },
  },
  {
    layout: 'third: upper case with times',
    text: `APPT 11/26/26 8:15AM  MCKENNA, ROSE
804-555-0114 CELL
2021 CHEVY TAHOE BLK
LAST SVC 05/14/26  RO 60012
PU AT 9 KINGSLAND CT, N CHESTERFIELD VA 23234`,
    fields: {
      name: 'Rose McKenna',
      phone: '804-555-0114',
      year: '2021',
      make: 'Chevrolet',
      model: 'Tahoe',
      color: 'Black',
      street: '9 Kingsland Ct',
      city: 'N Chesterfield',
      state: 'VA',
      zip: '23234',
      appointment: '11/26/26 8:15AM',
    },
  },
  {
    layout: 'third: rental and spouse in a note',
    text: `Customer: Aron Feld
Cell Phone: 804-555-0115
Spouse Name: Dina Feld
Spouse Phone: 804-555-0116
Vehicle: 2018 Mercedes-Benz GLC 300
Rental: 2022 Nissan Rogue
Address: 5 Rio Vista Ln
City: Richmond
State: VA
Zip Code: 23226`,
    fields: {
      name: 'Aron Feld',
      phone: '804-555-0115',
      year: '2018',
      make: 'Mercedes-Benz',
      model: 'GLC 300',
      street: '5 Rio Vista Ln',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
    },
  },
  {
    layout: 'third: a pipe row',
    text: `12:30 PM | Wanda Croft | 804-555-0117 | 2019 Audi Q5 | ${VINS.q5} | RO 70880 | 18 Towana Rd, Richmond, VA 23226`,
    fields: {
      name: 'Wanda Croft',
      phone: '804-555-0117',
      year: '2019',
      make: 'Audi',
      model: 'Q5',
      vin: VINS.q5,
      reference: '70880',
      street: '18 Towana Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
    },
  },
]
