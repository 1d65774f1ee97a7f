import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY_FILE, MEMBERSHIP_FILE } from '../../electron/board/membership.ts'
import type { Desk } from '../../electron/desk/desk.ts'
import type { Invitation } from '../../electron/hub/invite.ts'
import { systemClock } from '../../electron/platform/clock.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { describeAlone } from '../../renderer/app/text/board-text.ts'
import { connect, reached } from '../support/board/rooftop.ts'
import { pairBooking } from '../support/builders/bookings.ts'
import { writeDeskFile } from '../support/builders/settings-file.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { testCipher } from '../support/fakes/secret-store.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'
import { freePort } from '../support/hub/places.ts'
import { startHub, type StartedHub } from '../support/hub/hub-command.ts'
import { proves } from '../support/spec-rows.ts'

/* A desk joins the board by the settings screen or the settings file, and leaves, at a real hub. */

let hub: StartedHub
beforeAll(async () => {
  hub = await startHub()
})
afterAll(() => hub.remove())

const board = (desk: Desk) => desk.status().board
const live = (desk: Desk) => reached(desk, () => board(desk)?.kind === 'live')
const refused = (desk: Desk) =>
  reached(desk, () => {
    const status = board(desk)
    return status?.kind === 'alone' && status.fault === 'refused'
  })
const failed = (detail: string, more: object = {}) => ({ ok: false, failure: { detail, ...more } })

/** A desk of a provider that is never there, so that what it books waits. */
const NOWHERE = providerOf('http://127.0.0.1:9')

function openDesk(folder = temporaryFolder(), cipher: ReturnType<typeof testCipher> | null = testCipher()) {
  return openTestDesk(folder, existsSync(join(folder, 'desk.json')) ? null : NOWHERE, systemClock, { cipher })
}

async function booked(desk: Desk, number: number): Promise<string> {
  const { id } = valueOf(desk.bookMove(pairBooking(number)))
  await reached(desk, () => {
    const found = desk.getBooking(id)
    return found.ok && found.value.state === 'booked'
  })
  return id
}

