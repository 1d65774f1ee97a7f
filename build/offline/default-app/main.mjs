// The fallback Electron loads this module at its start, and this module loads the app that the command line names:
// `electron [-r module] <folder or file> [arguments]`. Electron's own default_app has more that the desk does not need.
import { app } from 'electron'
import { existsSync, readFileSync } from 'node:fs'
import Module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

function parse(args) {
  const preloads = []
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '-r' || args[at] === '--require') preloads.push(args[(at += 1)])
    else if (!args[at].startsWith('-')) return { preloads, target: path.resolve(args[at]) }
  }
  return { preloads, target: null }
}

function introduce(folder) {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return false
  const { name, productName, version, desktopName } = JSON.parse(readFileSync(file, 'utf8'))
  if (version) app.setVersion(version)
  if (productName || name) app.name = productName || name
  if (desktopName) app.setDesktopName(desktopName)
  return true
}

try {
  const { preloads, target } = parse(process.argv.slice(1))
  if (!target) throw new Error('usage: electron [-r module] <app folder or main file> [arguments]')
  if (preloads.length > 0) Module._preloadModules(preloads)
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
  const named = introduce(target)
  const main = Module._resolveFilename(target, null, true)
  app.setAppPath(named ? target : path.dirname(main))
  // Electron delays `ready` until this module is done. Without the `await` an app could not register its schemes in
  // time.
  await import(pathToFileURL(main).href)
} catch (error) {
  console.error(error?.stack ?? error)
  process.exit(1)
}
