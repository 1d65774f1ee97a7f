import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GOALS } from '../../build/testing/goals-report.ts'
import { readSources, withoutComments, type Sources } from '../support/source.ts'

/*
 * Each goal of the reliability design is opened by its name in a test that the long run runs, or in a part of one under
 * test/support that such a test imports. A long run is hours apart from the next: here a goal that vanished is missed at
 * once.
 */

/** Where the long run looks for tests. */
const RUN = /^test\/(goals\/.+\.test|e2e\/goals\/.+\.spec|bench\/.+\.test)\.ts$/

const OPENED = /\bopenGoal\(\s*['"`](\w+)['"`]/g
/** What leaves a test out whatever the machine has, or all but it. */
const LEFT_OUT = /\.(skip|only|todo|fixme)\(/

/** The names of goals by the file that opens them. */
function openedIn(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const run = [...sources]
    .filter(([path]) => RUN.test(path))
    .map(([path, text]) => [path, withoutComments(text)] as const)
  const parts = [...sources].filter(
    ([path]) =>
      path.startsWith('test/support/') && run.some(([, text]) => text.includes(`/support/${basename(path)}'`)),
  )
  return new Map(
    [...run, ...parts].map(([path, text]) => [
      path,
      [...withoutComments(text).matchAll(OPENED)].map(([, id = '']) => id),
    ]),
  )
}

const sources = readSources(join(import.meta.dirname, '../..'), ['test'])

describe('the goals of the reliability design', () => {
  const opened = [...openedIn(sources).values()].flat()

  test.for(GOALS)('%s is opened by a test of the long run', (id) => {
    expect(opened).toContain(id)
  })

  test('no goal is opened that there is not', () => {
    expect(opened.filter((id) => !GOALS.includes(id))).toEqual([])
  })

  test('no test of one is left out whatever the machine has', () => {
    const left = [...sources].filter(([path, text]) => RUN.test(path) && LEFT_OUT.test(withoutComments(text)))
    expect(left.map(([path]) => path)).toEqual([])
    expect(LEFT_OUT.test("test.skip('x'")).toBe(true)
    expect(LEFT_OUT.test("describe.skipIf(process.platform !== 'linux')('x'")).toBe(false)
  })

  test('a name is read off a test and its part, not off a comment nor off what no test of the long run imports', () => {
    const planted = new Map([
      ['test/goals/simulated/a.test.ts', `import { soak } from '../../support/soak.ts'\nopenGoal(\n  'G1',\n  'x')`],
      ['test/e2e/goals/b.spec.ts', `openGoal('G2', 'x')\n// openGoal('G3', 'x')\n/* openGoal('G4', 'x') */`],
      ['test/bench/c.test.ts', "openGoal('G5', 'x')"],
      ['test/support/soak.ts', "openGoal('G6', 'x')"],
      ['test/support/other.ts', "openGoal('G7', 'x')"],
      ['test/rules/d.test.ts', "openGoal('G8', 'x')"],
      ['test/goals/no-test.ts', "openGoal('G9', 'x')"],
    ])
    expect([...openedIn(planted).values()].flat().sort()).toEqual(['G1', 'G2', 'G5', 'G6'])
  })
})
