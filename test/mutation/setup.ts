import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, inject, vi, type TestContext } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of the mutant that is active; -1 for none. */
    mutant: number
    /** Of the whole file. */
    limitMs: number
    testTimeoutMs: number
  }
  interface TaskMeta {
    /** The mutants that were reached, by a test or by what its file does outside of its tests. */
    reached?: readonly number[]
  }
}

/* Runs in the process of each test file, before it. */

const active = inject('mutant')
const outside = new Set<number>()
let reached = outside
let file: TestContext['task']['file'] | undefined
let failed = false

vi.setConfig({ testTimeout: inject('testTimeoutMs'), hookTimeout: inject('testTimeoutMs') })

Object.assign(globalThis, {
  __isMutant(id: number): boolean {
    reached.add(id)
    return id === active
  },
})

// A mutant may loop without end, which only another thread can notice.
const watchdog = new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${inject('limitMs')})`, {
  eval: true,
})
watchdog.unref()

beforeEach((context) => {
  // One failure is enough.
  if (failed) context.skip()
  file = context.task.file
  reached = new Set()
})

afterEach(({ task }) => {
  failed ||= active >= 0 && task.result?.state === 'fail'
  if (active < 0) task.meta.reached = [...reached]
  reached = outside
})

afterAll(() => {
  if (file !== undefined && active < 0) file.meta.reached = [...outside]
})
