import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { warningFile } from '../../../../build/package/config.ts'
import { buildKindOf, WARNING_FILE } from '../../../../electron/shell/build-kind.ts'
import { temporaryFolder } from '../../../support/fixtures/temporary-folder.ts'

test('A package with the file that the packaging leaves in a test build is a test build', () => {
  expect(WARNING_FILE).toBe(warningFile)
  const resources = temporaryFolder()
  expect([buildKindOf(false, resources), buildKindOf(true, resources)]).toEqual(['development', 'packaged'])
  writeFileSync(join(resources, warningFile), 'This is a test build.\n')
  expect([buildKindOf(false, resources), buildKindOf(true, resources)]).toEqual(['development', 'test'])
})
