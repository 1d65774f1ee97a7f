import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpResult } from '../../../../build/provider-check/http.ts'
import { createRedactor, formatHttpResult } from '../../../../build/provider-check/redact.ts'
import { seedOf } from '../../../support/fakes/system.ts'

const SEED = seedOf('check words')
const plain = createRedactor(() => [])

function response(status: number, json: unknown): HttpResult {
  return { kind: 'response', status, allow: null, json, unreadable: json === undefined ? 'no JSON' : null }
}

test('The redactor strikes out a secret, also inside another secret and at the cut.', () => {
  const redact = createRedactor(() => ['abc', 'abcdef', ''])
  expect(redact('abcdef abc')).toBe('[secret] [secret]')
  expect(redact(`${'x'.repeat(38)}abcdef`)).not.toContain('abc')
})

test('A redacted text is short, of printable ASCII and without the secret, for any text of the remote.', () => {
  const secret = 'T0k3n-of-a-client'
  const redact = createRedactor(() => [secret])
  const text = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(text, ([before, after]) => {
      const redacted = redact(`${before}${secret}${after}`)
      expect(redacted).not.toContain(secret)
      expect(redacted).toMatch(/^[\x20-\x7e]{0,40}$/)
    }),
    { seed: SEED },
  )
})

test('A response is formatted as its status and the reason in a few words.', () => {
  expect(formatHttpResult(response(404, { errors: [{ code: 'move_invalid' }] }), plain)).toBe('404 move_invalid')
  expect(formatHttpResult(response(200, {}), plain)).toBe('200')
  expect(formatHttpResult(response(200, undefined), plain)).toBe('200, no JSON')
  expect(formatHttpResult(response(307, undefined), plain)).toBe('307, a redirect')
  expect(formatHttpResult({ kind: 'no-response', code: 'timeout' }, plain)).toBe('no answer (timeout)')
  for (const errors of [null, 'x', [], [null], [{}], [{ code: 7 }], {}]) {
    expect(formatHttpResult(response(400, { errors }), plain)).toBe('400')
  }
})
