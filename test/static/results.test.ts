import { expect, test } from 'vitest'
import { formatResults, nothing, oneFailed, runReported, sum } from '../../build/suites/results.ts'
import { vitestResults } from '../../build/suites/vitest.ts'

const PASSED = { status: 'passed', fullName: 'a move is kept', failureMessages: [] }
const FAILED = {
  status: 'failed',
  fullName: 'outbox › a move is sent once',
  failureMessages: ['\u001b[31mAssertionError: expected 2 to be 1\u001b[39m\n    at outbox.test.ts:7:3'],
}

const PENDING = { status: 'pending', fullName: 'outbox › a move is held', failureMessages: [] }
const ENDED = 'Worker exited unexpectedly with signal SIGSEGV while running test file killed.test.ts'

test('`vitestResults` gives one line for each failed test, each file that failed before its tests, and each error outside of them', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { name: 'outbox.test.ts', status: 'failed', message: '', assertionResults: [PASSED, FAILED] },
      { name: 'broken.test.ts', status: 'failed', message: 'Cannot find module\nhere', assertionResults: [] },
      { name: 'killed.test.ts', status: 'failed', message: '', assertionResults: [] },
      { name: 'setup.test.ts', status: 'failed', message: 'no server', assertionResults: [PENDING] },
    ],
  }
  const tally = vitestResults(report, [ENDED])
  expect(tally).toEqual({
    passed: 1,
    failed: 5,
    skipped: 3,
    failures: [
      'broken.test.ts: Cannot find module',
      'killed.test.ts',
      'setup.test.ts: no server',
      'outbox › a move is sent once: AssertionError: expected 2 to be 1',
      `outside of any test: ${ENDED}`,
    ],
  })
  const all = sum([nothing, tally, oneFailed('types (tsc)')])
  expect(formatResults(all)).toBe('1 passed, 6 failed, 3 skipped')
  expect(all.failures.at(-1)).toBe('types (tsc)')
})

test('`runReported` counts a runner that ends without a report, or contrary to its report, as one failure', async () => {
  const run = (script: string) =>
    runReported({
      name: 'sample',
      args: ['-e', script],
      report: 'sample-tally.json',
      count: () => ({ ...nothing, passed: 1 }),
    })
  const silent = await run('process.exit(0)')
  expect(silent.failed).toBe(1)
  expect(silent.failures.join()).toMatch(/sample: the runner ended with exit code 0 and it left no report/)
  const against = await run(`require('node:fs').writeFileSync('out/test/sample-tally.json', '{}'); process.exit(1)`)
  expect(against).toMatchObject({ passed: 1, failed: 1 })
  expect(against.failures.join()).toMatch(/no test failed, yet the runner ended with exit code 1/)
})
