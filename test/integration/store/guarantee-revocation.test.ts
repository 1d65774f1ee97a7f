import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSettings } from '../../../electron/settings/desk-settings.ts'
import { writeSettings } from '../../../electron/settings/stored-settings.ts'
import { recoverStore } from '../../../electron/store/recovery/recover.ts'
import type { Store } from '../../../electron/store/store.ts'
import { isGuaranteeRevoked, revokeGuarantee } from '../../../electron/store/tables/guarantee-revocation.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { recordFacts } from '../../support/builders/event-recorder.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore, openTestStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { START, virtualClock } from '../../support/fakes/system.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

/* A duplicate guarantee that its provider violated stays revoked when the store of the desk is lost. */

const RECORDED = '2026-11-01T10:00:00Z'
const LATER = addMinutes(START, 60)

const isRevoked = (store: Store, at = RECORDED) => store.read((view) => isGuaranteeRevoked(view, at))
const revoke = (store: Store, at = RECORDED) => store.write((tx) => revokeGuarantee(tx, at))

describe('The revocation of a duplicate guarantee', () => {
  test('A revocation counts for that test and every earlier one, and a later test counts', () => {
    const { store } = openDeskStore()
    expect(isRevoked(store)).toBe(false)
    revoke(store)
    expect(
      [RECORDED, '2026-10-31T23:59:59Z', '2026-11-01T10:00:00.9Z', '2026-11-01T10:00:01Z'].map((at) =>
        isRevoked(store, at),
      ),
    ).toEqual([true, true, true, false])
  })

  test('The revocation of an earlier test does not end the revocation of a later one', () => {
    const { store } = openDeskStore()
    revoke(store)
    // The test of another provider, whose record was in the folder before.
    revoke(store, '2026-10-01T10:00:00Z')
    expect(isRevoked(store)).toBe(true)
  })
})

describe('A duplicate guarantee after a recovery', () => {
  const recovered = (folder: string) => {
    valueOf(recoverStore(folder, 'desk', LATER))
    return openTestStore(folder)
  }

  test('A recovery from a damaged store and its whole journal keeps the revocation and no more', () => {
    const { store, folder, book } = openDeskStore()
    book(pairBooking(1))
    revoke(store)
    store.close()
    writeFileSync(join(folder, 'desk.db'), 'no database')
    const next = recovered(folder)
    expect([RECORDED, addMinutes(RECORDED, 1)].map((at) => isRevoked(next, at))).toEqual([true, false])
  })

  test('A recovery from a backup of before the revocation, without its journal, lets only a new test count', async () => {
    const { store, folder, book } = openDeskStore()
    book(pairBooking(1))
    await store.copy(START)
    revoke(store)
    store.close()
    rmSync(join(folder, 'desk.db'))
    rmSync(join(folder, 'desk.journal'))
    const next = recovered(folder)
    expect([RECORDED, LATER, addMinutes(LATER, 1)].map((at) => isRevoked(next, at))).toEqual([true, true, false])
  })

  test('A recovery from an older copy of the journal lets only a new test count', () => {
    const { store, folder, book } = openDeskStore()
    book(pairBooking(1))
    const copied = temporaryFolder()
    cpSync(join(folder, 'desk.journal'), join(copied, 'desk.journal'))
    revoke(store)
    store.close()
    const next = recovered(copied)
    expect([RECORDED, addMinutes(LATER, 1)].map((at) => isRevoked(next, at))).toEqual([true, false])
    // The recovery wrote the revocation to the journal as well, so that a second loss does not undo the revocation.
    next.close()
    writeFileSync(join(copied, 'desk.db'), 'no database')
    expect(isRevoked(recovered(copied))).toBe(true)
  })
})

describe('A duplicate guarantee in a new store', () => {
  const opened = (store: Store) =>
    openSettings(
      { folder: temporaryFolder(), config: null, cipher: null, log: recordFacts().log, clock: virtualClock() },
      store,
    )

  test('The first start on a new store lets only a new test count, because an old store may be lost', () => {
    const { store } = openDeskStore()
    valueOf(opened(store))
    expect([RECORDED, START, addMinutes(START, 1)].map((at) => isRevoked(store, at))).toEqual([true, true, false])
  })

  test('A start on a store that already has settings leaves the guarantee in force', () => {
    const { store } = openDeskStore()
    store.write((tx) => writeSettings(tx, { provider: null, rooftop: null }))
    valueOf(opened(store))
    expect(isRevoked(store)).toBe(false)
  })
})
