import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Desk } from '../../electron/desk/desk.ts'
import { PRACTICE_ROOFTOP } from '../../shared/booking/rooftop.ts'
import type { Result } from '../../shared/result.ts'
import { oneWayBooking, pairBooking } from '../support/builders/bookings.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { openTestFront } from '../support/desk/test-desk-host.ts'
import { FAULTS, faultStatements } from '../support/faults/statement-faults.ts'
import { describeFailure } from '../../renderer/app/text/failure-text.ts'

const ACTS: readonly (readonly [string, string, (desk: Desk) => Result<unknown> | Promise<Result<unknown>>])[] = [
  ['a draft', 'practice-desk.db', (desk) => desk.saveDraft({ customerName: 'Wren' })],
  ['a cleared draft', 'practice-desk.db', (desk) => desk.clearDraft()],
  ['the practice link', 'practice-desk.db', (desk) => desk.setPracticeConnection('cut')],
  ['a snoozed reminder', 'practice-desk.db', (desk) => desk.snoozeReminder()],
  ['a booking', 'practice-desk.db', (desk) => desk.bookMove(pairBooking(2))],
  [
    'the settings',
    '/desk.db',
    (desk) => desk.changeSettings({ provider: null, rooftop: { ...PRACTICE_ROOFTOP, name: 'Lakeside North' } }),
  ],
]

describe('A refusing disk', () => {
  test.for(ACTS)('A refusing disk fails the save of %s in words, and a later save succeeds', async ([, file, act]) => {
    const faults = faultStatements(file)
    const { desk, facts } = await openTestDesk(temporaryFolder())
    await facts.next('sync-idle')
    for (const code of FAULTS.filter((one) => one !== 'SQLITE_CORRUPT')) {
      faults.arm(1, code)
      const refused = await act(desk)
      faults.mend()
      expect(refused, code).toMatchObject({ ok: false, failure: { code: 'not-saved' } })
      if (!refused.ok) expect(describeFailure(refused.failure), code).toMatch(/disk is full or can't be written/)
    }
    expect(await act(desk)).toMatchObject({ ok: true })
  })

  test('A booking that the practice service cannot store is in doubt and is not sent again', async () => {
    const faults = faultStatements('judge.db')
    const practice = await openTestPractice(temporaryFolder())
    const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(practice.url))
    faults.arm(1, 'SQLITE_FULL')
    const saved = valueOf(desk.bookMove(pairBooking(1)))
    await facts.next('send-settled')
    faults.mend()
    expect(valueOf(desk.getBooking(saved.id)).state).toBe('in-doubt')
    const next = valueOf(desk.bookMove(pairBooking(2)))
    await facts.next('send-settled')
    expect(valueOf(desk.getBooking(next.id)).state).toBe('booked')
    expect(await practice.ledger()).toHaveLength(1)
  })

  test('A desk that finds the disk full at its start reports the disk, and opens once there is room', async () => {
    const folder = temporaryFolder()
    const first = await openTestFront(folder)
    valueOf(first.desk().bookMove(pairBooking(1)))
    await first.close()
    const faults = faultStatements('practice-desk.db')
    faults.arm(1, 'SQLITE_FULL')
    const full = await openTestFront(folder)
    expect(full.refused()).toMatchObject({ code: 'not-saved' })
    expect(full.refused()).toMatchObject({ detail: 'not-opened', fields: { disk: 'full' } })
    faults.arm(1, 'SQLITE_READONLY')
    const locked = await openTestFront(folder)
    expect(locked.refused()).toMatchObject({ detail: 'not-opened', fields: { disk: 'refuses' } })
    faults.mend()
    expect((await openTestFront(folder)).refused()).toBeNull()
  })
})

const mayMount = process.platform === 'linux' && process.getuid?.() === 0

/** Mounts a disk so small that a few bookings fill it. */
function smallDisk(kilobytes: number): string {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

test.runIf(mayMount)(
  'A desk on a really full disk loses no saved booking and sends each once there is room',
  async () => {
    const folder = smallDisk(6_000)
    const practice = await openTestPractice(temporaryFolder())
    await practice.cut()
    const { desk, facts, close } = await openTestDesk(folder, providerOf(practice.url))
    await facts.next('connection', (fact) => fact.kind === 'down')
    const filler = join(folder, 'filler')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 400_000))
    const saved: string[] = []
    let refused = 0
    for (let number = 0; number < 400 && refused < 5; number += 1) {
      const answer = desk.bookMove(number % 2 === 0 ? pairBooking(number) : oneWayBooking(number))
      if (answer.ok) saved.push(answer.value.id)
      else {
        refused += 1
        expect(answer.failure).toMatchObject({ code: 'not-saved' })
        expect(describeFailure(answer.failure)).toContain('disk is full')
      }
    }
    expect(refused).toBe(5)
    expect(saved.length).toBeGreaterThanOrEqual(3)
    await close()
    rmSync(filler)
    await practice.restore()
    const next = await openTestDesk(folder, providerOf(practice.url))
    for (let settled = 0; settled < saved.length; settled += 1) await next.facts.next('send-settled')
    expect(saved.map((id) => valueOf(next.desk.getBooking(id)).state)).toEqual(saved.map(() => 'booked'))
    expect(await practice.ledger()).toHaveLength(saved.length)
  },
)
