import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runRunner } from '../../build/suites/runner.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

/* A runner whose test leaves a process behind that holds its output open, and one that hangs. */

const LEAVES = (file: string, then: string) => `
  const { spawn } = require('node:child_process')
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  require('node:fs').writeFileSync(${JSON.stringify(file)}, String(left.pid))
  ${then}`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test.skipIf(!existsSync('/proc/self/status'))(
  '`runRunner` ends the processes that a runner leaves behind',
  async () => {
    const file = join(temporaryFolder(), 'left')
    const ended = await runRunner({
      args: ['-e', LEAVES(file, 'process.exit(3)')],
      env: {},
      lock: undefined,
      limitMinutes: 1,
    })
    expect(ended).toEqual({ code: 3, over: null })
    await expect.poll(() => isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
  },
)

test.skipIf(!existsSync('/proc/self/status'))(
  '`runRunner` ends a runner that hangs and reports the exceeded limit',
  async () => {
    const file = join(temporaryFolder(), 'left')
    const ended = await runRunner({
      args: ['-e', LEAVES(file, 'setInterval(() => {}, 1000)')],
      env: {},
      lock: undefined,
      limitMinutes: 1 / 20,
    })
    expect(ended).toEqual({ code: 128 + 9, over: 1 / 20 })
    await expect.poll(() => isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
  },
)
