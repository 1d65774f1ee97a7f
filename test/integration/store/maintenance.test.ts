import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:perf_hooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeSetting } from '../../../electron/store/tables/settings.ts'
import { openMaintainedStore, type MaintainedStore } from '../../../electron/store/maintenance/maintenance.ts'
import type { Damage } from '../../../shared/desk/damage.ts'
import { pairBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'
import { valueOf } from '../../support/desk/test-desk.ts'
import { recordFacts, type Facts } from '../../support/builders/event-recorder.ts'
import { spoilRoot } from '../../support/fixtures/spoil-root.ts'
import { observeForcedCollections } from '../../support/forced-collections.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { virtualClock } from '../../support/fakes/system.ts'

const MINUTE = 60_000

type Kept = {
  readonly store: MaintainedStore['store']
  readonly intact: MaintainedStore['intact']
  end(): Promise<void>
  readonly clock: ReturnType<typeof virtualClock>
  readonly facts: Facts
  readonly damages: readonly Damage[]
  write(text: string): void
  paint(): void
  /** Lets a minute pass and its work end, after which the next timer is set. */
  minute(): Promise<void>
}

function keep(folder: string, painted = true): Kept {
  const clock = virtualClock()
  const facts = recordFacts()
  const damages: Damage[] = []
  let paint = () => {}
  const paints = painted ? undefined : new Promise<void>((resolve) => (paint = resolve))
  const reportDamage = (damage: Damage) => void damages.push(damage)
  const options = { folder, clock, log: facts.log, reportDamage, ...(paints === undefined ? {} : { painted: paints }) }
  const kept = valueOf(openMaintainedStore(options, 'desk'))
  const { store, intact } = kept
  const end = () => kept.end()
  onTestFinished(end)
  const next = async () => {
    while (clock.pending().length === 0) await new Promise(setImmediate)
  }
  return {
    store,
    intact,
    end,
    clock,
    facts,
    damages,
    write: (text) => store.write((tx) => writeSetting(tx, 'k', text)),
    paint: () => paint(),
    async minute() {
      await next()
      clock.advance(MINUTE)
      await next()
    },
  }
}

const copied = ({ facts }: Kept) => facts.all.filter(({ event }) => event === 'backup-created').length

/** Spoils a page that nothing reads at the start. */
function spoil(folder: string): void {
  spoilRoot(join(folder, 'desk.db'), 'vehicles_vin')
}

function fullFolder(): string {
  const { store, book, folder } = openDeskStore()
  for (let number = 0; number < 60; number += 1) book(pairBooking(number))
  store.close()
  return folder
}

describe('The integrity check', () => {
  test('The integrity check runs after the first paint and reports a sound store', async () => {
    const kept = keep(temporaryFolder(), false)
    let told: boolean | null = null
    void kept.intact.then((intact) => (told = intact))
    await new Promise(setImmediate)
    expect([told, kept.facts.all]).toEqual([null, []])
    kept.paint()
    expect(await kept.intact).toBe(true)
    expect(kept.facts.all).toMatchObject([{ event: 'integrity-checked', store: 'desk', quick: true, problems: 0 }])
  })

  test('The integrity check does not wait forever for a window that paints nothing', async () => {
    const kept = keep(temporaryFolder(), false)
    kept.clock.advance(10_000)
    expect(await kept.intact).toBe(true)
    kept.paint()
    await kept.minute()
    expect(kept.facts.all.filter(({ event }) => event === 'integrity-checked')).toHaveLength(1)
  })

  test('The integrity check reports damage once, and no more maintenance follows', async () => {
    const folder = fullFolder()
    spoil(folder)
    const kept = keep(folder)
    expect(await kept.intact).toBe(false)
    expect(kept.damages).toEqual([{ store: 'desk', kind: 'unreadable', copiedAt: null, journal: true }])
    expect(kept.clock.pending()).toEqual([])
    expect(kept.facts.all).toMatchObject([{ event: 'integrity-checked' }, { event: 'store-damaged', store: 'desk' }])
  })

  test('The integrity check does not report a sound store that was closed before', async () => {
    const kept = keep(temporaryFolder(), false)
    await kept.end()
    expect(await kept.intact).toBe(false)
    expect(kept.clock.pending()).toEqual([])
  })
})

describe('The young garbage of a desk', () => {
  test('The young garbage is collected once after the last slice that follows bookings', async () => {
    const kept = keep(temporaryFolder())
    await kept.intact
    await kept.minute()
    const collections = observeForcedCollections()
    onTestFinished(collections.end)
    await kept.minute()
    expect(await collections.take()).toEqual([])
    const book = () => kept.store.write((tx) => tx.touch('booking'))
    book()
    book()
    kept.clock.advance(2_400)
    expect(await collections.take()).toEqual([])
    kept.clock.advance(1_000)
    expect(await collections.take()).toEqual([constants.NODE_PERFORMANCE_GC_MINOR])
    book()
    kept.clock.advance(3_400)
    expect(await collections.take()).toHaveLength(1)
  })
})

describe('The scheduled backups', () => {
  test('Backups are made fifteen minutes apart, and only after a write', async () => {
    const kept = keep(temporaryFolder())
    await kept.intact
    kept.write('a')
    await kept.minute()
    expect(copied(kept)).toBe(1)
    kept.write('b')
    for (let minute = 0; minute < 14; minute += 1) await kept.minute()
    expect(copied(kept)).toBe(1)
    await kept.minute()
    expect(copied(kept)).toBe(2)
    for (let minute = 0; minute < 40; minute += 1) await kept.minute()
    expect(copied(kept)).toBe(2)
    expect(kept.facts.all.filter(({ event }) => event === 'internal-error')).toEqual([])
  })

  test('A backup follows soon after a crash, or a full integrity check when the store has a backup already', async () => {
    const folder = fullFolder()
    writeFileSync(join(folder, 'desk.db-wal'), '')
    const first = keep(folder)
    await first.intact
    while (first.clock.pending().length === 0) await new Promise(setImmediate)
    expect(first.clock.pending()).toContain(4_000)
    await first.minute()
    expect(copied(first)).toBe(1)
    await first.end()

    writeFileSync(join(folder, 'desk.db-wal'), '')
    const second = keep(folder)
    await second.intact
    await second.minute()
    expect(copied(second)).toBe(0)
    expect(second.facts.all).toMatchObject([{ quick: true }, { event: 'integrity-checked', quick: false, problems: 0 }])
  })

  test('A backup that fails is reported once, and is made when its folder is usable again', async () => {
    const folder = temporaryFolder()
    const kept = keep(folder)
    await kept.intact
    kept.write('a')
    writeFileSync(join(folder, 'backups'), 'a file where the folder should be')
    await kept.minute()
    await kept.minute()
    expect(kept.facts.all.filter(({ event }) => event === 'backup-failed')).toHaveLength(1)
    rmSync(join(folder, 'backups'))
    mkdirSync(join(folder, 'backups'))
    chmodSync(join(folder, 'backups'), 0o700)
    await kept.minute()
    expect(copied(kept)).toBe(1)
    expect(kept.damages).toEqual([])
  })

  test('A backup shows damage that came while the desk was open', async () => {
    const folder = fullFolder()
    const kept = keep(folder)
    expect(await kept.intact).toBe(true)
    while (kept.clock.pending().length === 0) await new Promise(setImmediate)
    // The slices after the start would meet the damage before the backup.
    kept.clock.advance(MINUTE / 4)
    kept.write('a')
    kept.store.read((view) => view.sql('PRAGMA wal_checkpoint(TRUNCATE)').get())
    spoil(folder)
    kept.clock.advance(MINUTE)
    await kept.facts.next('store-damaged')
    expect(kept.facts.all).toContainEqual({ event: 'backup-failed', store: 'desk', code: 'copy-damaged' })
    expect(kept.damages).toHaveLength(1)
  })

  test('An unwritten store gets one full integrity check a day', async () => {
    const kept = keep(temporaryFolder())
    await kept.intact
    const thorough = () => kept.facts.all.filter((fact) => fact.event === 'integrity-checked' && !fact.quick).length
    await kept.minute()
    expect(thorough()).toBe(0)
    kept.clock.advance(24 * 60 * MINUTE)
    while (thorough() === 0) await new Promise(setImmediate)
    await kept.minute()
    expect(thorough()).toBe(1)
  })
})
