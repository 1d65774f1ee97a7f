import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildDesk } from '../../build/vite.ts'
import { scriptBytes } from '../bench/support/scripts.ts'
import { createFolder } from '../support/fixtures/temporary-folder.ts'
import { breachesOf, longFiles, readSources, RULES } from '../support/static/source-rules.ts'
import { codeFiles, importsOf } from '../support/static/walls.ts'

const ROOT = join(import.meta.dirname, '../..')
/** What stands at the top level, beside dot files. */
const LAYOUT = 'README.md build electron package-lock.json package.json renderer shared test tsconfig.json'
const sources = readSources(ROOT, ['shared', 'electron', 'renderer', 'build'])

/** A line that breaks the rule at the same place in the list. */
const PLANTED: readonly (readonly [path: string, text: string])[] = [
  ['shared/planted.ts', 'const at = Date.now()'],
  ['electron/planted.ts', "if (process.env['VITEST']) skip()"],
  ['renderer/parts/planted.css', 'a { color: #fafafa }'],
  ['electron/sync/planted.ts', 'await fetch(url)'],
  ['electron/shell/window.ts', 'ipcMain.handle()'],
  ['renderer/planted.ts', 'ipcRenderer.send()'],
  ['renderer/planted.tsx', '<p dangerouslySetInnerHTML={x} />'],
  ['electron/store/planted.ts', "sql('SELECT id FROM moves WHERE vin LIKE ?')"],
  ['electron/preload.ts', "ipcRenderer.sendSync('readStatus')"],
  ['shared/planted.ts', 'export default 1'],
]

describe('The sources', () => {
  test('The source rules read every code file of the rooms', () => {
    expect(codeFiles(ROOT).filter((file) => !sources.has(file))).toEqual([])
  })

  test.for(RULES.map((rule, place) => [rule.name, rule, PLANTED[place]] as const))(
    'The rule "%s" holds in the sources and finds a planted breach',
    ([, rule, planted]) => {
      expect(breachesOf(rule, sources)).toEqual([])
      expect(breachesOf(rule, new Map([planted ?? ['', '']]))).toEqual([`${planted?.[0]}:1`])
    },
  )

  test('Each connection to a database file distrusts the schema of the file before the first statement', () => {
    expect(trustingOpens(sources)).toEqual([])
    const planted = new Map([['electron/planted.ts', "const db = new Sqlite(file)\ndb.exec('SELECT 1')"]])
    expect(trustingOpens(planted)).toEqual(['electron/planted.ts'])
    const late = new Map([['electron/late.ts', "const db = new Sqlite(file)\ndb.exec('BEGIN')\ndistrustSchema(db)"]])
    expect(trustingOpens(late)).toEqual(['electron/late.ts'])
  })

  test('The top level has the rooms of the layout, the files beside them and dot files alone', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
    const top = new Set(files.map((file) => file.split('/')[0] ?? '').filter((name) => !name.startsWith('.')))
    expect([...top].toSorted().join(' ')).toBe(LAYOUT)
  })

  test('A source file has at most 300 lines', () => {
    expect(longFiles(sources)).toEqual([])
    expect(longFiles(new Map([['shared/planted.ts', 'x\n'.repeat(301)]]))).toEqual(['shared/planted.ts: 301 lines'])
  })

  test('The colors in window.ts are design tokens', () => {
    const tokens = sources.get('renderer/styles/tokens.css') ?? ''
    const colours = (sources.get('electron/shell/window.ts') ?? '').match(/#[0-9a-f]{6}\b/gi) ?? []
    expect(colours.length).toBeGreaterThan(0)
    for (const colour of colours) expect(tokens.toLowerCase()).toContain(colour.toLowerCase())
  })
})

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The preload runs before the first script of every page. */
const MAX_PRELOAD_BYTES = 4_096

/** Limit of the window's scripts together, those that load later included, as gzip compresses each by default. */
const MAX_WINDOW_GZIP_BYTES = 354 * 1024

/** Limit of the scripts that the window loads before its first paint. */
const MAX_FIRST_GZIP_BYTES = 180 * 1024

describe('The packages', () => {
  let dist = ''
  beforeAll(async () => {
    const made = createFolder()
    dist = await buildDesk({ outDir: join(made.folder, 'dist'), quiet: true })
    return made.remove
  }, 180_000)

  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

  test('The packages are pinned to one version each', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(versions.length).toBeGreaterThan(20)
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  test('The packages that the built main process imports are its dependencies', async () => {
    const packageOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name
    const allowed = ['electron', ...Object.keys(manifest.dependencies)]
    const ofMain = await importsOf(join(dist, 'main'))
    expect(ofMain).toContain('better-sqlite3')
    expect(ofMain.filter((name) => !isBuiltin(name) && !allowed.includes(packageOf(name)))).toEqual([])
    expect(await importsOf(join(dist, 'preload'))).toEqual(['electron'])
  })

  test('The built main process carries the shipped content security policy and nothing of the dev server', () => {
    const built = readdirSync(join(dist, 'main'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(dist, 'main', name), 'utf8'))
      .join('\n')
    expect(built).toContain("default-src 'none'")
    expect(built).not.toMatch(/LANEKEEPER_DEV_SERVER|ws:\/\//)
    // The dev server alone stands beside the rule that takes loopback out of Chromium's exceptions.
    const rules = [...built.matchAll(/proxyBypassRules: ?["'`]([^"'`]*)["'`]/g)].map(([, rule]) => rule)
    expect(rules).toEqual(['<-loopback>'])
  })

  test('The built preload is at most 4 KB and holds no schema', () => {
    const files = readdirSync(join(dist, 'preload'))
    expect(files).toEqual(['preload.cjs'])
    const built = readFileSync(join(dist, 'preload', 'preload.cjs'), 'utf8')
    expect(Buffer.byteLength(built)).toBeLessThanOrEqual(MAX_PRELOAD_BYTES)
    expect(built).toContain('bookMove')
    expect(built).not.toMatch(/zod|schema|safeParse/i)
  })

  test('The built page loads the two fonts of the first screen beside its script', () => {
    const page = readFileSync(join(dist, 'renderer', 'index.html'), 'utf8')
    const fonts = [...page.matchAll(/<link rel="preload" as="font" [^>]*href="\.\/(\S+)"/g)].map(
      ([, file]) => file ?? '',
    )
    expect(fonts.map((file) => basename(file).replace(/-[\w-]{8}\.woff2$/, ''))).toEqual([
      'inter-latin-opsz-normal',
      'jetbrains-mono-latin-wght-normal',
    ])
    expect(fonts.filter((file) => !existsSync(join(dist, 'renderer', file)))).toEqual([])
  })

  test('The scripts of the built window are together at most 354 KB when compressed, and at first 180 KB', () => {
    const { first, all, each } = scriptBytes(join(dist, 'renderer'))
    expect(Object.keys(each).length).toBeGreaterThan(1)
    expect(all, `${all} bytes`).toBeLessThanOrEqual(MAX_WINDOW_GZIP_BYTES)
    expect(first, `${first} bytes`).toBeLessThanOrEqual(MAX_FIRST_GZIP_BYTES)
    expect(first).toBeLessThan(all)
  })
})

/** The files that open a database file and use the connection before its schema is distrusted. */
function trustingOpens(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    text
      .split(/new Sqlite\((?!':memory:').*/)
      .slice(1)
      .filter((rest) => !/^\s*(try \{\s*)?(distrustSchema\(db\)|db\.pragma\('trusted_schema = OFF'\))/.test(rest))
      .map(() => path),
  )
}
