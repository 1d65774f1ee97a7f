import { execFile, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { build } from 'vite'
import { launchSpec } from '../../build/offline/display.ts'
import { REPO_ROOT } from '../../build/paths.ts'
import { createAuthority } from '../support/fakes/certificate-authority.ts'
import { startFaultServer } from '../support/faults/fault-server.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

const run = promisify(execFile)
const PROBE = join(REPO_ROOT, 'test/support/processes/tls-probe.ts')
const BUNDLE = '/etc/ssl/certs/ca-certificates.crt'

/** A mount that only one process sees needs Linux and the right to make one. */
const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

test.skipIf(!canMount || !existsSync(BUNDLE))(
  "Electron without the system's store trusts a provider behind a root of the system's bundle",
  async () => {
    const authority = createAuthority({ isTrusted: false })
    const { url } = await startFaultServer({}, authority.certify('lane.test', ['IP:127.0.0.1']))
    const folder = temporaryFolder()
    await build({
      configFile: false,
      root: REPO_ROOT,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: PROBE,
        outDir: folder,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'probe.mjs' } },
      },
    })
    const bundle = join(folder, 'bundle.crt')
    writeFileSync(bundle, readFileSync(BUNDLE))
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    // Only this process sees the other bundle.
    const script = `mount --bind "$1" ${BUNDLE} && exec "$2" "$3" "$4"`
    const probe = () =>
      run('unshare', ['-m', 'sh', '-c', script, 'sh', bundle, launchSpec().exe, join(folder, 'probe.mjs'), url.href], {
        env,
      }).then(({ stdout }) => stdout)
    expect(await probe()).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    appendFileSync(bundle, readFileSync(authority.file))
    expect(await probe()).toBe('open')
  },
)
