import { describe, expect, test } from 'vitest'
import type { FetchMoveResult, RequestResult } from '../../../electron/provider/client.ts'
import type { SyncContext } from '../../../electron/sync/context.ts'
import { sendAmendment } from '../../../electron/sync/send-amendment.ts'
import type { Change } from '../../../shared/outbox/amendment.ts'
import { addMinutes, fromMillis, toMillis } from '../../../shared/time/time.ts'
import { amendmentOf, change, dueAmendment, HOPDRIVE, newestAmendment, WHO } from '../../support/builders/amendment.ts'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { withNumber } from '../../support/builders/provider-number.ts'
import { toldMove } from '../../support/builders/provider-response.ts'
import { answered, errorBody } from '../../support/builders/sent-request.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { DOWN, BARE_NOT_FOUND, scriptedProvider, toldOf } from '../../support/fakes/scripted-provider.ts'
import { START } from '../../support/fakes/system.ts'

const BROKEN: RequestResult = { kind: 'broken', code: 'ECONNRESET', bytes: 120 }
const GO = { kind: 'directive', directive: { kind: 'continue' } }
const SKIP = { kind: 'directive', directive: { kind: 'skip' } }
const RECHECK = { kind: 'directive', directive: { kind: 'recheck' } }
const RED = change({ color: 'Red' })

/** A desk with a booked one-way under number 101 and one amendment of it, which is sent when `send` is called. */
function deskWith(asked: 'cancel' | Change, fraction = 0) {
  const desk = openDeskStore({ remote: HOPDRIVE })
  const scripted = scriptedProvider()
  scripted.script.ask = toldOf
  const booked = desk.book(oneWayBooking(1))
  withNumber(desk, booked, 101)
  const moveId = booked.moves[0]?.id ?? ''
  const made =
    asked === 'cancel' ? desk.moves.requestCancellation([moveId], WHO) : desk.moves.requestChange(moveId, asked, WHO)
  if (!made.ok) throw new Error(made.failure.detail)
  const { id } = newestAmendment(made.value)
  const deps = {
    ...desk,
    provider: scripted.provider,
    remote: HOPDRIVE,
    log: desk.facts.log,
    random: { fraction: () => fraction },
  } as unknown as SyncContext
  const polledAt = (at: string | null) =>
    desk.store.write((tx) => tx.sql('UPDATE moves SET polled_at = ? WHERE id = ?').run(at, moveId))
  polledAt(START)
  return {
    ...desk,
    ...scripted,
    id,
    amendment: () => amendmentOf(desk.store, id),
    /** Sends what is due ten minutes from now at the latest, so that a pause does not keep it here. */
    send() {
      const due = dueAmendment(desk.store, addMinutes(desk.clock.now(), 10))
      if (due === null) throw new Error('nothing is due')
      return sendAmendment(deps, due)
    },
    attempts: () =>
      desk.store.read((view) =>
        view.sql('SELECT phase, code, status FROM amendment_attempts WHERE amendment_id = ? ORDER BY seq').all(id),
      ) as { phase: string; code: string | null; status: number | null }[],
    move: () =>
      desk.store.read((view) =>
        view.sql('SELECT polled_at AS polledAt, missing_since AS missingSince FROM moves WHERE id = ?').get(moveId),
      ) as { polledAt: string | null; missingSince: string | null },
    logged: () => desk.facts.all.filter(({ event }) => event.startsWith('amendment-')),
  }
}

const claimed = { phase: 'sending', code: null, status: null }

