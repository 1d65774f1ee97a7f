import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { describeLive } from '../../renderer/app/text/board-text.ts'
import { INVITATION_FILE } from '../../electron/board/membership.ts'
import type { Desk, DeskOptions } from '../../electron/desk/desk.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { bookAt, inviteDeskProcess } from '../support/board/desk-process.ts'
import { boardOf, found, isLive, ownerOf, reached, referencesOf, stateOf } from '../support/board/rooftop.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { testCipher } from '../support/fakes/secret-store.ts'
import { startFaultProxy } from '../support/faults/fault-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { startHub, type TestHub } from '../support/hub/board.ts'
import { openRoad } from '../support/hub/road.ts'
import type { ChildOrder } from '../support/processes/desk.ts'
import { buildChildren, type Children } from '../support/processes/processes.ts'
import { proves } from '../support/spec-rows.ts'

/* Whole desks of one rooftop with a real hub and a real provider: who sends, after which failure. */

const WHO = 'Dana R.'

let hub: TestHub
let children: Children
beforeAll(async () => {
  children = await buildChildren()
  hub = await startHub()
  return () => hub.remove()
})

const isUp = (desk: Desk) => desk.status().connection.kind === 'up'

let roles = 0
let bookings = 0

/** A booking of a customer and a car of its own, because the desks of all tests have one hub. */
const next = () => pairBooking((bookings += 1))

/** Two desks of a hub and their provider, with a proxy before the provider if a test asks for one. */
async function openRooftop({
  proxied = false,
  ...options
}: Partial<DeskOptions> & { readonly proxied?: boolean } = {}) {
  const provider = await openTestPractice(temporaryFolder())
  const proxy = await startFaultProxy(provider.url)
  onTestFinished(proxy.close)
  const address = proxied ? proxy.url : provider.url
  const open = async (role: string, more: Partial<DeskOptions> = {}, at: { readonly port?: number } = {}) => {
    const folder = temporaryFolder()
    const clock = movableClock()
    writeFileSync(join(folder, INVITATION_FILE), await hub.invite(role, at.port), { mode: 0o600 })
    const cipher = testCipher()
    const start = () => openTestDesk(folder, providerOf(address), clock, { cipher, ...options, ...more })
    const opened = await start()
    await reached(opened.desk, () => isLive(opened.desk))
    return { ...opened, role, name: `Desk ${role}`, folder, clock, start }
  }
  roles += 2
  const [one, two] = [await open(`desk${roles - 1}`), await open(`desk${roles}`)]
  const sent = async () => (await provider.ledger()).flatMap(({ references }) => references).sort()
  return { provider, proxy, open, one, two, sent }
}

/** A desk of the rooftop in a process of its own, which dies or stops at a point of sending its first booking. */
async function startProcess(
  { open: _open, ...rooftop }: Awaited<ReturnType<typeof openRooftop>>,
  killAt: NonNullable<ChildOrder['killAt']>,
) {
  const role = `process${(roles += 1)}`
  const { start, name } = await inviteDeskProcess(hub, { role, address: rooftop.provider.url, script: children.desk })
  const child = start(killAt)
  await child.heard(({ event }) => event === 'board-live')
  const booked = await bookAt(child, next())
  await reached(rooftop.two.desk, () => stateOf(rooftop.two.desk, booked.bookingId) !== 'unknown')
  return { child, role, name, ...booked, again: () => start() }
}

/** Takes over from a desk that is alive: a beat between the silence and the takeover makes the hub refuse. */
async function takeFromLiving(taker: Desk, role: string) {
  for (;;) {
    await hub.silence(role)
    const taken = valueOf(await taker.takeOver(role, WHO))
    if (taken.refused === 0) return taken
  }
}

const SENDING = { nth: 1, signal: 'SIGKILL' } as const

