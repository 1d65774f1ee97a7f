import localesPlugin from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import type { InlineConfig, Plugin } from 'vite'

import { REPO_ROOT } from './paths.ts'
import { withFewFormats, type PhoneMetadata } from './phone-formats.ts'
import { withLock } from './setup/lock.mjs'
import { preloadFonts } from './preload-fonts.ts'
import { say, seconds } from './setup/console.mjs'
import { zipCodes } from './zip-codes/plugin.ts'

// The versions in the fallback Electron (build/offline/pinned-artifacts.ts), which is older than the official Electron.
const node = 'node20'
const chrome = 'chrome130'

export interface BuildOptions {
  /** An absolute path, or a path from the root of the checkout. The default is dist/. */
  readonly outDir?: string
  /** Print nothing when the build succeeds. */
  readonly quiet?: boolean
}

/**
 * Builds main process, practice service, hub command, preload and renderer into `outDir` unless `outDir` was built from
 * the same sources, and returns the absolute path. Concurrent calls are safe: the second call waits and then finds
 * nothing to do.
 */
export async function buildDesk({ outDir = 'dist', quiet = false }: BuildOptions = {}): Promise<string> {
  const target = path.resolve(REPO_ROOT, outDir)
  const marker = path.join(target, '.built')
  const current = (): boolean => existsSync(marker) && readFileSync(marker, 'utf8') === sourcesKey()
  if (current()) return target
  return withLock(`build ${target}`, 'another build of the desk is at work', async () => {
    if (current()) return target
    const began = performance.now()
    const key = sourcesKey()
    // The new build is made beside the target, because a rename cannot cross file systems.
    const part = path.join(path.dirname(target), `${path.basename(target)}.part`)
    const old = `${part}.old`
    rmSync(part, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
    mkdirSync(part, { recursive: true })
    await inProduction(async () => {
      for (const config of [mainConfig(part), preloadConfig(part), rendererConfig(part)]) await build(config)
    })
    writeFileSync(path.join(part, '.built'), key)
    if (existsSync(target)) renameSync(target, old)
    renameSync(part, target)
    rmSync(old, { recursive: true, force: true })
    if (!quiet) say(`the desk was built in ${seconds(began)}`)
    return target
  })
}

/** Under another `NODE_ENV`, as a test run has it, Vite would put React's development build into the window. */
async function inProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

function shared(outDir: string): InlineConfig {
  return {
    configFile: false,
    envDir: false,
    root: REPO_ROOT,
    mode: 'production',
    logLevel: 'warn',
    cacheDir: path.join(REPO_ROOT, 'node_modules', '.lanekeeper', 'vite'),
    build: {
      outDir,
      emptyOutDir: true,
      sourcemap: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5000,
    },
  }
}

/**
 * Leaves out comments and white space, which halves the time that the main process takes to read its scripts, and keeps
 * every name, so that a stack trace still names its functions.
 */
const namesKept = {
  compress: { keepNames: { function: true, class: true } },
  mangle: false,
  codegen: { removeWhitespace: true },
} as const

/** The packages that package.json names as dependencies exist at run time. The bundle holds all other code. */
function mainConfig(part: string, minify: typeof namesKept | false = namesKept): InlineConfig {
  const base = shared(path.join(part, 'main'))
  const manifest = JSON.parse(readFileSync(path.join(REPO_ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return {
    ...base,
    plugins: [zipCodes],
    ssr: { target: 'node', noExternal: true, external: ['electron', ...Object.keys(manifest.dependencies)] },
    build: {
      ...base.build,
      ssr: true,
      target: node,
      minify: false,
      rolldownOptions: {
        input: {
          main: path.join(REPO_ROOT, 'electron/main.ts'),
          practice: path.join(REPO_ROOT, 'electron/practice/cli.ts'),
          hub: path.join(REPO_ROOT, 'electron/hub/cli.ts'),
          // A thread loads each of these files by its path.
          'integrity-worker': path.join(REPO_ROOT, 'electron/store/maintenance/integrity-worker.ts'),
          'migrate-worker': path.join(REPO_ROOT, 'electron/store/maintenance/migrate-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'shared-[hash].js',
          minify,
        },
      },
    },
  }
}

/**
 * Returns the build of the main process for `npm run dev`, in which Vite's dev server delivers the page under a content
 * security policy that never ships.
 */
export function devMainConfig(part: string): InlineConfig {
  const config = mainConfig(part, false)
  const shipped = path.join(REPO_ROOT, 'electron/shell/app-protocol.ts')
  const replacement = path.join(REPO_ROOT, 'build/dev/app-protocol.ts')
  return {
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      {
        name: 'dev-app-protocol',
        enforce: 'pre',
        async resolveId(source, importer) {
          const found = await this.resolve(source, importer, { skipSelf: true })
          return found?.id === shipped ? replacement : null
        },
      },
    ],
  }
}

/** Returns the build of the preload as one CommonJS file, because a sandboxed preload cannot load a second file. */
export function preloadConfig(part: string): InlineConfig {
  const base = shared(path.join(part, 'preload'))
  return {
    ...base,
    ssr: { target: 'node', noExternal: true, external: ['electron'] },
    build: {
      ...base.build,
      ssr: true,
      target: [node, chrome],
      minify: false,
      rolldownOptions: {
        input: { preload: path.join(REPO_ROOT, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  }
}

/** Leaves the calendars of other locales out of the date fields, because the window's only locale is en-US. */
const gregorianOnly: Plugin = {
  name: 'gregorian-only',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const isDateField = importer.includes('/node_modules/react-aria-components/')
    return source === '@internationalized/date' && isDateField
      ? path.join(import.meta.dirname, 'gregorian-dates.ts')
      : null
  },
}

/** Keeps the digit groups of few countries in the window, as build/phone-formats.ts says. */
const fewPhoneFormats: Plugin = {
  name: 'few-phone-formats',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/libphonenumber-js/metadata.min.json.js')) return null
    const metadata = JSON.parse(code.slice(code.indexOf('{'))) as PhoneMetadata
    return `export default ${JSON.stringify(withFewFormats(metadata))}`
  },
}

/** The CSS modules of the window, by which `scopedName` numbers them. */
const CSS_MODULES = readdirSync(path.join(REPO_ROOT, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .toSorted()

/** Returns a class name with the number of its file, because a hash in each name cannot be compressed. */
function scopedName(name: string, file: string): string {
  const at = CSS_MODULES.indexOf(path.relative(path.join(REPO_ROOT, 'renderer'), file.split('?')[0] ?? file))
  if (at === -1) throw new Error(`not a CSS module of the window: ${file}`)
  return `${name}_${at.toString(36)}`
}

export function rendererConfig(part: string): InlineConfig {
  const base = shared(path.join(part, 'renderer'))
  return {
    ...base,
    root: path.join(REPO_ROOT, 'renderer'),
    base: './',
    plugins: [localesPlugin.vite({ locales: ['en-US'] }), gregorianOnly, fewPhoneFormats, preloadFonts, react()],
    css: { modules: { generateScopedName: scopedName } },
    build: {
      ...base.build,
      target: chrome,
      // Terser makes the scripts 2 % smaller than the minifier of Vite does.
      minify: 'terser',
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum has no values at run time
      terserOptions: { module: true, ecma: 2020, compress: { passes: 3, inline: 1 } },
      rolldownOptions: {
        input: ['index.html', 'updating.html'].map((page) => path.join(REPO_ROOT, 'renderer', page)),
        checks: { pluginTimings: false },
      },
      // The polyfill is an inline script, which the page's content security policy refuses.
      modulePreload: { polyfill: false },
    },
  }
}

function sourcesKey(): string {
  const hash = createHash('sha256')
  const files = ['electron', 'renderer', 'shared'].flatMap((folder) => sources(path.join(REPO_ROOT, folder)))
  for (const name of [
    'build/vite.ts',
    'build/gregorian-dates.ts',
    'build/phone-formats.ts',
    'build/preload-fonts.ts',
    'build/zip-codes/plugin.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    files.push(path.join(REPO_ROOT, name))
  }
  for (const file of files) hash.update(`\0${path.relative(REPO_ROOT, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function sources(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
}