describe('Sending an amendment', () => {
  test('A sent amendment records its claim and its outcome, and logs each step', async () => {
    const desk = deskWith('cancel')
    expect(await desk.send()).toEqual(GO)
    expect(desk.attempts()).toEqual([claimed, { phase: 'settled', code: 'pending', status: 200 }])
    expect(desk.logged().slice(-3)).toEqual([
      { event: 'amendment-claimed', amendmentId: desk.id },
      { event: 'amendment-answered', amendmentId: desk.id, status: 200 },
      { event: 'amendment-closed', amendmentId: desk.id, state: 'submitted', code: 'pending' },
    ])
    expect(desk.amendment()).toMatchObject({ state: 'submitted', notBefore: null })
    expect([desk.move().polledAt, desk.asked]).toEqual([START, []])
  })

  test('A refused amendment, and a cancellation that holds at once, have their move refreshed soon', async () => {
    const refused = deskWith('cancel')
    refused.script.amendment = () => answered(400, errorBody('move_invalid', 'No.'))
    await refused.send()
    expect([refused.amendment().state, refused.move().polledAt]).toEqual(['refused', null])
    const done = deskWith('cancel')
    done.script.amendment = () => answered(200, { move_id: 101, cancel_status: 'succeeded' })
    await done.send()
    expect([done.amendment().state, done.move().polledAt]).toEqual(['completed', null])
  })

  test('An amendment keeps waiting without a pause when the provider cannot be reached', async () => {
    const desk = deskWith('cancel')
    desk.script.amendment = () => DOWN
    expect(await desk.send()).toEqual({ kind: 'unreachable', opened: DOWN })
    expect(desk.attempts()).toEqual([claimed, { phase: 'settled', code: 'unreachable', status: null }])
    expect(desk.amendment()).toMatchObject({ state: 'waiting', code: 'unreachable', notBefore: null })
    expect(desk.logged().at(-1)).toEqual({
      event: 'amendment-closed',
      amendmentId: desk.id,
      state: 'waiting',
      code: 'unreachable',
    })
  })

  test('A broken request of an amendment is logged with the status 0', async () => {
    const desk = deskWith('cancel')
    desk.script.amendment = () => BROKEN
    await desk.send()
    expect(desk.logged()).toContainEqual({ event: 'amendment-answered', amendmentId: desk.id, status: 0 })
    expect(desk.attempts().at(-1)).toEqual({ phase: 'settled', code: 'no-answer', status: null })
  })

  test('An amendment that changed since it was read is not sent', async () => {
    const desk = deskWith('cancel')
    const due = dueAmendment(desk.store)
    if (due === null) throw new Error('nothing is due')
    expect(desk.moves.withdrawAmendment(desk.id).ok).toBe(true)
    const deps = { ...desk, log: desk.facts.log, remote: HOPDRIVE } as unknown as SyncContext
    expect(await sendAmendment(deps, due)).toEqual(SKIP)
    expect([desk.requested, desk.amendment().state]).toEqual([[], 'withdrawn'])
    expect(desk.facts.all).toContainEqual({ event: 'amendment-not-claimed', amendmentId: desk.id })
  })

  test('A second `access_denied` of an amendment is a refusal, because earlier outcomes count', async () => {
    const desk = deskWith(RED)
    desk.script.amendment = () => answered(403, errorBody('access_denied'))
    const pause = { kind: 'directive', directive: { kind: 'pause', ms: 300_000, cause: 'token-refused' } }
    expect(await desk.send()).toEqual(pause)
    expect(desk.amendment().state).toBe('waiting')
    expect(await desk.send()).toEqual(GO)
    expect(desk.amendment()).toMatchObject({ state: 'refused', code: 'refused' })
  })
})

test('An amendment that never left waits without a pause, however often it was tried', async () => {
  const desk = deskWith('cancel')
  desk.script.amendment = () => ({ kind: 'broken', code: 'EPIPE', bytes: 0 })
  for (let time = 0; time < 3; time += 1) {
    expect(await desk.send()).toEqual({ kind: 'directive', directive: { kind: 'recheck' } })
    expect(desk.amendment()).toMatchObject({ state: 'waiting', code: 'not-sent', notBefore: null })
  }
})

describe('An amendment that cannot be sent any more', () => {
  /** As damage would: a trigger keeps the app itself from changing what was asked. */
  const spoil = (desk: ReturnType<typeof deskWith>) =>
    desk.store.write((tx) => {
      const triggers = tx.sql(`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'amendments'`)
      for (const { name } of triggers.all() as { name: string }[]) tx.sql(`DROP TRIGGER ${name}`).run()
      tx.sql(`UPDATE amendments SET payload = '{"color":7}' WHERE id = ?`).run(desk.id)
    })

  test('An unreadable amendment is refused and says that it has not left', async () => {
    const desk = deskWith(RED)
    spoil(desk)
    expect(await desk.send()).toEqual(SKIP)
    expect(desk.requested).toEqual([])
    expect(desk.amendment()).toMatchObject({ state: 'refused', code: 'unreadable', fields: { possiblySent: false } })
    expect(desk.attempts()).toEqual([{ phase: 'settled', code: 'unreadable', status: null }])
    expect(desk.move().polledAt).toBeNull()
    expect(desk.logged().at(-1)).toMatchObject({ event: 'amendment-closed', state: 'refused', code: 'unreadable' })
  })

  test('An unreadable amendment is refused after an attempt and says that it may have left', async () => {
    const desk = deskWith(RED)
    desk.script.amendment = () => BROKEN
    await desk.send()
    spoil(desk)
    await desk.send()
    expect(desk.requested).toHaveLength(1)
    expect(desk.amendment()).toMatchObject({ state: 'refused', code: 'unreadable', fields: { possiblySent: true } })
  })

  test('A change is refused as too late at its own ready-by, and not one second before', async () => {
    const utc = addMinutes(START, 30)
    const later = change({ readyBy: { local: '2026-11-21T10:30', zone: 'America/New_York', utc } })
    const inTime = deskWith(later)
    inTime.clock.setWall(fromMillis(toMillis(utc) - 1_000))
    await inTime.send()
    expect(inTime.requested).toHaveLength(1)
    const late = deskWith(later)
    late.clock.setWall(utc)
    await late.send()
    expect([late.requested, late.amendment().code]).toEqual([[], 'too-late'])
  })
})

