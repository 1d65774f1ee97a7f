import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { build, createServer } from 'vite'

import { launchSpec, withDisplay } from '../offline/display.ts'
import { REPO_ROOT } from '../paths.ts'
import { runMain, say } from '../setup/console.mjs'
import { devMainConfig, preloadConfig, rendererConfig } from '../vite.ts'
import { filterStderr } from './filter-stderr.ts'

/*
 * `npm run dev`: Vite's dev server reloads changes of renderer/ and shared/ in the open window, and a change of
 * electron/ or shared/ rebuilds the main process and restarts the desk. The data folder is under out/dev.
 */

const OUT = path.join(REPO_ROOT, 'out', 'dev')

await runMain(async () => {
  await withDisplay(async (display) => {
    const server = await createServer({
      ...rendererConfig(OUT),
      base: '/',
      mode: 'development',
      server: { host: '127.0.0.1', port: 5173, hmr: { protocol: 'ws', host: '127.0.0.1' } },
    })
    await server.listen()
    const address = server.resolvedUrls?.local[0] ?? 'http://127.0.0.1:5173/'
    const port = new URL(address).port
    const { exe, args, env } = launchSpec()
    let child: ChildProcess | null = null
    let ending = false
    const finished = new Promise<void>((resolve) => {
      const start = () => {
        const started = spawn(
          exe,
          [
            ...args,
            path.join(OUT, 'main', 'main.js'),
            `--user-data-dir=${path.join(OUT, 'profile')}`,
            ...process.argv.slice(2),
          ],
          {
            env: { ...env, ...display.env, LANEKEEPER_DEV_SERVER: `http://127.0.0.1:${port}` },
            stdio: ['inherit', 'inherit', 'pipe'],
          },
        )
        child = started
        void filterStderr(started.stderr, process.stderr)
        started.once('close', () => {
          // A desk that ended for a new build is followed by the next desk. A window that a person closed ends the
          // command.
          if (child === started) resolve()
          else if (!ending) start()
        })
      }
      const restart = () => {
        if (child === null) return start()
        const old = child
        child = null
        old.kill('SIGTERM')
      }
      // The first start needs both builds.
      let missing = 2
      const built = () => {
        missing = Math.max(0, missing - 1)
        if (missing === 0) restart()
      }
      for (const config of [devMainConfig(OUT), preloadConfig(OUT)]) void watch(config, built)
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.once(signal, () => {
          ending = true
          child?.kill('SIGTERM')
          resolve()
        })
      }
    })
    say(`the window loads from ${address}; saved files reload it`)
    await finished
    await server.close()
  })
  // The watchers of the builds would keep the process alive.
  process.exit(0)
})

/** Builds now and after each change of a source. Calls `built` after each build that succeeds. */
async function watch(config: Parameters<typeof build>[0], built: () => void): Promise<void> {
  const watcher = await build({ ...config, build: { ...config?.build, watch: {} } })
  if (!('on' in watcher)) throw new Error('Vite did not start to watch')
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END') built()
    if (event.code === 'ERROR') say(`the build failed: ${event.error.message}`)
  })
}
