import { createHash } from 'node:crypto'
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { attempt, lastLines } from '../offline/command.ts'

/*
 * Replaces the fpm that electron-builder downloads from a release host, for test builds. Takes the arguments that
 * electron-builder gives for a deb, stops on any other argument, and leaves the packing to dpkg-deb.
 */

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    d: { type: 'string', short: 'd', multiple: true },
    force: { type: 'boolean' },
    architecture: text,
    'after-install': text,
    'after-remove': text,
    category: text,
    'deb-compression': text,
    'deb-priority': text,
    'deb-recommends': { type: 'string', multiple: true },
    description: text,
    license: text,
    maintainer: text,
    name: text,
    package: text,
    url: text,
    vendor: text,
    version: text,
  },
})

if (values.s !== 'dir' || values.t !== 'deb') throw new Error(`only \`-s dir -t deb\` is done here`)
const target = given('package')
// The work folder is beside the result, because the package may be too large for the disk of the temporary folder.
const work = mkdtempSync(path.join(path.dirname(target), '.deb-'))
try {
  const tree = path.join(work, 'root')
  for (const one of positionals) place(one, tree)
  settleModes(tree)
  writeControl(tree, filesOf(tree))
  const built = await attempt('dpkg-deb', [
    '--root-owner-group',
    `-Z${compression(values['deb-compression'] ?? 'xz')}`,
    '--build',
    tree,
    target,
  ])
  if (!built.ok) throw new Error(`dpkg-deb (${built.ending}): ${lastLines(built.err, 5)}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function given(name: 'architecture' | 'description' | 'maintainer' | 'name' | 'package' | 'version'): string {
  const value = values[name]
  if (value === undefined) throw new Error(`--${name} is missing`)
  return value
}

/** Copies what a `from=to` argument names: a whole folder if `from` ends in a slash, else one file. */
function place(order: string, tree: string): void {
  const at = order.lastIndexOf('=')
  const from = order.slice(0, at)
  const to = path.join(tree, order.slice(at + 1))
  mkdirSync(path.dirname(to), { recursive: true })
  if (from.endsWith('/')) {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  } else copyFileSync(from, to)
}

/** Sets fixed modes, because the umask of the packing user must not reach another machine. */
function settleModes(tree: string): void {
  chmodSync(tree, 0o755)
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(file, 0o755)
    else if (entry.isFile()) chmodSync(file, (statSync(file).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

function filesOf(tree: string): string[] {
  const entries = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name))).sort()
}

function writeControl(tree: string, files: readonly string[]): void {
  const control = path.join(tree, 'DEBIAN')
  mkdirSync(control, { mode: 0o755 })
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(tree, file)).size, 0)
  const [synopsis = '', ...more] = given('description')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const fields = {
    Package: given('name'),
    Version: given('version'),
    License: values.license,
    Vendor: values.vendor,
    Architecture: given('architecture'),
    Maintainer: given('maintainer'),
    'Installed-Size': String(Math.ceil(bytes / 1024)),
    Depends: values.d?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: [synopsis, ...more.map((line) => ` ${line}`)].join('\n'),
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  writeFileSync(path.join(control, 'control'), lines.map(([name, value]) => `${name}: ${value}\n`).join(''))
  const sums = files.map((file) => `${md5(path.join(tree, file))}  ${file}\n`)
  writeFileSync(path.join(control, 'md5sums'), sums.join(''))
  for (const [script, name] of [
    [values['after-install'], 'postinst'],
    [values['after-remove'], 'postrm'],
  ] as const) {
    if (script === undefined) continue
    copyFileSync(script, path.join(control, name))
    chmodSync(path.join(control, name), 0o755)
  }
}

/** The checksum that dpkg keeps of each file to find damaged files. */
function md5(file: string): string {
  return createHash('md5').update(readFileSync(file)).digest('hex')
}

/** The name that dpkg-deb uses for a compression, which differs from the name that fpm uses for gzip and zstd. */
function compression(name: string): string {
  return { gz: 'gzip', zst: 'zstd' }[name] ?? name
}
