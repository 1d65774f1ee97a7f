import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { REPO_ROOT } from '../paths.ts'
import { readRecord, recordOf } from '../setup/record.mjs'
import { SetupStop } from '../setup/console.mjs'

/** A file as it was when the set-up checked it: path, size in bytes, time of the last change in ms. */
export type ProvedFile = readonly [file: string, size: number, changed: number]

export interface NativeProof {
  /** `prebuilt` is the binary of the package; `compiled` is built here, for a runtime with an older Node-API. */
  readonly how: 'prebuilt' | 'compiled'
  readonly proof: readonly ProvedFile[]
}

export interface WindowProof {
  readonly exe: string
  readonly version: string
  /** `fallback` is an older Electron build from a package registry, for trials and tests only, and never ships. */
  readonly source: 'official' | 'fallback'
  /** The path of Xvfb, the virtual display server, or null if Xvfb is not installed. */
  readonly xvfb: string | null
  readonly proof: readonly ProvedFile[]
}

/** The result of the set-up, in node_modules/.lanekeeper/runtime.json. */
export interface RuntimeRecord {
  readonly key: string
  readonly native: NativeProof | null
  readonly window: WindowProof | null
  /** Why the official Electron could not be fetched, and when the set-up tried (ISO). */
  readonly officialFailed: { readonly reason: string; readonly at: string } | null
}

/** Returns the Electron that the set-up provided. Throws a `SetupStop` if no set-up has provided one. */
export function windowRuntime(): WindowProof {
  const found = readRecord(REPO_ROOT)?.window
  if (!found) throw new SetupStop('Electron is not set up in this checkout. Run: node build/setup.mjs')
  return found
}

export function writeRecord(record: RuntimeRecord): void {
  const file = recordOf(REPO_ROOT)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(record)}\n`)
  renameSync(`${file}.${process.pid}`, file)
}

export function prove(files: readonly string[]): ProvedFile[] {
  return files.map((file) => {
    const { size, mtimeMs } = statSync(file)
    return [file, size, mtimeMs]
  })
}

export function filesBelow(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
