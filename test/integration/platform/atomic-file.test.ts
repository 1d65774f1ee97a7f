import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeFileAtomic } from '../../../electron/platform/atomic-file.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

describe('`writeFileAtomic`', () => {
  test('A new file takes the place of the old file whole, with its own mode and nothing beside it', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'desk.json')
    for (const text of ['a longer text than the next', 'short']) {
      writeFileAtomic(file, text, 0o600)
      expect(readFileSync(file, 'utf8')).toBe(text)
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    expect(readdirSync(folder)).toEqual(['desk.json'])
  })

  test('A replacement that fails leaves what stood there, and no part beside it', () => {
    const folder = temporaryFolder()
    const taken = join(folder, 'desk.json')
    mkdirSync(taken)
    writeFileSync(join(taken, 'inside'), 'kept')
    expect(() => writeFileAtomic(taken, 'text', 0o600)).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
    expect(readFileSync(join(taken, 'inside'), 'utf8')).toBe('kept')
    expect(readdirSync(folder)).toEqual(['desk.json'])
  })

  test('A link that lies where the part goes is removed, and the file behind it is not written to', () => {
    const folder = temporaryFolder()
    const other = join(folder, 'other')
    writeFileSync(other, 'theirs')
    symlinkSync(other, join(folder, 'desk.json.lanekeeper-part'))
    writeFileAtomic(join(folder, 'desk.json'), 'ours', 0o600)
    expect(readFileSync(other, 'utf8')).toBe('theirs')
    expect(readdirSync(folder).toSorted()).toEqual(['desk.json', 'other'])
  })
})