describe('A desk that ends with a booking that has not left', () => {
  test('The booking is offered, taken over, sent once by the taker, and shown as the taker’s at the desk that returns', async () => {
    proves('board: 11')
    const { provider, one, two, sent } = await openRooftop()
    await provider.setConnection('cut')
    const booked = valueOf(one.desk.bookMove(next()))
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
    await one.close()
    await hub.silence(one.role)
    const silent = () => {
      const board = boardOf(two.desk)
      return board?.kind === 'live' ? board.takeable : []
    }
    await reached(two.desk, () => silent().length > 0)
    expect(silent()).toMatchObject([
      { role: one.role, name: one.name, waiting: 1, doubtful: 0, readyBy: booked.readyBy.utc },
    ])
    expect(valueOf(await two.desk.takeOver(one.role, WHO))).toEqual({
      waiting: 1,
      doubtful: 0,
      requests: 0,
      refused: 0,
    })
    expect(found(two.desk, booked.id)).toMatchObject({ desk: null, state: 'waiting' })
    await provider.setConnection('up')
    two.desk.checkConnection()
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'booked')
    expect(await sent()).toEqual(referencesOf(booked))
    await reached(two.desk, () => silent().length === 0)

    const back = await one.start()
    await reached(back.desk, () => ownerOf(back.desk, booked.id) === two.name)
    await reached(back.desk, () => stateOf(back.desk, booked.id) === 'booked')
    await reached(back.desk, () => boardOf(back.desk)?.takenOver.length === 1)
    expect(boardOf(back.desk)?.takenOver).toEqual([{ desk: two.name, count: 1 }])
    valueOf(back.desk.markTakenOverSeen())
    expect(boardOf(back.desk)?.takenOver).toEqual([])
    await reached(back.desk, () => isUp(back.desk))
    expect(await sent()).toEqual(referencesOf(booked))
  })

  test('A desk that is heard keeps its bookings, and one of two takers gets each of a silent one', async () => {
    proves('board: 19')
    const { provider, open, one, two, sent } = await openRooftop()
    const three = await open(`third${roles}`)
    await provider.setConnection('cut')
    const booked = [1, 2, 3, 4].map(() => valueOf(one.desk.bookMove(next())))
    const last = booked.at(-1)
    for (const { desk } of [two, three]) await reached(desk, () => stateOf(desk, last?.id ?? '') === 'waiting')
    expect(valueOf(await two.desk.takeOver(one.role, WHO))).toEqual({
      waiting: 0,
      doubtful: 0,
      requests: 0,
      refused: 0,
    })
    await one.close()
    await hub.silence(one.role)
    const both = await Promise.all([two, three].map(async ({ desk }) => valueOf(await desk.takeOver(one.role, WHO))))
    expect(both.map(({ waiting }) => waiting).reduce((all, one) => all + one)).toBe(4)
    await provider.setConnection('up')
    for (const { desk } of [two, three]) desk.checkConnection()
    for (const { id } of booked)
      for (const { desk } of [two, three]) await reached(desk, () => stateOf(desk, id) === 'booked')
    expect(await sent()).toEqual(referencesOf(...booked))
  })
})

describe('A desk without its hub', () => {
  test('What the hub never knew leaves at once, and what was offered waits for the hub and leaves once', async () => {
    proves('board: 5')
    const { provider, one, two, sent } = await openRooftop()
    await provider.setConnection('cut')
    const offered = valueOf(one.desk.bookMove(next()))
    await reached(two.desk, () => stateOf(two.desk, offered.id) === 'waiting')
    await hub.stop('SIGKILL')
    await reached(one.desk, () => boardOf(one.desk)?.kind === 'alone')
    await provider.setConnection('up')
    one.desk.checkConnection()
    const alone = valueOf(one.desk.bookMove(next()))
    await reached(one.desk, () => stateOf(one.desk, alone.id) === 'booked')
    expect(found(one.desk, offered.id)).toMatchObject({ state: 'waiting', waitReason: { code: 'claim' } })
    expect(await sent()).toEqual(referencesOf(alone))
    await hub.server.start()
    await reached(one.desk, () => stateOf(one.desk, offered.id) === 'booked')
    await reached(
      two.desk,
      () => stateOf(two.desk, offered.id) === 'booked' && stateOf(two.desk, alone.id) === 'booked',
    )
    expect(await sent()).toEqual(referencesOf(offered, alone))
  })
})

