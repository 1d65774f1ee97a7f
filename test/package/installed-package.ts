import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Variant } from '../../build/package/pack.ts'
import { packedRecord, type PackedForTests } from '../../build/suites/installed-package.ts'

/* The packages that `npm run test:package` has packed, and their content. */

export function readPacked(): PackedForTests {
  return JSON.parse(readFileSync(packedRecord, 'utf8')) as PackedForTests
}

/** The one package of a variant. */
export function debOf(variant: Variant): string {
  const [deb, ...more] = readPacked().packed.installers[variant].filter((file) => file.endsWith('.deb'))
  if (deb === undefined || more.length > 0) throw new Error(`not one deb of the ${variant} variant`)
  return deb
}

export type Listed = { readonly path: string; readonly mode: string; readonly owner: string }

/** The files of a package as dpkg lists them. Folders end in a slash. */
export function listDeb(deb: string): readonly Listed[] {
  const lines = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' }).trimEnd().split('\n')
  return lines.map((line) => {
    const [mode = '', owner = '', _size, _date, _time, ...name] = line.split(/\s+/)
    return { mode, owner, path: name.join(' ').replace(/^\./, '') }
  })
}

export function unpackDeb(deb: string, folder: string): void {
  execFileSync('dpkg-deb', ['--extract', deb, folder])
}

export function debField(deb: string, field: string): string {
  return execFileSync('dpkg-deb', ['--field', deb, field], { encoding: 'utf8' }).trim()
}

/** The sha256 of every file below a folder, by its path from there. */
export function hashesBelow(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}
