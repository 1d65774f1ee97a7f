import { VINS, type CorpusBlock } from './block.ts'

/** Blocks whose values have labels: in rows, in dotted lines and below their labels. */
export const LABELED: readonly CorpusBlock[] = [
  {
    layout: 'label and value, several to a row in capitals',
    text: `CUSTOMER NO: 118204            R.O. NO: 604418
NAME: DELGADO, MARISOL T
ADDR: 3307 STUART AVE
CITY: RICHMOND        ST: VA    ZIP: 23221
HOME: (804)555-0101   BUS: (804)555-0102   CELL: (804)555-0103
YR: 21  MAKE: HONDA  MODEL: CR-V  COLOR: BLUE
SERIAL: ${VINS.crv}
MILEAGE IN: 31,204`,
    fields: {
      name: 'Marisol T Delgado',
      phone: '(804)555-0103',
      otherPhone: '(804)555-0101',
      vin: VINS.crv,
      year: '2021',
      make: 'Honda',
      model: 'CR-V',
      color: 'Blue',
      reference: '604418',
      street: '3307 Stuart Ave',
      city: 'Richmond',
      state: 'VA',
      zip: '23221',
    },
    kept: ['118204', '31,204'],
  },
  {
    layout: 'label and value, dotted lines',
    text: `Cust Name ....... Terrance Boyd
Phone ........... 804-555-0104
Address ......... 15 Lincoln Ave
City/State/Zip .. Petersburg, VA 23803
Year ............ 2019
Make ............ Toyota
Model ........... Highlander
VIN ............. ${VINS.highlander}
RO Number ....... 77120
Mileage ......... 48112`,
    fields: {
      name: 'Terrance Boyd',
      phone: '804-555-0104',
      vin: VINS.highlander,
      year: '2019',
      make: 'Toyota',
      model: 'Highlander',
      reference: '77120',
      street: '15 Lincoln Ave',
      city: 'Petersburg',
      state: 'VA',
      zip: '23803',
    },
    kept: ['48112'],
  },
  {
    layout: 'label above value',
    text: `Customer Name
Priya Raman
Mobile
(804) 555-0106
Email
priya.raman@lanekeeper.example
VIN
${VINS.rogue}
Vehicle
2021 Nissan Rogue
Address
9 Fox Run
Ashland, VA 23005
RO Number
RO-20817`,
    fields: {
      name: 'Priya Raman',
      phone: '(804) 555-0106',
      vin: VINS.rogue,
      year: '2021',
      make: 'Nissan',
      model: 'Rogue',
      reference: 'RO-20817',
      street: '9 Fox Run',
      city: 'Ashland',
      state: 'VA',
      zip: '23005',
    },
    kept: ['priya.raman@lanekeeper.example'],
  },
  {
    layout: 'label and value, bars',
    text: `Customer: Jo Ann Bickford | Mobile: (804) 555-0107 | Email: none
Vehicle: 2020 Subaru Outback | VIN: ${VINS.outback} | Mileage: 40,010
Address: 6620 Three Chopt Rd, Richmond, VA 23226 | Appointment: 11/27/2026 8:00 AM`,
    fields: {
      name: 'Jo Ann Bickford',
      phone: '(804) 555-0107',
      vin: VINS.outback,
      year: '2020',
      make: 'Subaru',
      model: 'Outback',
      street: '6620 Three Chopt Rd',
      city: 'Richmond',
      state: 'VA',
      zip: '23226',
      appointment: '11/27/2026 8:00 AM',
    },
    kept: ['40,010'],
  },
  {
    layout: 'label and value, colons in a column',
    text: `Customer        : Owen Pratt
Contact Phone   : 804-555-0108
Address 1       : 1200 Semmes Ave
Address 2       : Apt 4B
City            : Richmond
State           : Virginia
Postal Code     : 23224-1021
Vehicle         : 2018 Hyundai Tucson
VIN             : ${VINS.tucson}
RO              : 330918
Service Advisor : Beth Hall
Advisor Phone   : 804-555-0199`,
    fields: {
      name: 'Owen Pratt',
      phone: '804-555-0108',
      vin: VINS.tucson,
      year: '2018',
      make: 'Hyundai',
      model: 'Tucson',
      reference: '330918',
      street: '1200 Semmes Ave',
      unit: 'Apt 4B',
      city: 'Richmond',
      state: 'VA',
      zip: '23224',
    },
    kept: ['Beth Hall', '804-555-0199'],
  },
  {
    layout: 'label and value, the phone of a spouse above',
    text: `Customer: Walter Lindqvist
Spouse: Lena 804-555-0162
Phone: 804-555-0163
Emergency contact: Erik 804-555-0164
VIN: ${VINS.civic}
Year: 2019   Make: Honda   Model: Civic
Street: 41 Tuckahoe Blvd
City/State/Zip: Glen Allen, VA 23059`,
    fields: {
      name: 'Walter Lindqvist',
      phone: '804-555-0163',
      vin: VINS.civic,
      year: '2019',
      make: 'Honda',
      model: 'Civic',
      street: '41 Tuckahoe Blvd',
      city: 'Glen Allen',
      state: 'VA',
      zip: '23059',
    },
    kept: ['Lena 804-555-0162', 'Erik 804-555-0164'],
  },
  {
    layout: 'label and value, equals signs',
    text: `name=Carla Espinoza
cell=8045550109
year=2020
make=Jeep
model=Wrangler
vin=${VINS.wrangler}
street=88 Ram Rd
city=Mechanicsville
state=VA
zip=23111`,
    fields: {
      name: 'Carla Espinoza',
      phone: '8045550109',
      vin: VINS.wrangler,
      year: '2020',
      make: 'Jeep',
      model: 'Wrangler',
      street: '88 Ram Rd',
      city: 'Mechanicsville',
      state: 'VA',
      zip: '23111',
    },
  },
  {
    layout: 'label and value, a web page with headings',
    text: `Customer Information
First Name: Deshawn
Last Name: McAllister
Preferred Phone: (804) 555-0110
Home Address: 2000 Dodge Ave, Colonial Heights, VA 23834

Vehicle Information
Year/Make/Model: 2021 BMW X3
VIN #: ${VINS.x3}
License Plate: LKP 2041

Service Information
Repair Order #: 51-20988
Advisor: T. Moss`,
    fields: {
      name: 'Deshawn McAllister',
      phone: '(804) 555-0110',
      vin: VINS.x3,
      year: '2021',
      make: 'BMW',
      model: 'X3',
      reference: '51-20988',
      street: '2000 Dodge Ave',
      city: 'Colonial Heights',
      state: 'VA',
      zip: '23834',
    },
    kept: ['LKP 2041', 'T. Moss'],
  },
]
