import { test as base, expect } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'vite'
import { launchSpec } from '../../build/offline/display.ts'
import { REPO_ROOT } from '../../build/paths.ts'
import { noKeyring, startKeyring, type Keyring } from '../support/fakes/keyring.ts'
import type { VaultFacts } from '../support/processes/secret-store.ts'
import { newProfile, removeProfile } from '../support/page/window.ts'

/* The vault in an Electron of its own, with keyrings of the tests. */

const PROBE = join(REPO_ROOT, 'out/test/vault-probe')

type Probe = (keyring: Pick<Keyring, 'env' | 'args'>, ask?: 'raw') => Promise<VaultFacts>

type Fixtures = {
  readonly keyring: () => Promise<Keyring>
  /** Starts Electron once. All starts of a test share a profile and the sealed token. */
  readonly probe: Probe
}

const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern
  keyring: async ({}, use) => {
    const started: Keyring[] = []
    await use(async () => {
      const keyring = await startKeyring()
      started.push(keyring)
      return keyring
    })
    for (const keyring of started) await keyring.end()
  },
  // eslint-disable-next-line no-empty-pattern
  probe: async ({}, use) => {
    const profile = newProfile()
    await use((keyring, ask) => runProbe(profile, keyring, ask))
    removeProfile(profile)
  },
})

test.skip(process.platform !== 'linux', 'the keyring is that of Linux')

test.beforeAll(async () => {
  await build({
    configFile: false,
    root: REPO_ROOT,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      outDir: PROBE,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: { main: join(REPO_ROOT, 'test/support/processes/secret-store.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  writeFileSync(join(PROBE, 'package.json'), '{ "name": "vault-probe", "main": "main.mjs" }\n')
})

test('A token sealed by an open keyring opens at the next start, and not once a bit is changed', async ({
  keyring,
  probe,
}) => {
  const pointers = await keyring()
  const kept = {
    backend: 'gnome_libsecret',
    vault: true,
    sealedBy: 'v11',
    opened: 'a token',
    openedChanged: 0,
    openedFixed: null,
  }
  expect(await probe(pointers, 'raw')).toMatchObject({ ...kept, available: true })
  expect(await probe(pointers)).toMatchObject(kept)
  expect(pointers.prompted()).toBe(false)
})

test('A desk without a keyring has no vault, and a sealed token stays closed', async ({ keyring, probe }) => {
  const none = { vault: false, opened: null }
  expect(await probe(noKeyring, 'raw')).toMatchObject({ ...none, sealedBy: null, available: false })
  const basic = await probe({ ...noKeyring, args: ['--password-store=basic'] })
  expect(basic).toMatchObject({ ...none, backend: 'basic_text', sealedBy: null })
  const pointers = await keyring()
  expect(await probe(pointers)).toMatchObject({ vault: true, opened: 'a token' })
  await pointers.end()
  expect(await probe(pointers, 'raw')).toMatchObject({ ...none, sealedBy: 'v11', available: false })
})

test('A locked keyring is no vault, and the user is not asked to unlock it', async ({ keyring, probe }) => {
  const pointers = await keyring()
  expect(await probe(pointers)).toMatchObject({ vault: true })
  await pointers.lock()
  expect(await probe(pointers)).toMatchObject({ vault: false, opened: null, sealedBy: 'v11' })
  expect(pointers.prompted()).toBe(false)
  // Chromium would prompt and wait, and is kept away from the keyring.
  expect(await probe(pointers, 'raw')).toMatchObject({ vault: false, available: false, backend: 'basic_text' })
  expect(pointers.prompted()).toBe(false)
})

test('A keyring that never answers is no vault', async ({ keyring, probe }) => {
  const pointers = await keyring()
  pointers.stop()
  expect(await probe(pointers)).toMatchObject({ vault: false })
})

test('A token sealed by another keyring does not open', async ({ keyring, probe }) => {
  expect(await probe(await keyring())).toMatchObject({ opened: 'a token' })
  expect(await probe(await keyring())).toMatchObject({ vault: true, sealedBy: 'v11', opened: null })
})

async function runProbe(
  profile: string,
  { env, args }: Pick<Keyring, 'env' | 'args'>,
  ask = 'mild',
): Promise<VaultFacts> {
  const spec = launchSpec()
  mkdirSync(profile, { recursive: true })
  const child = spawn(
    spec.exe,
    [...spec.args, ...args, PROBE, `--user-data-dir=${join(profile, 'data')}`, join(profile, 'sealed'), ask],
    // Chromium reports a missing bus on stderr.
    { env: { ...spec.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(said) as VaultFacts
}
