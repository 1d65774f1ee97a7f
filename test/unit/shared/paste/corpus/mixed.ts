import { VINS, type CorpusBlock } from './block.ts'

/** Blocks with prices and other dates, with two phones, and with two vehicles. */
export const MIXED: readonly CorpusBlock[] = [
  {
    layout: 'with prices and other dates, an estimate',
    text: `Estimate #: 20418        Date: 11/20/2026
Customer: Olga Petrenko
Phone: 804-555-0155
Address: 3800 Patterson Ave, Richmond, VA 23221
Vehicle: 2018 Hyundai Tucson    VIN: ${VINS.tucson}
1 Brake pads front        $189.00
2 Rotors                  $240.50
Tax 23.17   Grand Total $452.67
Next service 05/20/2027`,
    fields: {
      name: 'Olga Petrenko',
      phone: '804-555-0155',
      vin: VINS.tucson,
      year: '2018',
      make: 'Hyundai',
      model: 'Tucson',
      street: '3800 Patterson Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23221',
    },
    kept: ['Brake pads front', '452.67'],
  },
  {
    layout: 'with prices and other dates, a history',
    text: `RO 58812  Opened 11/24/2026  Promised 11/25/2026 2:00 PM
Vernon Lacey   Cell 804-555-0156
2021 GMC Sierra 1500   ${VINS.sierra}
60 Cobblestone Cir, Powhatan, VA 23139
History: 2019 oil change $49.95, 2020 tires $812.00
Birthday 4/12/1966`,
    fields: {
      name: 'Vernon Lacey',
      phone: '804-555-0156',
      vin: VINS.sierra,
      year: '2021',
      make: 'GMC',
      model: 'Sierra 1500',
      reference: '58812',
      street: '60 Cobblestone Cir',
      city: 'Powhatan',
      state: 'VA',
      zip: '23139',
      promised: '11/25/2026 2:00 PM',
    },
    kept: ['$49.95', '4/12/1966'],
  },
  {
    layout: 'with prices and other dates, a deal',
    text: `Deal No: 40021   Sale date: 06/02/2021   Price: $28,400
Buyer: Hector Ybarra
Phone: (804) 555-0157
Vehicle: 2021 BMW X3   VIN: ${VINS.x3}   Stock: B2201
Address: 240 Mercury Dr, Williamsburg, VA 23185
First payment: 07/15/2021 $511.20`,
    fields: {
      name: 'Hector Ybarra',
      phone: '(804) 555-0157',
      vin: VINS.x3,
      year: '2021',
      make: 'BMW',
      model: 'X3',
      street: '240 Mercury Dr',
      city: 'Williamsburg',
      state: 'VA',
      zip: '23185',
    },
    kept: ['$28,400', 'B2201'],
  },
  {
    layout: 'with prices and other dates, an appointment',
    text: `Appt: 11/27/2026 9:15 AM   Last RO: 03/11/2026 (44120)
Name: Simone Adair   Mobile: 804-555-0158
Car: 2020 Buick Enclave   VIN: ${VINS.enclave}
30K service $389.95 + tax   Warranty exp 08/2024
Lives at 5120 Riverside Dr, Richmond, VA 23225`,
    fields: {
      name: 'Simone Adair',
      phone: '804-555-0158',
      vin: VINS.enclave,
      year: '2020',
      make: 'Buick',
      model: 'Enclave',
      street: '5120 Riverside Dr',
      city: 'Richmond',
      state: 'VA',
      zip: '23225',
      appointment: '11/27/2026 9:15 AM',
    },
    kept: ['44120', '$389.95', '08/2024'],
  },
  {
    layout: 'two phones, letters behind',
    text: `Name: Abigail Stroud
Phones: 804-555-0159 (H), 804-555-0160 (C)
Vehicle: 2019 Honda Civic
VIN: ${VINS.civic}
Address: 918 W Franklin St, Richmond, VA 23220`,
    fields: {
      name: 'Abigail Stroud',
      phone: '804-555-0160',
      otherPhone: '804-555-0159',
      vin: VINS.civic,
      year: '2019',
      make: 'Honda',
      model: 'Civic',
      street: '918 W Franklin St',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
  },
  {
    layout: 'two phones, an alternate above',
    text: `Customer: Dominic Farrow
Alternate Phone: (804) 555-0161
Mobile Phone: (804) 555-0165
Work Phone: (804) 555-0166 ext 12
Vehicle: 2017 Toyota Sienna
VIN: ${VINS.sienna}
RO Number: 91400
Address: 44 Oak Hill Ln, Manakin-Sabot, VA 23103`,
    fields: {
      name: 'Dominic Farrow',
      phone: '(804) 555-0165',
      otherPhone: '(804) 555-0161',
      vin: VINS.sienna,
      year: '2017',
      make: 'Toyota',
      model: 'Sienna',
      reference: '91400',
      street: '44 Oak Hill Ln',
      city: 'Manakin-Sabot',
      state: 'VA',
      zip: '23103',
    },
    kept: ['(804) 555-0166 ext 12'],
  },
  {
    layout: 'two phones, words before',
    text: `Cust: Ingrid Solberg
H 804-555-0167  M 804-555-0168  (text ok)
20 Chevy Malibu  VIN ${VINS.malibu}
RO: 22071
1 Hampton Hills Ln
Richmond, VA 23226`,
    fields: {
      name: 'Ingrid Solberg',
      phone: '804-555-0168',
      otherPhone: '804-555-0167',
      vin: VINS.malibu,
      year: '2020',
      make: 'Chevrolet',
      model: 'Malibu',
      reference: '22071',
      street: '1 Hampton Hills Ln',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
    },
    kept: ['text ok'],
  },
  {
    layout: 'two phones, the daughter of the customer',
    text: `Customer: Pearl Whitcomb
Phone: 804-555-0169
Daughter (call first): 804-555-0170
Vehicle: 2020 Nissan Altima, Silver
VIN: ${VINS.altima}
Address: 3 Maywill St, Richmond, VA 23230`,
    fields: {
      name: 'Pearl Whitcomb',
      phone: '804-555-0169',
      vin: VINS.altima,
      year: '2020',
      make: 'Nissan',
      model: 'Altima',
      color: 'Silver',
      street: '3 Maywill St',
      city: 'Richmond',
      state: 'VA',
      zip: '23230',
    },
    kept: ['804-555-0170'],
  },
  {
    layout: 'two vehicles, the loaner above',
    text: `Loaner: 2024 Toyota RAV4  VIN ${VINS.corolla}  Unit L14
Customer: Trent Osgood
Cell: 804-555-0171
Vehicle: 2019 Audi Q5
VIN: ${VINS.q5}
RO: 40881
Address: 216 Granite Ave, Richmond, VA 23226`,
    fields: {
      name: 'Trent Osgood',
      phone: '804-555-0171',
      vin: VINS.q5,
      year: '2019',
      make: 'Audi',
      model: 'Q5',
      reference: '40881',
      street: '216 Granite Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
    },
    kept: ['2024 Toyota RAV4', 'L14'],
  },
  {
    layout: 'two vehicles, a garage list',
    text: `Marguerite Sloan
804-555-0172
5 Lexus Ct, Henrico, VA 23294
Service vehicle: 2020 Chevrolet Equinox
VIN: ${VINS.equinox}
Other vehicles: 2015 Subaru Forester, 2008 Honda Fit`,
    fields: {
      name: 'Marguerite Sloan',
      phone: '804-555-0172',
      vin: VINS.equinox,
      year: '2020',
      make: 'Chevrolet',
      model: 'Equinox',
      street: '5 Lexus Ct',
      city: 'Henrico',
      state: 'VA',
      zip: '23294',
    },
    kept: ['2015 Subaru Forester', '2008 Honda Fit'],
  },
  {
    layout: 'two vehicles, a trade-in',
    text: `Buyer: Andre Castile
Cell: 804-555-0173
Vehicle: 2022 Ford F-150
VIN: ${VINS.f150}
Trade: 2014 Chevrolet Cruze VIN ${VINS.malibu}
Deliver to: 1919 Huguenot Rd, North Chesterfield, VA 23235`,
    fields: {
      name: 'Andre Castile',
      phone: '804-555-0173',
      vin: VINS.f150,
      year: '2022',
      make: 'Ford',
      model: 'F-150',
      street: '1919 Huguenot Rd',
      city: 'North Chesterfield',
      state: 'VA',
      zip: '23235',
    },
    kept: ['2014 Chevrolet Cruze'],
  },
  {
    layout: 'two vehicles, the rental in a sentence',
    text: `CUSTOMER  LOWELL, PAIGE
CELL      804-555-0174
VEHICLE   2018 MERCEDES-BENZ GLC 300
VIN       ${VINS.glc}
RO        11870
ADDRESS   2301 FLOYD AVE
          RICHMOND, VA 23220
NOTE      CUSTOMER HAS RENTAL 2023 NISSAN SENTRA`,
    fields: {
      name: 'Paige Lowell',
      phone: '804-555-0174',
      vin: VINS.glc,
      year: '2018',
      make: 'Mercedes-Benz',
      model: 'GLC 300',
      reference: '11870',
      street: '2301 Floyd Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
    kept: ['2023 NISSAN SENTRA'],
  },
]
