import type { PastedBlock } from '../../../../shared/paste/parse-block.ts'

/** Invented blocks as a DMS or an e-mail gives them: ten layouts of four customers each, with the fields expected. */

type Block = { readonly layout: string; readonly text: string; readonly fields: PastedBlock['fields'] }

/** name|phone|other phone|VIN|year|make|model|color|RO|street|unit|city|state|ZIP|promised */
const PEOPLE = `
Harriet Quill|(804) 555-0134|804-555-0190|5GZCZ43D13S812715|2003|Saturn|Vue|White|48211|1816 Alder Row|Apt 2|Richmond|VA|23220|11/25 5:00PM
Jerome W Patterson|804-555-0177|(804) 555-0118|1C4RJFBG8FC123456|2015|Jeep|Grand Cherokee|Black|48377|210 S Mulberry St||Richmond|VA|23220|11/26 9:30 AM
Nora O'Shea|804.555.0142|804.555.0119|1HGCM82633A004352|2003|Honda|Accord|Silver|R10412|4100 Old Mill Rd|Unit 14|Glen Allen|VA|23060|11/25/26 12:00
Miles Okafor|8045550155|8045550120|1M8GDM9AXKP042788|2019|Buick|Enclave|Blue|512904|77 N 3rd Ave|#7|Chester|VA|23831|12/01 3:15 PM
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name, phone, other, vin, year, make, model, color, ro, street, unit, city, state, zip, promised] =
      line.split('|')
    return {
      name,
      phone,
      other,
      vin,
      year,
      make,
      model,
      color,
      ro,
      street,
      unit,
      city,
      state,
      zip,
      promised,
    } as Readonly<
      Record<
        | 'name'
        | 'phone'
        | 'other'
        | 'vin'
        | 'year'
        | 'make'
        | 'model'
        | 'color'
        | 'ro'
        | 'street'
        | 'unit'
        | 'city'
        | 'state'
        | 'zip'
        | 'promised',
        string
      >
    >
  })

type Person = (typeof PEOPLE)[number]

const address = (p: Person, by = ' ') => (p.unit === '' ? p.street : `${p.street}${by}${p.unit}`)
const lastFirst = (p: Person) => {
  const [first = '', ...rest] = p.name.split(' ')
  const last = rest.at(-1) ?? ''
  return `${last}, ${[first, ...rest.slice(0, -1)].join(' ')}`
}
const base = (p: Person): PastedBlock['fields'] => ({
  name: p.name,
  phone: p.phone,
  vin: p.vin,
  year: p.year,
  make: p.make,
  model: p.model,
  street: p.street,
  ...(p.unit === '' ? {} : { unit: p.unit }),
  city: p.city,
  state: p.state,
  zip: p.zip,
})

type Layout = (p: Person, place: number) => { readonly text: string; readonly more: PastedBlock['fields'] }

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'label and value': (p) => ({
    text: `Customer: ${p.name}
Cell Phone: ${p.phone}
VIN: ${p.vin}
Year: ${p.year}
Make: ${p.make}
Model: ${p.model}
Color: ${p.color}
RO #: ${p.ro}
Address: ${address(p)}
City: ${p.city}
State: ${p.state}
Zip: ${p.zip}
Advisor: Dana Reyes
Promised: ${p.promised}`,
    more: { color: p.color, reference: p.ro, promised: p.promised },
  }),
  'tab-separated': (p, place) => ({
    text:
      place % 2 === 0
        ? `RO\tCustomer Name\tMobile\tVIN\tYear\tMake\tModel\tAddress\tCity\tState\tZip\tAdvisor
${p.ro}\t${p.name}\t${p.phone}\t${p.vin}\t${p.year}\t${p.make}\t${p.model}\t${address(p)}\t${p.city}\t${p.state}\t${p.zip}\tDana Reyes`
        : `Name\t${p.name}
Mobile\t${p.phone}
VIN\t${p.vin}
Vehicle\t${p.year} ${p.make} ${p.model}
RO Number\t${p.ro}
Address\t${address(p, ', ')}
City/State/Zip\t${p.city}, ${p.state} ${p.zip}
Odometer\t61204`,
    more: { reference: p.ro },
  }),
  'two columns': (p) => ({
    text: `Name: ${p.name}          RO: ${p.ro}
