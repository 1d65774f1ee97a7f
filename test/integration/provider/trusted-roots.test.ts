import { execFile } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { REPO_ROOT } from '../../../build/paths.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { DEFAULT_TIMEOUTS, openConnection } from '../../../electron/provider/http/connection.ts'
import { createTrustedRoots } from '../../../electron/provider/http/trusted-roots.ts'
import { createAuthority, type Authority } from '../../support/fakes/certificate-authority.ts'
import { startFaultServer } from '../../support/faults/fault-server.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

const UNTRUSTED = {
  kind: 'unreachable',
  cause: 'unsafe-network',
  code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  fields: { issuer: 'Authority of a test' },
}

/** A provider whose certificate leads to a root that this process does not trust. */
async function startInspected(): Promise<{ readonly url: URL; readonly authority: Authority }> {
  const authority = createAuthority({ isTrusted: false })
  const { url } = await startFaultServer({}, authority.certify('lane.test', ['IP:127.0.0.1']))
  return { url, authority }
}

async function open(url: URL, caFile: string | null) {
  const { context } = createTrustedRoots()(caFile)
  const opened = await openConnection(url, DEFAULT_TIMEOUTS, systemClock, { roots: context })
  if (opened.kind === 'open') opened.socket.destroy()
  return opened.kind === 'open' ? 'open' : opened
}

const run = promisify(execFile)
const PROBE = join(REPO_ROOT, 'test/support/processes/tls-probe.ts')

/** The root certificate in a folder of its own. */
function copyOf({ file }: Authority): string {
  const copy = join(temporaryFolder(), 'roots.pem')
  copyFileSync(file, copy)
  return copy
}

describe('The trusted roots', () => {
  test('A provider behind an unknown root is refused with the name of the issuer', async () => {
    const { url } = await startInspected()
    expect(await open(url, null)).toEqual(UNTRUSTED)
  })

  test('A provider behind a root of the certificate file is trusted', async () => {
    const { url, authority } = await startInspected()
    expect(await open(url, authority.file)).toBe('open')
  })

  test('A certificate file adds to the other roots and replaces none', () => {
    const file = createAuthority({ isTrusted: false }).file
    const bundle = join(temporaryFolder(), 'bundle.pem')
    writeFileSync(bundle, `Comment of IT\n${readFileSync(file, 'utf8')}\n`)
    expect(createTrustedRoots()(bundle).problem).toBeNull()
  })

  test.for([
    ['unreadable', 'a missing file', null],
    ['not-pem', 'a file without a certificate', 'hello'],
    ['not-pem', 'a certificate of random text', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ] as const)('The trusted roots report %s for %s, and stay usable', async ([problem, , text]) => {
    const file = join(temporaryFolder(), 'roots.pem')
    if (text !== null) writeFileSync(file, text)
    expect(createTrustedRoots()(file).problem).toBe(problem)
    expect(await open((await startInspected()).url, file)).toEqual(UNTRUSTED)
  })

  test.skipIf(process.platform === 'win32').for([
    ['a file that others may write', 0o666, 0o700],
    ['a file of a group that may write', 0o664, 0o700],
    ['a file in a folder that others may write', 0o644, 0o777],
  ] as const)('The trusted roots leave out %s, until the rights are mended', async ([, mode, folderMode]) => {
    const { url, authority } = await startInspected()
    const file = copyOf(authority)
    chmodSync(file, mode)
    chmodSync(dirname(file), folderMode)
    const path = folderMode === 0o700 ? file : dirname(file)
    const roots = createTrustedRoots()
    expect(roots(file).problem).toMatchObject({ kind: 'writable-by-others', path })
    expect(await open(url, file)).toEqual(UNTRUSTED)
    chmodSync(path, 0o700)
    expect(roots(file).problem).toBeNull()
    expect(await open(url, file)).toBe('open')
  })

  test.skipIf(process.getuid?.() !== 0)('The trusted roots leave out a file of another account', async () => {
    const { url, authority } = await startInspected()
    const file = copyOf(authority)
    chownSync(file, 65_534, 65_534)
    expect(createTrustedRoots()(file).problem).toMatchObject({ kind: 'foreign-owner', path: file, owner: 65_534 })
    expect(await open(url, file)).toEqual(UNTRUSTED)
  })

  test('A certificate file that was mended is read again', async () => {
    const { authority } = await startInspected()
    const file = join(temporaryFolder(), 'roots.pem')
    const roots = createTrustedRoots()
    expect(roots(file).problem).toBe('unreadable')
    writeFileSync(file, readFileSync(authority.file))
    expect(roots(file).problem).toBeNull()
  })

  test("Node 24 trusts a provider behind a root that only the system's store has", async () => {
    const { url, authority } = await startInspected()
    const probe = (env: NodeJS.ProcessEnv) =>
      run(process.execPath, [PROBE, url.href], { env: { ...process.env, ...env } }).then(({ stdout }) => stdout)
    expect(await probe({})).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    // OpenSSL takes the system's store from the file that this variable names.
    expect(await probe({ SSL_CERT_FILE: authority.file })).toBe('open')
  })
})
