import { describe, expect, test } from 'vitest'
import type { Result } from '../../../shared/result.ts'
import { oneWayBooking, pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore, type DeskStore } from '../../support/desk/test-store.ts'
import { openGoal } from '../../support/reliability/goals.ts'
import { openSyncDesk, settled, toldOf, type SyncDesk } from '../../support/fakes/scripted-provider.ts'
import { FAULTS, faultStatements, type Fault, type StatementFaults } from '../../support/faults/statement-faults.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

const FILE = 'desk.db'

/** Runs `act` once per writing statement, on a new desk whose disk fails from there on. Returns the statement count. */
function atEveryStatement(
  { prepare, act }: { readonly prepare: (desk: DeskStore) => void; readonly act: (desk: DeskStore) => Result<unknown> },
  after: (desk: DeskStore, failed: Result<unknown>, at: string) => void,
  codes: readonly Fault[] = FAULTS,
): number {
  const faults = faultStatements(FILE)
  const learn = openDeskStore()
  prepare(learn)
  faults.count()
  expect(act(learn).ok).toBe(true)
  const statements = faults.seen()
  for (const code of codes) {
    for (let nth = 1; nth <= statements; nth += 1) {
      const desk = openDeskStore()
      prepare(desk)
      faults.arm(nth, code)
      const failed = act(desk)
      faults.mend()
      after(desk, failed, `${code} at statement ${nth} of ${statements}`)
      desk.store.close()
    }
  }
  return statements
}

const count = ({ store }: DeskStore) => store.read((view) => view.sql('SELECT count(*) AS n FROM outbox').get())

describe('A disk that fails at any statement of a write', () => {
  test.for([
    ['a pair', pairBooking, FAULTS],
    ['a one-way', oneWayBooking, ['SQLITE_FULL']],
  ] as const)(
    'A save of %s that meets a disk fault is refused in words and stores nothing, and the next save succeeds',
    { tags: ['g09'] },
    ([what, booking, codes]) => {
      const goal = openGoal(
        'G9',
        `a disk that fails at any statement keeps ${what} from being saved, in words, and whole`,
      )
      const statements = atEveryStatement(
        { prepare: ({ book }) => void book(booking(1)), act: ({ moves }) => moves.bookMove(booking(2)) },
        (desk, failed, at) => {
          expect(failed, at).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
          if (!failed.ok) expect(describeFailure(failed.failure), at).toContain('Nothing you typed is lost')
          expect(count(desk), at).toEqual({ n: 1 })
          desk.book(booking(3))
          desk.store.close()
          const next = openTestStore(desk.folder)
          expect(count({ ...desk, store: next }), at).toEqual({ n: 2 })
          next.close()
        },
        codes,
      )
      goal.held({
        statements: { did: statements, floor: 10 },
        'kinds of fault at each': { did: codes.length, floor: codes.length },
      })
    },
  )

  test(
    'A withdrawal that meets a disk fault is refused in words, leaves the booking waiting and succeeds later',
    { tags: ['g09'] },
    () => {
      const goal = openGoal(
        'G9',
        'a disk that fails at any statement of taking back leaves the booking waiting, in words',
      )
      const statements = atEveryStatement(
        {
          prepare: ({ book }) => void book(pairBooking(1)),
          act: ({ moves, store }) => {
            const { id } = store.read((view) => view.sql('SELECT id FROM bookings').get()) as { id: string }
            return moves.withdrawBooking(id)
          },
        },
        ({ store, moves }, failed, at) => {
          expect(failed, at).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
          const { id } = store.read((view) => view.sql('SELECT id FROM bookings').get()) as { id: string }
          expect(moves.getBooking(id), at).toMatchObject({ ok: true, value: { state: 'waiting' } })
          expect(moves.withdrawBooking(id), at).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
        },
      )
      goal.held({
        statements: { did: statements, floor: 4 },
        'kinds of fault at each': { did: FAULTS.length, floor: FAULTS.length },
      })
    },
  )
})

/** The number of writing statements of one send: up to the claim, and in all. */
async function countStatementsOfSend(
  faults: StatementFaults,
): Promise<{ readonly claim: number; readonly whole: number }> {
  const desk = openSyncDesk()
  desk.book(pairBooking(1))
  faults.count()
  let claim = 0
  const { send } = desk.script
  desk.script.send = (request) => {
    claim = faults.seen()
    return send(request)
  }
  const sync = desk.start()
  desk.store.onChange(() => {
    if (desk.facts.all.at(-1)?.event === 'send-answered') whole = faults.seen()
  })
  let whole = 0
  await desk.facts.next('send-settled')
  await sync.close()
  return { claim, whole }
}

