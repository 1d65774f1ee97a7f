import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type * as Migrations from '../../electron/store/migrations.ts'
import { seededChance } from '../support/sim/seeded-rng.ts'
import { oneOfEach, killingAt, readCalls, tracingCalls } from '../support/crash/calls.ts'
import { startCrashRemote, type CrashRemote } from '../support/crash/remote.ts'
import type { Point } from '../support/crash/point.ts'
import { SCENES, type Scene } from '../support/crash/scenes.ts'
import { WHOLE } from '../support/reliability/goal-parts.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { buildPlanted, startDeskProcess, type Children, type DeskProcess } from '../support/processes/processes.ts'
import type { Patch } from '../support/mutations/planted.ts'
import { columnStep } from '../support/test-steps.ts'

/** Adds a migration that only this test knows, in its own process and in the processes that it starts. */
vi.mock('../../electron/store/migrations.ts', async (original) => {
  const { DESK_MIGRATIONS } = await original<typeof Migrations>()
  const { columnStep: step } = await import('../support/test-steps.ts')
  return { DESK_MIGRATIONS: [...DESK_MIGRATIONS, step(DESK_MIGRATIONS.length + 1)] }
})
const UPGRADE: Patch = {
  file: 'electron/store/migrations.ts',
  from: `{ name: '0017', sql: duplicates },`,
  to: `{ name: '0017', sql: duplicates }, ${JSON.stringify(columnStep(18))},`,
}

const AT_ONCE = 2
const TRIES = 3

/** The rests of the send queue, and the commits of its retries and of idle slices, whose number depends on time. */
const DEPEND_ON_TIME = ['sync-idle', 'before a commit', 'after a commit']

type Run = {
  /** The points that the run passed, in order. */
  readonly points: readonly Point[]
  readonly killed: boolean
  readonly breaches: readonly string[]
}

/** Plays a scene and kills the desk at a point. Null lets the scene end by itself. */
async function play(
  children: Children,
  remote: CrashRemote,
  scene: Scene,
  seed: number,
  at: Point | null,
): Promise<Run> {
  const { order, feed, isDone, judge } = await scene.lay(remote, seed)
  const named = { address: remote.url, token: remote.token }
  const trace = join(order.folder, 'calls.trace')
  const files = scene.calls?.(order.folder) ?? null
  const through = files === null ? [] : at === null ? tracingCalls(files, trace) : killingAt(at, files)
  const looks = files === null ? { points: true, killAt: at } : { killAt: null }
  const desk = startDeskProcess({ ...named, ...order, ...looks }, { script: children.desk, through })
  feed?.(desk)
  await desk.until(() => isDone(desk))
  desk.finish()
  const signal = await desk.ended
  const refused = desk.lines.flatMap((line) => (line.event === 'not-opened' ? line.words : []))
  expect(refused, scene.name).toEqual([])
  const points = files === null ? pointsOf(desk) : at === null ? readCalls(readFileSync(trace, 'utf8')) : []
  const breaches = await judge(desk)
  // Hundreds of runs would fill the disk.
  rmSync(order.folder, { recursive: true, force: true })
  return { points, killed: signal === 'SIGKILL', breaches }
}

function pointsOf({ lines }: DeskProcess): readonly Point[] {
  const counts = new Map<string, number>()
  return lines.flatMap((line): Point[] => {
    const event = line.event === 'point' ? line.name : line.event
    const nth = (counts.get(event) ?? 0) + 1
    counts.set(event, nth)
    // The send queue reports each rest while this test looks on.
    return event === 'sync-idle' && nth > 2 ? [] : [{ event, nth }]
  })
}

test(
  'A desk killed at any step of sending, rescheduling, migrating, backing up or saving settings leaves nothing half done',
  { tags: ['g03'] },
  async () => {
    const goal = openGoal('G3', 'killed at every point between two steps: nothing lost, doubled or half done', {
      share: 0.1,
    })
    const chance = seededChance('crash-points')
    const children = await buildPlanted('upgraded', [UPGRADE])
    const remotesOf = (isHopdrive: boolean) =>
      Promise.all(Array.from({ length: AT_ONCE }, () => startCrashRemote(children.practice, isHopdrive)))
    const [remotes, hopdrives] = [await remotesOf(false), await remotesOf(true)]
    const chosen = ({ about, calls }: Scene, points: readonly Point[]) =>
      about?.(points) ?? (calls === undefined || WHOLE ? points : oneOfEach(points, chance))
    const jobs: { readonly scene: Scene; readonly seed: number; readonly at: Point }[] = []
    const seeds = Array.from({ length: goal.floor(10) }, (_, at) => chance.seed + at)
    const remoteOf = ({ isHopdrive = false }: Scene, worker: number) => {
      const remote = (isHopdrive ? hopdrives : remotes)[worker]
      if (remote === undefined) throw new Error('there is no remote')
      return remote
    }
    for (const scene of SCENES) {
      for (const seed of seeds) {
        const { points, breaches } = await play(children, remoteOf(scene, 0), scene, seed, null)
        expect(breaches, `${scene.name}, seed ${seed}, not killed`).toEqual([])
        jobs.push(...chosen(scene, points).map((at) => ({ scene, seed, at })))
      }
    }
    const planned = jobs.length
    const names = new Set(jobs.map(({ scene, at }) => `${scene.name}: ${at.event}`))
    const survived: string[] = []
    let kills = 0
    const work = async (worker: number) => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        const { scene, seed, at } = job
        const where = `${scene.name}: ${at.event} ${at.nth}, seed ${seed}`
        let met = false
        for (let tries = 0; tries < TRIES && !met; tries += 1) {
          const { killed, breaches, points } = await play(children, remoteOf(scene, worker), scene, seed, at)
          expect(breaches, where).toEqual([])
          if (!killed && points.some(({ event, nth }) => event === at.event && nth === at.nth)) survived.push(where)
          met = killed
        }
        if (met) kills += 1
        else if (!DEPEND_ON_TIME.includes(at.event)) survived.push(where)
      }
    }
    await Promise.all(remotes.map((_remote, worker) => work(worker)))
    expect(survived).toEqual([])
    expect(kills / planned, 'share of the points that a run reached again').toBeGreaterThan(0.97)
    goal.held(
      {
        points: { did: planned, floor: 900 },
        'killed there': { did: kills, floor: 900 },
        'kinds of points': { did: names.size },
        seeds: { did: seeds.length, floor: 10 },
      },
      chance.seed,
    )
  },
)
