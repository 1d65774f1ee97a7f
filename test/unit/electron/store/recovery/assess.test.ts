import { fc, test } from '@fast-check/vitest'
import { describe, expect, test as one } from 'vitest'
import type { JournalRecord, JournalContents } from '../../../../../electron/store/journal/journal-format.ts'
import {
  assess,
  type BackupFacts,
  type DatabaseFacts,
  type OpenDecision,
} from '../../../../../electron/store/recovery/assess.ts'
import { seedOf } from '../../../../support/fakes/system.ts'

const seed = seedOf('assess')
const KNOWN = 2
const OUTCOME = {
  bookingId: 'b',
  revision: 1,
  proof: 'booked',
  code: 'booked',
  fields: {},
  providerMessage: null,
  status: 200,
  bytes: null,
  at: '2026-11-23T15:00:00Z',
  response: null,
  revokedGuaranteeAt: null,
} as const

/** Numbers are small, so that counts, backups and records meet in every order. */
const seq = fc.nat(4)
const record = fc.record({
  committed: fc.boolean(),
  version: fc.constantFrom(1, KNOWN),
  kind: fc.constantFrom('rows', 'rows', 'outcome'),
})
const journal: fc.Arbitrary<JournalContents | null> = fc.option(
  fc
    .tuple(seq, fc.array(record, { maxLength: 4 }), fc.boolean(), fc.integer({ min: 0, max: 9 }))
    .map(([begins, records, whole, age]): JournalContents => {
      const place = { at: 0, length: 1 }
      const lines: readonly JournalRecord[] = [
        { kind: 'begin', seq: begins, version: KNOWN, format: 1, committed: false, ...place },
        ...records.map(({ kind, ...rest }, index): JournalRecord => {
          const line = { ...rest, seq: begins + index + 1, ...place }
          return kind === 'rows' ? { ...line, kind, rows: [] } : { ...line, kind: 'outcome', outcome: OUTCOME }
        }),
      ]
      return { lines, unreadable: 0, whole, last: begins + records.length, end: 1, isPreRelease: age === 0 }
    }),
)
const backups: fc.Arbitrary<readonly BackupFacts[]> = fc
  .array(fc.record({ seq, isPreRelease: fc.integer({ min: 0, max: 9 }).map((age) => age === 0) }), { maxLength: 2 })
  .map((list) => list.toSorted((left, right) => right.seq - left.seq))
const db: fc.Arbitrary<DatabaseFacts> = fc.oneof(
  fc.constantFrom<DatabaseFacts>({ kind: 'none' }, { kind: 'unreadable' }, { kind: 'pre-release' }),
  fc.record({
    kind: fc.constant('read' as const),
    version: fc.integer({ min: 0, max: KNOWN + 1 }),
    written: fc.option(seq),
  }),
)
const files = fc.tuple(journal, backups, db)
const options = { seed, numRuns: 3000 }

const writtenIn = (facts: DatabaseFacts) => (facts.kind === 'read' ? (facts.written ?? 0) : 0)
const lacks = (read: JournalContents | null, written: number) =>
  (read?.lines ?? []).filter((line) => line.kind === 'rows' && line.seq > written)

describe('`assess`', () => {
  test.prop([files], options)(
    'A set of files is refused as a pre-release exactly when one of the files is a pre-release.',
    ([read, kept, facts]) => {
      const isOld = facts.kind === 'pre-release' || read?.isPreRelease === true || kept.some((one) => one.isPreRelease)
      expect(assess(read, kept, facts, KNOWN).kind === 'pre-release').toBe(isOld)
    },
  )

  test.prop([files], options)(
    'A store that lacks a committed write, or a write of a backup, is never opened.',
    ([read, kept, facts]) => {
      const decision = assess(read, kept, facts, KNOWN)
      if (decision.kind !== 'open') return
      const written = writtenIn(facts)
      expect(decision.written).toBe(written)
      expect(kept.every((backup) => backup.seq <= written)).toBe(true)
      expect(lacks(read, written).every((line) => !line.committed)).toBe(true)
    },
  )

  test.prop([files], options)(
    'A store without content is opened only where no file tells of writes.',
    ([read, kept, facts]) => {
      const isEmpty = facts.kind === 'none' || (facts.kind === 'read' && facts.version === 0)
      if (!isEmpty || assess(read, kept, facts, KNOWN).kind !== 'open') return
      expect([kept.length, read === null || (read.whole && read.last === 0)]).toEqual([0, true])
    },
  )

  test.prop([files], options)(
    'An opened store redoes exactly the writes that it lacks, in their order.',
    ([read, kept, facts]) => {
      const decision = assess(read, kept, facts, KNOWN)
      if (decision.kind !== 'open') return
      expect(decision.undone).toEqual(lacks(read, decision.written))
      expect(decision.undone.every((line) => line.version === KNOWN)).toBe(true)
    },
  )

  test.prop([files], options)(
    'A journal goes on only where it is whole and reaches to the last write.',
    ([read, kept, facts]) => {
      const decision = assess(read, kept, facts, KNOWN)
      if (decision.kind !== 'open') return
      const reaches = read !== null && read.whole && read.last >= decision.written
      expect(decision.continuesJournal).toBe(reaches)
      expect(decision.holdsNewest).toBe(read !== null && read.last < decision.written)
      expect(decision.copyDue && decision.continuesJournal).toBe(false)
    },
  )

  test.prop([files], options)(
    'A write without an acknowledged commit is the last record, and the store has it.',
    ([read, kept, facts]) => {
      const decision = assess(read, kept, facts, KNOWN)
      if (decision.kind !== 'open' || decision.unacknowledged === null) return
      expect(decision.unacknowledged).toBe(read?.lines.at(-1))
      expect([decision.unacknowledged.committed, decision.unacknowledged.seq <= decision.written]).toEqual([
        false,
        true,
      ])
    },
  )

  test.prop([files], options)(
    'A newer or unreadable store is reported as such before any comparison.',
    ([read, kept, facts]) => {
      const decision = assess(read, kept, facts, KNOWN)
      if (decision.kind === 'pre-release') return
      if (facts.kind === 'unreadable') expect(decision).toEqual({ kind: 'damaged', damage: 'unreadable' })
      const isNewer = facts.kind === 'read' && facts.version > KNOWN
      expect(decision.kind === 'newer').toBe(isNewer)
    },
  )

  one('Every decision is reached by some combination of files.', () => {
    const kinds = new Set(
      fc.sample(files, { seed, numRuns: 5000 }).map(([read, kept, facts]) => {
        const decision: OpenDecision = assess(read, kept, facts, KNOWN)
        return decision.kind === 'damaged' ? decision.damage : decision.kind
      }),
    )
    expect([...kinds].toSorted()).toEqual(['behind', 'missing', 'newer', 'open', 'pre-release', 'unreadable'])
  })
})