const stateOf = (desk: SyncDesk, id: string) => {
  const found = desk.moves.getBooking(id)
  return found.ok ? found.value.state : found.failure.code
}

/** Waits until the send queue reports the disk, mends the disk, and returns the state of the entry. */
async function describeMendAndSettle(desk: SyncDesk, faults: StatementFaults, at: string): Promise<string> {
  await desk.facts.next('connection', (fact) => fact.cause === 'disk')
  await settled()
  expect(desk.sent.length, at).toBeLessThanOrEqual(1)
  faults.mend()
  desk.clock.advance(5_000)
  const { state } = await desk.facts.next('send-settled')
  return state
}

describe('A disk that fails while an entry is sent', () => {
  test.for(FAULTS)(
    'A send queue that meets %s sends nothing without its stored claim, and nothing twice',
    { tags: ['g09'] },
    async (code) => {
      const goal = openGoal('G9', `with ${code} at any statement nothing is sent without its claim, and nothing twice`)
      const faults = faultStatements(FILE)
      const { claim, whole } = await countStatementsOfSend(faults)
      for (let nth = 1; nth <= whole; nth += 1) {
        const at = `${code} at statement ${nth} of ${whole}`
        const desk = openSyncDesk()
        const { id } = desk.book(pairBooking(1))
        faults.arm(nth, code)
        const sync = desk.start()
        const state = await describeMendAndSettle(desk, faults, at)
        expect(desk.sent, at).toHaveLength(1)
        expect([state, stateOf(desk, id)], at).toEqual(['booked', 'booked'])
        const order = desk.facts.all.map(({ event }) => event).filter((event) => event.startsWith('send-'))
        expect(order.indexOf('send-claimed'), at).toBeLessThan(order.indexOf('send-written'))
        await sync.close()
        desk.store.close()
      }
      goal.held({
        'statements of the claim': { did: claim, floor: 5 },
        'of the outcome': { did: whole - claim, floor: 8 },
      })
    },
  )

  test.for(FAULTS)(
    'An outcome that meets %s while it is stored is known to the next start without another request',
    { tags: ['g09'] },
    async (code) => {
      const goal = openGoal('G9', `with ${code} while the answer is in hand its outcome outlives the app`)
      const faults = faultStatements(FILE)
      const { claim, whole } = await countStatementsOfSend(faults)
      for (let nth = claim + 1; nth <= whole; nth += 1) {
        const at = `${code} at statement ${nth} of ${whole}`
        const desk = openSyncDesk()
        const { id } = desk.book(pairBooking(1))
        faults.arm(nth, code)
        const sync = desk.start()
        await desk.facts.next('connection', (fact) => fact.cause === 'disk')
        expect(sync.connection(), at).toMatchObject({ kind: 'down', cause: 'disk' })
        const link = sync.connection()
        expect(link, at).toMatchObject({
          detail: 'outcome-unsaved',
          fields: { numbers: [expect.any(Number), expect.any(Number)] },
        })
        await sync.close()
        desk.store.close()
        faults.mend()
        // The app ended before the disk could store the outcome, and the provider is not asked again.
        const next = openTestStore(desk.folder)
        expect(
          next.read((view) => view.sql('SELECT state FROM outbox WHERE booking_id = ?').get(id)),
          at,
        ).toEqual({
          state: 'booked',
        })
        expect(desk.sent, at).toHaveLength(1)
        next.close()
      }
      goal.held({ 'statements of the outcome': { did: whole - claim, floor: 8 } })
    },
  )

  test.for(FAULTS)(
    'A refresh that meets %s keeps the last known state of the move and is repeated',
    { tags: ['g09'] },
    async (code) => {
      const faults = faultStatements(FILE)
      const desk = openSyncDesk()
      const { id } = desk.book(pairBooking(1))
      desk.start()
      await desk.facts.next('sync-idle')
      const before = desk.moves.getBooking(id)
      desk.script.ask = (number) => toldOf(number)
      faults.arm(1, code)
      desk.clock.advance(60_000)
      await desk.facts.next('connection', (fact) => fact.cause === 'disk')
      expect(desk.moves.getBooking(id)).toEqual(before)
      faults.mend()
      desk.clock.advance(5_000)
      await desk.facts.next('move-refreshed')
      expect(desk.sent).toHaveLength(1)
    },
  )
})
