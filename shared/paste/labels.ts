/* The labels of a DMS block, and the kind of value that each one names. */

const NUMBER = '(?: ?(?:phone|ph|tel|no|num|number)\\.?)*'
const WHOSE = '(?:(?:cust(?:omer)?|client|owner|buyer|guest)(?: |$))'
const CAR = '(?:(?:vehicle|veh) )?'

/** The names of labels by kind. `ignored` values are known to be no field of a booking, and stay in the notes. */
const LABELS = {
  name: `${WHOSE}?(?:(?:full|contact) )?name|cust(?:omer)?|client|owner|buyer|guest|sold to`,
  first: `${WHOSE}?(?:first(?: ?name)?|fname)`,
  last: `${WHOSE}?(?:last(?: ?name)?|lname|surname)`,
  mobile: `(?:cell(?:ular)?|mobile?|text)${NUMBER}|[cm]`,
  phone: `(?:(?:preferred|primary|main|contact|best|day|cust(?:omer)?) )?(?:phones?|ph|tel(?:ephone)?)(?: ?(?:no|num|number|1)\\.?)?`,
  otherPhone: `(?:home|hm|res|work|wk|bus(?:iness)?|alt(?:ernate)?|other|second(?:ary)?|evening)${NUMBER}|(?:phone|ph) ?2|[how]`,
  vin: `vin${NUMBER}|serial${NUMBER}|vehicle id`,
  vehicle: '(?:service )?vehicle|veh|car|(?:year|yr)/make/model|y/m/m|ymm|(?:unit|vehicle) description',
  year: `(?:model |${CAR})(?:year|yr)|my`,
  make: `${CAR}(?:make|mk)`,
  model: `${CAR}(?:model|mdl)`,
  color: `(?:ext(?:erior)?\\.? |${CAR})(?:color|clr)|exterior`,
  reference: `r[./]?o\\.?${NUMBER}|repair order${NUMBER}`,
  address:
    '(?:(?:home|street|pick[ -]?up|service|cust(?:omer)?|delivery) )?(?:address|addr)(?: ?1)?|street|(?:pick[ -]?up|lives) at|deliver to',
  unit: 'apt|apartment|unit|suite|(?:address|addr) ?2',
  cityLine: 'city[/, ]+(?:state|st)[/, ]+zip(?: code)?|csz',
  city: 'city|town',
  state: 'state|st',
  zip: '(?:zip|postal)(?: code)?',
  promised: 'promised?(?: (?:time|date))?|prom|time promised',
  appointment: '(?:appt|appointment|pick[ -]?up)(?: (?:time|date))?',
  ignored:
    '(?:(?:service|svc) )?(?:advisor|adv|writer)(?: (?:name|phone))?|sa|tech|tag|hat|e-?mail|fax|miles(?= *:? *\\d)|mileage|odometer|total|(?:license )?plate|stock|stk',
} as const

/** Words of bills and of service records. */
export const RECORD = `${LABELS.ignored}|opened|closed|open date|last visit|dob|balance|est|estimate|price|labor|parts|warranty|cust(?:omer)? ?(?:no|#)|acct|account|invoice|history`

/** The kinds of labeled values. */
export type LabelKind = keyof typeof LABELS

const ANY = Object.entries(LABELS)
  .map(([kind, names]) => `(?<${kind}>${names})`)
  .join('|')
const WHOLE = new RegExp(`^(?:${ANY})$`)

/** Returns the kind of a label such as "RO#", "Cell Phone" or "Ext. Color"; null for text that is no known label. */
export function labelKind(text: string): LabelKind | null {
  const bare = text
    .toLowerCase()
    .replace(/[#:=*\s]+/g, ' ')
    .trim()
  const groups = WHOLE.exec(bare)?.groups ?? {}
  return (Object.keys(groups) as LabelKind[]).find((kind) => groups[kind] !== undefined) ?? null
}

const NAMES = Object.values(LABELS).join('|')

/** Matches a known label with its colon, number sign or dash. */
export const KNOWN_LABEL = new RegExp(`(?<![\\w./-])(?:${NAMES})(?: ?(?:#:?|:|=)| [-–](?= ))`, 'gi')

/** Labels that stand without a colon: "RO 48211", "VIN 5GA…", "CELL 804…", "HM PH 804…", "PROMISED 11/25". */
export const BARE_LABEL = new RegExp(
  `(?<!\\S)(?:name|r[./]?o\\.?|vin|(?:cell|mobile|home|hm|work|wk|bus|alt)(?: ph(?:one)?)?|promised|prom|appt|cust(?:omer)?|ph|phone|color|addr(?:ess)?|veh|sold to|year|yr|make|model|[chmw](?= \\(?\\d{3}\\D))(?= +\\S)`,
  'gi',
)
