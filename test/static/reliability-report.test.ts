import { describe, expect, test } from 'vitest'
import {
  goalsOf,
  GOALS,
  judgeGoals,
  describeGoals,
  windowGoalsOf,
  type GoalLine,
  type GoalRun,
  type HeldGoal,
} from '../../build/suites/reliability-report.ts'
import { createGoal } from '../support/reliability/goal-parts.ts'
import { openGoal } from '../support/reliability/goals.ts'

const held = (id: string): HeldGoal => ({
  id,
  says: `says ${id}`,
  share: 1,
  seed: 7,
  counts: [{ what: 'kills', did: 510, floor: 500 }],
})

const ran = (id: string, more: Partial<GoalRun> = {}): GoalRun => ({
  test: `test of ${id}`,
  ended: 'passed',
  goal: held(id),
  seconds: 2,
  ...more,
})

const all = GOALS.map((id) => ran(id))
const without = (id: string) => all.filter(({ goal }) => goal?.id !== id)

const lacking = (runs: readonly GoalRun[]) =>
  judgeGoals(runs).flatMap(({ id, lacks, counted }) => (lacks === null ? [] : [{ id, lacks, counted }]))

const RUN = {
  passed: 4,
  failed: 2,
  skipped: 1,
  commit: 'c0ffee, with changes',
  day: '2026-11-24',
  cores: 2,
  minutes: 71,
}

const say = (lines: readonly GoalLine[]) => describeGoals({ lines, ...RUN })

describe('The reports of the runners', () => {
  test('`goalsOf` gives the end of each test and the goal that the test opened', () => {
    const goal = (id: string, status: string) => ({ status, title: id, duration: 1_600, meta: { goal: held(id) } })
    expect(
      goalsOf({
        testResults: [
          { assertionResults: [goal('G12', 'passed'), goal('G3', 'failed'), { status: 'passed', title: 'x' }] },
          { assertionResults: ['skipped', 'pending', 'todo'].map((status) => ({ status, title: status, meta: {} })) },
        ],
      }),
    ).toEqual([
      { test: 'G12', ended: 'passed', goal: held('G12'), seconds: 2 },
      { test: 'G3', ended: 'failed', goal: held('G3'), seconds: 2 },
      { test: 'x', ended: 'passed', goal: null, seconds: 0 },
      ...['skipped', 'pending', 'todo'].map((name) => ({ test: name, ended: 'skipped', goal: null, seconds: 0 })),
    ])
  })

  test('`windowGoalsOf` gives the end of each window test and the last state of its goal', () => {
    const spec = (title: string, status: string, ...goals: readonly HeldGoal[]) => ({
      title,
      tests: [
        {
          status,
          annotations: goals.map((goal) => ({ type: 'goal', description: JSON.stringify(goal) })),
          results: [{ duration: 1_600 }],
        },
      ],
    })
    const opened = { ...held('G2'), counts: [] }
    expect(
      windowGoalsOf({
        suites: [
          { specs: [spec('a', 'expected', opened, held('G2'))] },
          { specs: [], suites: [{ specs: [spec('b', 'unexpected'), spec('c', 'flaky'), spec('d', 'skipped')] }] },
        ],
      }),
    ).toEqual([
      { test: 'a', ended: 'passed', goal: held('G2'), seconds: 2 },
      { test: 'b', ended: 'failed', goal: null, seconds: 2 },
      { test: 'c', ended: 'failed', goal: null, seconds: 2 },
      { test: 'd', ended: 'skipped', goal: null, seconds: 2 },
    ])
  })

  test('`goalsOf` and `windowGoalsOf` give no tests for a missing report', () => {
    expect([...goalsOf(null), ...windowGoalsOf(null)]).toEqual([])
  })
})

test('A test cannot open a second goal', () => {
  openGoal('G5', 'says G5')
  expect(() => openGoal('G6', 'says G6')).toThrow('a test holds one goal, and not G6 too')
  openGoal('G5', 'says G5')
})

