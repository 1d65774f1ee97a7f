import { getRawHeader } from '@electron/asar'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { describe, expect, test } from 'vitest'
import { warningFile } from '../../build/package/config.ts'
import { REPO_ROOT } from '../../build/paths.ts'
import { differences, filesInArchive } from './archive.ts'
import { readPacked } from './installed-package.ts'

/* The files for Windows, packed around another program. Neither the program nor its installer runs here. */

const folder = readPacked().windows
const archive = join(folder, 'resources/app.asar')
const native = 'prebuilds/win32-x64.node'
const program = NtExecutableResource.from(
  NtExecutable.from(readFileSync(join(folder, 'Lanekeeper.exe')), { ignoreCert: true }),
)

describe('The package for Windows', () => {
  test('The package for Windows has the same archive, with one native module for Windows', () => {
    expect(
      differences(
        filesInArchive(archive).map(({ path }) => path),
        native,
      ),
    ).toEqual([])
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(found.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()).toEqual(
      [
        'Lanekeeper.exe',
        'locales/en-US.pak',
        'resources/app.asar',
        `resources/app.asar.unpacked/node_modules/better-sqlite3/${native}`,
        `resources/${warningFile}`,
      ].sort(),
    )
    expect(existsSync(join(folder, 'resources/app-update.yml'))).toBe(false)
    const head = readFileSync(join(folder, 'resources/app.asar.unpacked/node_modules/better-sqlite3', native)).subarray(
      0,
      2,
    )
    expect(head.toString()).toBe('MZ')
  })

  test('The program for Windows names itself, its maker and its version', () => {
    const [info] = Resource.VersionInfo.fromEntries(program.entries)
    const language = info?.getAllLanguagesForStringValues()[0]
    const values = language === undefined ? {} : info?.getStringValues(language)
    expect(values).toMatchObject({
      ProductName: 'Lanekeeper',
      // The task manager shows this name.
      FileDescription: 'Lanekeeper',
      CompanyName: 'Lanekeeper',
      ProductVersion: '0.1.0.0',
    })
  })

  test('The program for Windows carries the hash of its archive, which Electron checks at the start', () => {
    const entry = program.entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
    const said = JSON.parse(Buffer.from(entry?.bin ?? new ArrayBuffer(0)).toString()) as unknown
    const value = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')
    expect(said).toEqual([{ file: 'resources\\app.asar', alg: 'SHA256', value }])
  })

  test('The program for Windows shows the icon of Lanekeeper', () => {
    const ours = Data.IconFile.from(readFileSync(join(REPO_ROOT, 'build/icons/lanekeeper.ico'))).icons
    const [group] = Resource.IconGroupEntry.fromEntries(program.entries)
    const shown = group?.getIconItemsFromEntries(program.entries) ?? []
    const sizes = (items: readonly { readonly width?: number | null }[]) => items.map(({ width }) => width ?? 0)
    expect(ours.length).toBe(7)
    expect(shown.length).toBe(ours.length)
    expect(sizes(group?.icons ?? [])).toEqual(sizes(ours))
    expect(shown.map((item) => hash(item))).toEqual(ours.map(({ data }) => hash(data)))
  })
})

function hash(item: { isIcon(): boolean; readonly bin?: ArrayBuffer; generate?(): ArrayBuffer }): string {
  const bytes = item.bin ?? item.generate?.() ?? new ArrayBuffer(0)
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
}