describe('A desk that ends while it sends', () => {
  test('An entry that was claimed and never left waits again after a restart, and leaves once', async () => {
    proves('board: 12')
    const rooftop = await openRooftop()
    const { child, bookingId, references, again } = await startProcess(rooftop, { ...SENDING, event: 'claim-granted' })
    expect(await child.ended).toBe('SIGKILL')
    expect(await rooftop.sent()).toEqual([])
    const back = again()
    await reached(rooftop.two.desk, () => stateOf(rooftop.two.desk, bookingId) === 'booked')
    expect(await rooftop.sent()).toEqual(references)
    back.finish()
    await back.ended
  })

  test('An entry that was claimed, never left and was taken over is in doubt until its desk returns, and then leaves once', async () => {
    proves('board: 12.said')
    const rooftop = await openRooftop()
    const { two, sent } = rooftop
    const made = await startProcess(rooftop, { ...SENDING, event: 'claim-granted' })
    const { child, role, name, bookingId, references, again } = made
    expect(await child.ended).toBe('SIGKILL')
    await hub.silence(role)
    expect(valueOf(await two.desk.takeOver(role, WHO))).toMatchObject({ doubtful: 1, refused: 0 })
    expect(found(two.desk, bookingId)).toMatchObject({ desk: null, state: 'in-doubt' })
    expect(await sent()).toEqual([])
    const back = again()
    await reached(two.desk, () => stateOf(two.desk, bookingId) === 'booked')
    expect(await sent()).toEqual(references)
    const { events } = valueOf(two.desk.readHistory(bookingId))
    expect(events).toContainEqual(expect.objectContaining({ decision: 'not-booked-elsewhere', detail: name }))
    expect(found(two.desk, bookingId)).toMatchObject({ desk: null, entry: { unresolvedAttempt: false } })
    back.finish()
    await back.ended
  })

  test('An entry whose bytes left is in doubt at the taker, leaves no second time, and takes the numbers that a person finds', async () => {
    proves('board: 13')
    const rooftop = await openRooftop()
    const { two, sent } = rooftop
    const made = await startProcess(rooftop, { ...SENDING, event: 'send-answered' })
    const { child, role, name, bookingId, references, again } = made
    expect(await child.ended).toBe('SIGKILL')
    await hub.silence(role)
    expect(valueOf(await two.desk.takeOver(role, WHO))).toEqual({ waiting: 0, doubtful: 1, requests: 0, refused: 0 })
    const doubt = found(two.desk, bookingId)
    expect(doubt).toMatchObject({
      desk: null,
      state: 'in-doubt',
      entry: { code: 'taken-over', unresolvedAttempt: true },
    })
    expect(doubt.entry.sentAt).not.toBeNull()
    const events = valueOf(two.desk.readHistory(bookingId))
    expect(JSON.stringify(events)).toContain(`"detail":"${name}"`)
    // The quarantine counts from the claim, and the first step does not end it.
    const report = {
      kind: 'not-booked-reported',
      who: WHO,
      why: 'Provider does not see it.',
      confirmed: false,
    } as const
    expect(two.desk.resolveBooking(bookingId, report)).toMatchObject({ ok: true })
    expect(two.desk.resolveBooking(bookingId, { ...report, confirmed: true })).toMatchObject({ ok: false })
    const back = again()
    await back.heard(({ event }) => event === 'entry-given-away')
    expect(await sent()).toEqual(references)
    const [line] = await rooftop.provider.ledger()
    const numbers = doubt.moves.map(({ id, reference }) => ({
      moveId: id,
      number: line?.move_ids[line.references.indexOf(reference)] ?? 0,
    }))
    valueOf(two.desk.resolveBooking(bookingId, { kind: 'provider-numbers', who: WHO, numbers }))
    await reached(two.desk, () => stateOf(two.desk, bookingId) === 'booked')
    expect(await sent()).toEqual(references)
    back.finish()
    await back.ended
  })

  test('The answer that a desk gets after it slept through a takeover ends the doubt of the taker', async () => {
    proves('board: 14')
    const rooftop = await openRooftop()
    const { two, sent } = rooftop
    const made = await startProcess(rooftop, { nth: 1, signal: 'SIGSTOP', event: 'send-written' })
    const { child, role, bookingId, references } = made
    await child.heard(({ event }) => event === 'send-claimed')
    await expect.poll(sent).toEqual(references)
    await hub.silence(role)
    expect(valueOf(await two.desk.takeOver(role, WHO))).toEqual({ waiting: 0, doubtful: 1, requests: 0, refused: 0 })
    expect(stateOf(two.desk, bookingId)).toBe('in-doubt')
    child.thaw()
    await reached(two.desk, () => stateOf(two.desk, bookingId) === 'booked')
    expect(found(two.desk, bookingId)).toMatchObject({ desk: null, entry: { unresolvedAttempt: false } })
    expect(found(two.desk, bookingId).moves.map(({ number }) => number.known)).toEqual([true, true])
    await child.heard(({ event }) => event === 'entry-given-away')
    expect(await sent()).toEqual(references)
    child.finish()
    await child.ended
  })
})

