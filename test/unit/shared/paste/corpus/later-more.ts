import { VINS, type CorpusBlock } from './block.ts'

/** More blocks that were written after the parser was mended. */
export const LATER_MORE: readonly CorpusBlock[] = [
  {
    layout: 'later: a street named after a color and a state',
    text: `Opal Greene
White Oak Apartments
1200 Virginia Ave #14
Petersburg, VA 23803
804-555-0116
2020 Jeep Wrangler, Red
${VINS.wrangler}`,
    fields: {
      name: 'Opal Greene',
      phone: '804-555-0116',
      vin: VINS.wrangler,
      year: '2020',
      make: 'Jeep',
      model: 'Wrangler',
      color: 'Red',
      street: '1200 Virginia Ave',
      unit: '#14',
      city: 'Petersburg',
      state: 'VA',
      zip: '23803',
    },
    kept: ['White Oak Apartments'],
  },
  {
    layout: 'later: two columns with the service on the right',
    text: `Customer: Ravi Menon              Service Advisor: Kyle Dunn
Cell: 804-555-0117                Advisor Ext: 4410
Address: 66 Derbyshire Rd         Time In: 8:05 AM
Richmond, VA 23229                Promised: 5:00 PM
Vehicle: 2020 Subaru Outback      Miles In: 30,220
VIN: ${VINS.outback}       RO: 230118`,
    fields: {
      name: 'Ravi Menon',
      phone: '804-555-0117',
      vin: VINS.outback,
      year: '2020',
      make: 'Subaru',
      model: 'Outback',
      reference: '230118',
      street: '66 Derbyshire Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23229',
      promised: '5:00 PM',
    },
    kept: ['Kyle Dunn', '30,220'],
  },
  {
    layout: 'later: a trade and a purchase',
    text: `DEAL 44190   BUYER  WHITTAKER, JUNE
CELL 804-555-0118   HOME 804-555-0119
PURCHASED: 2021 BMW X3 ${VINS.x3}
TRADE: 2016 MAZDA CX-5 ${VINS.cx5}
DELIVER TO: 808 N MEADOW ST, RICHMOND VA 23220
CASH DUE 1,204.00`,
    fields: {
      name: 'June Whittaker',
      phone: '804-555-0118',
      otherPhone: '804-555-0119',
      street: '808 N Meadow St',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
    kept: ['2016 MAZDA CX-5', '1,204.00'],
  },
  {
    layout: 'later: a voicemail note',
    text: `VM 11/24 4:40p
Theresa Quan 804-555-0120 (cell)
wants p/u at work: 901 E Cary St Ste 1200 Richmond VA 23219
'20 Enclave - vin ${VINS.enclave}
ask for Theresa at front desk`,
    fields: {
      name: 'Theresa Quan',
      phone: '804-555-0120',
      vin: VINS.enclave,
      street: '901 E Cary St',
      unit: 'Ste 1200',
      city: 'Richmond',
      state: 'VA',
      zip: '23219',
    },
    kept: ['ask for Theresa at front desk'],
  },
  {
    layout: 'later: a form with empty values',
    text: `Name: Boris Kuzmin
Home Phone:
Cell Phone: 804-555-0121
Email:
Address: 5 Seminary Ave
Apt:
City: Richmond
State: VA
Zip: 23227
Year: 2020
Make: Chevrolet
Model: Equinox
Color:
VIN: ${VINS.equinox}
RO:`,
    fields: {
      name: 'Boris Kuzmin',
      phone: '804-555-0121',
      vin: VINS.equinox,
      year: '2020',
      make: 'Chevrolet',
      model: 'Equinox',
      street: '5 Seminary Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23227',
    },
  },
  {
    layout: 'later: a JSON record',
    text: `{
  "customerName": "Sofia Lindgren",
  "phone": "804-555-0122",
  "vin": "${VINS.atlas}",
  "year": 2019,
  "make": "Volkswagen",
  "model": "Atlas"
}`,
    fields: {
      name: 'Sofia Lindgren',
      phone: '804-555-0122',
      vin: VINS.atlas,
      year: '2019',
      make: 'Volkswagen',
      model: 'Atlas',
    },
  },
  {
    layout: 'later: a parts invoice for a business',
    text: `Sold To: Carytown Florist Inc.        Invoice: 99120
3120 W Cary St                        Date: 11/24/2026
Richmond, VA 23221                    Terms: Net 30
Contact: Monique  Ph: 804-555-0123
Veh: 2020 Chevrolet Tahoe             VIN: ${VINS.tahoe}
Total: $1,980.12`,
    fields: {
      name: 'Carytown Florist Inc.',
      phone: '804-555-0123',
      vin: VINS.tahoe,
      year: '2020',
      make: 'Chevrolet',
      model: 'Tahoe',
      street: '3120 W Cary St',
      city: 'Richmond',
      state: 'VA',
      zip: '23221',
    },
    kept: ['99120', '$1,980.12'],
  },
  {
    layout: 'later: a list of two customers',
    text: `1) Gail Norwood 804-555-0124 2018 Mercedes-Benz GLC 300
2) Peter Ames 804-555-0125 2021 GMC Sierra`,
    fields: {
      name: 'Gail Norwood',
      phone: '804-555-0124',
      year: '2018',
      make: 'Mercedes-Benz',
      model: 'GLC 300',
    },
    kept: ['Peter Ames'],
  },
  {
    layout: 'later: an address of two lines with a county',
    text: `Owner: Yusuf Barre
Owner Phone: 804-555-0126
Owner Address: 14 Cherokee Rd
               Bon Air, Virginia 23235
               Chesterfield County
Vehicle Year/Make/Model: 2019 Toyota Camry
Vehicle VIN: ${VINS.camry}
Lienholder: Lanekeeper Credit  800-555-0127`,
    fields: {
      name: 'Yusuf Barre',
      phone: '804-555-0126',
      vin: VINS.camry,
      year: '2019',
      make: 'Toyota',
      model: 'Camry',
      street: '14 Cherokee Rd',
      city: 'Bon Air',
      state: 'VA',
      zip: '23235',
    },
    kept: ['Chesterfield County', '800-555-0127'],
  },
  {
    layout: 'later: an export with underscores',
    text: `cust_name|cust_cell|veh_year|veh_make|veh_model|veh_vin|ro_num|addr_1|addr_city|addr_state|addr_zip
Noelle Baptiste|804-555-0128|2020|Nissan|Rogue|${VINS.rogue}|55190|707 Arboretum Pl|Richmond|VA|23236`,
    fields: {
      name: 'Noelle Baptiste',
      phone: '804-555-0128',
      vin: VINS.rogue,
      year: '2020',
      make: 'Nissan',
      model: 'Rogue',
      reference: '55190',
      street: '707 Arboretum Pl',
      city: 'Richmond',
      state: 'VA',
      zip: '23236',
    },
  },
]
