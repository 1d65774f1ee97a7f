import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

import { REPO_ROOT } from '../paths.ts'

/** The table that electron/platform/zip-codes.ts reads. */
export const zipCodesFile = path.join(REPO_ROOT, 'electron/platform/zip-codes.bin')

/** Puts the table of ZIP codes beside the bundled scripts, because the code looks for the table in its own folder. */
export const zipCodes: Plugin = {
  name: 'zip-codes',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: path.basename(zipCodesFile), source: readFileSync(zipCodesFile) })
  },
}
