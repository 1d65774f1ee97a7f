import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledNative, prebuiltNative, warningFile } from '../../build/package/config.ts'
import { e2eFuses, readFuses, releaseFuses } from '../../build/package/fuses.ts'
import { createFolder } from '../support/fixtures/temporary-folder.ts'
import { differences, filesInArchive, importedChunks, scriptsAtStart, textsIn } from './archive.ts'
import { debField, debOf, hashesBelow, listDeb, readPacked, unpackDeb } from './installed-package.ts'

/** Electron's own files, as they are installed. */
const ELECTRON = [
  'LICENSE.electron.txt',
  'LICENSES.chromium.html',
  'chrome-sandbox',
  'chrome_100_percent.pak',
  'chrome_200_percent.pak',
  'chrome_crashpad_handler',
  'icudtl.dat',
  'lanekeeper',
  'libEGL.so',
  'libGLESv2.so',
  'libffmpeg.so',
  'libvk_swiftshader.so',
  'libvulkan.so.1',
  'locales/en-US.pak',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader_icd.json',
]
const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

const { target, electron } = readPacked().packed
const isFallback = electron.source === 'fallback'
const native = isFallback ? compiledNative : prebuiltNative(target)
const made = createFolder()
const trees = { release: join(made.folder, 'release'), e2e: join(made.folder, 'e2e') }
const archive = join(trees.release, 'opt/Lanekeeper/resources/app.asar')

beforeAll(() => {
  unpackDeb(debOf('release'), trees.release)
  unpackDeb(debOf('e2e'), trees.e2e)
})
afterAll(made.remove)

describe('The package', () => {
  test('The package puts exactly the listed files on the machine', () => {
    const files = listDeb(debOf('release')).map(({ path }) => path)
    const wanted = [
      ...ELECTRON.map((name) => `/opt/Lanekeeper/${name}`),
      '/opt/Lanekeeper/resources/app.asar',
      `/opt/Lanekeeper/resources/app.asar.unpacked/node_modules/better-sqlite3/${native}`,
      // Lets Ubuntu 24 and later give the program its user namespaces.
      '/opt/Lanekeeper/resources/apparmor-profile',
      ...(isFallback ? [`/opt/Lanekeeper/resources/${warningFile}`] : []),
      '/usr/share/applications/lanekeeper.desktop',
      ...ICON_SIZES.map((size) => `/usr/share/icons/hicolor/${size}x${size}/apps/lanekeeper.png`),
    ]
    expect(files.filter((path) => !path.endsWith('/')).sort()).toEqual(wanted.sort())
  })

  test('The package is owned by root, and no other user may write to its files', () => {
    const listed = listDeb(debOf('release'))
    expect(listed.filter(({ owner }) => owner !== 'root/root')).toEqual([])
    expect(listed.filter(({ mode }) => !/^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x)$/.test(mode))).toEqual([])
    const programs = listed.filter(({ mode }) => mode === '-rwxr-xr-x').map(({ path }) => path)
    expect(programs).toEqual(expect.arrayContaining(['/opt/Lanekeeper/lanekeeper', '/opt/Lanekeeper/chrome-sandbox']))
  })

  test('The package names its maker, and a test build names itself as one', () => {
    const deb = debOf('release')
    expect(debField(deb, 'Package')).toBe('lanekeeper')
    expect(debField(deb, 'Maintainer')).toBe('Lanekeeper <support@lanekeeper.example>')
    const warned = [
      deb.includes('test-build'),
      debField(deb, 'Description').startsWith('TEST BUILD, not for users'),
      readInstalled(warningFile).includes(`on Electron ${electron.version}`),
    ]
    expect(warned).toEqual([isFallback, isFallback, isFallback])
  })

  test('The file list of dpkg has as many files as checksums', () => {
    const sums = execFileSync('dpkg-deb', ['--info', debOf('release'), 'md5sums'], { encoding: 'utf8' })
    const files = listDeb(debOf('release')).filter(({ path }) => !path.endsWith('/'))
    expect(sums.trimEnd().split('\n').length).toBe(files.length)
  })
})

