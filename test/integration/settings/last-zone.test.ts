import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLastZone } from '../../../electron/settings/last-zone.ts'
import { temporaryFolder } from '../../support/fixtures/temporary-folder.ts'

const file = (folder: string) => join(folder, 'rooftop-zone.txt')

test('The zone of the last open desk is read after a restart, and a broken file counts as none', () => {
  const folder = temporaryFolder()
  const first = openLastZone(folder, () => undefined)
  expect(first.read()).toBeNull()
  first.keep('America/Denver')
  expect(first.read()).toBe('America/Denver')
  expect(openLastZone(folder, () => undefined).read()).toBe('America/Denver')
  expect(readFileSync(file(folder), 'utf8')).toBe('America/Denver\n')
  writeFileSync(file(folder), 'Nowhere/Land')
  expect(openLastZone(folder, () => undefined).read()).toBeNull()
})

test('A disk that refuses the zone is logged and stops nothing', () => {
  const folder = join(temporaryFolder(), 'data')
  const events: string[] = []
  // The folder does not exist, so the write fails for every user.
  const zone = openLastZone(folder, ({ event }) => void events.push(event))
  zone.keep('America/Denver')
  expect([zone.read(), events]).toEqual(['America/Denver', ['internal-error']])
})
