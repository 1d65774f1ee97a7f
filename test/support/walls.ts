import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { cruise, type IDependency } from 'dependency-cruiser'

/*
 * The walls between the rooms, as a table: what a row does not name is forbidden. A file belongs to the first row that
 * matches it, and a file that no row matches is itself a violation.
 */

export const ROOMS = ['shared', 'electron', 'renderer', 'build'] as const

type Wall = {
  readonly from: RegExp
  /** Our own files that may be imported. */
  readonly files: readonly RegExp[]
  /** Our own files whose types may be imported, and nothing else of them. */
  readonly types?: readonly RegExp[]
  readonly packages?: readonly string[]
  /** Parts of Node by name; `any` for all of them. */
  readonly builtins?: readonly string[] | 'any'
  /** Parts of Node of which only types may be imported. */
  readonly builtinTypes?: readonly string[]
}

const SHARED = /^shared\//
const SYSTEM = /^electron\/system\.ts$/
const SHELL = /^electron\/(?!preload\.ts|system\.ts|(?:app|ask-move|front|work|remote|trial)\.ts$)[^/]+\.ts$/
const APP = /^electron\/(app|front)\.ts$/
const ICONS = 'lucide-react'

export const WALLS: readonly Wall[] = [
  { from: SHARED, files: [SHARED], packages: ['zod', 'temporal-polyfill', 'libphonenumber-js'] },
  {
    from: /^renderer\/parts\//,
    files: [/^renderer\/parts\//],
    types: [SHARED],
    packages: ['react', 'react-aria-components', ICONS, '@internationalized/date'],
  },
  {
    from: /^renderer\/state\//,
    files: [SHARED, /^renderer\/state\//],
    types: [/^renderer\/bridge\.ts$/],
    packages: ['zustand', 'tinykeys'],
  },
  { from: /^renderer\/zod-setup\.ts$/, files: [], packages: ['zod'] },
  { from: /^renderer\/bridge\.ts$/, files: [SHARED] },
  {
    from: /^renderer\/(main|App)\.tsx$/,
    files: [SHARED, /^renderer\//],
    packages: ['react', 'react-dom', 'react-aria-components'],
  },
  {
    from: /^renderer\/(scheduler|lookup|board|queue|settings|frame)\//,
    files: [SHARED, /^renderer\/(state|parts|scheduler|lookup|board|queue|settings|frame)\//],
    packages: [
      'react',
      'react-aria-components',
      // What its date and time boxes take and give.
      '@internationalized/date',
      '@tanstack/react-form',
      '@tanstack/react-virtual',
      ICONS,
    ],
  },
  { from: /^electron\/preload\.ts$/, files: [/^shared\/bridge\.ts$/], packages: ['electron'] },
  { from: SYSTEM, files: [SHARED], builtins: ['crypto', 'perf_hooks'] },
  {
    from: /^electron\/(app|ask-move|front|work|remote|trial)\.ts$/,
    files: [
      /^electron\/(settings|moves|store|sync|provider|practice)\//,
      /^electron\/(app|ask-move|work|remote|trial)\.ts$/,
      SYSTEM,
      SHARED,
    ],
    builtins: ['path'],
  },
  {
    from: /^electron\/settings\//,
    files: [/^electron\/(settings|store)\//, SYSTEM, SHARED],
    packages: ['zod'],
    builtins: ['fs', 'path'],
  },
  {
    from: /^electron\/vault\.ts$/,
    files: [SYSTEM],
    types: [/^electron\/settings\/token\.ts$/],
    packages: ['electron'],
    builtins: ['child_process', 'crypto'],
  },
  { from: /^electron\/log\.ts$/, files: [SYSTEM, SHARED], packages: ['electron-log'], builtins: 'any' },
  { from: SHELL, files: [SHELL, APP, SYSTEM, SHARED], packages: ['electron', 'electron-updater'], builtins: 'any' },
  {
    from: /^electron\/moves\//,
    files: [/^electron\/(moves|store)\//, SYSTEM, SHARED],
    packages: ['csv-stringify', 'zipcodes'],
  },
  {
    from: /^electron\/store\/database\.ts$/,
    files: [/^electron\/store\//, SYSTEM, SHARED],
    packages: ['better-sqlite3'],
    builtins: ['fs', 'path'],
  },
  // A thread of its own for what would hold the desk up.
  {
    from: /^electron\/store\/check-worker\.js$/,
    files: [],
    packages: ['better-sqlite3'],
    builtins: ['worker_threads'],
  },
  { from: /^electron\/store\/check\.ts$/, files: [], builtins: ['path', 'worker_threads'] },
  {
    from: /^electron\/store\//,
    files: [/^electron\/store\//, SYSTEM, SHARED],
    builtins: ['fs', 'path', 'crypto'],
  },
  { from: /^electron\/sync\//, files: [/^electron\/(sync|store|provider)\//, SYSTEM, SHARED], builtins: ['crypto'] },
  {
    from: /^electron\/provider\/(connection|proxy)\.ts$/,
    files: [/^electron\/provider\//, SYSTEM, SHARED],
    builtins: ['http', 'https', 'net', 'tls'],
  },
  {
    from: /^electron\/provider\//,
    files: [/^electron\/provider\//, SYSTEM, SHARED],
    builtinTypes: ['http', 'https', 'net', 'tls'],
  },
  {
    from: /^electron\/practice\//,
    files: [/^electron\/practice\//, /^electron\/store\/database\.ts$/, SYSTEM, SHARED],
    packages: ['hono', '@hono/node-server', '@hono/zod-openapi', 'zipcodes'],
    builtins: 'any',
  },
  {
    // A client that is not the app, to judge remotes by: a wire form that it shared with the desk or with the practice
    // service could be wrong in both and never be seen. No row names it, so nothing of the desk can load it.
    from: /^electron\/check\//,
    files: [/^electron\/check\//, SYSTEM, /^shared\/(contract|failure|profile|settings)\.ts$/],
    builtins: ['fs', 'path', 'util'],
  },
  { from: /^build\//, files: [/^build\//], packages: ['*'], builtins: 'any' },
]

export type Crossing = { readonly from: string; readonly to: string; readonly why: string }

export type Read = { readonly files: readonly string[]; readonly crossings: readonly Crossing[] }

/** Reads every module of the rooms under `root` and lists what crosses a wall. */
export async function readWalls(root: string): Promise<Read> {
  const { output } = await cruise([...ROOMS], {
    baseDir: root,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  })
  if (typeof output === 'string') throw new Error(output)
  const modules = output.modules.filter((module) => ROOMS.includes(roomOf(module.source)))
  return {
    files: modules.map((module) => module.source),
    crossings: modules.flatMap((module) =>
      module.dependencies.flatMap((to) => {
        const why = whyNot(module.source, to)
        return why === null ? [] : [{ from: module.source, to: to.module, why }]
      }),
    ),
  }
}

/** What the modules of a folder import from outside of it, each name once. */
export async function importsOf(folder: string): Promise<readonly string[]> {
  const { output } = await cruise(['.'], { baseDir: folder, doNotFollow: { path: 'node_modules' } })
  if (typeof output === 'string') throw new Error(output)
  const names = output.modules.flatMap((module) => module.dependencies.map((to) => to.module))
  return [...new Set(names.filter((name) => !name.startsWith('.')))].sort()
}

function roomOf(source: string) {
  return source.split('/')[0] as (typeof ROOMS)[number]
}

function whyNot(source: string, to: IDependency): string | null {
  const wall = WALLS.find((row) => row.from.test(source))
  if (wall === undefined) return 'no row of the table holds this file'
  const kinds = to.dependencyTypes
  const typeOnly = kinds.includes('type-only')
  if (kinds.includes('core')) {
    const name = to.module.replace(/^node:/, '').split('/')[0] ?? ''
    if (wall.builtins === 'any' || wall.builtins?.includes(name) === true) return null
    return typeOnly && wall.builtinTypes?.includes(name) === true ? null : 'this part of Node is not in its row'
  }
  if (to.couldNotResolve) return 'cannot be found'
  if (kinds.some((kind) => kind.startsWith('npm'))) {
    const name = /^(@[^/]+\/)?[^/]+/.exec(to.module)?.[0] ?? to.module
    return wall.packages?.some((one) => one === name || one === '*') === true ? null : 'this package is not in its row'
  }
  if (wall.files.some((file) => file.test(to.resolved))) return null
  if (wall.types?.some((file) => file.test(to.resolved)) === true) {
    return typeOnly ? null : 'only types may be imported from there'
  }
  return 'this file is not in its row'
}

/** Every file of code in the rooms, by its path under `root`. */
export function codeFiles(root: string, rooms: readonly string[] = ROOMS): readonly string[] {
  return rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  )
}
