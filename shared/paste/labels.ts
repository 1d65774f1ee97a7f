/* The labels of a DMS block, and the kind of value that each one names. */

/** The kinds of labelled values. `ignored` values are known to be no field of a booking, and stay in the notes. */
export type LabelKind =
  | 'name'
  | 'first'
  | 'last'
  | 'mobile'
  | 'phone'
  | 'vin'
  | 'vehicle'
  | 'year'
  | 'make'
  | 'model'
  | 'color'
  | 'reference'
  | 'address'
  | 'unit'
  | 'cityLine'
  | 'city'
  | 'state'
  | 'zip'
  | 'promised'
  | 'appointment'
  | 'ignored'

const LABELS: Readonly<Record<Exclude<LabelKind, 'ignored'>, string>> = {
  name: 'name|customer|customer name|cust|cust name|client|owner|owner name|full name|contact name',
  first: 'first|first name|fname',
  last: 'last|last name|lname|surname',
  mobile: 'cell|cell phone|cellular|mobile|mobile phone|mob|mobile no|cell no|text|c|m',
  phone:
    'phone|phone number|ph|tel|telephone|home|home phone|hm|hm phone|work|work phone|wk|bus|business phone|alt|alt phone|other phone|day phone|spouse|o|h|w|phone 1|phone 2',
  vin: 'vin|vin number|vin no|serial|vehicle id',
  vehicle: 'vehicle|veh|car|year/make/model|y/m/m|ymm|yr/make/model|unit description',
  year: 'year|yr|model year|my',
  make: 'make|mk',
  model: 'model|mdl',
  color: 'color|ext color|exterior|exterior color|clr',
  reference: 'ro|r.o.|ro number|ro no|ro num|repair order|repair order number|repair order no',
  address: 'address|addr|street|street address|address 1|address1|addr1|home address|pickup address|pick up at',
  unit: 'apt|apartment|unit|suite|address 2|address2|addr2',
  cityLine: 'city/state/zip|city state zip|city, state, zip|city/st/zip|csz',
  city: 'city|town',
  state: 'state|st',
  zip: 'zip|zip code|postal|postal code',
  promised: 'promised|promise|promise time|promised time|prom|promise date|time promised',
  appointment: 'appt|appointment|appt time|appointment time|pickup|pickup time|pick up|pick-up',
}

const KINDS: ReadonlyMap<string, LabelKind> = new Map(
  Object.entries(LABELS).flatMap(([kind, names]) => names.split('|').map((name) => [name, kind as LabelKind] as const)),
)

/** Returns the kind of a label such as "RO#", "Cell Phone" or "Ext. Color"; null for text that is no known label. */
export function labelKind(text: string): LabelKind | null {
  const bare = text
    .toLowerCase()
    .replace(/[#:=*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return KINDS.get(bare) ?? KINDS.get(bare.replace(/\.$/, '').replace(/\. /g, ' ')) ?? null
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Matches a known label with its colon or number sign, the longest name first. */
export const KNOWN_LABEL = new RegExp(
  `(?<![\\w.])(?:${[...KINDS.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escape)
    .join('|')}) ?(?:#:?|no\\.?:|:|=)`,
  'gi',
)
