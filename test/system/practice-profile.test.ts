import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import type { Clock } from '../../electron/platform/clock.ts'
import type { ProviderProfile } from '../../shared/desk/provider-profile.ts'
import type { Resolution } from '../../shared/outbox/resolution.ts'
import { QUARANTINE_MINUTES } from '../../shared/outbox/quarantine.ts'
import { change } from '../support/builders/amendment.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { movableClock, openTestDesk, valueOf } from '../support/desk/test-desk.ts'
import { idsOf, numbersOf, read } from '../support/desk/hopdrive-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'

/* The profile in which the desk's own practice service answers. */

const WHO = 'Dana R.'

const choose = (desk: Desk, profile: ProviderProfile) =>
  desk.changeSettings({ provider: null, rooftop: null, practice: { profile } })

const practiceOf = (desk: Desk) => desk.status().practice

/** The number of a move by its reference, as a person reads the page of practice. */
async function listedNumber(desk: Desk, reference: string): Promise<number> {
  const page = await (await fetch(practiceOf(desk)?.movesUrl ?? '')).text()
  const own = reference.split(' ').at(-1) ?? ''
  const number = Number(new RegExp(`Move (\\d+)</a>, ${own},`).exec(page)?.[1])
  expect(number, page).toBeGreaterThan(0)
  return number
}

/** A desk that waits long enough for the answers of a busy machine. */
const openDesk = (folder: string, clock?: Clock) =>
  openTestDesk(folder, null, clock, { deadlines: { connect: 30_000, answer: 30_000 } })

/** The machine's clock, of which a test can move the wall time and the monotonic time together. */
function jumpingClock(): Clock & { jump(minutes: number): void } {
  const clock = movableClock()
  let aheadMs = 0
  return {
    ...clock,
    monotonic: () => clock.monotonic() + aheadMs,
    jump(minutes) {
      aheadMs += minutes * 60_000
      clock.moveOn(minutes)
    },
  }
}

const noticesOf = (desk: Desk) => desk.status().notices.map(({ code }) => code)

