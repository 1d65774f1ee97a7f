import { unshout } from './case.ts'

/* Makes and colors as a DMS writes them, and models of two words. */

/** The makes as the desk writes them, each once. */
export const KNOWN_MAKES: readonly string[] =
  'Acura|Alfa Romeo|Audi|BMW|Buick|Cadillac|Chevrolet|Chrysler|Dodge|Fiat|Ford|Genesis|GMC|Honda|Hyundai|Infiniti|Jaguar|Jeep|Kia|Land Rover|Lexus|Lincoln|Lucid|Maserati|Mazda|Mercedes-Benz|Mercury|Mini|Mitsubishi|Nissan|Polestar|Pontiac|Porsche|Ram|Rivian|Saab|Saturn|Scion|Subaru|Tesla|Toyota|Volkswagen|Volvo'.split(
    '|',
  )

const SHORT_NAMES: Readonly<Record<string, string>> = {
  chevy: 'Chevrolet',
  chev: 'Chevrolet',
  'mercedes benz': 'Mercedes-Benz',
  mercedes: 'Mercedes-Benz',
  vw: 'Volkswagen',
}

const NAMES = [...KNOWN_MAKES, ...Object.keys(SHORT_NAMES)].join('|')

/** Returns the make as the desk writes it; null for text that is no make. */
export function makeOf(text: string): string | null {
  const name = text.trim().toLowerCase()
  return SHORT_NAMES[name] ?? KNOWN_MAKES.find((make) => make.toLowerCase() === name) ?? null
}

/** Makes that share their cars: the Dodge Ram is a Ram by its VIN, and the Hyundai Genesis has both names. */
const SHARED = /^(?:Dodge,Ram|Ram,Dodge|Hyundai,Genesis|Genesis,Hyundai)$/

/** True if a typed make is known to be another one than that of the VIN. */
export function isOtherMake(typed: string, told: string): boolean {
  const [one, other] = [makeOf(typed), makeOf(told) ?? told]
  return one !== null && one !== other && !SHARED.test(`${one},${other}`)
}

/** Models of two words that must not lose their second one. */
const TWO_WORDS =
  'grand (?:cherokee|caravan|wagoneer|marquis)|santa (?:fe|cruz)|model [3sxy]|land cruiser|range rover|discovery sport|encore gx|town (?:&|and) country|crown victoria|(?:silverado|sierra) \\d{4}(?:hd)?|[1-8] series|[a-z]{1,3}-class|[a-z]{2,3} \\d{2,3}[a-z]?(?!\\w|,\\d{3})|[a-z\\d-]+ hybrid|transit connect|bronco sport|corolla cross|ioniq [569]'

const COLORS = 'white|black|silver|gray|grey|blue|red|green|gold|brown|beige|orange|yellow|maroon|tan'

/** Colors as a DMS cuts them. They mean a color only beside a car or a label, because "TAN" is also a name. */
const SHORT_COLORS: Readonly<Record<string, string>> = {
  blu: 'Blue',
  blk: 'Black',
  wht: 'White',
  sil: 'Silver',
  slv: 'Silver',
  gry: 'Gray',
  gra: 'Gray',
  grn: 'Green',
  brn: 'Brown',
  gld: 'Gold',
  bge: 'Beige',
  org: 'Orange',
  yel: 'Yellow',
  mar: 'Maroon',
}

const CUT_COLORS = Object.keys(SHORT_COLORS).join('|')

/** Matches a cut color alone, which can stand before the year of a car. */
export const CUT_COLOR = new RegExp(`^(?<color>${CUT_COLORS}),? *$`, 'i')

const TRIMS =
  'xle|le|xse|se|lx|ex|ex-l|lt|ltz|ls|sl|sv|sr|sel|slt|xlt|limited|premium|touring|sport|base|awd|fwd|4wd|4x4|[245]dr'

/** Matches a color behind a model and its trim. A word behind the color may make a name or a month of the color. */
export const COLOR_BEHIND = new RegExp(
  `^(?:,? +(?:${TRIMS})\\b)*,? +(?<color>${COLORS}|${CUT_COLORS})(?= *(?:$|  |[;|/()\\r\\n]|,(?! ?[a-z]))| +\\d[\\d,]{3,}| +(?:vin|lic|mi|miles|odo|tag|stk|ro)\\b)`,
  'i',
)

/** Returns a color as the desk writes it: "BLU" is "Blue". */
export function colorOf(text: string): string {
  return SHORT_COLORS[text.trim().toLowerCase()] ?? unshout(text)
}

/** Matches a color alone. */
export const COLOR = new RegExp(`^(?:${COLORS})$`, 'i')

/** Matches year, make and model in a sentence or in the cells of a table. */
export const VEHICLE = new RegExp(
  `(?<![\\d/$-])(?<year>(?:19|20)\\d{2}|['’]\\d{2}|^\\d{2})(?<glue> +|"?[,;|\\t]"? ?)(?<make>${NAMES})\\k<glue>(?<model>${TWO_WORDS}|[a-z\\d][a-z\\d-]*)`,
  'gi',
)

/** Matches a note behind a model: "GLC 300 (2022) – Blk". */
export const BEHIND_MODEL = /(?: *\(| +[–—]| - ).*$/

/** Matches a make and model without a year before them, as a whole value. */
export const MAKE_MODEL = new RegExp(
  `^(?<make>${NAMES})[ /]+(?<model>[^/(]+?)(?:[ /(]+(?<year>(?:19|20)\\d{2})\\)?)?(?<more>${BEHIND_MODEL.source})?$`,
  'i',
)
