import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTokens, TOKEN_FILE } from '../../../electron/settings/token-store.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { testSeal } from '../../support/fakes/secret-store.ts'

const HERE = 'https://provider.example'
const TOKEN = 'canary-6f1d0c'

test('A token with a vault outlives the app, in an owner-only file that does not show the token', () => {
  const folder = temporaryFolder()
  const seal = testSeal()
  const first = openTokens(folder, seal)
  expect(first.of(HERE)).toBeNull()
  expect(first.placeOf(HERE)).toBe('missing')
  expect(first.keep(HERE, TOKEN)).toBe('vault')
  expect(first.of(HERE)).toBe(TOKEN)

  const second = openTokens(folder, seal)
  expect(second.of(HERE)).toBe(TOKEN)
  expect(second.placeOf(HERE)).toBe('vault')
  const file = join(folder, TOKEN_FILE)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'latin1')).not.toContain('canary')
})

test('A token without a vault is kept for this run only', () => {
  const folder = temporaryFolder()
  const first = openTokens(folder, null)
  expect(first.keep(HERE, TOKEN)).toBe('memory')
  expect(first.of(HERE)).toBe(TOKEN)
  expect(openTokens(folder, null).of(HERE)).toBeNull()
})

test('A token is given for its own address only', () => {
  const folder = temporaryFolder()
  const seal = testSeal()
  const tokens = openTokens(folder, seal)
  tokens.keep(HERE, TOKEN)
  for (const other of ['https://other.example', `${HERE}/`, `${HERE}.evil.example`, '']) {
    expect(tokens.of(other)).toBeNull()
    expect(openTokens(folder, seal).of(other)).toBeNull()
  }
})

test('The last kept token replaces the earlier one', () => {
  const folder = temporaryFolder()
  const seal = testSeal()
  openTokens(folder, seal).keep(HERE, 'first')
  openTokens(folder, seal).keep(HERE, TOKEN)
  expect(openTokens(folder, seal).of(HERE)).toBe(TOKEN)
})

test('A vault of another account, a damaged file and a foreign file give no token and can be replaced', () => {
  const folder = temporaryFolder()
  const seal = testSeal()
  openTokens(folder, seal).keep(HERE, TOKEN)
  expect(openTokens(folder, testSeal()).of(HERE)).toBeNull()
  const file = join(folder, TOKEN_FILE)
  for (const bytes of [Buffer.alloc(0), Buffer.from('{}'), seal.encrypt('{}'), seal.encrypt('not json')]) {
    writeFileSync(file, bytes)
    const tokens = openTokens(folder, seal)
    expect(tokens.of(HERE)).toBeNull()
    expect(tokens.keep(HERE, TOKEN)).toBe('vault')
  }
})

test('A vault that does not return its content counts as no vault', () => {
  const folder = temporaryFolder()
  const forgetful = { encrypt: () => Buffer.from('sealed'), decrypt: () => null }
  expect(openTokens(folder, forgetful).keep(HERE, TOKEN)).toBe('memory')
  const broken = {
    encrypt: () => {
      throw new Error('locked')
    },
    decrypt: () => null,
  }
  const tokens = openTokens(folder, broken)
  expect(tokens.keep(HERE, TOKEN)).toBe('memory')
  expect(tokens.of(HERE)).toBe(TOKEN)
})
