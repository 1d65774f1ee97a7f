import { VINS, type CorpusBlock } from './block.ts'

/** Blocks that were written to break the parser: screens of four systems, rows, text messages and e-mails. */
export const FOURTH: readonly CorpusBlock[] = [
  {
    layout: 'fourth: a screen of a repair order with short labels',
    text: `R.O. 6104418   OPENED 24NOV26   TAG 1182   ADV 37 M.TULLY
CUST 118823  DELACROIX-WEBB, ANNA MARIE
H:804-555-0161  W:804-555-0162 X214  C:804-555-0163
3307 SEMINARY AVE UNIT B
RICHMOND VA 23227-1140
21 TOYOTA COROLLA LE   LIC VA UKX-2201
VIN ${VINS.corolla}  MILES 30118`,
    fields: {
      name: 'Anna Marie Delacroix-Webb',
      phone: '804-555-0163',
      otherPhone: '804-555-0161',
      vin: VINS.corolla,
      year: '2021',
      make: 'Toyota',
      model: 'Corolla',
      reference: '6104418',
      street: '3307 Seminary Ave',
      unit: 'Unit B',
      city: 'Richmond',
      state: 'VA',
      zip: '23227',
    },
    kept: ['804-555-0162', '30118'],
  },
  {
    layout: 'fourth: one line of labels and bars, with a suffix',
    text: `RO#|771204|CUST|PRUITT, LEONARD J JR|PH|(804) 555-0164|PH2|(804) 555-0165|VEH|2018 MAZDA CX-5|VIN|${VINS.cx5}`,
    fields: {
      name: 'Leonard J Pruitt Jr',
      phone: '(804) 555-0164',
      otherPhone: '(804) 555-0165',
      vin: VINS.cx5,
      year: '2018',
      make: 'Mazda',
      model: 'CX-5',
      reference: '771204',
    },
  },
  {
    layout: 'fourth: numbered address lines, with a suffix behind the last name',
    text: `Customer Name: VANCE JR, THEODORE
Home Phone: (804) 555-0166   Cell Phone: (804) 555-0167
Address 1: 40 E MAIN ST
Address 2: # 5
City State Zip: RICHMOND, VA 23219
Vehicle: 2022 FORD F-150 SUPERCREW
VIN: ${VINS.f150}
Stock #: P7731`,
    fields: {
      name: 'Theodore Vance Jr',
      phone: '(804) 555-0167',
      otherPhone: '(804) 555-0166',
      vin: VINS.f150,
      year: '2022',
      make: 'Ford',
      model: 'F-150',
      street: '40 E Main St',
      unit: '# 5',
      city: 'Richmond',
      state: 'VA',
      zip: '23219',
    },
    kept: ['P7731'],
  },
  {
    layout: 'fourth: a card of a web system, labels above values',
    text: `RO-20551
Customer
Priya Raghunathan
Primary Phone
+1 804-555-0168
Vehicle
2020 Subaru Outback Premium
VIN
${VINS.outback}
Pickup Address
9 Libbie Ave, Richmond, VA 23226
Transportation Type
Pickup & Delivery
Promised Time
Nov 27, 2026 4:00 PM`,
    fields: {
      name: 'Priya Raghunathan',
      phone: '+1 804-555-0168',
      vin: VINS.outback,
      year: '2020',
      make: 'Subaru',
      model: 'Outback',
      street: '9 Libbie Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
      promised: 'Nov 27, 2026 4:00 PM',
    },
    kept: ['RO-20551', 'Pickup & Delivery'],
  },
  {
    layout: 'fourth: a text message without capitals',
    text: `hey its Marisol Vega, can u grab my 2019 Toyota Highlander tmrw? im at 818 w broad st apt 3C richmond va 23220, cell 804 555 0169. gate code is 4471`,
    fields: {
      name: 'Marisol Vega',
      phone: '804 555 0169',
      year: '2019',
      make: 'Toyota',
      model: 'Highlander',
      street: '818 w broad st',
      unit: 'apt 3C',
      city: 'richmond',
      state: 'VA',
      zip: '23220',
    },
    kept: ['gate code is 4471'],
  },
  {
    layout: 'fourth: an instant message with dashes and no full name',
    text: `Pls get the Okonkwo Tahoe - 2020 Chevrolet Tahoe - 1405 Maple Ave, Richmond VA 23226 - call Grace first 804-555-0170 - RO 55120`,
    fields: {
      phone: '804-555-0170',
      year: '2020',
      make: 'Chevrolet',
      model: 'Tahoe',
      reference: '55120',
      street: '1405 Maple Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
    },
    kept: ['call Grace first', 'Okonkwo'],
  },
  {
    layout: 'fourth: an e-mail that quotes another',
    text: `Can you book this one? Thanks, Dana

> Name: Tobias Lindqvist
> Cell: 804-555-0171
> Address: 5 Tuckahoe Blvd, Richmond, VA 23226
> Car: 2021 BMW X3
> VIN: ${VINS.x3}
> RO: 40017`,
    fields: {
      name: 'Tobias Lindqvist',
      phone: '804-555-0171',
      vin: VINS.x3,
      year: '2021',
      make: 'BMW',
      model: 'X3',
      reference: '40017',
      street: '5 Tuckahoe Blvd',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
    },
  },
  {
    layout: 'fourth: one line with slashes and a date',
    text: `RO 88121 / 11/27/26 8:00 AM / Bianca Ferro / C 804-555-0172 / 2020 Jeep Wrangler / 77 Ridge Rd Apt 2, Henrico VA 23229`,
    fields: {
      name: 'Bianca Ferro',
      phone: '804-555-0172',
      year: '2020',
      make: 'Jeep',
      model: 'Wrangler',
      reference: '88121',
      street: '77 Ridge Rd',
      unit: 'Apt 2',
      city: 'Henrico',
      state: 'VA',
      zip: '23229',
    },
    kept: ['11/27/26 8:00 AM'],
  },
  {
    layout: 'fourth: a row of quoted cells, some empty',
    text: `"10588","Tran","Minh K","","8045550173","${VINS.altima}","2020","Nissan","Altima","31 Cary St","","Richmond","VA","23221"`,
    fields: {
      name: 'Minh K Tran',
      phone: '8045550173',
      vin: VINS.altima,
      year: '2020',
      make: 'Nissan',
      model: 'Altima',
      street: '31 Cary St',
      city: 'Richmond',
      state: 'VA',
      zip: '23221',
    },
    kept: ['10588'],
  },
  {
    layout: 'fourth: two owners and a town with slashes',
    text: `Owner: WHITLOCK, GENE AND RUTH
Owner Phone: 804-555-0174
Co-Buyer: Ruth Whitlock 804-555-0175
Address: 1110 Mountain Rd
City/State/Zip: Glen Allen/VA/23060-1144
Vehicle: 2021 Honda CR-V`,
    fields: {
      name: 'Gene & Ruth Whitlock',
      phone: '804-555-0174',
      year: '2021',
      make: 'Honda',
      model: 'CR-V',
      street: '1110 Mountain Rd',
      city: 'Glen Allen',
      state: 'VA',
      zip: '23060',
    },
    kept: ['804-555-0175'],
  },
  {
    layout: 'fourth: labels and semicolons in one line',
    text: `Cust: Ada Lindgren; Ph: 804-555-0176; Veh: 2021 Honda CR-V; Addr: 12 Strawberry St; Richmond; VA; 23220; RO: 99120`,
    fields: {
      name: 'Ada Lindgren',
      phone: '804-555-0176',
      year: '2021',
      make: 'Honda',
      model: 'CR-V',
      reference: '99120',
      street: '12 Strawberry St',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
  },
  {
    layout: 'fourth: a mailing address, a pickup and a drop-off',
    text: `Guest: Emeka Obi
Mobile: 804-555-0177
Drop-off: 901 E Cary St, Richmond, VA 23219
Mailing Address: PO Box 77, Richmond, VA 23218
Pick-up from: Innsbrook Office Park, 4801 Cox Rd Suite 300, Glen Allen, VA 23060
Vehicle: '20 Buick Enclave`,
    fields: {
      name: 'Emeka Obi',
      phone: '804-555-0177',
      year: '2020',
      make: 'Buick',
      model: 'Enclave',
      street: '4801 Cox Rd',
      unit: 'Suite 300',
      city: 'Glen Allen',
      state: 'VA',
      zip: '23060',
    },
    kept: ['901 E Cary St', 'PO Box 77'],
  },
]