describe('A desk that awaits the provider’s answer', () => {
  test('An answer that comes after a takeover ends the doubt of the taker, and the desk of before says nothing until then', async () => {
    const deadlines = { connect: 2_000, answer: 60_000 }
    const { proxy, one, two, sent } = await openRooftop({ proxied: true, deadlines })
    const hold = proxy.holdRequests({ asks: 'create' })
    onTestFinished(hold.release)
    const booked = valueOf(one.desk.bookMove(next()))
    await hold.arrived(1)
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
    expect(await takeFromLiving(two.desk, one.role)).toEqual({ waiting: 0, doubtful: 1, requests: 0, refused: 0 })
    expect(found(two.desk, booked.id)).toMatchObject({ desk: null, state: 'in-doubt' })
    // The line about a later booking leaves after the first desk has heard of the takeover.
    const later = valueOf(one.desk.bookMove(next()))
    await reached(two.desk, () => stateOf(two.desk, later.id) === 'waiting')
    const lines = await hub.sql(
      `SELECT kind, body->'right'->>'state' AS state FROM board.event WHERE booking = $1 AND desk = $2 ORDER BY seq`,
      [booked.id, one.role],
    )
    expect(lines).toEqual([
      { kind: 'saved', state: 'waiting' },
      { kind: 'claimed', state: null },
    ])
    expect(found(one.desk, booked.id)).toMatchObject({ desk: null, state: 'sending' })
    // The desk reads nothing after the takeover before it has its answer, and says so.
    const isBehind = () => isLive(one.desk) && describeLive(boardOf(one.desk) ?? {}) !== 'Board live'
    await reached(one.desk, isBehind)
    expect(describeLive(boardOf(one.desk) ?? {})).toContain("Other desks' changes show after the reply")
    hold.release()
    await reached(one.desk, () => !isBehind())
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'booked')
    expect(found(two.desk, booked.id)).toMatchObject({ desk: null, entry: { unresolvedAttempt: false } })
    expect(found(two.desk, booked.id).moves.map(({ number }) => number.known)).toEqual([true, true])
    await reached(one.desk, () => ownerOf(one.desk, booked.id) === two.name)
    await reached(one.desk, () => stateOf(one.desk, booked.id) === 'booked')
    await reached(one.desk, () => stateOf(one.desk, later.id) === 'booked')
    expect(await sent()).toEqual(referencesOf(booked, later))
    expect(one.facts.all.filter(({ event }) => event === 'board-event-skipped' || event === 'internal-error')).toEqual(
      [],
    )
  })
})

describe('A desk whose road to the hub is cut without a sign', () => {
  test('A claim without an answer sends nothing, also when its answer comes late and another desk has sent the booking', async () => {
    proves('board: 10, 14, 18')
    const { provider, open, two, sent } = await openRooftop()
    const road = await openRoad(hub.server.port)
    onTestFinished(road.close)
    await provider.setConnection('cut')
    const role = `road${(roles += 1)}`
    const three = await open(role, {}, { port: road.port })
    const booked = valueOf(three.desk.bookMove(next()))
    await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
    road.cut()
    await provider.setConnection('up')
    three.desk.checkConnection()
    await three.facts.next('claim-refused', ({ code }) => code === 'unanswered')
    await hub.silence(role)
    expect(valueOf(await two.desk.takeOver(role, WHO))).toMatchObject({ refused: 0 })
    road.heal('late')
    await reached(three.desk, () => ownerOf(three.desk, booked.id) === two.name)
    await reached(two.desk, () => !['waiting', 'sending'].includes(stateOf(two.desk, booked.id)))
    expect((await sent()).length).toBeLessThanOrEqual(booked.moves.length)
    expect(three.facts.all.filter(({ event }) => event === 'send-claimed')).toEqual([])
  })
})
