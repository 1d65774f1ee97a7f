import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ExchangeResult } from '../../../electron/provider/http/connection.ts'
import { isGuaranteeRevoked } from '../../../electron/store/tables/guarantee-revocation.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { openTestStore } from '../../support/desk/test-store.ts'
import { entryOf } from '../../support/builders/outbox-entries.ts'
import { everyStatement } from '../../support/faults/every-statement.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { bookedAnswer, DOWN, NOT_THERE, openSyncDesk, settled } from '../../support/fakes/scripted-provider.ts'
import { PRACTICE_POLL_INTERVALS } from '../../../electron/sync/polling-schedule.ts'

const LOST: ExchangeResult = { kind: 'broken', code: 'ECONNRESET', bytes: 412 }
const REFUSED = answered(409, errorBody('move_duplication'))

const RECORDED = '2026-11-01T10:00:00Z'

/** A desk whose first try ended as `first` and whose later tries end as `later`. */
async function doubted(
  first: ExchangeResult,
  later: ExchangeResult | 'booked',
  { promised = true }: { readonly promised?: boolean } = {},
) {
  let leans = promised
  const desk = openSyncDesk(PRACTICE_POLL_INTERVALS, {
    rejectsDuplicates: () => leans,
    revokeDuplicateGuarantee() {
      leans = false
      return RECORDED
    },
  })
  const booked = desk.book(oneWayBooking(1))
  desk.script.send = (request) => {
    if (desk.sent.length === 1) return first
    return later === 'booked' ? bookedAnswer(request) : later
  }
  const sync = desk.start()
  await desk.facts.next('send-settled')
  const pass = async (minutes: number) => {
    desk.clock.advance(minutes * 60_000)
    await settled()
    sync.checkConnection()
    await settled()
  }
  const withdrawn = () => desk.store.read((view) => isGuaranteeRevoked(view, RECORDED))
  return { desk, booked, withdrawn, pass, entry: () => entryOf(desk.store, booked) }
}

test('The resend has the same bytes after the quarantine, and its rejection as a duplicate proves the first try', async () => {
  const { desk, pass, entry } = await doubted(LOST, REFUSED)
  await pass(2.9)
  expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
  await pass(0.2)
  await desk.facts.next('send-settled')
  expect(entry()).toMatchObject({
    state: 'booked-awaiting-number',
    unresolvedAttempt: false,
    code: 'move-duplication',
  })
  expect(desk.sent.map(({ body }) => body)).toEqual([desk.sent[0]?.body, desk.sent[0]?.body])
  await pass(5)
  expect(desk.sent).toHaveLength(2)
})

test('A clock that is set back does not stretch the fifteen minutes of the resend', async () => {
  const { desk, pass, entry } = await doubted(LOST, 'booked')
  desk.script.ask = () => DOWN
  await pass(2)
  await pass(70)
  desk.clock.setWall(addMinutes(desk.clock.now(), -64))
  desk.script.ask = () => NOT_THERE
  await pass(1)
  await pass(1)
  expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
})

test('A resend that is booked proves that the first try was not applied', async () => {
  const { desk, pass, entry, withdrawn } = await doubted(LOST, 'booked')
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect([entry().state, entry().unresolvedAttempt, desk.sent.length, withdrawn()]).toEqual(['booked', false, 2, false])
})

test.each<[string, ExchangeResult]>([
  ['a lost response', LOST],
  ['a 503', answered(503, '')],
  ['a refusal', answered(422, errorBody('field_invalid'))],
  ['a 401', answered(401, '')],
  ['a 429', answered(429, errorBody('too_many'))],
  ['a 403', answered(403, errorBody('missing_scope'))],
  ['no byte sent', { kind: 'broken', code: 'EPIPE', bytes: 0 }],
])('An entry stays in doubt after a resend that ends with %s', async (_, later) => {
  const { desk, pass, entry } = await doubted(LOST, later)
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect([entry().state, entry().unresolvedAttempt]).toEqual(['in-doubt', true])
  await pass(5)
  await pass(5)
  expect(desk.sent).toHaveLength(2)
})

describe('The limits of the resend', () => {
  test('The resend does not happen at a provider without a duplicate guarantee', async () => {
    const { desk, pass, entry } = await doubted(LOST, REFUSED, { promised: false })
    for (let minutes = 0; minutes < 20; minutes += 2) await pass(2)
    expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
  })

  test('The resend waits for the quarantine although the clock was set forward', async () => {
    const { desk, pass, entry } = await doubted(LOST, REFUSED)
    desk.clock.setWall(addMinutes(desk.clock.now(), 5))
    await pass(2.9)
    expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
    await pass(0.2)
    await desk.facts.next('send-settled')
    expect([entry().state, desk.sent.length]).toEqual(['booked-awaiting-number', 2])
  })

  test('The resend does not happen later than fifteen minutes after the first try', async () => {
    const { desk, pass, entry } = await doubted(LOST, REFUSED)
    await pass(15.1)
    expect([entry().state, desk.sent.length]).toEqual(['in-doubt', 1])
  })

  test.each<[string, ExchangeResult]>([
    ['a redirect', answered(307, '')],
    ['an unclassified 409', answered(409, errorBody('conflict'))],
  ])('The resend does not happen after %s', async (_, first) => {
    const { desk, pass } = await doubted(first, REFUSED)
    await pass(4)
    expect(desk.sent).toHaveLength(1)
  })
})

test('A resend that is booked after a first 200 revokes the duplicate guarantee', async () => {
  const { desk, pass, withdrawn } = await doubted(answered(200, '<html>'), 'booked')
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect(withdrawn()).toBe(true)
})

const UNKNOWN_FIELD = answered(
  422,
  JSON.stringify({ errors: [{ code: 'field_invalid', message: 'unknown', param: 'duplicate_check' }] }),
)

test('A resend that is rejected for the unknown field `duplicate_check` revokes the duplicate guarantee', async () => {
  const { desk, pass, entry, withdrawn } = await doubted(LOST, UNKNOWN_FIELD)
  await pass(3.1)
  await desk.facts.next('send-settled')
  expect([entry().state, withdrawn()]).toEqual(['in-doubt', true])
})

describe('A revocation that the disk refuses', () => {
  const refused = async () => {
    const at = await doubted(LOST, UNKNOWN_FIELD)
    const mend = everyStatement('desk.db', (sql) => {
      if (at.desk.sent.length === 2 && sql.startsWith('UPDATE outbox')) {
        throw new Sqlite.SqliteError('the disk is full', 'SQLITE_FULL')
      }
    })
    onTestFinished(mend)
    await at.pass(3.1)
    expect([at.entry().state, at.desk.sent.length, at.withdrawn()]).toEqual(['sending', 2, false])
    return { ...at, mend }
  }

  test('An unsaved outcome and its revocation are written as soon as the disk has room', async () => {
    const { desk, pass, entry, withdrawn, mend } = await refused()
    mend()
    await pass(0.2)
    expect([entry().state, withdrawn()]).toEqual(['in-doubt', true])
    await pass(5)
    expect(desk.sent).toHaveLength(2)
  })

  test('An unsaved outcome and its revocation are written by the next start when the app ends before', async () => {
    const { desk, booked, mend } = await refused()
    mend()
    desk.store.close()
    const next = openTestStore(desk.folder)
    expect(entryOf(next, booked)).toMatchObject({ state: 'in-doubt', code: 'refused' })
    expect(next.read((view) => isGuaranteeRevoked(view, RECORDED))).toBe(true)
    next.close()
  })
})