describe('The goal table', () => {
  test('The goal table lists every goal in order when each has reported its counts', () => {
    const table = say(judgeGoals(all.toReversed()))
    expect(table.split('\n').filter((line) => line.startsWith('| G'))).toEqual(
      GOALS.map((id) => `| ${id} | says ${id} | kills: 510 (500) | 7 | 2 |`),
    )
    expect(lacking(all)).toEqual([])
    // No goal is lacking, but two tests of the run failed and a test was skipped.
    expect(table).not.toContain('are held')
    const good = describeGoals({ lines: judgeGoals(all), ...RUN, failed: 0, skipped: 0 })
    expect(good).toContain('All of G1 to G25 are held; G24 is measured and not asserted.')
  })

  test('A goal whose counts have no floor is not held, unless the goal is only measured', () => {
    const bare = (id: string) => ran(id, { goal: { ...held(id), counts: [{ what: 'kills', did: 0, floor: null }] } })
    expect(lacking([...without('G9'), bare('G9')])).toEqual([{ id: 'G9', lacks: 'has no floor', counted: false }])
    expect(lacking([...without('G24'), bare('G24')])).toEqual([])
  })

  test('The goal table names the commit, the day, the cores, the duration and the tally', () => {
    expect(say([])).toContain(
      'on 2026-11-24, of commit c0ffee, with changes, on 2 cores, in 71 min: 4 passed, 2 failed, 1 skipped.',
    )
  })

  test('A goal that no test ran is listed as not held', () => {
    expect(lacking(without('G17'))).toEqual([{ id: 'G17', lacks: 'no test of it ran', counted: false }])
    expect(lacking([])).toHaveLength(25)
    const table = say(judgeGoals(without('G17')))
    expect(table).toContain('\n| G17 | **no test of it ran** |  |  |  |\n')
    expect(table).toContain('**Not held: 1, in bold.**')
  })

  test('A skipped test is listed as not held although its goal has another test', () => {
    const skipped = ran('G7', { ended: 'skipped', goal: null })
    expect(lacking([...all, skipped])).toEqual([{ id: null, lacks: 'skipped', counted: false }])
    expect(say(judgeGoals([...all, skipped]))).toContain('|  | **skipped**: test of G7 |')
  })

  test('A goal that never reported its counts is not held', () => {
    let kept: HeldGoal | null = null
    createGoal('G5', 'says G5', {}, (goal) => (kept = goal))
    expect(lacking([...without('G5'), ran('G5', { goal: kept })])).toEqual([
      { id: 'G5', lacks: 'did not say its figures', counted: false },
    ])
  })

  test('A goal is not held below its floor or with only a share of the floors', () => {
    const counts = [
      { what: 'kills', did: 510, floor: 500 },
      { what: 'faults', did: 1_499, floor: 1_500 },
      { what: 'hours', did: NaN, floor: 1 },
      { what: 'names', did: 0, floor: null },
    ]
    expect(lacking([...without('G1'), ran('G1', { goal: { ...held('G1'), counts } })])).toEqual([
      { id: 'G1', lacks: 'below its floor: faults, hours', counted: false },
    ])
    expect(lacking([...without('G1'), ran('G1', { goal: { ...held('G1'), share: 0.1 } })])).toEqual([
      { id: 'G1', lacks: 'ran a share of 0.1 alone', counted: false },
    ])
  })

  test('A failed test is listed with its counts and is not counted a second time', () => {
    let kept: HeldGoal | null = null
    const goal = createGoal('G5', 'says G5', {}, (one) => (kept = one))
    expect(() => goal.held({ cuts: { did: 3, floor: 2_000 } })).toThrow('G5: cuts: 3, the floor is 2000')
    const runs = [...without('G5'), ran('G5', { ended: 'failed', goal: kept })]
    expect(lacking(runs)).toEqual([{ id: 'G5', lacks: 'failed', counted: true }])
    expect(say(judgeGoals(runs))).toContain('| G5 | **failed**: says G5 | cuts: 3 (2000) |')
  })

  test('A passed test without a goal gets no line in the goal table', () => {
    expect(lacking([...all, ran('G6', { goal: null })])).toEqual([])
    expect(judgeGoals([...all, ran('G6', { goal: null })])).toHaveLength(25)
  })
})
