import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildDesk } from '../../build/vite.ts'
import { temporaryFolder } from '../support/folder.ts'
import { breachesOf, longFiles, readSources, RULES } from '../support/source.ts'
import { importsOf } from '../support/walls.ts'

const ROOT = join(import.meta.dirname, '../..')
const sources = readSources(ROOT, ['shared', 'electron', 'renderer', 'build'])

/** One line that breaks the rule of the same place in the list. */
const PLANTED: readonly (readonly [path: string, text: string])[] = [
  ['shared/planted.ts', 'const at = Date.now()'],
  ['electron/planted.ts', "if (process.env['VITEST']) skip()"],
  ['renderer/parts/planted.css', 'a { color: #fafafa }'],
  ['electron/sync/planted.ts', 'await fetch(url)'],
  ['electron/window.ts', 'ipcMain.handle()'],
  ['renderer/planted.ts', 'ipcRenderer.send()'],
  ['renderer/planted.tsx', '<p dangerouslySetInnerHTML={x} />'],
  ['shared/planted.ts', 'export default 1'],
]

describe('the sources', () => {
  test('were read', () => expect(sources.size).toBeGreaterThan(80))

  test.for(RULES.map((rule, place) => [rule.name, rule, PLANTED[place]] as const))('%s', ([, rule, planted]) => {
    expect(breachesOf(rule, sources)).toEqual([])
    expect(breachesOf(rule, new Map([planted ?? ['', '']]))).toEqual([`${planted?.[0]}:1`])
  })

  test('no file is longer than 300 lines', () => {
    expect(longFiles(sources)).toEqual([])
    expect(longFiles(new Map([['shared/planted.ts', 'x\n'.repeat(301)]]))).toEqual(['shared/planted.ts: 301 lines'])
  })

  test('the colours of the window before its page are two of the tokens', () => {
    const tokens = sources.get('renderer/styles/tokens.css') ?? ''
    const colours = (sources.get('electron/window.ts') ?? '').match(/#[0-9a-f]{6}\b/gi) ?? []
    expect(colours.length).toBeGreaterThan(0)
    for (const colour of colours) expect(tokens.toLowerCase()).toContain(colour.toLowerCase())
  })
})

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

describe('the packages', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

  test('are pinned to one version each', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(versions.length).toBeGreaterThan(20)
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  test('that the built main process asks for at run time are its dependencies', async () => {
    const dist = await buildDesk({ outDir: join(temporaryFolder(), 'dist'), quiet: true })
    const packageOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name
    const allowed = ['electron', ...Object.keys(manifest.dependencies)]
    const ofMain = await importsOf(join(dist, 'main'))
    expect(ofMain).toContain('better-sqlite3')
    expect(ofMain.filter((name) => !isBuiltin(name) && !allowed.includes(packageOf(name)))).toEqual([])
    expect(await importsOf(join(dist, 'preload'))).toEqual(['electron'])
  })
})