describe('Practice', () => {
  test('Practice in the profile `baseline` takes no cancellation, and stays so after the next start', async () => {
    const folder = temporaryFolder()
    const first = await openDesk(folder)
    valueOf(await choose(first.desk, 'baseline'))
    await first.close()
    const { desk, facts } = await openDesk(folder)
    expect(practiceOf(desk)).toMatchObject({ connection: 'up', profile: 'baseline', chosen: true })
    expect(desk.status().supportsDestination).toBe(false)
    const { id } = valueOf(desk.bookMove(pairBooking(1)))
    await facts.next('send-settled')
    const booked = read({ desk }, id)
    expect(booked).toMatchObject({ state: 'booked', capabilities: { cancel: false, change: false } })
    expect(desk.requestCancellation(idsOf(booked), WHO).ok).toBe(false)
  })

  test('Practice books, changes and cancels until somebody chooses otherwise', async () => {
    const { desk, facts } = await openDesk(temporaryFolder())
    expect(practiceOf(desk)).toMatchObject({ profile: 'hopdrive', chosen: false })
    const { id } = valueOf(desk.bookMove(oneWayBooking(1)))
    await facts.next('send-settled')
    const booked = read({ desk }, id)
    expect(booked).toMatchObject({ state: 'booked', capabilities: { cancel: true, change: true } })
    const [move] = booked.moves
    if (move === undefined) throw new Error('a one-way has a move')
    valueOf(desk.requestChange(move.id, change({ color: 'Blue' }), WHO))
    expect(await facts.next('amendment-closed')).toMatchObject({ state: 'completed' })
    valueOf(desk.requestCancellation(idsOf(booked), WHO))
    expect(await facts.next('amendment-closed')).toMatchObject({ state: 'submitted' })
  })

  test('Practice does not change its profile while a practice booking is open, and does afterwards', async () => {
    const { desk, facts } = await openDesk(temporaryFolder())
    valueOf(await desk.setPracticeConnection('cut'))
    const { id } = valueOf(desk.bookMove(oneWayBooking(1)))
    const refused = await choose(desk, 'baseline')
    expect(refused.ok ? '' : refused.failure.code).toBe('open-bookings')
    expect(refused.ok ? '' : describeFailure(refused.failure)).toMatch(
      /^Practice stays as it is: .*1 not sent.*Then choose again\.$/,
    )
    expect(practiceOf(desk)).toMatchObject({ connection: 'cut', profile: 'hopdrive', chosen: false })
    valueOf(desk.withdrawBooking(id))
    valueOf(await choose(desk, 'baseline'))
    expect(practiceOf(desk)).toMatchObject({ connection: 'cut', profile: 'baseline', chosen: true })
    valueOf(await desk.setPracticeConnection('up'))
    valueOf(desk.bookMove(oneWayBooking(2)))
    await facts.next('send-settled')
  })

  test('Practice with open bookings opens as before under another profile of the file, and follows once they are settled', async () => {
    const folder = temporaryFolder()
    const first = await openDesk(folder)
    valueOf(await first.desk.setPracticeConnection('cut'))
    const { id } = valueOf(first.desk.bookMove(oneWayBooking(1)))
    await first.close()
    writeFileSync(join(folder, 'desk.json'), JSON.stringify({ practice: { profile: 'baseline' } }), { mode: 0o600 })
    const second = await openDesk(folder)
    expect(practiceOf(second.desk)?.profile).toBe('hopdrive')
    expect(noticesOf(second.desk)).toEqual(['practice-kept'])
    expect(valueOf(second.desk.readSettings()).setByFile).toEqual(['practice.profile'])
    valueOf(await second.desk.setPracticeConnection('up'))
    await second.facts.next('send-settled')
    expect(read(second, id).state).toBe('booked')
    expect(second.desk.status().notices).toEqual([{ code: 'practice-kept', profile: 'hopdrive', failure: null }])
    await second.close()
    const third = await openDesk(folder)
    expect(practiceOf(third.desk)?.profile).toBe('baseline')
    expect(noticesOf(third.desk)).toEqual([])
  })
})

describe('A lost answer of practice', () => {
  test('A lost answer leaves the booking in doubt, once, and its second send is refused as the duplicate that it is', async () => {
    const clock = jumpingClock()
    const { desk, facts } = await openDesk(temporaryFolder(), clock)
    valueOf(await choose(desk, 'hopdrive'))
    valueOf(await desk.setPracticeConnection('lossy'))
    expect(practiceOf(desk)?.connection).toBe('lossy')
    const { id } = valueOf(desk.bookMove(oneWayBooking(1)))
    await facts.next('send-settled')
    expect(read({ desk }, id).state).toBe('in-doubt')
    expect(practiceOf(desk)?.connection).toBe('up')

    const next = valueOf(desk.bookMove(oneWayBooking(2)))
    await facts.next('send-settled')
    expect(read({ desk }, next.id).state).toBe('booked')

    const notBooked: Resolution = { kind: 'not-booked-reported', who: WHO, why: 'nobody answered', confirmed: false }
    valueOf(desk.resolveBooking(id, notBooked))
    clock.jump(QUARANTINE_MINUTES + 1)
    valueOf(desk.resolveBooking(id, { ...notBooked, confirmed: true }))
    await facts.next('send-settled')
    expect(read({ desk }, id)).toMatchObject({ state: 'in-doubt', entry: { code: 'move-duplication' } })
    const [move] = read({ desk }, id).moves
    if (move === undefined) throw new Error('a one-way has a move')
    const number = await listedNumber(desk, move.reference)
    valueOf(desk.resolveBooking(id, { kind: 'provider-numbers', who: WHO, numbers: [{ moveId: move.id, number }] }))
    expect(await facts.next('number-verified')).toMatchObject({ code: 'ours' })
    expect(read({ desk }, id)).toMatchObject({ state: 'booked' })
    expect(numbersOf(read({ desk }, id))).toEqual([number])
  })
})
