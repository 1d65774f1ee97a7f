import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chanceOf, seededChance } from '../support/sim/seeded-rng.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { runLane } from '../support/crash/crash-loop.ts'
import { MUTANTS, type Mutant } from '../support/mutations/known-mistakes.ts'
import { buildPlanted } from '../support/processes/processes.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The kills that a mistake may survive. */
const KILLS = 100

test('Each patch of a planted mistake matches the sources exactly once', { tags: ['g06'] }, () => {
  const patches = MUTANTS.flatMap((mutant) => mutant.patches)
  const places = patches.map(({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length - 1)
  expect(places).toEqual(patches.map(() => 1))
})

test('The kill loop detects each planted mistake', { tags: ['g06'] }, async () => {
  const goal = openGoal('G6', 'planted mistakes that the kills of G1 catch', { share: 2 / 12 })
  const chance = seededChance('planted-mistakes')
  // A short run takes a different choice each time.
  const left = [...MUTANTS]
  const chosen = Array.from({ length: Math.ceil(goal.share * MUTANTS.length) }, () => {
    const mutant = chance.pick(left)
    left.splice(left.indexOf(mutant), 1)
    return mutant
  })
  const deaths: string[] = []
  const seen = async ({ name, patches, seenAs }: Mutant, at: number) => {
    const children = await buildPlanted(name.replace(/\W+/g, '-'), patches)
    const { breaches, kills } = await runLane({ children, chance: chanceOf(chance.seed + at), kills: KILLS, faults: 0 })
    const lives = [...kills.values()].reduce((all, one) => all + one, 0)
    const own = breaches.filter((breach) => seenAs.test(breach))
    const others = breaches.length > 0 ? `, but ${breaches.join('; ')}` : ''
    expect(own, `${name}: seen by nobody in ${lives} kills, seed ${chance.seed}${others}`).not.toEqual([])
    deaths.push(`${name}: ${lives}, as ${own[0]}`)
  }
  for (const [at, mutant] of chosen.entries()) await seen(mutant, at)
  console.log(`kills until it was seen:\n${deaths.join('\n')}`)
  goal.held({ 'mistakes caught': { did: deaths.length, floor: 12 } }, chance.seed)
})
