import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Heard } from '../../../../electron/check/ask.ts'
import { makeSay, sayHeard } from '../../../../electron/check/words.ts'
import { seedOf } from '../../../support/system.ts'

const SEED = seedOf('check words')
const plain = makeSay(() => [])

function answered(status: number, json: unknown): Heard {
  return { kind: 'answered', status, allow: null, json, why: json === undefined ? 'no JSON' : null }
}

test('a secret is struck out, also one within another and beside what is cut off', () => {
  const say = makeSay(() => ['abc', 'abcdef', ''])
  expect(say('abcdef abc')).toBe('[secret] [secret]')
  expect(say(`${'x'.repeat(38)}abcdef`)).not.toContain('abc')
})

test('whatever a remote says, it is short, of plain characters, and without the secret', () => {
  const secret = 'T0k3n-of-a-client'
  const say = makeSay(() => [secret])
  const text = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(text, ([before, after]) => {
      const said = say(`${before}${secret}${after}`)
      expect(said).not.toContain(secret)
      expect(said).toMatch(/^[\x20-\x7e]{0,40}$/)
    }),
    { seed: SEED },
  )
})

test('an answer in a few words', () => {
  expect(sayHeard(answered(404, { errors: [{ code: 'move_invalid' }] }), plain)).toBe('404 move_invalid')
  expect(sayHeard(answered(200, {}), plain)).toBe('200')
  expect(sayHeard(answered(200, undefined), plain)).toBe('200, no JSON')
  expect(sayHeard(answered(307, undefined), plain)).toBe('307, a redirect')
  expect(sayHeard({ kind: 'silent', code: 'timeout' }, plain)).toBe('no answer (timeout)')
  for (const errors of [null, 'x', [], [null], [{}], [{ code: 7 }], {}]) {
    expect(sayHeard(answered(400, { errors }), plain)).toBe('400')
  }
})