describe('The board of a desk that joins on the settings screen', () => {
  test('A desk joins while it is open, stays a member after a restart, and leaves with its own bookings kept', async () => {
    const provider = await openTestPractice(temporaryFolder())
    const [folder, cipher] = [temporaryFolder(), testCipher()]
    const opened = await openTestDesk(folder, providerOf(provider.url), undefined, { cipher })
    const { desk } = opened
    const own = await booked(desk, 1)
    expect(valueOf({ ok: true, value: desk.membership.view() })).toEqual({ membership: null, hasSecretStore: true })
    const invitation = await hub.invite('Desk 1')
    const joined = { rooftop: 'Midlothian Honda', desk: 'Desk 1', address: '127.0.0.1', port: hub.port }
    const view = { membership: { ...joined, key: 'secret-store' }, hasSecretStore: true }
    expect(await desk.membership.join(invitation)).toEqual({ ok: true, value: view })
    await live(desk)
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.lock') || name === 'logs') continue
      expect(readFileSync(join(folder, name), 'latin1'), name).not.toContain(invitation.desk.key.split('\n')[1])
    }
    expect(await desk.membership.join(await hub.invite('Desk 1b'))).toMatchObject(
      failed('board-already-joined', { fields: { desk: 'Desk 1', rooftop: 'Midlothian Honda' } }),
    )
    // What the desk books on the board leaves with a claim. The hub grants claims once its pause after the start ended.
    const other = await openDesk()
    valueOf(await other.desk.membership.join(await hub.invite('Desk 2')))
    await reached(other.desk, () => {
      const found = other.desk.getBooking(own)
      return found.ok && found.value.desk === 'Desk 1'
    })
    const foreign = valueOf(other.desk.bookMove(pairBooking(2)))
    await reached(desk, () => desk.getBooking(foreign.id).ok)

    await opened.close()
    const again = await openTestDesk(folder, null, undefined, { cipher })
    expect(again.desk.membership.view()).toEqual(view)
    await live(again.desk)
    const left = await again.desk.membership.leave()
    expect(left).toEqual({ ok: true, value: { membership: null, hasSecretStore: true } })
    expect(board(again.desk)).toBe(null)
    for (const file of [KEY_FILE, MEMBERSHIP_FILE]) expect(existsSync(join(folder, file)), file).toBe(false)
    expect(again.desk.getBooking(foreign.id)).toMatchObject({ ok: true, value: { desk: 'Desk 2' } })
    await booked(again.desk, 3)
    await again.close()
    const after = await openTestDesk(folder, null, undefined, { cipher })
    expect([board(after.desk), after.desk.membership.view().membership]).toEqual([null, null])
    // An invitation that was used is not taken again, not even by the desk that left.
    expect(await after.desk.membership.join(invitation)).toMatchObject(failed('board-invitation-used'))
  })

  test('A desk with an offered booking that is open does not leave the board', async () => {
    const { desk } = await openDesk()
    valueOf(await desk.membership.join(await hub.invite('Desk 3')))
    await live(desk)
    const { id } = valueOf(desk.bookMove(pairBooking(5)))
    const other = await openDesk()
    valueOf(await other.desk.membership.join(await hub.invite('Desk 4')))
    await reached(other.desk, () => other.desk.getBooking(id).ok)
    expect(await desk.membership.leave()).toMatchObject(failed('board-bookings-open', { fields: { count: 1 } }))
    expect(board(desk)?.kind).toBe('live')
    valueOf(desk.withdrawBooking(id))
    expect(await desk.membership.leave()).toMatchObject({ ok: true })
    expect(board(desk)).toBe(null)
  })

  test('A desk whose hub is away does not leave while the hub may let another desk send what ended here', async () => {
    const lost = await startHub()
    const { desk } = await openDesk()
    valueOf(await desk.membership.join(await lost.invite('Desk 20')))
    await live(desk)
    const { id } = valueOf(desk.bookMove(pairBooking(20)))
    const other = await openDesk()
    valueOf(await other.desk.membership.join(await lost.invite('Desk 21')))
    await reached(other.desk, () => other.desk.getBooking(id).ok)
    await lost.run('stop')
    await reached(desk, () => board(desk)?.kind === 'alone')
    valueOf(desk.withdrawBooking(id))
    expect(await desk.membership.leave()).toMatchObject(failed('board-not-told'))
    // The hub that takes its place learns of the end, and then the desk leaves.
    valueOf(await desk.membership.join(await hub.invite('Desk 20')))
    await live(desk)
    expect(await desk.membership.leave()).toMatchObject({ ok: true })
    await lost.remove()
  })

  test('An invitation that another PC took is refused, and so is one that is expired or of a hub that is away', async () => {
    const invitation = await hub.invite('Desk 5')
    const [one, two] = [await openDesk(), await openDesk()]
    valueOf(await one.desk.membership.join(invitation))
    await live(one.desk)
    expect(await two.desk.membership.join(invitation)).toMatchObject(failed('board-invitation-used'))
    const fresh = await hub.invite('Desk 6')
    const late = { ...fresh, takeBy: addMinutes(systemClock.now(), -1) }
    expect(await two.desk.membership.join(late)).toMatchObject(failed('board-invitation-expired'))
    const away = { ...fresh, hub: { ...fresh.hub, port: await freePort() } }
    expect(await two.desk.membership.join(away)).toMatchObject(
      failed('board-not-reached', { code: 'unreachable', fields: { fault: 'unreachable' } }),
    )
    expect(two.desk.membership.view().membership).toBe(null)
    expect(valueOf(await two.desk.membership.join(fresh))).toMatchObject({ membership: { desk: 'Desk 6' } })
  })

  test('A desk without a secret store is on the board until the app ends, and then asks for its invitation', async () => {
    const folder = temporaryFolder()
    const first = await openDesk(folder, null)
    const invitation = await hub.invite('Desk 7')
    expect(valueOf(await first.desk.membership.join(invitation)).membership?.key).toBe('memory')
    await live(first.desk)
    await first.close()
    const second = await openDesk(folder, null)
    expect(board(second.desk)).toBe(null)
    expect(second.desk.membership.view().membership).toMatchObject({ desk: 'Desk 7', key: 'missing' })
    expect(second.desk.status().notices).toContainEqual({ code: 'board-key-missing' })
    // Its own invitation lets the desk back in, however old it is.
    valueOf(await second.desk.membership.join({ ...invitation, takeBy: '2020-01-01T00:00:00Z' }))
    await live(second.desk)
  })
})

