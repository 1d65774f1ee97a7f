import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTokens, TOKEN_FILE } from '../../../electron/settings/token-store.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { testCipher } from '../../support/fakes/secret-store.ts'

const HERE = 'https://provider.example'
const TOKEN = 'canary-6f1d0c'

test('A token with a vault outlives the app, in an owner-only file that does not show the token', () => {
  const folder = temporaryFolder()
  const cipher = testCipher()
  const first = openTokens(folder, cipher)
  expect(first.of(HERE)).toBeNull()
  expect(first.placeOf(HERE)).toBe('missing')
  expect(first.keep(HERE, TOKEN)).toBe('secret-store')
  expect(first.of(HERE)).toBe(TOKEN)

  const second = openTokens(folder, cipher)
  expect(second.of(HERE)).toBe(TOKEN)
  expect(second.placeOf(HERE)).toBe('secret-store')
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
  const cipher = testCipher()
  const tokens = openTokens(folder, cipher)
  tokens.keep(HERE, TOKEN)
  for (const other of ['https://other.example', `${HERE}/`, `${HERE}.evil.example`, '']) {
    expect(tokens.of(other)).toBeNull()
    expect(openTokens(folder, cipher).of(other)).toBeNull()
  }
})

test('The last kept token replaces the earlier one', () => {
  const folder = temporaryFolder()
  const cipher = testCipher()
  openTokens(folder, cipher).keep(HERE, 'first')
  openTokens(folder, cipher).keep(HERE, TOKEN)
  expect(openTokens(folder, cipher).of(HERE)).toBe(TOKEN)
})

test('A vault of another account, a damaged file and a foreign file give no token and can be replaced', () => {
  const folder = temporaryFolder()
  const cipher = testCipher()
  openTokens(folder, cipher).keep(HERE, TOKEN)
  expect(openTokens(folder, testCipher()).of(HERE)).toBeNull()
  const file = join(folder, TOKEN_FILE)
  for (const bytes of [Buffer.alloc(0), Buffer.from('{}'), cipher.encrypt('{}'), cipher.encrypt('not json')]) {
    writeFileSync(file, bytes)
    const tokens = openTokens(folder, cipher)
    expect(tokens.of(HERE)).toBeNull()
    expect(tokens.keep(HERE, TOKEN)).toBe('secret-store')
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
