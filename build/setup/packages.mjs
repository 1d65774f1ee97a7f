import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { npmScript, outerNode, outerPath } from './npm.mjs'
import { SetupStop, heartbeat, say, seconds } from './console.mjs'

// The known sha256 of official Node binaries. The install script of the package `node` fetches the binary by name and
// version, so package-lock.json holds no hash of the binary.
const knownNode = {
  '24.21.0 linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
}

const markerOf = (root) => path.join(root, 'node_modules', '.lanekeeper', 'packages.json')

/** The file of the project's own Node. The link in .bin is a script on Windows. */
export function projectNode(root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return path.join(root, 'node_modules', 'node', 'bin', name)
}

/** Returns a key that changes when npm would install other packages, and not when `scripts` in package.json change. */
export function packagesKey(root) {
  const { dependencies, devDependencies, overrides } = manifest(root)
  const hash = createHash('sha256').update(JSON.stringify([dependencies, devDependencies, overrides]))
  for (const name of ['package-lock.json', '.npmrc']) {
    const file = path.join(root, name)
    hash.update('\0').update(existsSync(file) ? readFileSync(file) : '')
  }
  return hash.digest('hex')
}

export function packagesCurrent(root) {
  try {
    return JSON.parse(readFileSync(markerOf(root), 'utf8')).key === packagesKey(root) && existsSync(projectNode(root))
  } catch {
    return false
  }
}

/** Installs the locked packages. The children inherit `lock`, see `withLock`. */
export async function installPackages(root, lock) {
  const node = projectNode(root)
  if (process.platform === 'win32' && process.execPath.toLowerCase() === node.toLowerCase()) {
    throw new SetupStop(
      'The packages have changed, and Windows cannot replace the Node that is running from them.\n' +
        'Run this in a terminal, then try again:  node build/setup.mjs',
    )
  }
  const key = packagesKey(root)
  const began = performance.now()
  rmSync(markerOf(root), { force: true })
  say('installing the packages of package-lock.json from the npm registry (about 200 MB with the project’s own Node)')

  // Install scripts of packages stay off. The one needed script fetches the pinned Node and is run by name below.
  const npm = [npmScript(), 'ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
  await run('npm ci', outerNode(), npm, root, lock, (text) =>
    text.includes('package.json and package-lock.json')
      ? 'package.json and package-lock.json do not agree. Run `npm install`, look at what it changed, and commit both.'
      : 'Is the npm registry reachable from here (`npm ping`), and is there room on the disk? Then run this again.',
  )

  const nodeFolder = path.join(root, 'node_modules', 'node')
  await run(
    'the install script of the package `node`',
    outerNode(),
    ['installArchSpecificPackage.js'],
    nodeFolder,
    lock,
  )
  checkNode(root)
  // `npm ci` made no link in .bin, because the Node binary did not exist yet. Without the link `npx` would run the
  // machine's Node.
  await run(
    'npm rebuild node',
    outerNode(),
    [npmScript(), 'rebuild', 'node', '--ignore-scripts', '--loglevel=error'],
    root,
    lock,
  )

  mkdirSync(path.dirname(markerOf(root)), { recursive: true })
  writeFileSync(markerOf(root), JSON.stringify({ key }))
  say(`packages installed in ${seconds(began)}`)
}

function checkNode(root) {
  const { version } = manifest(path.join(root, 'node_modules', 'node'))
  const wanted = manifest(root).devDependencies.node
  const file = projectNode(root)
  if (version !== wanted || !existsSync(file)) {
    throw new SetupStop(`The package \`node\` brought ${version}, not ${wanted}. Run: node build/setup.mjs --fresh`)
  }
  const known = knownNode[`${wanted} ${process.platform}-${process.arch}`]
  if (!known) return
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (found === known) return
  throw new SetupStop(
    `The Node ${wanted} that the registry sent is not the official one (sha256 ${found}, expected ${known}).\n` +
      'It was not started. Ask whoever runs the registry; do not go on with it.',
  )
}

function manifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

function run(what, command, args, cwd, lock, remedy = () => 'See the lines above, then run this again.') {
  // With NODE_ENV=production npm leaves out devDependencies. NODE_OPTIONS would change every Node that npm starts.
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, ...env } = process.env
  const stop = heartbeat(what)
  return new Promise((done, refuse) => {
    const stdio = ['ignore', 'pipe', 'pipe', ...(lock === undefined ? [] : [lock])]
    const child = spawn(command, args, { cwd, stdio, env: { ...env, PATH: outerPath() } })
    let told = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        told = (told + part).slice(-20_000)
        process.stderr.write(part)
      })
    }
    child.once('error', refuse)
    child.once('close', (code, signal) => {
      stop()
      if (code === 0) done()
      else refuse(new SetupStop(`${what} failed (${signal ?? `exit code ${code}`}). ${remedy(told)}`))
    })
  })
}
