import { VINS, type CorpusBlock } from './block.ts'

const HARRIET = { name: 'Harriet Quill', phone: '804-555-0134' }
const ALDER = { street: '1816 Alder Row', city: 'Richmond', state: 'VA', zip: '23220' }
const ENCLAVE = { year: '2019', make: 'Buick', model: 'Enclave' }

/** Blocks with a second address, phone or person, as in a letterhead, a correction or a drop-off. */
export const FIFTH: readonly CorpusBlock[] = [
  {
    layout: 'fifth: a letterhead above a blank line',
    text: `LANEKEEPER BUICK GMC
4100 W Broad St, Richmond, VA 23230
(804) 555-0100

Harriet Quill
1816 Alder Row, Richmond, VA 23220
804-555-0134
2019 Buick Enclave`,
    fields: { ...HARRIET, ...ALDER, ...ENCLAVE },
    kept: ['4100 W Broad St', '555-0100'],
  },
  {
    layout: 'fifth: a letterhead with labels above a customer with labels',
    text: `LANEKEEPER BUICK GMC
4100 W Broad St
Richmond, VA 23230
Tel: (804) 555-0100  Fax: (804) 555-0101
Customer: Harriet Quill
Address: 1816 Alder Row, Richmond, VA 23220
Phone: 804-555-0134
RO: 48211`,
    fields: { ...HARRIET, ...ALDER, reference: '48211' },
    kept: ['555-0100', '555-0101'],
  },
  {
    layout: 'fifth: a letterhead of a service department',
    text: `Service Department
Lanekeeper Chevrolet of Richmond
4100 W Broad St
Richmond VA 23230
Phone: 804-555-0100

QUILL, HARRIET
1816 ALDER ROW
RICHMOND VA 23220
CELL: 804-555-0134`,
    fields: { ...HARRIET, ...ALDER },
    kept: ['4100 W Broad St'],
  },
  {
    layout: 'fifth: a letterhead on one line',
    text: `LANEKEEPER BUICK GMC - 4100 W Broad St, Richmond, VA 23230 - (804) 555-0100
Harriet Quill
1816 Alder Row
Richmond, VA 23220
804-555-0134`,
    fields: { ...HARRIET, ...ALDER },
  },
  {
    layout: 'fifth: a letterhead at the end',
    text: `Harriet Quill
1816 Alder Row
Richmond, VA 23220
804-555-0134
2019 Buick Enclave

Lanekeeper Motors
4100 W Broad St, Richmond, VA 23230
(804) 555-0100`,
    fields: { ...HARRIET, ...ALDER, ...ENCLAVE },
    kept: ['555-0100'],
  },
  {
    layout: 'fifth: a letterhead at the end of a customer without an address',
    text: `Harriet Quill
2019 Buick Enclave

Lanekeeper Buick GMC, 4100 W Broad St, Richmond, VA 23230, (804) 555-0100`,
    fields: { name: HARRIET.name, ...ENCLAVE },
  },
  {
    layout: 'fifth: a letterhead that names no make',
    text: `HOLLOWAY & SONS
4100 W Broad St
Richmond, VA 23230
804-555-0100

Customer: Harriet Quill
1816 Alder Row
Richmond, VA 23220
Cell: 804-555-0134`,
    fields: { ...HARRIET, ...ALDER },
    kept: ['4100 W Broad St', '804-555-0100'],
  },
  {
    layout: 'fifth: a letterhead that names no make above a customer without an address',
    text: `HOLLOWAY & SONS
4100 W Broad St
Richmond, VA 23230
804-555-0100

Customer: Harriet Quill
Cell: 804-555-0134`,
    fields: HARRIET,
  },
  {
    layout: 'fifth: an RO number before a house number',
    text: `HARRIET QUILL 804-555-0134 RO 48211 1816 ALDER ROW RICHMOND VA 23220`,
    fields: { ...HARRIET, ...ALDER, reference: '48211' },
  },
  {
    layout: 'fifth: a tag number before a house number',
    text: `HARRIET QUILL 804-555-0134 TAG 7731 1816 ALDER ROW RICHMOND VA 23220`,
    fields: { ...HARRIET, ...ALDER },
    kept: ['TAG 7731'],
  },
  {
    layout: 'fifth: a line that begins with an RO number',
    text: `RO 48211 HARRIET QUILL 804-555-0134 2019 BUICK ENCLAVE 1816 ALDER ROW RICHMOND VA 23220`,
    fields: { ...HARRIET, ...ALDER, ...ENCLAVE, reference: '48211' },
  },
  {
    layout: 'fifth: a phone not to call',
    text: `Harriet Quill
Do not call 804-555-0199, use 804-555-0134`,
    fields: HARRIET,
    kept: ['804-555-0199'],
  },
  {
    layout: 'fifth: an old phone and a new phone, with labels',
    text: `Name: Harriet Quill
Old phone: 804-555-0199
New phone: 804-555-0134
Old address: 12 Elm St, Chester, VA 23831
New address: 1816 Alder Row, Richmond, VA 23220`,
    fields: { ...HARRIET, ...ALDER },
  },
  {
    layout: 'fifth: a phone and an address that changed',
    text: `Customer: Harriet Quill
Phone changed from 804-555-0199 to 804-555-0134
Address changed from 12 Elm St, Chester, VA 23831 to 1816 Alder Row, Richmond, VA 23220`,
    fields: { ...HARRIET, ...ALDER },
  },
  {
    layout: 'fifth: an address where the customer lives no longer',
    text: `Customer: Harriet Quill
804-555-0199 is disconnected, new number 804-555-0134
No longer at 12 Elm St, Chester, VA 23831, now at 1816 Alder Row, Richmond, VA 23220`,
    fields: { ...HARRIET, ...ALDER },
  },
  {
    layout: 'fifth: a drop-off above a pickup',
    text: `Customer: Harriet Quill
Drop off at 901 E Cary St, Richmond, VA 23219
Pick up at 1816 Alder Row, Richmond, VA 23220`,
    fields: { name: HARRIET.name, ...ALDER },
    kept: ['901 E Cary St'],
  },
  {
    layout: 'fifth: a delivery before a pickup in a sentence',
    text: `Customer: Harriet Quill
Deliver to 901 E Cary St, Richmond, VA 23219. Pickup from 1816 Alder Row, Richmond, VA 23220.`,
    fields: { name: HARRIET.name, ...ALDER },
  },
  {
    layout: 'fifth: a drop-off alone',
    text: `Harriet Quill
804-555-0134
Drop off at 1816 Alder Row, Richmond, VA 23220`,
    fields: { ...HARRIET, ...ALDER },
  },
  {
    layout: 'fifth: a letter of the husband with his own phone',
    text: `Hello,
please pick up the 2019 Buick Enclave of my wife. Her cell is 804-555-0134, my number is 804-555-0135.
She is at 1816 Alder Row, Richmond, VA 23220.

Thanks,
Tom Quill`,
    fields: { phone: HARRIET.phone, ...ALDER, ...ENCLAVE },
    kept: ['Tom Quill', '804-555-0135'],
  },
  {
    layout: 'fifth: a note of the husband without a greeting',
    text: `Please get my wife's 2019 Buick Enclave. Call Harriet at 804-555-0134.
Tom Quill
804-555-0135`,
    fields: ENCLAVE,
  },
  {
    layout: 'fifth: a P.O. box before the street',
    text: `Name: Harriet Quill
Address: P.O. Box 882, 1816 Alder Row, Richmond, VA 23220
Phone: 804-555-0134`,
    fields: { ...HARRIET, ...ALDER },
    kept: ['P.O. Box 882'],
  },
  {
    layout: 'fifth: a P.O. box behind the street',
    text: `Name: Harriet Quill
Address: 1816 Alder Row, PO Box 882, Richmond, VA 23220`,
    fields: { name: HARRIET.name, ...ALDER },
    kept: ['PO Box 882'],
  },
  {
    layout: 'fifth: a P.O. box alone',
    text: `Name: Harriet Quill
Address: P.O. Box 882
City: Richmond
State: VA
Zip: 23220`,
    fields: { name: HARRIET.name, city: 'Richmond', state: 'VA', zip: '23220' },
    kept: ['P.O. Box 882'],
  },
  {
    layout: 'fifth: a model that a system cut',
    text: `Yr: 2019
Make: Buick
Mdl: ENCL
VIN: ${VINS.enclave}`,
    fields: { year: '2019', make: 'Buick', model: 'ENCL', vin: VINS.enclave },
  },
  {
    layout: 'fifth: a JSON record on one line',
    text: `{"advisor":{"name":"Dana Reyes","phone":"804-555-0100"},"name":"Harriet Quill","phone":"804-555-0134","vehicle":{"year":2019,"make":"Buick","model":"Enclave"},"address":{"street":"1816 Alder Row","city":"Richmond","state":"VA","zip":"23220"},"ro":"48211"}`,
    fields: { ...HARRIET, ...ALDER, ...ENCLAVE, reference: '48211' },
    kept: ['Dana Reyes', '804-555-0100'],
  },
  {
    layout: 'fifth: labels in lower case, and the make beside the model',
    text: `name:quill, harriet
phone:804-555-0134
year:2019
Make/Model: Buick/Enclave`,
    fields: { ...HARRIET, ...ENCLAVE },
  },
  {
    layout: 'fifth: a color behind the trim',
    text: `2019 BUICK ENCLAVE PREMIUM WHITE
HARRIET QUILL
804-555-0134`,
    fields: { ...HARRIET, ...ENCLAVE, color: 'White' },
  },
  {
    layout: 'fifth: a tab-separated row without a header, with an RO number',
    text: `RO 48211\tQUILL, HARRIET\t804-555-0134\t2019 BUICK ENCLAVE\t1816 ALDER ROW\tRICHMOND\tVA\t23220`,
    fields: { ...HARRIET, ...ALDER, ...ENCLAVE, reference: '48211' },
  },
  {
    layout: 'fifth: a CSV line without a header, with an RO number and an e-mail address',
    text: `RO 48211,Harriet Quill,harriet@lanekeeper.example,804-555-0134,2019,Buick,Enclave,1816 Alder Row,Richmond,VA,23220`,
    fields: { ...HARRIET, ...ALDER, ...ENCLAVE, reference: '48211' },
  },
]
