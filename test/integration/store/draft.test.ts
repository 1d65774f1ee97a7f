import { describe, expect, test } from 'vitest'
import { clearDraft, readDraft, writeDraft } from '../../../electron/store/tables/draft.ts'
import { readSetting, writeSetting } from '../../../electron/store/tables/settings.ts'
import { openTestStore } from '../../support/desk/test-store.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'
import { START } from '../../support/fakes/system.ts'

describe('The draft of the form', () => {
  test('The draft is null at first, is the last one written, and is null again after `clearDraft`', () => {
    const store = openTestStore()
    expect(store.read(readDraft)).toBeNull()
    store.write((tx) => writeDraft(tx, { name: 'Nora' }, START))
    store.write((tx) => writeDraft(tx, { name: "Nora O'Shea", note: '' }, '2026-11-21T15:00:05Z'))
    expect(store.read(readDraft)).toEqual({
      form: { name: "Nora O'Shea", note: '' },
      keptAt: '2026-11-21T15:00:05Z',
    })
    store.write(clearDraft)
    expect(store.read(readDraft)).toBeNull()
    expect(() => store.write(clearDraft)).not.toThrow()
  })

  test('The draft comes back as typed after the store was closed', () => {
    const folder = temporaryFolder()
    const form = { name: '\u202eעברית 🚗', note: 'two\nlines\t"', sql: "'; DROP TABLE drafts; --", zero: 'a\u0000b' }
    const first = openTestStore(folder)
    first.write((tx) => writeDraft(tx, form, START))
    first.close()
    expect(openTestStore(folder).read(readDraft)).toEqual({ form, keptAt: START })
  })
})

test('A setting is null until it is written, and then has the last value', () => {
  const store = openTestStore()
  expect(store.read((view) => readSetting(view, 'practice-connection'))).toBeNull()
  for (const value of ['cut', 'up', '']) {
    store.write((tx) => writeSetting(tx, 'practice-connection', value))
    expect(store.read((view) => readSetting(view, 'practice-connection'))).toBe(value)
  }
  expect(store.read((view) => readSetting(view, 'other'))).toBeNull()
})
