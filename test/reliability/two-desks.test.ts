import { describe, expect, test } from 'vitest'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openDeskStore } from '../support/desk/test-store.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryMemoryFolder } from '../support/fixtures/temporary-folder.ts'
import { openGoal } from '../support/reliability/goals.ts'
import { startJudge } from '../support/oracle/practice-ledger.ts'
import type { Patch } from '../support/mutations/planted.ts'
import {
  buildChildren,
  buildPlanted,
  startDeskProcess,
  type Children,
  type DeskProcess,
} from '../support/processes/processes.ts'

/** Every process gets the lock. */
const NO_LOCK: Patch = {
  file: 'electron/store/lock.ts',
  from: 'export function acquireLock(file: string): FileLock | null {\n',
  to: 'export function acquireLock(file: string): FileLock | null {\n  if (file !== "") return { release: () => {} }\n',
}

/** Every send queue gets the claim. */
const NO_SWAP: Patch = {
  file: 'electron/store/tables/outbox.ts',
  from: 'WHERE id = +@id AND revision = +@revision AND state = +@from',
  to: 'WHERE id = +@id',
}

/** A second body of an entry is left out instead of failing the claim. */
const NO_FREEZE: Patch = {
  file: 'electron/store/tables/payloads.ts',
  from: 'INSERT INTO payloads',
  to: 'INSERT OR IGNORE INTO payloads',
}

const decided = ({ event }: { readonly event: string }) => event === 'desk-opened' || event === 'not-opened'

type Starts = { readonly opened: number; readonly refused: readonly string[] }

/** Starts desks on one profile at the same time. The first desk that opened sends a booking, then all are ended. */
async function startTwice(desks: readonly DeskProcess[], number: number, how: 'kill' | 'finish'): Promise<Starts> {
  await Promise.all(desks.map((desk) => desk.heard(decided)))
  const opened = desks.filter(({ lines }) => lines.some(({ event }) => event === 'desk-opened'))
  const [first] = opened
  first?.book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
  // Without the lock either desk may send the booking.
  if (opened.length > 0) await Promise.race(opened.map((desk) => desk.heard(({ event }) => event === 'send-settled')))
  for (const desk of opened) desk[how]()
  await Promise.all(desks.map((desk) => desk.ended))
  const refused = desks.flatMap(({ lines }) => lines.flatMap((line) => (line.event === 'not-opened' ? line.words : [])))
  return { opened: opened.length, refused }
}

describe('Two desks on one profile', () => {
  test(
    'The profile lock admits one of two desks started at once, and any end of that desk frees the lock',
    { tags: ['g20'] },
    async () => {
      const goal = openGoal('G20', 'two starts at once, one sender each time', { share: 0.05 })
      const children = await buildChildren()
      const judge = await startJudge()
      const order = { folder: temporaryMemoryFolder(), address: judge.url, token: judge.token, killAt: null }
      let kills = 0
      const starts = goal.floor(200)
      for (let number = 1; number <= starts; number += 1) {
        const how = number % 3 === 0 ? 'finish' : 'kill'
        const desks = [0, 1].map(() => startDeskProcess(order, { script: children.desk }))
        const { opened, refused } = await startTwice(desks, number, how)
        expect([opened, refused.length], `start ${number}`).toEqual([1, 1])
        expect(refused[0]).toMatch(/already open/)
        if (how === 'kill') kills += 1
      }
      const ledger = await judge.ledger()
      expect(ledger).toHaveLength(starts)
      goal.held({
        'double starts': { did: starts, floor: 200 },
        'locks freed by a kill': { did: kills, floor: 60 },
      })
    },
  )

  test('Two desks with the lock planted out both open on one profile', { tags: ['g06'] }, async () => {
    const goal = openGoal('G6', 'planted: no lock, which G20 catches')
    const children = await buildPlanted('no-lock', [NO_LOCK])
    const judge = await startJudge()
    const order = { folder: temporaryMemoryFolder(), address: judge.url, token: judge.token, killAt: null }
    // The first start of a profile creates its tables, on which two starts at once would fail.
    await startTwice([startDeskProcess(order, { script: children.desk })], 1, 'finish')
    const desks = [0, 1].map(() => startDeskProcess(order, { script: children.desk }))
    const { opened } = await startTwice(desks, 2, 'kill')
    expect(opened).toBe(2)
    goal.held({ 'desks that opened': { did: opened, floor: 2 } })
  })
})

type Sent = {
  readonly rows: number
  /** The number of requests that left, by entry. */
  readonly written: ReadonlyMap<string, number>
  /** The claims that came second. */
  readonly lost: number
  /** The bookings that the provider has more than once. */
  readonly doubled: number
}

/** Runs two desks without the lock over one store, until every booking is settled. */
async function sendTwice(children: Children, rows: number): Promise<Sent> {
  const judge = await startJudge()
  const proxy = await openTestProxy(judge.url, { protocol: 'tcp' })
  const hold = proxy.holdConnections()
  const { store, book, folder } = openDeskStore({
    remote: { address: proxy.url, profile: 'baseline' },
    folder: temporaryMemoryFolder(),
  })
  for (let number = 1; number <= rows; number += 1) book(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
  store.close()
  const order = { folder, address: proxy.url, token: judge.token, killAt: null }
  const desks = [0, 1].map(() => startDeskProcess(order, { script: children.desk }))
  await Promise.all(desks.map((desk) => desk.heard(decided)))
  await hold.arrived(2)
  hold.release()
  const all = desks.map(({ lines }) => ({ lines, looked: 0 }))
  let settled = 0
  const isDone = () => {
    for (const one of all) {
      for (; one.looked < one.lines.length; one.looked += 1) {
        if (one.lines[one.looked]?.event === 'send-settled') settled += 1
      }
    }
    return settled >= rows
  }
  await Promise.race(desks.map((desk) => desk.until(isDone)))
  for (const desk of desks) desk.finish()
  await Promise.all(desks.map((desk) => desk.ended))
  const ledger = await judge.ledger()
  const written = new Map<string, number>()
  let lost = 0
  for (const line of desks.flatMap(({ lines }) => lines)) {
    if (line.event === 'send-written') written.set(line.entryId, (written.get(line.entryId) ?? 0) + 1)
    if (line.event === 'send-not-claimed') lost += 1
  }
  const references = ledger.map((line) => line.references.join())
  return { rows, written, lost, doubled: references.length - new Set(references).size }
}

describe('Two send queues over one store whose lock is planted out', () => {
  test('Two send queues over one store never claim an entry twice', { tags: ['g20'] }, async () => {
    const goal = openGoal('G20', 'two senders over one store: 0 double claims', { share: 0.05 })
    const sent = await sendTwice(await buildPlanted('bypassed', [NO_LOCK]), goal.floor(2000))
    expect([...sent.written].filter(([, times]) => times !== 1)).toEqual([])
    expect(sent.doubled).toBe(0)
    goal.held({
      'bookings sent': { did: sent.written.size, floor: 2000 },
      'claims that came second': { did: sent.lost, floor: 200 },
    })
  })

  test(
    'Two send queues send a booking twice when the compare-and-swap of the claim is planted out',
    { tags: ['g06'] },
    async () => {
      const goal = openGoal('G6', 'planted: two senders without a swap, which G20 catches')
      const sent = await sendTwice(await buildPlanted('no-swap', [NO_LOCK, NO_SWAP, NO_FREEZE]), 40)
      const twice = [...sent.written.values()].filter((times) => times > 1).length
      expect(twice).toBeGreaterThan(0)
      goal.held({ 'bookings sent twice': { did: twice, floor: 1 } })
    },
  )
})
