import Sqlite from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pairBooking } from '../support/builders/bookings.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { startJudge } from '../support/oracle/practice-ledger.ts'
import type { Patch } from '../support/mutations/planted.ts'
import { buildChildren, buildPlanted, startDeskProcess, type Children } from '../support/processes/processes.ts'
import { readFlushes, readLogFlushes, readPosts, tracing } from '../support/processes/system-calls.ts'

/** The traced system calls of a new desk that sends so many bookings. */
async function sendTraced(children: Children, bookings: number): Promise<string> {
  const judge = await startJudge()
  const trace = join(temporaryFolder(), 'trace')
  const order = { folder: temporaryFolder(), address: judge.url, token: judge.token, killAt: null }
  const desk = startDeskProcess(order, { script: children.desk, through: tracing(trace) })
  for (let number = 1; number <= bookings; number += 1) desk.book(pairBooking(number))
  await desk.until(() => desk.lines.filter(({ event }) => event === 'send-settled').length === bookings)
  desk.finish()
  await desk.ended
  return readFileSync(trace, 'utf8')
}

/** The traced system calls of a new desk whose idle slices index each booking before the next booking. */
async function indexTraced(children: Children, bookings: number): Promise<string> {
  const judge = await startJudge()
  const [folder, trace] = [temporaryFolder(), join(temporaryFolder(), 'trace')]
  const order = { folder, address: judge.url, token: judge.token, killAt: null, hasty: true }
  const desk = startDeskProcess(order, { script: children.desk, through: tracing(trace) })
  for (let number = 1; number <= bookings; number += 1) {
    desk.book(pairBooking(number))
    await desk.until(() => desk.lines.filter(({ event }) => event === 'saved').length === number)
    const db = new Sqlite(join(folder, 'desk.db'), { readonly: true })
    const due = db.prepare('SELECT count(*) FROM search_due').pluck()
    await expect.poll(() => due.get()).toBe(0)
    db.close()
  }
  desk.finish()
  await desk.ended
  return readFileSync(trace, 'utf8')
}

/** The default of the SQLite binding. */
const NORMAL: readonly Patch[] = [
  {
    file: 'electron/store/database.ts',
    from: "db.pragma('synchronous = FULL')",
    to: "db.pragma('synchronous = NORMAL')",
  },
  { file: 'electron/store/database.ts', from: 'if (synchronous !== 2 ||', to: 'if (' },
]

describe.skipIf(process.platform !== 'linux')('The system calls of a sending desk', () => {
  test(
    'A desk syncs the claim of an entry to disk before the first byte of the request leaves',
    { tags: ['g07'] },
    async () => {
      const goal = openGoal('G7', 'the claim is on disk before the first byte leaves', { share: 0.3 })
      const { posts, early, syncs } = readPosts(await sendTraced(await buildChildren(), goal.floor(100)))
      expect(early).toEqual([])
      goal.held({ POSTs: { did: posts, floor: 100 }, 'syncs of the log': { did: syncs, floor: 200 } })
    },
  )

  test('A booking flushes the journal once and then the log of the store once', async () => {
    const saves = readFlushes(await sendTraced(await buildChildren(), 40))
    expect(saves.length).toBeGreaterThan(10)
    expect(saves.filter((files) => files.join() !== 'desk.journal,desk.db-wal')).toEqual([])
  })

  test('An idle slice of the search indexes writes to the log of the store and does not flush the log', async () => {
    // The log stays below the pages from which an idle slice checkpoints.
    const { unrecorded, flushed } = readLogFlushes(await indexTraced(await buildChildren(), 3))
    expect(unrecorded).toBeGreaterThan(1)
    expect(flushed).toBe(0)
  })

  test(
    'A desk with a planted `synchronous = NORMAL` sends most requests before their claims are on disk',
    { tags: ['g06'] },
    async () => {
      const goal = openGoal('G6', 'planted: synchronous=NORMAL, which G7 catches', { share: 0.2 })
      const { posts, early } = readPosts(await sendTraced(await buildPlanted('normal', NORMAL), goal.floor(100)))
      expect(early.length).toBeGreaterThan(posts / 2)
      goal.held({ POSTs: { did: posts, floor: 100 }, 'before their claim': { did: early.length, floor: 50 } })
    },
  )
})