describe('A desk that the hub does not admit', () => {
  test('A desk whose certificate expired is told so when it joins, and later while it is on the board', async () => {
    const old = movableClock()
    old.moveOn(-3 * 365 * 24 * 60)
    const expired = await inviteAt(old, 'Desk 8')
    const { desk } = await openDesk()
    expect(await desk.membership.join(expired)).toMatchObject(
      failed('board-not-reached', { code: 'not-allowed', fields: { fault: 'refused' } }),
    )
    expect(desk.membership.view().membership).toBe(null)
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'board-invitation.json'), JSON.stringify(expired), { mode: 0o600 })
    const member = await openDesk(folder)
    await refused(member.desk)
  })

  test('A hub admits no desk for the first time after the hour of its invitation, whatever the desk says', async () => {
    const late = movableClock()
    late.moveOn(-61)
    const { desk } = await openDesk()
    valueOf(await desk.membership.join(await inviteAt(late, 'Desk 22')))
    await refused(desk)
    const early = movableClock()
    early.moveOn(-59)
    const other = await openDesk()
    valueOf(await other.desk.membership.join(await inviteAt(early, 'Desk 23')))
    await live(other.desk)
    expect(board(desk)?.kind).toBe('alone')
  })

  test('A retired desk says that it is not admitted, sends its own new bookings alone, and comes back by an invitation', async () => {
    proves('board: 23')
    const provider = await openTestPractice(temporaryFolder())
    const opened = await openTestDesk(temporaryFolder(), providerOf(provider.url), undefined, { cipher: testCipher() })
    const { desk } = opened
    valueOf(await desk.membership.join(await hub.invite('Desk 9')))
    await live(desk)
    expect(await hub.run('retire', 'Desk 9')).toMatchObject({ code: 0 })
    await refused(desk)
    const status = board(desk)
    expect(status?.kind === 'alone' ? describeAlone(status) : '').toContain(
      'This computer is not admitted to the board. Enter a new invitation from IT in Settings.',
    )
    const id = await booked(desk, 9)
    const sent = (await provider.ledger()).flatMap(({ references }) => references).sort()
    expect(sent).toEqual(
      valueOf(desk.getBooking(id))
        .moves.map(({ reference }) => reference)
        .sort(),
    )
    valueOf(await desk.membership.join(await hub.invite('Desk 9')))
    await live(desk)
  })
})

test('A desk that is retired and invited again has its own bookings, and sends once what waited', async () => {
  const provider = await openTestPractice(temporaryFolder())
  const opened = await openTestDesk(temporaryFolder(), providerOf(provider.url), undefined, { cipher: testCipher() })
  const { desk } = opened
  valueOf(await desk.membership.join(await hub.invite('Desk 24')))
  await live(desk)
  const done = await booked(desk, 24)
  await provider.setConnection('cut')
  const waiting = valueOf(desk.bookMove(pairBooking(25))).id
  await expect.poll(() => opened.facts.all.some((fact) => fact.event === 'sync-idle' && fact.waiting === 1)).toBe(true)
  expect(await hub.run('retire', 'Desk 24')).toMatchObject({ code: 0 })
  await refused(desk)
  valueOf(await desk.membership.join(await hub.invite('desk 24')))
  await live(desk)
  await provider.setConnection('up')
  await connect(desk)
  await reached(desk, () => valueOf(desk.getBooking(waiting)).state === 'booked')
  for (const id of [done, waiting]) expect(valueOf(desk.getBooking(id))).toMatchObject({ desk: null, state: 'booked' })
  const sent = (await provider.ledger()).flatMap(({ references }) => references)
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent).toHaveLength(4)
})