describe('An amendment in doubt', () => {
  /** One try broke off; then the move is read with `asked`. */
  async function doubtful(asked: FetchMoveResult | 'there', fraction = 0) {
    const desk = deskWith('cancel', fraction)
    desk.script.amendment = () => BROKEN
    await desk.send()
    desk.script.ask = (number) => (asked === 'there' ? toldOf(number) : asked)
    return desk
  }
  const pausedBy = (desk: Awaited<ReturnType<typeof doubtful>>) => {
    const { notBefore } = desk.amendment()
    return notBefore === null ? null : toMillis(notBefore) - toMillis(desk.clock.now())
  }

  test('An amendment in doubt is verified without a pause the first time, then after two seconds at least', async () => {
    const desk = await doubtful('there')
    expect([desk.amendment().state, pausedBy(desk)]).toEqual(['sending', null])
    await desk.send()
    expect([desk.requested.length, pausedBy(desk)]).toEqual([2, 2_000])
  })

  test('An amendment in doubt is verified at growing, random intervals', async () => {
    const desk = await doubtful('there', 0.999)
    const pauses: (number | null)[] = []
    for (let time = 0; time < 4; time += 1) {
      await desk.send()
      pauses.push(pausedBy(desk))
    }
    const known = pauses.map((ms) => ms ?? 0)
    expect(known).toEqual(known.toSorted((a, b) => a - b))
    expect(known.at(-1)).toBeGreaterThan(known[0] ?? 0)
  })

  test('An amendment stays in doubt when its second request did not leave, because the first may have arrived', async () => {
    const desk = await doubtful('there')
    desk.script.amendment = () => DOWN
    expect(await desk.send()).toEqual({ kind: 'unreachable', opened: DOWN })
    expect(desk.amendment()).toMatchObject({ state: 'sending', code: 'unreachable' })
    desk.script.amendment = () => ({ kind: 'broken', code: 'EPIPE', bytes: 0 })
    await desk.send()
    expect(desk.amendment()).toMatchObject({ state: 'sending', code: 'not-sent' })
    expect(pausedBy(desk)).not.toBeNull()
  })

  test('An amendment in doubt is settled by the fetched move and is not sent again', async () => {
    const told = { move: toldMove(101, { cancelStatus: 'partial' }), readyBy: null, partner: null }
    const desk = await doubtful({ kind: 'move', response: told })
    expect(await desk.send()).toEqual(GO)
    expect(desk.requested).toHaveLength(1)
    expect(desk.attempts().at(-1)).toEqual({ phase: 'verified', code: 'partial', status: 200 })
    expect(desk.logged().at(-1)).toEqual({
      event: 'amendment-closed',
      amendmentId: desk.id,
      state: 'completed',
      code: 'partial',
    })
  })

  test.for([
    ['a page with 404', BARE_NOT_FOUND, 'move-unreadable', 404, null, RECHECK],
    ['an unknown move', answered(404, errorBody('move_invalid')), 'move-unreadable', 404, START, GO],
    ['a page with 400', answered(400, '<html>'), 'move-unreadable', 400, null, RECHECK],
    ['another move', toldOf(102), 'other-number', 200, null, GO],
  ] as const)(
    'An amendment in doubt waits beside %s instead of its move, and is not sent again',
    async ([, asked, code, status, missing, directive]) => {
      const desk = await doubtful(asked)
      expect(await desk.send()).toEqual(directive)
      expect(desk.requested).toHaveLength(1)
      expect(desk.attempts().at(-1)).toEqual({ phase: 'verified', code, status })
      expect(desk.amendment()).toMatchObject({ state: 'sending', code })
      expect(pausedBy(desk)).toBe(2_000)
      expect(desk.move().missingSince).toBe(missing)
      expect(desk.logged().at(-1)).toEqual({ event: 'amendment-verified', amendmentId: desk.id, code })
    },
  )

  test.for([
    ['cannot be reached', DOWN, { kind: 'unreachable', opened: DOWN }],
    [
      'breaks off',
      { kind: 'broken', code: 'ECONNRESET', bytes: 9 },
      { kind: 'unreachable', opened: { kind: 'unreachable', cause: 'provider-down', code: 'ECONNRESET' } },
    ],
    [
      'has a fault',
      answered(503, ''),
      { kind: 'unreachable', opened: { kind: 'unreachable', cause: 'provider-down', code: 'status' } },
    ],
    [
      'refuses the token',
      answered(401, ''),
      { kind: 'directive', directive: { kind: 'pause', ms: 300_000, cause: 'token-refused' } },
    ],
    [
      'redirects',
      answered(302, ''),
      { kind: 'directive', directive: { kind: 'pause', ms: 300_000, cause: 'protocol-changed' } },
    ],
  ] as const)('An amendment in doubt stays as it is when the provider %s', async ([, asked, expected]) => {
    const desk = await doubtful(asked)
    const before = [desk.amendment(), desk.attempts()]
    expect(await desk.send()).toEqual(expected)
    expect([desk.amendment(), desk.attempts()]).toEqual(before)
  })
})
