/* Makes and colors as a DMS writes them, and models of two words. */

const MAKES: Readonly<Record<string, string>> = {
  acura: 'Acura',
  'alfa romeo': 'Alfa Romeo',
  audi: 'Audi',
  bmw: 'BMW',
  buick: 'Buick',
  cadillac: 'Cadillac',
  chevrolet: 'Chevrolet',
  chevy: 'Chevrolet',
  chev: 'Chevrolet',
  chrysler: 'Chrysler',
  dodge: 'Dodge',
  fiat: 'Fiat',
  ford: 'Ford',
  genesis: 'Genesis',
  gmc: 'GMC',
  honda: 'Honda',
  hyundai: 'Hyundai',
  infiniti: 'Infiniti',
  jaguar: 'Jaguar',
  jeep: 'Jeep',
  kia: 'Kia',
  'land rover': 'Land Rover',
  lexus: 'Lexus',
  lincoln: 'Lincoln',
  lucid: 'Lucid',
  maserati: 'Maserati',
  mazda: 'Mazda',
  'mercedes-benz': 'Mercedes-Benz',
  'mercedes benz': 'Mercedes-Benz',
  mercedes: 'Mercedes-Benz',
  mercury: 'Mercury',
  mini: 'Mini',
  mitsubishi: 'Mitsubishi',
  nissan: 'Nissan',
  polestar: 'Polestar',
  pontiac: 'Pontiac',
  porsche: 'Porsche',
  ram: 'Ram',
  rivian: 'Rivian',
  saab: 'Saab',
  saturn: 'Saturn',
  scion: 'Scion',
  subaru: 'Subaru',
  tesla: 'Tesla',
  toyota: 'Toyota',
  volkswagen: 'Volkswagen',
  vw: 'Volkswagen',
  volvo: 'Volvo',
}

const NAMES = Object.keys(MAKES)
  .sort((a, b) => b.length - a.length)
  .join('|')

/** The makes as the desk writes them, each once. */
export const KNOWN_MAKES: readonly string[] = [...new Set(Object.values(MAKES))]

/** Returns the make as the desk writes it; null for text that is no make. */
export function makeOf(text: string): string | null {
  return MAKES[text.trim().toLowerCase()] ?? null
}

/** Models of two words that must not lose their second one. */
const TWO_WORDS =
  'grand (?:cherokee|caravan|wagoneer|marquis)|santa (?:fe|cruz)|model [3sxy]|land cruiser|range rover|discovery sport|encore gx|town (?:&|and) country|crown victoria|(?:silverado|sierra) \\d{4}(?:hd)?|[1-8] series|[a-z]{1,3}-class|[a-z]{2,3} \\d{2,3}[a-z]?(?![\\w,])|[a-z\\d-]+ hybrid|transit connect|bronco sport|corolla cross|ioniq [569]|pacifica hybrid'

/** Matches year, make and model, with the color if that follows. */
export const VEHICLE = new RegExp(
  `(?<![\\d/$-])(?<year>(?:19|20)\\d{2}|['’]\\d{2}|^\\d{2}) +(?<make>${NAMES}) +(?<model>${TWO_WORDS}|[a-z\\d][a-z\\d-]*)(?: +(?<color>white|black|silver|gray|grey|blue|red|green|gold|brown|beige|orange|yellow|maroon|tan)\\b)?`,
  'i',
)

/** Matches a make and model without a year, as a whole value. */
export const MAKE_MODEL = new RegExp(`^(?<make>${NAMES}) +(?<model>.+)$`, 'i')
