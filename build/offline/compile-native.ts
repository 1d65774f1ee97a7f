import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

import { npmScript, onPath, outerNode, outerPath } from '../setup/npm.mjs'
import { heartbeat, say, seconds, SetupStop } from '../setup/console.mjs'
import { attempt, lastLines } from './command.ts'
import { REPO_ROOT } from '../paths.ts'

// The sources ask for Node-API 10, and the fallback Electron (Node 20) has only 9, so `-U` removes the version. The two
// other flags restore the names of Node-API 10 that the sources use; a newer Node loads the binary as well.
const flags = '-UNAPI_VERSION -DNAPI_EXPERIMENTAL -DNODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'

/** Compiles better-sqlite3 in a temporary folder and puts the binary at `target`, completely or not at all. */
export async function compileNative(module: string, cache: string, target: string): Promise<void> {
  const began = performance.now()
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(path.join(cache, '.part-native-'))
  try {
    const sources = path.join(part, 'node_modules', 'better-sqlite3')
    cpSync(module, sources, { recursive: true })
    const addonApi = path.join('node_modules', 'node-addon-api')
    cpSync(path.join(REPO_ROOT, addonApi), path.join(part, addonApi), { recursive: true })
    // Debian's node-gyp links the machine's libnode, which crashes a different Node that loads the result. The linker
    // finds this empty archive first.
    writeFileSync(path.join(part, 'libnode.a'), '!<arch>\n')
    await rebuild(sources, cache, `-L${part}`)
    const built = path.join(sources, 'build', 'Release', 'better_sqlite3.node')
    if (onPath('strip')) await attempt('strip', ['--strip-unneeded', built])
    renameSync(built, target)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  say(`better-sqlite3 compiled in ${seconds(began)}`)
}

async function rebuild(sources: string, cache: string, linking: string): Promise<void> {
  const gyp = createRequire(npmScript()).resolve('node-gyp/bin/node-gyp.js')
  const jobs = `-j${os.availableParallelism()}`
  const args = [gyp, 'rebuild', '--release', '--force_build=1', jobs, `--nodedir=${await headers()}`]
  // node-gyp prefers npm's settings in the environment to these arguments, so node-gyp gets no such setting.
  const settings = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const env = { ...Object.fromEntries(settings), CXXFLAGS: flags, LDFLAGS: linking }
  say('compiling better-sqlite3 (about a minute on two cores)')
  const stop = heartbeat('compiling')
  const result = await attempt(process.execPath, args, { cwd: sources, env })
  stop()
  if (result.ok) return
  const log = path.join(cache, 'compile.log')
  writeFileSync(log, `${result.out}\n${result.err}\n`)
  throw new SetupStop(
    `better-sqlite3 could not be compiled (${result.ending}). The end of ${log}:\n${lastLines(result.err, 15)}\n` +
      'A compiler that knows C++20 (g++ 10 or newer), make and python3 are needed. Put that right, then run this again.',
  )
}

/**
 * Returns the folder of the project's Node or of the machine's Node that holds include/node. Fetches the headers of the
 * project's Node if neither folder has headers.
 */
async function headers(): Promise<string> {
  const carrier = path.join(REPO_ROOT, 'node_modules', 'node')
  const own = path.join(carrier, 'node_modules', `node-${process.platform}-${process.arch}`)
  const machine = [path.dirname(path.dirname(outerNode())), '/usr', '/usr/local']
  const find = (): string | undefined =>
    [own, ...machine].find((folder) => existsSync(path.join(folder, 'include', 'node', 'node_api.h')))
  const found = find()
  if (found) return found
  // A later `npm install` may have removed the package that holds the headers, because package-lock.json does not list
  // that package.
  say('fetching the headers of Node from the npm registry')
  const fetched = await attempt(outerNode(), ['installArchSpecificPackage.js'], {
    cwd: carrier,
    env: { ...process.env, PATH: outerPath() },
  })
  const now = find()
  if (now) return now
  throw new SetupStop(`no headers of Node were found (${fetched.ending}): ${lastLines(fetched.err, 5)}`)
}
