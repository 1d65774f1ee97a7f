/* The labels of a DMS block, and the kind of value that each one names. */

const NUMBER = '(?: ?(?:phone|ph|tel|no|num|number)\\.?)*'
/** Words before any label: "Owner Phone", "Vehicle VIN", "New Address". */
const WHOSE = "(?:(?:cust(?:omer)?|client|owner|buyer|guest|vehicle|veh|addr|new)(?:'s)? )?"

/** The names of labels by kind. `ignored` values are known to be no field of a booking, and stay in the notes. */
const LABELS = {
  name: '(?:(?:full|contact) )?name|cust(?:omer)?|client|owner|buyer|guest|sold to',
  first: 'first(?: ?name)?|fname',
  last: 'last(?: ?name)?|lname|surname',
  mobile: `(?:cell(?:ular)?|mobile?|text)${NUMBER}|[cm]`,
  phone: `(?:(?:preferred|primary|main|contact|best|day) )?(?:phones?|ph|tel(?:ephone)?)(?: ?(?:no|num|number|1)\\.?)?|(?:contact|best|primary|preferred) (?:no|num|number)`,
  otherPhone: `(?:home|hm|res|work|wk|bus(?:iness)?|alt(?:ernate)?|other|second(?:ary)?|evening)${NUMBER}|(?:phone|ph) ?2|[how]`,
  vin: `vin${NUMBER}|serial${NUMBER}|vehicle id`,
  vehicle:
    '(?:(?:service )?vehicle|veh|car)(?: info(?:rmation)?)?|(?:(?:year|yr)/)?make/model|y/m/m|ymm|(?:unit )?description',
  year: '(?:model )?(?:year|yr)|my',
  make: 'make|mk',
  model: 'model|mdl',
  color: '(?:ext(?:erior)?\\.? )?(?:color|clr)|exterior',
  reference: `r[./]?o\\.?${NUMBER}|repair order${NUMBER}`,
  address:
    '(?:(?:home|street|pick[ -]?up|service|delivery) )?(?:address|addr|loc(?:ation)?)(?:(?: line)? ?1)?|street(?: ?1)?|line ?1|(?:pick[ -]?up (?:at|from)|lives at)|(?:deliver|ship) to',
  unit: 'apt|apartment|unit|suite|(?:address|addr)(?: line)? ?2|line ?2',
  cityLine: 'city[/, ]+(?:state|st)(?:[/, ]+zip(?: code)?)?|csz',
  city: 'city|town',
  state: '(?:state|st)(?:/province)?',
  zip: '(?:zip|postal)(?:/postal)?(?: code)?',
  promised: 'promised?(?: (?:time|date))?|prom|time promised',
  appointment: '(?:appt|appointment|pick[ -]?up)(?: (?:time|date)(?:/time)?)?',
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
const WHOLE = new RegExp(`^${WHOSE}(?:${ANY})$`)

const MAX_LABEL_LENGTH = 40

/** Returns the kind of a label such as "RO#", "Cell Phone" or "Phone (home)"; null for text that is no known label. */
export function labelKind(text: string): LabelKind | null {
  if (text.length > MAX_LABEL_LENGTH) return null
  const bare = text
    .toLowerCase()
    .replace(/[#:=*\s_]+/g, ' ')
    .trim()
  const [, outer, inner] = /^(.+?) ?\((.+)\)$/.exec(bare) ?? []
  if (outer !== undefined && inner !== undefined) {
    const [of, kind] = [labelKind(outer), labelKind(inner)]
    return of !== null && (kind === 'mobile' || kind === 'otherPhone') ? kind : of
  }
  const groups = WHOLE.exec(bare)?.groups ?? {}
  return (Object.keys(groups) as LabelKind[]).find((kind) => groups[kind] !== undefined) ?? null
}

const NAMES = Object.values(LABELS).join('|')

/** Matches a known label with its colon, number sign or dash. A street such as "Grace St #12" has no label. */
export const KNOWN_LABEL = new RegExp(
  `(?<![\\w./-])${WHOSE}(?:${NAMES})(?: \\([^)\\n]{1,20}\\))?(?: ?(?:#:|(?<!\\b(?:\\w|st|apt|unit|suite) ?)#|:|=)| [-–](?= ))`,
  'gi',
)

/** Labels that stand without a colon: "RO 48211", "VIN 5GA…", "CELL 804…", "HM PH 804…", "PROMISED 11/25". */
export const BARE_LABEL = new RegExp(
  `(?<!\\S)(?:name|r[./]?o\\.?|vin|(?:cell|mobile|home|hm|work|wk|bus|alt)(?: ph(?:one)?)?|promised?(?: time)?|prom|appt|cust(?:omer)?|ph|phone|color|addr(?:ess)?|veh|sold to|year|yr|make|model|[chmw](?= \\(?\\d{3}\\D))(?= +\\S)`,
  'gi',
)

/** True for words with a digit that is of no phone and no time of day. A labeled address without one is no street. */
export function hasHouseNumber(words: string): boolean {
  return /\d/.test(words.replace(/\(?\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}|\d+:\d\d|\d+ ?[ap]\.?m\b/gi, ''))
}

/** Phones of other people and of faxes, which never get the texts of the customer. */
export const NOT_THEIRS =
  /\b(?:fax|fx|facsimile|spouse|wife|husband|son|daughter|mother|father|mom|dad|parents?|brother|sister|friend|neighbor|emergency|advisor|writer|dealer(?:ship)?|sales|office|direct|desk|us|shop|tow)\b/i
