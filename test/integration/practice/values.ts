import { assertNever } from '../../../shared/result.ts'
import type { Chance } from '../../support/sim/seeded-rng.ts'

/*
 * The values of a field that must be accepted, and those that must be refused. They are written by hand from the
 * description, not read off the service's schemas, so that they can judge the schemas.
 */

/** In place of a value: the field is left out. */
export const ABSENT = Symbol('absent')

export type Kind =
  | 'required'
  | 'optional'
  | 'text or absent'
  | 'note'
  | 'zip'
  | 'time'
  | 'iso time or absent'
  | 'phone'
  | 'action'
  | 'flag'
  | 'optional flag'
  | 'number or absent'
  | 'duplicate check'
  | 'object'
  | 'optional object'
  | { readonly only: unknown; readonly not: readonly unknown[] }

const LINES = [
  'x',
  '  padded ',
  'Núñez & Søn',
  'מיכל כהן',
  'شارع النخيل',
  'a\u202egnirts',
  '🚗 lane 4',
  "'; DROP TABLE moves; --",
  '<script>alert(1)</script>',
  '=1+1',
  '__proto__',
  '$1$&\\u0000',
  'x'.repeat(200),
  '\u200b',
  'null',
  'ﷺ'.repeat(50),
]
const BLANK = ['', ' ', '   ', '\u3000', '\u00a0', '\ufeff']
const BROKEN = ['\u0000', 'a\u0000b', '\u001b[31m', '\u007f', '\u0085x', '\ud800', 'x\udc00', '\ud83d ']
const BREAKS = ['a\nb', 'a\rb', 'a\tb']

function wrongType(chance: Chance): unknown {
  return chance.pick<() => unknown>([
    () => null,
    () => [],
    () => ['x'],
    () => -1,
    () => 1e308,
    () => 0.1,
    () => deep(chance.upTo(800)),
  ])()
}

