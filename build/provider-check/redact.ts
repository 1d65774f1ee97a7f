import { errorCodeOf, type HttpResult } from './http.ts'

const MAX_TEXT_LENGTH = 40

/** Makes a text of the remote safe to print: short, ASCII, every secret struck out. */
export type Redact = (text: string) => string

/** `secrets` is called each time, because a token can be granted later. An empty secret is ignored. */
export function createRedactor(secrets: () => readonly string[]): Redact {
  return (text) => {
    // The longest secret goes first, because a shorter secret may be a part of it.
    const known = secrets()
      .filter((secret) => secret !== '')
      .sort((one, other) => other.length - one.length)
    const free = known.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    const plain = free.replace(/[^\x20-\x7e]/g, '?')
    return plain.length > MAX_TEXT_LENGTH ? `${plain.slice(0, MAX_TEXT_LENGTH - 3)}...` : plain
  }
}

/** For example `404 move_invalid`, `200, no JSON`, `302, a redirect`, `no answer (timeout)`. */
export function formatHttpResult(result: HttpResult, redact: Redact): string {
  if (result.kind === 'no-response') return `no answer (${redact(result.code)})`
  const { status } = result
  if (status >= 300 && status < 400) return `${status}, a redirect`
  const code = errorCodeOf(result)
  if (code !== null) return `${status} ${redact(code)}`
  return result.json === undefined ? `${status}, ${result.unreadable}` : String(status)
}
