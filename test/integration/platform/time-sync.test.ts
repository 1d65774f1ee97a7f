import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parseTimedatectl, readTimeSync } from '../../../electron/platform/time-sync.ts'

test('`readTimeSync` says what the command of this machine says, and `unknown` where the command gives no answer', async () => {
  const says = await readTimeSync()
  if (process.platform !== 'linux') return expect(['synchronized', 'unsynchronized', 'unknown']).toContain(says)
  const { status, stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized'], { encoding: 'utf8' })
  expect(says).toBe(status === 0 ? parseTimedatectl(stdout) : 'unknown')
})
