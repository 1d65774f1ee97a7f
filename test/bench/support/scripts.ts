import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { rendererConfig } from '../../../build/vite.ts'

/* The bytes of built scripts, and a peer page of React, React DOM and Zustand built as the window is built. */

const ROOT = join(import.meta.dirname, '../../..')
const PEER = join(ROOT, 'out/bench/peer-page')

/** The gzip bytes of the scripts of a built page. `first` are those that the page loads before any `import()`. */
export type ScriptBytes = {
  readonly first: number
  readonly all: number
  readonly each: Readonly<Record<string, number>>
}

/** Measures the scripts of a built page by its folder. */
export function scriptBytes(folder: string): ScriptBytes {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  const texts = new Map(names.map((name) => [name.replace(/^.*\//, ''), readFileSync(join(folder, name), 'utf8')]))
  const each = Object.fromEntries([...texts].map(([name, text]) => [name, gzipSync(text).length]))
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = new Set([...texts.keys()].filter((name) => html.includes(name)))
  // A set visits the names that are added during the visit.
  for (const name of first) staticImports(texts.get(name) ?? '').forEach((one) => first.add(one))
  const sum = (some: Iterable<string>) => [...some].reduce((bytes, name) => bytes + (each[name] ?? 0), 0)
  return { first: sum(first), all: sum(texts.keys()), each }
}

function staticImports(text: string): readonly string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => name ?? '')
}

const ENTRY = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { create } from 'zustand'
const useCount = create(() => ({ count: 1 }))
const Page = () => createElement('p', null, useCount(({ count }) => count))
createRoot(document.getElementById('root')).render(createElement(Page))
`

/** Builds a page that uses each of the three packages once, with the settings of the window. Returns its folder. */
export async function buildPeerPage(): Promise<string> {
  mkdirSync(PEER, { recursive: true })
  writeFileSync(join(PEER, 'main.js'), ENTRY)
  writeFileSync(
    join(PEER, 'index.html'),
    '<!doctype html><div id="root"></div><script type="module" src="./main.js"></script>\n',
  )
  const before = process.env['NODE_ENV']
  // Under the "test" of vitest, React's development build would be measured.
  process.env['NODE_ENV'] = 'production'
  try {
    const window = rendererConfig(PEER)
    const input = join(PEER, 'index.html')
    await build({ ...window, root: PEER, build: { ...window.build, rolldownOptions: { input } } })
  } finally {
    process.env['NODE_ENV'] = before
  }
  return join(PEER, 'renderer')
}
