import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { cruise, type IDependency, type IModule } from 'dependency-cruiser'

/*
 * The table of allowed imports between the rooms; every other import is forbidden. The first matching row applies to a
 * file, and a file without a row is itself a violation.
 */

export const ROOMS = ['shared', 'electron', 'renderer', 'build'] as const

type Wall = {
  readonly from: RegExp
  /** Our own files that may be imported. */
  readonly files: readonly RegExp[]
  /** Our own files of which only types may be imported. */
  readonly types?: readonly RegExp[]
  readonly packages?: readonly string[]
  /** Parts of Node by name; `any` for all of them. */
  readonly builtins?: readonly string[] | 'any'
  /** Parts of Node of which only types may be imported. */
  readonly builtinTypes?: readonly string[]
}

const SHARED = /^shared\//
const PLATFORM = /^electron\/platform\//
const SHELL = /^electron\/(main\.ts|shell\/)/
const HUB = /^electron\/hub\//
const DESK = /^electron\/desk\//
const CLOCK = /^electron\/clock\//
const ICONS = 'lucide-react'
/** The rooms of the window that show something; each keeps its own state and text beside its components. */
const FEATURES = /^renderer\/(app|booking|day|inbox|lookup|scheduler|settings)\//
/** Sentences of the window, made of codes and fields. */
const TEXT = /^renderer\/(app|booking|day|lookup|scheduler|settings)\/text\/|^renderer\/inbox\/text\.ts$/
/** Stores of the window: plain TypeScript without React. */
const STATE =
  /^renderer\/(app|booking|day|lookup|scheduler|settings)\/state\/|^renderer\/inbox\/state\.ts$|^renderer\/booking\/bookings-store\.ts$/

