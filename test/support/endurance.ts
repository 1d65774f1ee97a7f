import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * What a long run did, for the table that is made of it. One file a goal, written when its test has passed its floors, so
 * that a goal that failed or did not run has none.
 */

export type GoalDone = {
  /** The goal by its number in the reliability rules, for example `G10`. */
  readonly goal: string
  readonly says: string
  /** What must have happened at least, in words. */
  readonly floor: string
  /** What did happen, by name. */
  readonly did: Readonly<Record<string, number>>
  readonly seed: number | null
  readonly seconds: number
}

const FOLDER = join(import.meta.dirname, '../../out/endurance')

export function recordGoal(done: GoalDone): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${done.goal}.json`), `${JSON.stringify(done, null, 2)}\n`)
}
