import { extractFile, getRawHeader, listPackage } from '@electron/asar'

/* The table of the files of the desk: no other file may be in the package. */

/** The files of an archive without its folders. */
export function filesInArchive(archive: string): readonly { readonly path: string; readonly unpacked: boolean }[] {
  return listPackage(archive, { isPack: true })
    .map((line) => /^(pack|unpack) *: *[\\/](.+)$/.exec(line))
    .flatMap((found) =>
      found === null ? [] : [{ path: (found[2] ?? '').replaceAll('\\', '/'), unpacked: found[1] === 'unpack' }],
    )
    .filter(({ path }) => !isFolder(archive, path))
}

function isFolder(archive: string, path: string): boolean {
  type Node = { readonly files?: Readonly<Record<string, Node>> }
  const { header } = getRawHeader(archive) as unknown as { readonly header: Node }
  const node = path.split('/').reduce<Node | undefined>((at, name) => at?.files?.[name], header)
  return node?.files !== undefined
}

/** The text of all code, pages, styles and JSON in the archive. */
export function textsIn(archive: string): ReadonlyMap<string, string> {
  const files = filesInArchive(archive).filter(({ path }) => /\.([cm]?js|html|css|json)$/.test(path))
  return new Map(files.map(({ path }) => [path, extractFile(archive, path).toString()]))
}

const SQLITE = 'node_modules/better-sqlite3'
const LOG = 'node_modules/electron-log'

/** Every file that is packed; a pattern where the name carries a hash of the content. */
const PACKED_FILES: readonly (string | RegExp)[] = [
  'package.json',
  'dist/main/main.js',
  'dist/main/integrity-worker.js',
  'dist/main/zip-codes.bin',
  'dist/main/migrate-worker.js',
  'dist/preload/preload.cjs',
  'dist/renderer/index.html',
  'dist/renderer/updating.html',
  /^dist\/renderer\/assets\/index-[\w-]{8}\.css$/,
  /^dist\/renderer\/assets\/index-[\w-]{8}\.js$/,
  /^dist\/renderer\/assets\/updating-[\w-]{8}\.css$/,
  /^dist\/renderer\/assets\/updating-[\w-]{8}\.js$/,
  /^dist\/renderer\/assets\/later-[\w-]{8}\.css$/,
  /^dist\/renderer\/assets\/later-[\w-]{8}\.js$/,
  /^dist\/renderer\/assets\/mark-[\w-]{8}\.svg$/,
  /^dist\/renderer\/assets\/inter-latin-opsz-normal-[\w-]{8}\.woff2$/,
  /^dist\/renderer\/assets\/inter-latin-ext-opsz-normal-[\w-]{8}\.woff2$/,
  /^dist\/renderer\/assets\/jetbrains-mono-latin-wght-normal-[\w-]{8}\.woff2$/,
  ...[
    'LICENSE',
    'package.json',
    'lib/binding.js',
    'lib/database.js',
    'lib/index.js',
    'lib/sqlite-error.js',
    'lib/util.js',
  ].map((name) => `${SQLITE}/${name}`),
  ...[
    'aggregate',
    'backup',
    'explain',
    'function',
    'inspect',
    'pragma',
    'serialize',
    'table',
    'transaction',
    'wrappers',
  ].map((name) => `${SQLITE}/lib/methods/${name}.js`),
  ...['LICENSE', 'package.json', 'node.js'].map((name) => `${LOG}/${name}`),
  ...['Buffering', 'Logger', 'scope', 'transforms/format', 'transforms/style', 'transforms/transform'].map(
    (name) => `${LOG}/src/core/${name}.js`,
  ),
  ...[
    'ErrorHandler',
    'EventLogger',
    'NodeExternalApi',
    'createDefaultLogger',
    'index',
    'packageJson',
    'transforms/object',
  ].map((name) => `${LOG}/src/node/${name}.js`),
  ...['console', 'ipc', 'remote', 'file/File', 'file/FileRegistry', 'file/NullFile', 'file/index'].map(
    (name) => `${LOG}/src/node/transports/${name}.js`,
  ),
]

/** The parts of the main process that several entries share or that load when needed. */
const CHUNK = /^dist\/main\/shared-[\w-]{8}\.js$/

/** The chunks that a packed script of the main process imports, of which each one must be packed. */
export function importedChunks(texts: ReadonlyMap<string, string>): readonly string[] {
  const scripts = [...texts].filter(([path]) => path.startsWith('dist/main/'))
  return scripts.flatMap(([, text]) =>
    [...text.matchAll(/["'`]\.\/(shared-[\w-]{8}\.js)["'`]/g)].map(([, name]) => `dist/main/${name ?? ''}`),
  )
}

/** The scripts that the main process reads at its start: its entry and what that entry imports by statements. */
export function scriptsAtStart(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const read = new Map<string, string>()
  const toRead = ['dist/main/main.js']
  for (const path of toRead) {
    const text = texts.get(path)
    if (text === undefined) throw new Error(`not packed: ${path}`)
    read.set(path, text)
    for (const [, name = ''] of text.matchAll(/\b(?:from|import) ?["']\.\/([\w-]+\.js)["']/g)) {
      const chunk = `dist/main/${name}`
      if (!toRead.includes(chunk)) toRead.push(chunk)
    }
  }
  return read
}

/** The differences between files and table, where each row of the table stands for exactly one file. */
export function differences(files: readonly string[], native: string): readonly string[] {
  const table = [...PACKED_FILES, `${SQLITE}/${native}`]
  const fits = (row: string | RegExp) =>
    files.filter((file) => (typeof row === 'string' ? row === file : row.test(file)))
  const known = new Set([...table.flatMap(fits), ...fits(CHUNK)])
  return [
    ...files.filter((file) => !known.has(file)).map((file) => `not in the table: ${file}`),
    ...table.filter((row) => fits(row).length !== 1).map((row) => `${fits(row).length} files for ${String(row)}`),
  ]
}