const WALLS: readonly Wall[] = [
  { from: SHARED, files: [SHARED], packages: ['zod', 'libphonenumber-js'] },
  // The highlight marks exactly those characters that the search compares.
  { from: /^renderer\/ui\/highlight-matches\.ts$/, files: [/^shared\/views\/lookup\.ts$/] },
  {
    from: /^renderer\/ui\//,
    files: [/^renderer\/ui\//],
    types: [SHARED],
    // An announced text is in the status region beside the window's root.
    packages: ['react', 'react-dom', 'react-aria-components', ICONS, '@internationalized/date'],
  },
  {
    // The texts make each sentence of codes and fields, so they know no store.
    from: TEXT,
    files: [SHARED, TEXT],
    types: [STATE],
  },
  {
    from: STATE,
    files: [SHARED, STATE, TEXT],
    types: [/^renderer\/bridge\.ts$/],
    packages: ['zustand', 'tinykeys'],
  },
  { from: /^renderer\/stores\.ts$/, files: [SHARED, STATE], types: [/^renderer\/bridge\.ts$/] },
  { from: /^renderer\/later-stores\.ts$/, files: [STATE], types: [/^renderer\/stores\.ts$/] },
  {
    from: /^renderer\/stores-context\.ts$/,
    files: [],
    types: [/^renderer\/(later-)?stores\.ts$/],
    packages: ['react'],
  },
  { from: /^renderer\/later\.ts$/, files: [FEATURES, /^renderer\/later-stores\.ts$/] },
  {
    from: /^renderer\/use-later\.ts$/,
    files: [/^renderer\/later\.ts$/],
    types: [/^renderer\/(later-)?stores\.ts$/],
    packages: ['react'],
  },
  {
    from: /^renderer\/booking\/use-booking\.ts$/,
    files: [/^renderer\/ui\/use-store\.ts$/, /^renderer\/stores-context\.ts$/],
    types: [SHARED],
  },
  // The page of a migration loads before the desk's window and takes nothing of that window along.
  { from: /^renderer\/updating\//, files: [/^renderer\/updating\//] },
  { from: /^renderer\/zod-setup\.ts$/, files: [], packages: ['zod'] },
  { from: /^renderer\/bridge\.ts$/, files: [SHARED] },
  {
    from: /^renderer\/main\.tsx$/,
    files: [SHARED, /^renderer\//],
    packages: ['react', 'react-dom', 'react-aria-components'],
  },
  {
    from: FEATURES,
    files: [SHARED, FEATURES, /^renderer\/ui\//, /^renderer\/(stores-context|use-later)\.ts$/],
    packages: [
      'react',
      // The run sheet is beside the window's root, so that print shows nothing else. A long list draws while it scrolls.
      'react-dom',
      'react-aria-components',
      // Values of the date and time fields.
      '@internationalized/date',
      ICONS,
    ],
  },
  { from: /^electron\/preload\.ts$/, files: [/^shared\/bridge\/names\.ts$/], packages: ['electron'] },
  { from: /^electron\/platform\/young-garbage\.ts$/, files: [], builtins: ['v8', 'vm'] },
  { from: PLATFORM, files: [PLATFORM, SHARED], builtins: ['crypto', 'perf_hooks', 'fs', 'path', 'child_process'] },
  { from: CLOCK, files: [CLOCK, PLATFORM, SHARED], types: [/^electron\/provider\/http\//] },
  {
    from: DESK,
    files: [
      /^electron\/(settings|bookings|store|sync|provider|practice|clock|desk)\//,
      /^electron\/board\/open-board\.ts$/,
      PLATFORM,
      SHARED,
    ],
    types: [/^electron\/board\/board-of-desk\.ts$/],
    builtins: ['path'],
  },
  {
    from: /^electron\/settings\//,
    files: [/^electron\/(settings|store)\//, PLATFORM, SHARED],
    packages: ['zod'],
    builtins: ['fs', 'path'],
  },
  {
    from: /^electron\/shell\/secret-store\.ts$/,
    files: [PLATFORM],
    types: [/^electron\/settings\/token-store\.ts$/],
    packages: ['electron'],
    builtins: ['child_process', 'crypto'],
  },
  { from: /^electron\/shell\/log\.ts$/, files: [PLATFORM, SHARED], packages: ['electron-log'], builtins: 'any' },
  {
    from: SHELL,
    files: [SHELL, /^electron\/desk\/desk(-host|-store)?\.ts$/, /^electron\/hub\/command\.ts$/, PLATFORM, SHARED],
    packages: ['electron'],
    builtins: 'any',
  },
  { from: /^electron\/bookings\//, files: [/^electron\/(bookings|store)\//, PLATFORM, SHARED] },
  {
    from: /^electron\/store\/(database|errors|lock)\.ts$/,
    files: [/^electron\/store\//, PLATFORM, SHARED],
    packages: ['better-sqlite3'],
    builtins: ['fs', 'path'],
  },
  // A thread of its own, so that a long check never blocks the main process.
  {
    from: /^electron\/store\/maintenance\/integrity-worker\.ts$/,
    files: [],
    types: [/^electron\/store\/maintenance\/integrity-check\.ts$/],
    packages: ['better-sqlite3'],
    builtins: ['worker_threads'],
  },
  {
    from: /^electron\/store\/maintenance\/integrity-check\.ts$/,
    files: [/^electron\/store\/errors\.ts$/],
    builtins: ['path', 'worker_threads'],
  },
  // Plain Node runs this thread from its TypeScript in development, and `migrations.ts` imports SQL.
  {
    from: /^electron\/store\/maintenance\/migrate-worker\.ts$/,
    files: [/^electron\/store\/(errors|lock|store-paths|recovery\/open-verified)\.ts$/],
    types: [/^electron\/store\/maintenance\/migration\.ts$/],
    builtins: ['worker_threads'],
  },
  {
    from: /^electron\/store\/maintenance\/migration\.ts$/,
    files: [/^electron\/store\//, PLATFORM],
    types: [SHARED],
    builtins: ['fs', 'path', 'worker_threads'],
  },
  {
    from: /^electron\/store\//,
    files: [/^electron\/store\//, PLATFORM, SHARED],
    builtins: ['fs', 'path', 'crypto'],
  },
  // The client of the hub stands in one file, which a desk without a board never loads.
  {
    from: /^electron\/board\/postgres\.ts$/,
    files: [/^electron\/board\/hub-session\.ts$/, /^electron\/hub\/protocol\.ts$/],
    types: [SHARED],
    packages: ['pg'],
    builtinTypes: ['tls'],
  },
  {
    from: /^electron\/board\//,
    files: [/^electron\/(board|store)\//, /^electron\/sync\/send-rights\.ts$/, PLATFORM, SHARED],
    types: [/^electron\/settings\/token-store\.ts$/],
    packages: ['zod'],
    builtins: ['fs', 'path'],
  },
  {
    from: /^electron\/sync\//,
    files: [/^electron\/(sync|store|provider|clock)\//, PLATFORM, SHARED],
    builtins: ['crypto'],
  },
  {
    from: /^electron\/provider\/http\/trusted-roots\.ts$/,
    files: [/^electron\/platform\/file-rights\.ts$/],
    types: [/^shared\/desk\/ca-file\.ts$/],
    builtins: ['crypto', 'fs', 'tls'],
  },
  {
    from: /^electron\/provider\/http\//,
    files: [/^electron\/provider\/http\//, PLATFORM, SHARED],
    builtins: ['http', 'https', 'net', 'tls'],
  },
  {
    from: /^electron\/provider\//,
    files: [/^electron\/(provider|clock)\//, PLATFORM, SHARED],
    builtinTypes: ['http', 'https', 'net', 'tls'],
  },
  // The schema is text that the set-up runs and the desk calls, so it knows neither.
  { from: /^electron\/hub\/(schema|protocol)\.ts$/, files: [/^electron\/hub\/schema\//] },
  {
    from: /^electron\/practice\//,
    files: [/^electron\/practice\//, /^electron\/store\/(database|errors)\.ts$/, PLATFORM, SHARED],
    packages: ['hono', '@hono/node-server', '@hono/zod-openapi'],
    builtins: 'any',
  },
  // The set-up of the hub is a command of its own: it opens no store and starts no desk.
  {
    from: HUB,
    files: [HUB, PLATFORM, SHARED],
    packages: ['pg', '@peculiar/x509', 'reflect-metadata'],
    builtins: ['child_process', 'fs', 'net', 'os', 'path', 'timers', 'util'],
    builtinTypes: ['tls'],
  },
  {
    // A client apart from the app that judges remotes: a wire form shared with the desk or the practice service could
    // be wrong in both and stay unseen. No row of the desk names this room, so no part of the desk can load it.
    from: /^build\/provider-check\//,
    files: [
      /^build\/provider-check\//,
      PLATFORM,
      /^shared\/(outbox\/duplicate-guarantee|result|desk\/provider-profile|desk\/settings)\.ts$/,
    ],
    packages: ['ajv', 'ajv-formats'],
    builtins: ['fs', 'path', 'util'],
  },
  // The table is written in the form in which the desk reads it.
  {
    from: /^build\/zip-codes\//,
    files: [/^build\//, /^electron\/platform\/zip-codes\.ts$/],
    packages: ['vite', 'zipcodes'],
    builtins: ['fs', 'module', 'path'],
  },
  { from: /^build\//, files: [/^build\//], packages: ['*'], builtins: 'any' },
]

export type Crossing = { readonly from: string; readonly to: string; readonly why: string }

export type Read = {
  readonly files: readonly string[]
  readonly crossings: readonly Crossing[]
  /** Imports that lead back to their own file, type imports included, as `from -> to`. */
  readonly circles: readonly string[]
}

/** Every module of some folders under `root`, and those that they import. */
async function modulesOf(root: string, folders: readonly string[]): Promise<readonly IModule[]> {
  const { output } = await cruise([...folders], {
    baseDir: root,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  })
  if (typeof output === 'string') throw new Error(output)
  return output.modules
}

function circlesOf(modules: readonly IModule[]): readonly string[] {
  return modules.flatMap((module) =>
    module.dependencies.filter(({ circular }) => circular).map((to) => `${module.source} -> ${to.resolved}`),
  )
}

/** Imports of the modules in some folders under `root` that lead back to their own file, as `from -> to`. */
export async function circlesIn(root: string, folders: readonly string[]): Promise<readonly string[]> {
  return circlesOf(await modulesOf(root, folders))
}

/** Reads every module of the rooms under `root` and lists the imports that cross a wall. */
export async function readWalls(root: string): Promise<Read> {
  const modules = (await modulesOf(root, ROOMS)).filter((module) => ROOMS.includes(roomOf(module.source)))
  return {
    files: modules.map((module) => module.source),
    circles: circlesOf(modules),
    crossings: modules.flatMap((module) =>
      module.dependencies.flatMap((to) => {
        const why = forbiddenReason(module.source, to)
        return why === null ? [] : [{ from: module.source, to: to.module, why }]
      }),
    ),
  }
}

/** The imports of a folder's modules from outside of the folder, each name once. */
export async function importsOf(folder: string): Promise<readonly string[]> {
  const { output } = await cruise(['.'], { baseDir: folder, doNotFollow: { path: 'node_modules' } })
  if (typeof output === 'string') throw new Error(output)
  const names = output.modules.flatMap((module) => module.dependencies.map((to) => to.module))
  return [...new Set(names.filter((name) => !name.startsWith('.')))].sort()
}

function roomOf(source: string) {
  return source.split('/')[0] as (typeof ROOMS)[number]
}

function forbiddenReason(source: string, to: IDependency): string | null {
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
