import { expect, test } from 'vitest'
import { seededChance, chanceOf } from '../support/sim/seeded-rng.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { KINDS } from '../support/crash/fault-schedule.ts'
import { runLane, type LaneResult } from '../support/crash/crash-loop.ts'
import { buildChildren } from '../support/processes/processes.ts'

/** Kills of one desk, so that its file does not grow past the size of a real one. */
const KILLS_A_LANE = 50
const AT_ONCE = 2

test(
  'A desk killed amid network faults loses no booking, sends none twice and states nothing false',
  { tags: ['g01'] },
  async () => {
    const goal = openGoal('G1', 'killed at any moment, in every fault: 0 lost, 0 double, 0 false words', {
      share: 0.08,
    })
    const chance = seededChance('kills')
    const children = await buildChildren()
    const kills = goal.floor(500)
    const lanes = Array.from({ length: Math.max(AT_ONCE, Math.ceil(kills / KILLS_A_LANE)) }, (_, at) => at)
    const each = { kills: Math.ceil(kills / lanes.length), faults: Math.ceil(goal.floor(1500) / lanes.length) }
    const results: LaneResult[] = []
    const runner = async () => {
      for (let at = lanes.shift(); at !== undefined; at = lanes.shift()) {
        const lane = chanceOf(chance.seed + at)
        results.push(await runLane({ children, chance: lane, ...each }))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, runner))

    expect(
      results.flatMap(({ breaches }) => breaches),
      `seed ${chance.seed}`,
    ).toEqual([])
    const sum = (of: (result: LaneResult) => number) => results.reduce((all, result) => all + of(result), 0)
    const hits = (name: string) => sum(({ faults }) => faults.get(name)?.hits ?? 0)
    const applied = (name: string) => sum(({ faults }) => faults.get(name)?.applied ?? 0)
    const kinds = KINDS.map(({ name }) => name)
    // A late request is applied in the end, whether or not a client still waits for the response.
    const eitherWay = KINDS.filter(({ name, whens }) => whens.length === 2 && name !== 'too late').map(
      ({ name }) => name,
    )
    const died = (of: (place: string) => boolean) =>
      sum((one) => [...one.kills].reduce((all, [place, times]) => all + (of(place) ? times : 0), 0))
    const ended = (state: string) => sum(({ ends }) => ends.get(state) ?? 0)
    expect(kinds.length).toBeGreaterThanOrEqual(12)
    goal.held(
      {
        kills: { did: died(() => true), floor: 500 },
        'kills at a named point': { did: died((place) => place !== 'any moment'), floor: 100 },
        'bookings called saved': { did: sum(({ saved }) => saved), floor: 5000 },
        faults: {
          did: sum(({ faults }) => [...faults.values()].reduce((all, { hits: n }) => all + n, 0)),
          floor: 1500,
        },
        'kinds of faults': { did: kinds.filter((name) => hits(name) > 0).length },
        'least hits of a kind': { did: Math.min(...kinds.map(hits)), floor: 30 },
        'least hits of a kind, applied': { did: Math.min(...eitherWay.map(applied)), floor: 10 },
        'least hits of a kind, not applied': {
          did: Math.min(...eitherWay.map((name) => hits(name) - applied(name))),
          floor: 10,
        },
        booked: { did: ended('booked'), floor: 1500 },
        'in doubt': { did: ended('in-doubt'), floor: 500 },
        refused: { did: ended('refused'), floor: 10 },
        held: { did: ended('held'), floor: 10 },
        'damaged in the file': { did: sum(({ damaged }) => damaged), floor: 10 },
      },
      chance.seed,
    )
  },
)
