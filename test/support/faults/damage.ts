import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { Chance } from '../sim/seeded-rng.ts'

/** Kinds of damage that files on a workstation suffer. */

export const DAMAGES = [
  'random-pages',
  'random-bytes',
  'zeroed-pages',
  'truncated',
  'cut-in-a-page',
  'empty',
  'missing',
  'lost-wal',
  'cut-wal',
  'flipped-wal',
  'other-file',
  'older-file',
] as const

export type DamageDone = (typeof DAMAGES)[number]

const PAGE = 4096

/** Damages `file` in the way of `how`. `older` is the same store some writes earlier. */
export function damageFile(file: string, how: DamageDone, chance: Chance, older: string): void {
  const wal = `${file}-wal`
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const pages = Math.floor(bytes.length / PAGE)
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => chance.upTo(255)))
  const overPages = (fill: (page: Buffer) => void) => {
    for (let count = 1 + chance.upTo(3); count > 0; count -= 1) {
      const at = chance.upTo(pages - 1) * PAGE
      fill(bytes.subarray(at, at + PAGE))
    }
    writeFileSync(file, bytes)
  }
  switch (how) {
    case 'random-pages':
      return overPages((page) => void noise(page.length).copy(page))
    case 'random-bytes':
      // The first bytes of a page say what kind of page it is.
      return overPages((page) => void noise(16).copy(page))
    case 'zeroed-pages':
      return overPages((page) => void page.fill(0))
    case 'truncated':
      return truncateSync(file, chance.upTo(pages - 1) * PAGE)
    case 'cut-in-a-page':
      return truncateSync(file, 1 + chance.upTo(bytes.length - 2))
    case 'empty':
      return truncateSync(file, 0)
    case 'missing':
      return rmSync(file)
    case 'lost-wal':
      return rmSync(wal)
    case 'cut-wal':
      return truncateSync(wal, chance.upTo(readFileSync(wal).length - 1))
    case 'flipped-wal': {
      const log = readFileSync(wal)
      const at = chance.upTo(log.length - 1)
      log.writeUInt8(log.readUInt8(at) ^ (1 << chance.upTo(7)), at)
      return writeFileSync(wal, log)
    }
    case 'other-file':
      return writeFileSync(file, `this is a letter that somebody saved here\n`.repeat(300))
    case 'older-file':
      rmSync(wal, { force: true })
      return copyFileSync(older, file)
    default:
      return how satisfies never
  }
}
