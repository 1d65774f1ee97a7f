import type { CorpusBlock } from './block.ts'

const JANET = { name: 'Janet Moss', street: '6401 W Broad St', city: 'Henrico', state: 'VA', zip: '23230' }
const JANE = { name: 'Jane Cole', phone: '804-555-0109' }
const FLEET = `BILL TO
Holloway Fleet Services
P.O. Box 4410
Richmond, VA 23218
804-555-0101`

/** Blocks with two persons, titles of systems, phones beside a fax, and nested JSON. */
export const SEVENTH: readonly CorpusBlock[] = [
  ...['Pick up at', 'Pickup location:', 'Pick up at:'].map((label) => ({
    layout: `seventh: a name between "${label}" and the street`,
    text: `${label}\nJanet Moss\n6401 W Broad St\nHenrico, VA 23230`,
    fields: JANET,
  })),
  ...['Phone 804-555-0157 Fax 804-555-0158', 'Phone: 804-555-0157 Fax: 804-555-0158'].map((line) => ({
    layout: `seventh: ${line}`,
    text: `Customer: Janet Moss\n${line}`,
    fields: { name: 'Janet Moss', phone: '804-555-0157' },
    kept: ['804-555-0158'],
  })),
  ...['804-555-0157 x12 Fax 804-555-0158', '804-555-0157 fax 804-555-0158', 'Ph 804-555-0157 / Fax 804-555-0158'].map(
    (line) => ({
      layout: `seventh: ${line}`,
      text: `Janet Moss\n${line}`,
      fields: { name: 'Janet Moss', phone: line.includes('x12') ? '804-555-0157 x12' : '804-555-0157' },
      kept: ['804-555-0158'],
    }),
  ),
  {
    layout: 'seventh: a fax before the phone',
    text: 'Janet Moss\nFax 804-555-0158 Phone 804-555-0157',
    fields: { name: 'Janet Moss', phone: '804-555-0157' },
    kept: ['804-555-0158'],
  },
  ...['SHIP TO', 'PICK UP AT', 'SERVICE ADDRESS', 'Ship To:'].flatMap((heading) =>
    ['\n\n', '\n'].map((gap) => ({
      layout: `seventh: BILL TO above ${heading}, ${gap.length === 2 ? 'with' : 'without'} an empty line`,
      text: `${FLEET}${gap}${heading}\nJanet Moss\n6401 W Broad St\nHenrico, VA 23230\n804-555-0155`,
      fields: { ...JANET, phone: '804-555-0155' },
      kept: ['804-555-0101'],
    })),
  ),
  {
    layout: 'seventh: BILL TO with labels above a pickup with labels',
    text: `Bill To: Holloway Fleet Services
Address: P.O. Box 4410
Phone: 804-555-0101

Pick up at: 6401 W Broad St, Henrico, VA 23230
Contact: Janet Moss
Phone: 804-555-0155`,
    fields: { ...JANET, phone: '804-555-0155' },
    kept: ['804-555-0101'],
  },
  ...['Salesperson', 'Advisor', 'Technician', 'Service Writer', 'Sales Rep', 'Service Advisor'].map((label) => ({
    layout: `seventh: the cell of a ${label} above the customer`,
    text: `${label}: Bob Hill\nCell: 804-555-0108\nCustomer: Jane Cole\nCell: 804-555-0109`,
    fields: JANE,
    kept: ['804-555-0108'],
  })),
  {
    layout: 'seventh: the cell of a salesperson below the customer',
    text: 'Customer: Jane Cole\nSalesperson: Bob Hill\nCell: 804-555-0108\n\nCell: 804-555-0109',
    fields: JANE,
    kept: ['804-555-0108'],
  },
  ...['CDK Drive  Service RO Detail', 'Xtime Scheduler', 'Reynolds Ignite', 'Tekion ARC', 'Dealertrack DMS'].map(
    (title) => ({
      layout: `seventh: the title ${title}`,
      text: `${title}\nRO# 48211\nCUST# 88421  WHITCOMBE, DARLENE K\nCELL 804-555-0156`,
      fields: { name: 'Darlene K Whitcombe', phone: '804-555-0156', reference: '48211' },
    }),
  ),
  ...['DealerSocket Crm', 'AutoSoft Online', 'VinSolutions Connect', 'Reynolds Ignite'].map((title) => ({
    layout: `seventh: the title ${title} alone`,
    text: `${title}\n804-555-0156`,
    fields: { phone: '804-555-0156' },
  })),
  {
    layout: 'seventh: JSON with an address in another object',
    text: '{"customer":{"name":"Ada Vance","phones":[{"type":"mobile","number":"804-555-0159"}]},"address":{"line1":"71 Canal St","city":"Richmond","state":"VA","zip":"23220"}}',
    fields: {
      name: 'Ada Vance',
      phone: '804-555-0159',
      street: '71 Canal St',
      city: 'Richmond',
      state: 'VA',
      zip: '23220',
    },
  },
  {
    layout: 'seventh: JSON of several lines',
    text: `{
  "customerName": "Ada Vance",
  "address": {
    "line1": "71 Canal St",
    "line2": "Apt 4",
    "city": "Richmond"
  }
}`,
    fields: { name: 'Ada Vance', street: '71 Canal St', unit: 'Apt 4', city: 'Richmond' },
  },
  ...['GLC 300 (2022) – Blk', 'GLC 300 – Blk', 'GLC 300 - Blk', 'GLC 300 (Blk)'].map((model) => ({
    layout: `seventh: ${model}`,
    text: `Veh: Mercedes-Benz ${model}`,
    fields: {
      make: 'Mercedes-Benz',
      model: 'GLC 300',
      ...(model.includes('2022') ? { year: '2022' } : {}),
      color: 'Black',
    },
  })),
  {
    layout: 'seventh: a phone with non-breaking hyphens',
    text: 'Customer: Jane Cole\nCell: 804\u2011555\u20110109',
    fields: JANE,
  },
  {
    layout: 'seventh: a name and a phone between the heading and the street',
    text: 'Pick up at:\nJanet Moss 804-555-0155\n6401 W Broad St\nHenrico, VA 23230',
    fields: { ...JANET, phone: '804-555-0155' },
  },
  {
    layout: 'seventh: a time between the heading and the street',
    text: 'Pick up at: 3:00 PM\nJanet Moss\n6401 W Broad St\nHenrico, VA 23230',
    fields: JANET,
    kept: ['3:00 PM'],
  },
  {
    layout: 'seventh: a payer with an address on the line of the label',
    text: 'Customer: Janet Moss\nBill To: Holloway Fleet, P.O. Box 4410, Richmond VA 23218\nCell: 804-555-0155',
    fields: { name: 'Janet Moss', phone: '804-555-0155' },
    kept: ['Richmond VA 23218'],
  },
  {
    layout: 'seventh: BILL TO beside PICK UP AT',
    text: 'BILL TO\tPICK UP AT\nHolloway Fleet\tJanet Moss\n12 Elm St\t6401 W Broad St\nRichmond, VA 23218\tHenrico, VA 23230\n804-555-0101\t804-555-0155',
    fields: {},
  },
  ...['Salesperson Bob Hill', 'Service Writer - Bob Hill', 'Sales Consultant: Bob Hill', 'Your advisor: Bob Hill'].map(
    (line) => ({
      layout: `seventh: the phone below ${line}`,
      text: `${line}\nPhone: 804-555-0108\nFirst Name: Jane\nLast Name: Cole\nPhone: 804-555-0109`,
      fields: JANE,
      kept: ['804-555-0108'],
    }),
  ),
  ...[
    'Phone: 804-555-0157 F: 804-555-0158',
    'Ph 804-555-0157 Fx 804-555-0158',
    '804-555-0157 Fax Number: 804-555-0158',
  ].map((line) => ({
    layout: `seventh: ${line}`,
    text: `Customer: Janet Moss\n${line}`,
    fields: { name: 'Janet Moss', phone: '804-555-0157' },
    kept: ['804-555-0158'],
  })),
  {
    layout: 'seventh: a model with a note in brackets behind its label',
    text: 'Make: Ford\nModel: F-150 (Lariat)',
    fields: { make: 'Ford', model: 'F-150' },
    kept: ['Lariat'],
  },
]
