import { statSync } from 'node:fs'
import path from 'node:path'

import { filesBelow } from '../offline/runtime-record.ts'
import type { PackResult, Variant } from './pack.ts'

/** The sizes of one installer, in bytes. */
export interface Size {
  readonly variant: Variant
  readonly artefact: string
  readonly bytes: number
  /** The bytes of all files, as installed. */
  readonly unpacked: number
  readonly files: number
  /** The bytes of app.asar; 0 without this file. */
  readonly asar: number
}

/** The sizes of every installer of both variants. */
export function sizesOf({ folders, installers }: PackResult): Size[] {
  return (['release', 'e2e'] as const).flatMap((variant) => {
    const files = filesBelow(folders[variant])
    const unpacked = files.reduce((sum, file) => sum + statSync(file).size, 0)
    const archive = files.find((file) => path.basename(file) === 'app.asar')
    const asar = archive === undefined ? 0 : statSync(archive).size
    return installers[variant].map((file) => ({
      variant,
      artefact: path.basename(file),
      bytes: statSync(file).size,
      unpacked,
      files: files.length,
      asar,
    }))
  })
}

/** Megabytes are millions of bytes, as sellers of disks and downloads count. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