/** Lists in lists, that deep. */
export function deep(levels: number): unknown {
  let value: unknown = []
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

function digits(chance: Chance, count: number): string {
  return Array.from({ length: count }, () => chance.upTo(9)).join('')
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function day(chance: Chance): string {
  return `${2000 + chance.upTo(199)}-${two(1 + chance.upTo(11))}-${two(1 + chance.upTo(27))}`
}

function hour(chance: Chance): string {
  return [chance.upTo(23), chance.upTo(59), chance.upTo(59)].map(two).join(':')
}

function isoTime(chance: Chance): string {
  // A day that an offset cannot carry out of the years 2000 to 2199.
  const on = day(chance)
    .replace(/-01$/, '-02')
    .replace(/^2000-01/, '2001-01')
    .replace(/^2199-12/, '2198-12')
  return `${on}T${hour(chance)}${chance.pick(['', '.5', '.123456789'])}${chance.pick(['Z', '+00:00', '-05:00', '+14:00'])}`
}

const NO_TIMES = [
  'soon',
  '2026-11-24',
  '2026-11-24 19:00',
  '2026-11-24T19:00:00',
  '2026-11-24 19:00:00Z',
  '2026-11-24  19:00:00',
  '2026-11-24 19:00:00 ',
  '2026-02-30 19:00:00',
  '2025-02-29T19:00:00Z',
  '2026-13-01 19:00:00',
  '2026-11-24 24:00:00',
  '2026-11-24 19:60:00',
  '2026-11-24 19:00:60',
  '2026-11-24T19:00:00+24:00',
  '2026-11-24T19:00:00+05',
  '2026-11-24t19:00:00z',
  '1999-12-31 23:59:59',
  '2200-01-01 00:00:00',
  '275760-09-13 00:00:00',
  '-2026-11-24 19:00:00',
  '２０２６-11-24 19:00:00',
  '1764010800',
]
const NO_ZIPS = [
  '2322',
  '232201',
  '2322O',
  '23220-1234',
  ' 23220',
  '23220 ',
  '23220\n',
  '２３２２０',
  '٢٣٢٢٠',
  '-2322',
  '2e220',
]
const NO_PHONES = ['555-0142', '804 555 014', 'call me', '٠١٢٣٤٥٦٧٨٩', '(___) 555-0142', '804\u0000 555 0142']
const NO_ACTIONS = ['Pickup', 'RETURN', 'pickup ', 'drop', 'pick\u0000up']
const NO_FLAGS = ['true', 'false', '', 0, 1]
const NO_OBJECTS = ['', 'x', 0, true, []]
const NO_NUMBERS = ['7', 0, -7, 1.5, 2 ** 53, true]
const NO_CHECKS = ['vin', 'REFERENCE_NUM', '', 'reference_num ', 1]

/** A value that must be taken. `whole` is what the field holds in a body without faults. */
export function goodValue(kind: Kind, chance: Chance, whole: unknown): unknown {
  if (typeof kind === 'object') return kind.only
  switch (kind) {
    case 'required':
      return chance.pick(LINES)
    case 'optional':
      return chance.pick([ABSENT, ...BLANK, ...LINES])
    case 'text or absent':
      return chance.pick([ABSENT, ...LINES])
    case 'note':
      return chance.pick([ABSENT, ...BLANK, ...BREAKS, ...LINES, 'x'.repeat(2000)])
    case 'zip':
      return digits(chance, 5)
    case 'time':
      return chance.pick([`${day(chance)} ${hour(chance)}`, `${day(chance)} ${hour(chance)}.25`, isoTime(chance)])
    case 'iso time or absent':
      return chance.pick([ABSENT, isoTime(chance)])
    case 'phone':
      return `${chance.pick(['', '+1 ', '1-', '☎ '])}(804) ${digits(chance, 3)}${chance.pick(['-', ' ', '.', ''])}0142`
    case 'action':
      return chance.pick(['pickup', 'return'])
    case 'flag':
      return chance.pick([true, false])
    case 'optional flag':
      return chance.pick([ABSENT, true, false])
    case 'number or absent':
      return chance.pick([ABSENT, 1, 7, 12_345, Number.MAX_SAFE_INTEGER])
    case 'duplicate check':
      return chance.pick([ABSENT, 'reference_num', 'vehicle_stock', 'vehicle_vin'])
    case 'object':
      return { ...(whole as object), [`x${digits(chance, 3)}`]: deep(chance.upTo(50)) }
    case 'optional object':
      return chance.pick([ABSENT, {}, { x: null }, whole])
    default:
      return assertNever(kind)
  }
}

/** A value that must be refused, with the field named. */
export function badValue(kind: Kind, chance: Chance): unknown {
  const anyText = [...BROKEN, 'x'.repeat(201), 'x'.repeat(20_000), 7, true, { x: 1 }]
  const sure = (values: readonly unknown[]) => chance.pick([() => chance.pick(values), () => wrongType(chance)])()
  if (typeof kind === 'object') return sure(kind.not)
  switch (kind) {
    case 'required':
      return sure([ABSENT, ...BLANK, ...BREAKS, ...anyText])
    case 'optional':
      return sure([...BREAKS, ...anyText])
    case 'text or absent':
      return sure([...BLANK, ...BREAKS, ...anyText])
    case 'note':
      return sure([...BROKEN, 'x'.repeat(2001), 'x'.repeat(20_000), 7, true, { x: 1 }])
    case 'zip':
      return sure([ABSENT, ...BLANK, ...NO_ZIPS, ...anyText])
    case 'time':
      return sure([ABSENT, ...BLANK, ...NO_TIMES, ...anyText])
    case 'iso time or absent':
      return sure([...BLANK, ...NO_TIMES, '2026-11-24 19:00:00', ...anyText])
    case 'phone':
      return sure([ABSENT, ...BLANK, ...NO_PHONES, ...anyText])
    case 'action':
      return sure([ABSENT, ...BLANK, ...NO_ACTIONS, ...anyText])
    case 'flag':
      return sure([ABSENT, ...NO_FLAGS])
    case 'optional flag':
      return sure(NO_FLAGS)
    case 'number or absent':
      return sure(NO_NUMBERS)
    case 'duplicate check':
      return sure(NO_CHECKS)
    case 'object':
      return sure([ABSENT, ...NO_OBJECTS])
    case 'optional object':
      return sure(NO_OBJECTS)
    default:
      return assertNever(kind)
  }
}
