import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of test/spec/rows.json and test/spec/board-rows.json. */
    proves?: readonly string[]
  }
}

const KNOWN = new Set(
  ['rows.json', 'board-rows.json'].flatMap((name) => {
    const text = readFileSync(join(import.meta.dirname, '../spec', name), 'utf8')
    return (JSON.parse(text) as { readonly id: string }[]).map((row) => row.id)
  }),
)

/**
 * Marks the running test as the proof of rows of the service description: `proves('2.4: move, pickup_location')` is
 * its first line, and `proves('board: 8')` for a failure of the board. An unknown row throws, so that a typo proves
 * nothing.
 */
export function proves(...marks: readonly string[]): void {
  const rows = marks.flatMap((mark) => {
    const [section = '', names = ''] = mark.split(': ')
    return names.split(', ').map((name) => `${section}.${name}`)
  })
  const unknown = rows.filter((row) => !KNOWN.has(row))
  if (unknown.length > 0) throw new Error(`test/spec has no row ${unknown.join(', ')}`)
  const running = TestRunner.getCurrentTest()
  if (running === undefined) throw new Error('a mark stands outside any test')
  running.meta.proves = [...(running.meta.proves ?? []), ...rows]
}
