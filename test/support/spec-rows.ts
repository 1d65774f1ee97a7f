import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Rows of test/spec/rows.json. */
    proves?: readonly string[]
  }
}

const FILE = join(import.meta.dirname, '../spec/rows.json')
const KNOWN = new Set((JSON.parse(readFileSync(FILE, 'utf8')) as { readonly id: string }[]).map((row) => row.id))

/**
 * Marks the running test as the proof of rows of the service description: `proves('2.4: move, pickup_location')` is
 * its first line. An unknown row throws, so that a typo proves nothing.
 */
export function proves(...marks: readonly string[]): void {
  const rows = marks.flatMap((mark) => {
    const [section = '', names = ''] = mark.split(': ')
    return names.split(', ').map((name) => `${section}.${name}`)
  })
  const unknown = rows.filter((row) => !KNOWN.has(row))
  if (unknown.length > 0) throw new Error(`test/spec/rows.json has no row ${unknown.join(', ')}`)
  const running = TestRunner.getCurrentTest()
  if (running === undefined) throw new Error('a mark stands outside any test')
  running.meta.proves = [...(running.meta.proves ?? []), ...rows]
}
