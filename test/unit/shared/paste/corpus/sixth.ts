import { VINS, type CorpusBlock } from './block.ts'

const ADA = { name: 'Ada Vance', phone: '804-555-0103' }
const OAK = { street: '14 Oak Hill Ln', city: 'Ashland', state: 'VA', zip: '23005' }
const CIVIC = { year: '2019', make: 'Honda', model: 'Civic' }

/** Blocks that were written to break the rules for letterheads, corrections, drop-offs and colors. */
export const SIXTH: readonly CorpusBlock[] = [
  {
    layout: 'sixth: a letterhead with two phones on one line',
    text: `Short Pump Toyota
11500 W Broad St
Richmond, VA 23233
Sales: 804-555-0101 Service: 804-555-0102

REPAIR ORDER 48211
Ada Vance
14 Oak Hill Ln
Ashland, VA 23005
804-555-0103`,
    fields: { ...ADA, ...OAK, reference: '48211' },
  },
  {
    layout: 'sixth: a confirmation that the dealership sent',
    text: `Lanekeeper Auto Group | Service Appointment Confirmation
Dear Ada Vance,

We will pick up your 2019 Honda Civic at 14 Oak Hill Ln, Ashland, VA 23005.
Questions? Call us at 804-555-0100.

Lanekeeper Auto Group, 4100 W Broad St, Richmond, VA 23230`,
    fields: { ...OAK, ...CIVIC },
    kept: ['804-555-0100', '4100 W Broad St'],
  },
  {
    layout: 'sixth: another company below the customer',
    text: `Ada Vance
804-555-0103
2019 Honda Civic

Holloway Brothers
4100 W Broad St
Richmond, VA 23230
804-555-0100`,
    fields: { ...ADA, ...CIVIC },
    kept: ['4100 W Broad St', '804-555-0100'],
  },
  {
    layout: 'sixth: another company above the customer',
    text: `HOLLOWAY BROTHERS
4100 W Broad St
Richmond, VA 23230
804-555-0100

Ada Vance
14 Oak Hill Ln
Ashland, VA 23005
804-555-0103`,
    fields: { ...ADA, ...OAK },
  },
  {
    layout: 'sixth: the phone of an advisor below the name of the advisor',
    text: `Service Advisor: Kyle Dunn
804-555-0100

Ada Vance
804-555-0103
14 Oak Hill Ln, Ashland, VA 23005`,
    fields: { ...ADA, ...OAK },
    kept: ['804-555-0100'],
  },
  {
    layout: 'sixth: the addresses of the home and of the work in one sentence',
    text: `Customer: Ada Vance
Wants her 2019 Honda Civic back at work, 901 E Cary St, Richmond, VA 23219. Home is 14 Oak Hill Ln, Ashland, VA 23005. Cell 804-555-0103`,
    fields: { ...ADA, ...CIVIC },
    kept: ['901 E Cary St', '14 Oak Hill Ln'],
  },
  {
    layout: 'sixth: a pickup and a return',
    text: `Customer: Ada Vance
Pick up at home: 14 Oak Hill Ln, Ashland, VA 23005
Return to work: 901 E Cary St, Richmond, VA 23219
Cell 804-555-0103`,
    fields: { ...ADA, ...OAK },
  },
  {
    layout: 'sixth: labels above two addresses',
    text: `Delivery Address:
901 E Cary St
Richmond, VA 23219
Pickup Address:
14 Oak Hill Ln
Ashland, VA 23005
Customer: Ada Vance`,
    fields: { name: ADA.name, ...OAK },
    kept: ['901 E Cary St'],
  },
  {
    layout: 'sixth: a person between two addresses',
    text: `Take Ada Vance from 14 Oak Hill Ln, Ashland, VA 23005 to 901 E Cary St, Richmond, VA 23219`,
    fields: {},
  },
  {
    layout: 'sixth: an authorized driver with an own phone',
    text: `RO: 48211
Customer: Ada Vance
Authorized Driver: Lee Vance 804-555-0104
Phone: 804-555-0103`,
    fields: { ...ADA, reference: '48211' },
    kept: ['Lee Vance 804-555-0104'],
  },
  {
    layout: 'sixth: a JSON list of two customers',
    text: `[{"customer":"Ada Vance","phone":"804-555-0103"},{"customer":"Lee Moss","phone":"804-555-0104"}]`,
    fields: ADA,
    kept: ['Lee Moss', '804-555-0104'],
  },
  {
    layout: 'sixth: two customers with labels',
    text: `Customer: Ada Vance
Phone: 804-555-0103

Customer: Lee Moss
Phone: 804-555-0104`,
    fields: ADA,
    kept: ['804-555-0104'],
  },
  {
    layout: 'sixth: a JSON record with the dealership',
    text: `{
  "dealer": {
    "name": "Lanekeeper Buick",
    "phone": "804-555-0100"
  },
  "customer": {
    "firstName": "Ada",
    "lastName": "Vance",
    "phone": "804-555-0103"
  },
  "vehicle": { "year": 2019, "make": "Honda", "model": "Civic", "vin": "${VINS.civic}" }
}`,
    fields: { ...ADA, ...CIVIC, vin: VINS.civic },
    kept: ['Lanekeeper Buick', '804-555-0100'],
  },
  {
    layout: 'sixth: a name that is a color behind the car',
    text: `2019 HONDA CIVIC BROWN, JAMES 804-555-0103
14 OAK HILL LN, ASHLAND VA 23005`,
    fields: { phone: ADA.phone, ...OAK, ...CIVIC },
    kept: ['BROWN, JAMES'],
  },
  {
    layout: 'sixth: a street that is a color behind the car',
    text: `2019 Honda Civic White Oak Rd 804-555-0103`,
    fields: { phone: ADA.phone, ...CIVIC },
    kept: ['White Oak Rd'],
  },
  {
    layout: 'sixth: a row with gaps and a color',
    text: `48211  VANCE, ADA  804-555-0103  2019 HONDA CIVIC  WHITE  ${VINS.civic}`,
    fields: { ...ADA, ...CIVIC, color: 'White', vin: VINS.civic },
    kept: ['48211'],
  },
  {
    layout: 'sixth: a car between slashes',
    text: `Vehicle: HONDA/CIVIC/2019
Name: Ada Vance`,
    fields: { name: ADA.name, ...CIVIC },
  },
  {
    layout: 'sixth: a note in place of a name',
    text: `name: call first
phone: 804-555-0103`,
    fields: { phone: ADA.phone },
    kept: ['call first'],
  },
  {
    layout: 'sixth: former values in parentheses',
    text: `Ada Vance
804-555-0103 (was 804-555-0199)
14 Oak Hill Ln, Ashland, VA 23005 (was 12 Elm St)`,
    fields: { ...ADA, ...OAK },
    kept: ['804-555-0199', '12 Elm St'],
  },
  {
    layout: 'sixth: a phone that is not right',
    text: `Ada Vance
not 804-555-0199 but 804-555-0103`,
    fields: ADA,
    kept: ['804-555-0199'],
  },
  {
    layout: 'sixth: a phone that does not work',
    text: `Ada Vance
804-555-0199 no good, try 804-555-0103
Do not leave voicemail. 14 Oak Hill Ln, Ashland, VA 23005`,
    fields: { ...ADA, ...OAK },
  },
  {
    layout: 'sixth: a P.O. box for the mail',
    text: `Ada Vance
804-555-0103
Mail: P.O. Box 12, Ashland, VA 23005
14 Oak Hill Ln
Ashland, VA 23005`,
    fields: { ...ADA, ...OAK },
    kept: ['P.O. Box 12'],
  },
  {
    layout: 'sixth: a last name that is a make, with a label',
    text: `Customer: Harriet Ford
804-555-0134
14 Oak Hill Ln
Ashland, VA 23005`,
    fields: { name: 'Harriet Ford', phone: '804-555-0134', ...OAK },
  },
  {
    layout: 'sixth: a letter for the mother',
    text: `Hi, this is Tom. My mother Ada Vance has a 2019 Honda Civic at 14 Oak Hill Ln, Ashland, VA 23005. You can call me at 804-555-0104.`,
    fields: { ...OAK, ...CIVIC },
    kept: ['Ada Vance', '804-555-0104'],
  },
  {
    layout: 'sixth: a tow driver',
    text: `Tow truck driver: Lee Moss 804-555-0104
Customer Ada Vance 804-555-0103`,
    fields: ADA,
    kept: ['804-555-0104'],
  },
]
