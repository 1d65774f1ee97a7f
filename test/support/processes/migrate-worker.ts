import { writeSync } from 'node:fs'
import { getEnvironmentData } from 'node:worker_threads'
import { KILL_AT, watchPoints } from '../crash/crash-points.ts'
import type { ChildLine, ChildOrder } from './desk.ts'

/*
 * The migration's thread of a desk process whose points a test watches. The points of the thread have names of their
 * own, because the process counts the points of its main thread alone.
 */

const killAt = getEnvironmentData(KILL_AT) as NonNullable<ChildOrder['killAt']> | undefined
if (killAt !== undefined) {
  let seen = 0
  watchPoints((name) => {
    const point = `migrating: ${name}`
    writeSync(1, `${JSON.stringify({ event: 'point', name: point } satisfies ChildLine)}\n`)
    if (point !== killAt.event) return
    seen += 1
    if (seen === killAt.nth) process.kill(process.pid, 'SIGKILL')
  })
}
await import('../../../electron/store/maintenance/migrate-worker.ts')
