import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { launchSpec, withDisplay } from '../../../build/offline/display.ts'
import { REPO_ROOT } from '../../../build/paths.ts'
import { createFolder } from '../fixtures/temporary-folder.ts'

const OUT = join(REPO_ROOT, 'out/test/net-probe')

/** Runs `work` with an app that POSTs to `url` over Electron's own network stack; `post` returns the status. */
export async function withNetApp<T>(url: URL, work: (post: () => Promise<number>) => Promise<T>): Promise<T> {
  await build({
    configFile: false,
    root: REPO_ROOT,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      outDir: OUT,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: { main: join(REPO_ROOT, 'test/support/processes/net-probe.ts') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  const profile = createFolder()
  const spec = launchSpec()
  return withDisplay(
    async ({ env }) => {
      const args = [...spec.args, `--user-data-dir=${profile.folder}`, join(OUT, 'main.mjs'), url.href]
      const app = spawn(spec.exe, args, { env: { ...spec.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
      const ended = once(app, 'exit')
      const lines = createInterface({ input: app.stdout })[Symbol.asyncIterator]()
      const line = async () => {
        const next = await lines.next()
        if (next.done === true) throw new Error('the app ended early')
        return next.value
      }
      try {
        while ((await line()) !== 'ready');
        return await work(async () => {
          app.stdin.write('post\n')
          return Number(await line())
        })
      } finally {
        app.stdin.end()
        await ended
        profile.remove()
      }
    },
    { apart: true },
  )
}
