import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sayEnd } from '../../renderer/state/history-words.ts'

test('every way in which a try can end is said in words', () => {
  // The codes stand in the classifier alone: they are read out of it, so that a new one cannot be forgotten here.
  const source = readFileSync(new URL('../../electron/sync/classify.ts', import.meta.url), 'utf8')
  const codes = [...source.matchAll(/(?:doubt|waits|holds)\(\s*'([a-z-]+)'|proof: '[a-z]+', code: '([a-z-]+)'/g)]
    .map(([, first, second]) => first ?? second ?? '')
    .filter((code) => code !== 'unknown')
  expect(codes.length).toBeGreaterThan(12)
  const fallback = sayEnd('a code that is new')
  for (const code of [...codes, 'interrupted', 'unproven']) expect([code, sayEnd(code)]).not.toEqual([code, fallback])
  expect(fallback).toMatch('may be booked')
})
