import { describe, expect, test } from 'vitest'
import {
  clearKeptDraft,
  readKeptDraft,
  readSetting,
  writeKeptDraft,
  writeSetting,
} from '../../../electron/store/desk.ts'
import { openTestStore } from '../../support/desk-store.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { START } from '../../support/system.ts'

describe('the draft of the form', () => {
  test('is none at first, is the last one kept, and is gone when it is cleared', () => {
    const store = openTestStore()
    expect(store.read(readKeptDraft)).toBeNull()
    store.write((tx) => writeKeptDraft(tx, { name: 'Nora' }, START))
    store.write((tx) => writeKeptDraft(tx, { name: "Nora O'Shea", note: '' }, '2026-11-21T15:00:05Z'))
    expect(store.read(readKeptDraft)).toEqual({
      form: { name: "Nora O'Shea", note: '' },
      keptAt: '2026-11-21T15:00:05Z',
    })
    store.write(clearKeptDraft)
    expect(store.read(readKeptDraft)).toBeNull()
    expect(() => store.write(clearKeptDraft)).not.toThrow()
  })

  test('comes back as it was typed after the store was closed', () => {
    const folder = temporaryFolder()
    const form = { name: '\u202eעברית 🚗', note: 'two\nlines\t"', sql: "'; DROP TABLE drafts; --", zero: 'a\u0000b' }
    const first = openTestStore(folder)
    first.write((tx) => writeKeptDraft(tx, form, START))
    first.close()
    expect(openTestStore(folder).read(readKeptDraft)).toEqual({ form, keptAt: START })
  })
})

test('a setting is null until it is written, and then the last one', () => {
  const store = openTestStore()
  expect(store.read((view) => readSetting(view, 'practice-link'))).toBeNull()
  for (const value of ['cut', 'up', '']) {
    store.write((tx) => writeSetting(tx, 'practice-link', value))
    expect(store.read((view) => readSetting(view, 'practice-link'))).toBe(value)
  }
  expect(store.read((view) => readSetting(view, 'other'))).toBeNull()
})
