/*
 * The states by the codes of the United States Postal Service: fifty states, the District of Columbia, the territories,
 * the freely associated states and the armed forces, which all have ZIP codes.
 */

const NAMES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  DC: 'District of Columbia',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  FM: 'Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
}

/** Other names that people type. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'WASHINGTON DC': 'DC',
  'US VIRGIN ISLANDS': 'VI',
  'UNITED STATES VIRGIN ISLANDS': 'VI',
  'FEDERATED STATES OF MICRONESIA': 'FM',
}

const CODES: ReadonlyMap<string, string> = new Map([
  ...Object.keys(NAMES).map((code) => [code, code] as const),
  ...Object.entries(NAMES).map(([code, name]) => [name.toUpperCase(), code] as const),
  ...Object.entries(OTHER_NAMES),
])

/** The two-letter codes of all states. */
export const STATE_CODES: readonly string[] = Object.keys(NAMES)

/**
 * Returns the code of a typed state, for `VA`, `va`, `V.A.` and `Virginia` alike; null for text that names no state.
 * Letter case, dots, commas and the amount of white space are ignored.
 */
export function stateCode(typed: string): string | null {
  const name = typed
    .replace(/\./g, '')
    .replace(/[,\s]+/g, ' ')
    .trim()
    .toUpperCase()
  return CODES.get(name) ?? null
}

/**
 * Returns the code of a typed state. Text that names no state is only trimmed, because no published rule lists states.
 */
export function normalizeState(typed: string): string {
  return stateCode(typed) ?? typed.trim()
}
