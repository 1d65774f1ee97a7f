import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { say, SetupStop } from '../setup/console.mjs'
import { attemptCode } from './command.ts'
import { compileNative } from './compile-native.ts'
import { REPO_ROOT } from '../paths.ts'
import { filesBelow, prove } from './runtime-record.ts'
import type { NativeProof } from './runtime-record.ts'

const module = path.join(REPO_ROOT, 'node_modules', 'better-sqlite3')
// better-sqlite3 looks here before its prebuilt binaries.
const placed = path.join(module, 'build', 'Release', 'better_sqlite3.node')

export interface NativeRequest {
  readonly cache: string
  readonly fresh: boolean
  /** Every program that has to load better-sqlite3: the project's Node, and Electron if a window opens. */
  readonly programs: readonly string[]
}

/**
 * Returns true if the installed binary fails in one of the programs and the cache has no sound compiled binary. `fresh`
 * counts the cache as empty.
 */
export async function needsCompiler(wanted: NativeRequest): Promise<boolean> {
  return (wanted.fresh || !keptBinary(wanted.cache)) && (await refusing(wanted.programs)) !== null
}

/** Makes better-sqlite3 load in all programs. The caller holds the locks of the checkout and the cache. */
export async function provideNative(wanted: NativeRequest): Promise<NativeProof> {
  if ((await refusing(wanted.programs)) === null) return proof()
  let kept = wanted.fresh ? null : keptBinary(wanted.cache)
  if (kept) {
    place(kept)
    if ((await refusing(wanted.programs)) === null) return proof()
    say(`the better-sqlite3 that was kept in ${wanted.cache} does not load; compiling it again`)
  } else {
    say('the prebuilt better-sqlite3 does not load in this runtime (its Node-API is older); compiling it')
  }
  kept = keptName(wanted.cache)
  rmSync(kept, { force: true })
  await compileNative(module, wanted.cache, kept)
  writeFileSync(`${kept}.sha256`, sha256(kept))
  place(kept)
  const refused = await refusing(wanted.programs)
  if (refused === null) return proof()
  throw new SetupStop(`better-sqlite3 was compiled and still does not load: ${refused}`)
}

function keptName(cache: string): string {
  const { version } = JSON.parse(readFileSync(path.join(module, 'package.json'), 'utf8')) as { version: string }
  return path.join(cache, `better-sqlite3-${version}-napi9-${process.platform}-${process.arch}.node`)
}

function keptBinary(cache: string): string | null {
  const file = keptName(cache)
  if (!existsSync(file) || !existsSync(`${file}.sha256`)) return null
  return readFileSync(`${file}.sha256`, 'utf8') === sha256(file) ? file : null
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Replaces the file by a rename, because writing into the file would crash a desk that has loaded the binary. */
function place(kept: string): void {
  mkdirSync(path.dirname(placed), { recursive: true })
  copyFileSync(kept, `${placed}.part`)
  renameSync(`${placed}.part`, placed)
}

/**
 * Returns the first program that cannot load better-sqlite3, with its error, or null. Each program runs as a separate
 * process, because a wrong binary may kill the process that loads the binary.
 */
async function refusing(programs: readonly string[]): Promise<string | null> {
  const code = `const D = require(${JSON.stringify(module)}); new D(':memory:').prepare('select sqlite_version()').get()`
  for (const program of programs) {
    const probe = await attemptCode(program, code)
    if (!probe.ok)
      return `${program} (${probe.ending}) ${probe.err.split('\n').find((line) => /error/i.test(line)) ?? ''}`
  }
  return null
}

function proof(): NativeProof {
  const compiled = existsSync(placed)
  const files = compiled ? [placed] : filesBelow(path.join(module, 'prebuilds'))
  return { how: compiled ? 'compiled' : 'prebuilt', proof: prove([path.join(module, 'package.json'), ...files]) }
}
