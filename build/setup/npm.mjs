import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'

import { SetupStop } from './console.mjs'

/** The file that PATH finds for a command, or null. Windows extensions are tried in turn. */
export function onPath(name, searched = process.env.PATH ?? '') {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
  for (const folder of searched.split(path.delimiter)) {
    for (const ending of folder ? endings : []) {
      const file = path.join(folder, name + ending)
      if (existsSync(file)) return file
    }
  }
  return null
}

/** The path of npm's own script, so that a chosen Node can run npm without a shell. */
export function npmScript() {
  const near = path.dirname(process.execPath)
  const npm = onPath('npm', outerPath())
  const candidates = [
    process.env.npm_execpath,
    npm && realpathSync(npm),
    npm && path.join(path.dirname(npm), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(near, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(near, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const found = candidates.find((file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file))
  if (!found) throw new SetupStop('npm was not found. Install Node 20 or newer with its npm, then run this again.')
  return found
}

/**
 * The machine's Node, or the present Node if PATH holds no other. The Node in node_modules vanishes while npm replaces
 * that folder.
 */
export function outerNode() {
  if (!inPackages(process.execPath)) return process.execPath
  const node = onPath(process.platform === 'win32' ? 'node.exe' : 'node', outerPath())
  return node ?? process.execPath
}

export function outerPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.filter((folder) => !inPackages(folder)).join(path.delimiter)
}

function inPackages(file) {
  return file.split(/[\\/]/).includes('node_modules')
}