describe('The archive of the package', () => {
  test('The archive holds exactly the files that the desk loads', () => {
    expect(
      differences(
        filesInArchive(archive).map(({ path }) => path),
        native,
      ),
    ).toEqual([])
  })

  test('The table of packed files notices a foreign file, a second native module and a missing file', () => {
    const files = filesInArchive(archive).map(({ path }) => path)
    for (const planted of [
      'electron/main.ts',
      'dist/main/main.js.map',
      'test/support/desk/test-desk.ts',
      'dist/.built',
      'dist/main/practice.js',
      'dist/main/hub.js',
      'node_modules/better-sqlite3/src/better_sqlite3.cpp',
      'node_modules/better-sqlite3/prebuilds/darwin-x64.node',
    ]) {
      expect(differences([...files, planted], native)).toEqual([`not in the table: ${planted}`])
    }
    expect(differences(files.slice(1), native)).toHaveLength(1)
  })

  test('The archive holds every chunk that a script of the main process imports, and no other chunk', () => {
    const imported = new Set(importedChunks(textsIn(archive)))
    const packed = filesInArchive(archive).filter(({ path }) => path.startsWith('dist/main/shared-'))
    expect(packed.map(({ path }) => path).toSorted()).toEqual([...imported].toSorted())
    expect(imported.size).toBeGreaterThan(2)
  })

  test.each(['/practice/answers', 'Chevrolet', 'hub_admin'])(
    'The start of the main process reads no script with %j, which belongs to a part that loads when needed',
    (mark) => {
      const scripts = [...textsIn(archive)].filter(([path]) => path.startsWith('dist/main/'))
      expect(scripts.filter(([, text]) => text.includes(mark))).not.toEqual([])
      expect([...scriptsAtStart(new Map(scripts))].filter(([, text]) => text.includes(mark))).toEqual([])
    },
  )

  test('The archive keeps one native module beside itself, and no other file', () => {
    const unpacked = filesInArchive(archive).filter((file) => file.unpacked || file.path.endsWith('.node'))
    expect(unpacked).toEqual([{ path: `node_modules/better-sqlite3/${native}`, unpacked: true }])
  })

  test('The archive holds nothing of the tests and no link to a source map', () => {
    const texts = textsIn(archive)
    expect(texts.size).toBeGreaterThan(30)
    const ours = [...texts].filter(([path]) => !path.startsWith('node_modules/'))
    expect(ours.filter(([, text]) => /vitest|playwright|fast-check|test\/support|LANEKEEPER_SEED/.test(text))).toEqual(
      [],
    )
    expect([...texts].filter(([, text]) => /^\/[/*][#@] sourceMappingURL=/m.test(text))).toEqual([])
  })

  test('The archive carries a package.json without scripts and devDependencies', () => {
    const manifest = JSON.parse(textsIn(archive).get('package.json') ?? '') as Record<string, unknown>
    expect(manifest['main']).toBe('dist/main/main.js')
    expect(manifest['desktopName']).toBe('lanekeeper.desktop')
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']))
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['devDependencies']))
  })
})

describe('The two variants of the package', () => {
  const program = (variant: 'release' | 'e2e') => join(trees[variant], 'opt/Lanekeeper/lanekeeper')

  test('Both variants have every fuse of their Electron set as the tables say', async () => {
    const release = await readFuses(program('release'))
    // The fallback lacks the newest fuse.
    expect(Object.keys(release).length).toBeGreaterThanOrEqual(8)
    const ofTable = (table: typeof releaseFuses) =>
      Object.fromEntries(Object.entries(table).filter(([name]) => name in release))
    expect(release).toEqual(ofTable(releaseFuses))
    expect(await readFuses(program('e2e'))).toEqual(ofTable(e2eFuses))
  })

  test('The two variants differ in one fuse and in nothing else', () => {
    const release = hashesBelow(trees.release)
    const e2e = hashesBelow(trees.e2e)
    expect([...e2e.keys()]).toEqual([...release.keys()])
    expect([...release].filter(([file, hash]) => e2e.get(file) !== hash).map(([file]) => file)).toEqual([
      'opt/Lanekeeper/lanekeeper',
    ])
    const [one, other] = [readFileSync(program('release')), readFileSync(program('e2e'))]
    expect(other.length).toBe(one.length)
    let different = 0
    for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) different += 1
    expect(different).toBe(1)
  })

  test('The fuses of the release variant close every door', () => {
    expect(releaseFuses).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })
})

function readInstalled(name: string): string {
  return listDeb(debOf('release')).some(({ path }) => path.endsWith(`/resources/${name}`))
    ? readFileSync(join(trees.release, 'opt/Lanekeeper/resources', name), 'utf8')
    : ''
}