Mobile: ${p.phone}          Tag: 7731
Address: ${address(p)}          VIN: ${p.vin}
${p.city}, ${p.state} ${p.zip}          Vehicle: ${p.year} ${p.make} ${p.model}
Email: someone@lanekeeper.example          Color: ${p.color}
Opened: 11/20/2026          Promised: ${p.promised}`,
    more: { color: p.color, reference: p.ro, promised: p.promised },
  }),
  'upper case': (p) => ({
    text: `${lastFirst(p)}
CELL: ${p.phone}  HM: ${p.other}
${p.year} ${p.make} ${p.model} PREMIUM  MILES 61,204
VIN: ${p.vin}
RO# ${p.ro}   TAG 7731  ADV 204
${address(p)}
${p.city} ${p.state} ${p.zip}
PROMISED ${p.promised}`.toUpperCase(),
    more: { otherPhone: p.other, reference: p.ro, promised: p.promised.toUpperCase() },
  }),
  'no labels': (p) => ({
    text: `${p.name}
${p.phone}
${address(p)}
${p.city}, ${p.state} ${p.zip}
${p.year} ${p.make} ${p.model}
${p.vin}
leaves the key at the desk`,
    more: {},
  }),
  'CSV line': (p, place) => ({
    text:
      place % 2 === 0
        ? `ro,first name,last name,cell,vin,year,make,model,address,city,state,zip
${p.ro},${p.name.split(' ')[0] ?? ''},${p.name.split(' ').slice(1).join(' ')},${p.phone},${p.vin},${p.year},${p.make},${p.model},${address(p)},${p.city},${p.state},${p.zip}`
        : `"${p.name}","${p.phone}","${p.vin}","${p.year} ${p.make} ${p.model}","${address(p)}, ${p.city}, ${p.state} ${p.zip}","RO ${p.ro}"`,
    more: { reference: p.ro },
  }),
  'e-mail': (p) => ({
    text: `From: Dana Reyes <dana@lanekeeper.example>
Sent: Tuesday, November 24, 2026 8:12 AM
Subject: pickup with loaner

Hi team,

please set up a pickup for the ${p.year} ${p.make} ${p.model} (VIN ${p.vin}, RO ${p.ro}).
Customer: ${p.name}
Cell: ${p.phone}
Address: ${address(p, ', ')}, ${p.city}, ${p.state} ${p.zip}

Thanks,
Dana
Service desk (804) 555-0100 fax`,
    more: { reference: p.ro },
  }),
  'with prices and other dates': (p) => ({
    text: `RO: ${p.ro}   Opened: 11/20/2026   Closed: 11/23/2026
Customer: ${lastFirst(p)}
Phone: ${p.phone}
Vehicle: ${p.year} ${p.make} ${p.model}   VIN: ${p.vin}
Address: ${address(p)}, ${p.city}, ${p.state} ${p.zip}
Labor: $412.90   Parts: $1,208.45   Total: $1,621.35
Last visit: 02/04/2025   DOB: 3/8/1971
Promised: ${p.promised}`,
    more: { reference: p.ro, promised: p.promised },
  }),
  'two phones': (p, place) => ({
    text:
      place % 2 === 0
        ? `${p.name}
Home: ${p.other}
Cell: ${p.phone}
VIN ${p.vin}
${p.year} ${p.make} ${p.model} ${p.color}
RO ${p.ro}
${address(p)}, ${p.city}, ${p.state} ${p.zip}`
        : `Name: ${p.name}
${p.other} (home)
${p.phone} (cell)
VIN: ${p.vin}
Vehicle: ${p.year} ${p.make} ${p.model} ${p.color}
RO: ${p.ro}
${address(p)}, ${p.city}, ${p.state} ${p.zip}`,
    more: { otherPhone: p.other, color: p.color, reference: p.ro },
  }),
  'two vehicles': (p) => ({
    text: `Customer: ${p.name}
Mobile: ${p.phone}
${address(p)}
${p.city}, ${p.state} ${p.zip}
RO: ${p.ro}
VIN: ${p.vin}   ${p.year} ${p.make} ${p.model}
Loaner: 2024 Toyota Corolla   VIN: 5YFBURHE5EP000001
Also on file: 2011 Ford Fiesta`,
    more: { reference: p.ro },
  }),
}

export const BLOCKS: readonly Block[] = Object.entries(LAYOUTS).flatMap(([layout, write]) =>
  PEOPLE.map((person, place) => {
    const { text, more } = write(person, place)
    return { layout: `${layout} ${place + 1}`, text, fields: { ...base(person), ...more } }
  }),
)
