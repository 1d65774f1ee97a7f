import type { Chance } from '../sim/seeded-rng.ts'

/** Responses of a provider, spoiled in ways in which a provider, a proxy or an attacker could spoil them. */

// prettier-ignore
const VALUES = [
  'null', 'true', '-1', '0', '1.5', '1e400', '-0', '"7"', '"90001"', '[90001]', '{}', '[]', '""', '" "',
  '9007199254740993', '90071992547409930000', '1e3', '"\\ud800"', '"\\u0000"', '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}', '"<script>"', '\'x\'', 'NaN', 'Infinity', '0x10', '01',
]

const KEYS = ['"__proto__":{"polluted":1,"move_id":5}', '"toString":1', '"move_id":5', '"id":-5', '"move":null']

/** One value of a response changed, a piece cut out or inserted, a key doubled, or nothing changed, as text. */
export function spoil(body: string, chance: Chance): string {
  const at = chance.upTo(body.length - 1)
  switch (chance.upTo(9)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const spots = [...body.matchAll(/:(null|-?\d[\d.]*|"[^"]*"|true|false|\{|\[)/g)]
      if (spots.length === 0) return body
      const spot = chance.pick(spots)
      const from = spot.index + 1
      const length = (spot[1] ?? '').length
      return body.slice(0, from) + chance.pick(VALUES) + body.slice(from + length)
    }
    case 4:
      return body.slice(0, at) + body.slice(at + chance.upTo(40))
    case 5:
      return body.slice(0, at) + String.fromCharCode(chance.upTo(0xffff)) + body.slice(at)
    case 6: {
      const braces = [...body.matchAll(/\{/g)]
      if (braces.length === 0) return body
      const brace = chance.pick(braces).index + 1
      return `${body.slice(0, brace)}${chance.pick(KEYS)},${body.slice(brace)}`
    }
    case 7:
      return body.slice(0, at)
    case 8:
      return chance.pick([`${body}${body}`, `\ufeff${body}`, ` ${body}\n`, `[${body}]`, `{"data":${body}}`, deep(body)])
    default:
      return body
  }
}

/** As `spoil`, on bytes, which may then be invalid UTF-8. */
export function spoilBytes(bytes: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(bytes)
  for (let times = chance.upTo(2); times >= 0; times -= 1) copy[chance.upTo(copy.length - 1)] = chance.upTo(255)
  return copy
}

export function deep(body: string, levels = 10_000): string {
  return `${'{"a":'.repeat(levels)}${body}${'}'.repeat(levels)}`
}

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null

/**
 * Whether this body could be the documented response to a booking with these references in this order, by the
 * description alone.
 */
export function couldBook(body: string, references: readonly string[], names: readonly string[]): boolean {
  let top: Json | null
  try {
    top = object(JSON.parse(body))
  } catch {
    return false
  }
  const moves = names.map((name) => object(name === '' ? (top?.['move'] ?? top) : top?.[name]))
  const numbers = moves.map((move) => move?.['move_id'] ?? move?.['id'])
  return (
    numbers.every((number) => Number.isSafeInteger(number) && Number(number) > 0) &&
    new Set(numbers).size === numbers.length &&
    moves.every((move, index) => {
      const reference = move?.['reference_num'] ?? move?.['reference_id']
      return reference === references[index] || (names.length === 1 && (reference ?? null) === null)
    })
  )
}

/** True if the first move clearly names another vehicle. */
export function otherVin(body: string, vin: string, [name = '']: readonly string[]): boolean {
  const top = object(JSON.parse(body))
  const move = object(name === '' ? (top?.['move'] ?? top) : top?.[name])
  const told = object(move?.['vehicle'])?.['vin']
  return typeof told === 'string' && told.isWellFormed() && told.replace(/[\s-]/g, '').toUpperCase() !== vin
}
