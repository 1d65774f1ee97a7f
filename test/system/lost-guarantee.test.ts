import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../electron/platform/clock.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { writeGuaranteeRecord } from '../support/builders/guarantee-record.ts'
import { openDeskBehindProxy } from '../support/faults/desk.ts'
import { CLIENT } from '../support/fakes/practice-controls.ts'
import { START } from '../support/fakes/system.ts'
import { buildChildren, startMendingProcess } from '../support/processes/processes.ts'

/* A provider that violated its duplicate guarantee, and a desk that loses its store afterwards. */

beforeAll(buildChildren)

test('A revoked duplicate guarantee counts in no later process, whatever part of the store is lost', async () => {
  let folder = ''
  const on = await openDeskBehindProxy('hopdrive', {
    // The first booking seems to succeed, and the provider books the resend: the check of duplicates failed.
    toxics: [{ type: 'status', when: 'before', status: 200, body: 'page', match: { asks: 'create', nth: 1 } }],
    furnish(data, address) {
      folder = data
      writeGuaranteeRecord(data, address, addMinutes(START, 1))
    },
    driver: 'manual',
  })
  await on.untilRest(() => on.book('pair'))
  cpSync(join(folder, 'desk.journal'), join(folder, 'older.journal'))
  on.clock.advance(4 * 60_000)
  await on.untilRest(() => on.desk().checkConnection())
  expect(on.proxy.counter.arrived('create')).toBe(2)
  expect(on.facts().all).toContainEqual({ event: 'duplicate-guarantee', code: 'revoked' })
  await on.close()

  const order = {
    folder,
    address: on.proxy.url,
    token: CLIENT.secret,
    provider: { profile: 'hopdrive', clientId: CLIENT.id },
    killAt: null,
  }
  /** What the next process, which recovers its store like a person, finds about the record in its folder. */
  const nextVerdict = async () => {
    const desk = startMendingProcess(order)
    await desk.heard((line) => line.event === 'desk-opened')
    desk.kill()
    await desk.ended
    return desk.lines.flatMap((line) => (line.event === 'duplicate-guarantee' ? [line.code] : []))
  }
  const remove = (...names: readonly string[]) =>
    names.forEach((name) => rmSync(join(folder, name), { recursive: true, force: true }))
  const STORE = ['desk.db', 'desk.db-wal', 'desk.db-shm'] as const

  expect(await nextVerdict()).toEqual(['revoked'])
  remove(...STORE)
  expect(await nextVerdict()).toEqual(['revoked'])
  remove(...STORE, 'backups')
  cpSync(join(folder, 'older.journal'), join(folder, 'desk.journal'))
  expect(await nextVerdict()).toEqual(['revoked'])
  remove(...STORE, 'backups', 'desk.journal')
  expect(await nextVerdict()).toEqual(['revoked'])
  // A clock that is behind dates the first start of a new store before the record.
  remove(...STORE, 'backups', 'desk.journal')
  writeGuaranteeRecord(folder, on.proxy.url, addMinutes(systemClock.now(), 1))
  expect(await nextVerdict()).toEqual(['revoked'])
  // A test that ran after the loss is the proof that the desk may rely on.
  writeGuaranteeRecord(folder, on.proxy.url, addMinutes(systemClock.now(), 2))
  expect(await nextVerdict()).toEqual(['counts'])
  expect(on.proxy.counter.arrived('create')).toBe(2)
})
