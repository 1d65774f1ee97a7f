import type { Heard } from './ask.ts'
import { asObject, objectsOf, type Json } from './json.ts'

/* How what a remote said is put into a table: never a secret, no control character, no customer's data, no more than fits. */

const LONGEST = 40

/** Writes a text of the remote so that it can be printed: ASCII, short, every secret struck out. */
export type Say = (text: string) => string

/** `secrets` is asked each time, as a token can be granted later. An empty secret is none. */
export function makeSay(secrets: () => readonly string[]): Say {
  return (text) => {
    // The longest first: one secret may be a part of another.
    const known = secrets()
      .filter((secret) => secret !== '')
      .sort((one, other) => other.length - one.length)
    const free = known.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
    const plain = free.replace(/[^\x20-\x7e]/g, '?')
    return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 3)}...` : plain
  }
}

/** The first code of an error envelope (provider.md 3.2), as it was written; null where there is none. */
export function errorCodeOf(heard: Heard): string | null {
  const [first] = errorsOf(heard)
  const code = first?.['code']
  return typeof code === 'string' ? code : null
}

/** The items of an error envelope; empty where there is none. */
export function errorsOf(heard: Heard): readonly Json[] {
  const list = heard.kind === 'answered' ? asObject(heard.json)?.['errors'] : undefined
  return Array.isArray(list) ? objectsOf(list) : []
}

/** `404 move_invalid`, `200, no JSON`, `302, a redirect`, `no answer (timeout)`. */
export function sayHeard(heard: Heard, say: Say): string {
  if (heard.kind === 'silent') return `no answer (${say(heard.code)})`
  const { status } = heard
  if (status >= 300 && status < 400) return `${status}, a redirect`
  const code = errorCodeOf(heard)
  if (code !== null) return `${status} ${say(code)}`
  return heard.json === undefined ? `${status}, ${heard.why}` : String(status)
}
