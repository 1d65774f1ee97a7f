import { fc, test } from '@fast-check/vitest'
import { describe, expect, test as one } from 'vitest'
import {
  FORMAT,
  decodeRecords,
  encodeRecord,
  type JournalEntry,
} from '../../../../../electron/store/journal/journal-format.ts'
import { seedOf } from '../../../../support/fakes/system.ts'

const seed = seedOf('journal lines')
const ROOM = Buffer.alloc(200, '.')

const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null))
const cells = fc.dictionary(fc.string({ minLength: 1 }), cell, { maxKeys: 4, noNullPrototype: true })
const change = fc.oneof(
  fc.record({ table: fc.string(), row: cells }, { noNullPrototype: true }),
  fc.record({ table: fc.string(), gone: cells }, { noNullPrototype: true }),
)
const journal = fc
  .tuple(fc.nat(1000), fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 }))
  .map(([after, writes]): readonly JournalEntry[] => [
    { kind: 'begin', seq: after, version: 1, format: FORMAT },
    ...writes.map((rows, place) => ({ kind: 'rows' as const, seq: after + place + 1, version: 1, rows })),
  ])
const bytesOf = (entries: readonly JournalEntry[]) => entries.map((entry) => encodeRecord(JSON.stringify(entry)))

const entriesOf = (bytes: Buffer) =>
  decodeRecords(bytes).lines.map(({ committed: _committed, at: _at, length: _length, ...entry }) => entry)

describe('A journal', () => {
  test.prop([journal], { seed })('A journal is read back unchanged and counts as whole', (entries) => {
    const lines = bytesOf(entries)
    const bytes = Buffer.concat([...lines, ROOM])
    expect(entriesOf(bytes)).toEqual(entries)
    expect(decodeRecords(bytes)).toMatchObject({
      unreadable: 0,
      whole: true,
      last: entries.at(-1)?.seq,
      end: bytes.length - ROOM.length,
    })
  })

  test.prop([journal, fc.nat()], { seed })(
    'A journal cut at any byte is read as a prefix and no longer counts as whole',
    (entries, at) => {
      const written = Buffer.concat(bytesOf(entries))
      const cut = written.subarray(0, at % (written.length + 1))
      const read = entriesOf(cut)
      expect(read).toEqual(entries.slice(0, read.length))
      expect(decodeRecords(cut).whole).toBe(false)
    },
  )

  test.prop([journal, fc.nat(), fc.integer({ min: 1, max: 255 })], { seed })(
    'A journal with one changed byte yields no false line and is whole only if that byte is a commit flag',
    (entries, at, change) => {
      const bytes = Buffer.concat([...bytesOf(entries), ROOM])
      const place = at % bytes.length
      bytes.writeUInt8((bytes.readUInt8(place) ^ change) & 0xff, place)
      const read = entriesOf(bytes)
      for (const entry of read) expect(entries).toContainEqual(entry)
      expect(read.length).toBeGreaterThanOrEqual(entries.length - 2)
      const flags = bytesOf(entries).map((_, line, all) => Buffer.concat(all.slice(0, line)).length)
      if (!(flags.includes(place) && bytes.readUInt8(place) === '+'.charCodeAt(0)))
        expect(decodeRecords(bytes).whole).toBe(false)
    },
  )

  one('A journal without its beginning, with a missing line or with a repeated line is not whole', () => {
    const lines = bytesOf([
      { kind: 'begin', seq: 4, version: 1, format: FORMAT },
      { kind: 'rows', seq: 5, version: 1, rows: [] },
      { kind: 'rows', seq: 6, version: 1, rows: [] },
    ])
    expect(decodeRecords(Buffer.concat([...lines.slice(1), ROOM]))).toMatchObject({
      whole: false,
      unreadable: 0,
      last: 6,
    })
    expect(decodeRecords(Buffer.concat([...lines.toSpliced(1, 1), ROOM]))).toMatchObject({ whole: false, last: 6 })
    expect(decodeRecords(Buffer.concat([...lines, ...lines.slice(1), ROOM]))).toMatchObject({
      whole: false,
      unreadable: 2,
    })
    expect(decodeRecords(Buffer.alloc(0))).toMatchObject({ lines: [], whole: false, last: 0, end: 0 })
  })

  one('A journal line is committed once its flag is set', () => {
    const line = encodeRecord(JSON.stringify({ kind: 'rows', seq: 1, version: 1, rows: [] }))
    expect(decodeRecords(line).lines).toMatchObject([{ committed: false, at: 0, length: line.length }])
    line.write('+')
    expect(decodeRecords(line).lines).toMatchObject([{ committed: true }])
  })
})