describe('An invitation in the settings file', () => {
  const withFile = (invitation: Invitation | string) => {
    const folder = temporaryFolder()
    return { folder, file: writeDeskFile(folder, NOWHERE, { board: { invitation } }) }
  }
  const noticesOf = (desk: Desk) => desk.status().notices.filter(({ code }) => code === 'board-invitation')

  test('An inlined invitation is taken once and removed from the file', async () => {
    const invitation = await hub.invite('Desk 10')
    const { folder, file } = withFile(invitation)
    const cipher = testCipher()
    const first = await openDesk(folder, cipher)
    await live(first.desk)
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('board')
    expect(readFileSync(file, 'utf8')).not.toContain('PRIVATE KEY')
    // IT deploys the file once more after the invitation was spent: a member says nothing about that.
    writeDeskFile(folder, NOWHERE, { board: { invitation: { ...invitation, takeBy: '2020-01-01T00:00:00Z' } } })
    await first.close()
    const second = await openDesk(folder, cipher)
    await live(second.desk)
    expect(noticesOf(second.desk)).toEqual([])
    // A desk that left stays away, although the file still names its invitation.
    expect(await second.desk.membership.leave()).toMatchObject({ ok: true })
    await second.close()
    const third = await openDesk(folder, cipher)
    expect([board(third.desk), noticesOf(third.desk)]).toEqual([null, []])
  })

  test('An invitation in a file of its own is taken, and its file is gone', async () => {
    const path = join(temporaryFolder(), 'desk-11.json')
    writeFileSync(path, JSON.stringify(await hub.invite('Desk 11')), { mode: 0o600 })
    const { folder } = withFile(path)
    const cipher = testCipher()
    const first = await openDesk(folder, cipher)
    await live(first.desk)
    expect(existsSync(path)).toBe(false)
    await first.close()
    const second = await openDesk(folder, cipher)
    await live(second.desk)
    expect(noticesOf(second.desk)).toEqual([])
  })

  test('An invitation that cannot be taken is a notice that names the file, and the desk works on', async () => {
    const late = withFile({ ...(await hub.invite('Desk 12')), takeBy: '2020-01-01T00:00:00Z' })
    const expired = await openDesk(late.folder)
    expect(noticesOf(expired.desk)).toEqual([{ code: 'board-invitation', path: late.file, problem: 'expired' }])
    expect(board(expired.desk)).toBe(null)
    const path = join(temporaryFolder(), 'nothing.json')
    const missing = await openDesk(withFile(path).folder)
    expect(noticesOf(missing.desk)).toEqual([{ code: 'board-invitation', path, problem: 'missing' }])
    writeFileSync(path, '{"no": "invitation"}', { mode: 0o600 })
    const other = await openDesk(withFile(path).folder)
    expect(noticesOf(other.desk)).toEqual([{ code: 'board-invitation', path, problem: 'not-an-invitation' }])
  })
})

/** An invitation whose certificate began at the time of a clock, and that may be taken now. */
async function inviteAt(clock: typeof systemClock, name: string): Promise<Invitation> {
  const file = join(temporaryFolder(), 'invitation.json')
  expect(await hub.runAt(clock, 'invite', name, '--out', file)).toMatchObject({ code: 0 })
  const invitation = JSON.parse(readFileSync(file, 'utf8')) as Invitation
  return { ...invitation, takeBy: addMinutes(systemClock.now(), 60) }
}
