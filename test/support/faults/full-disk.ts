import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../../electron/store/store.ts'

/** Makes the disk of a store full, as SQLite sees it: no page more than the file has. The returned function frees it. */
export function fillDisk(store: Store): () => void {
  const pragma = (text: string) => store.read((view) => view.sql(`PRAGMA ${text}`).get()) as Record<string, number>
  // Pages that are free would still be taken.
  store.read((view) => view.sql('VACUUM').run())
  pragma(`max_page_count = ${pragma('page_count')['page_count']}`)
  return () => void pragma('max_page_count = 1073741823')
}

/**
 * Makes the disk full for one file that this process has open, the journal of a store: its number leads to /dev/full from
 * now on. The returned function mends it. Linux alone.
 */
export function fillFile(file: string): () => void {
  const number = readdirSync('/proc/self/fd').find((one) => linkOf(one) === file)
  if (number === undefined) throw new Error(`${file} is not open`)
  lead(Number(number), '/dev/full')
  return () => lead(Number(number), file)
}

function linkOf(number: string): string {
  try {
    return readlinkSync(join('/proc/self/fd', number))
  } catch {
    return ''
  }
}

/** The system gives a new file the lowest number that is free, so others may have to be opened before it. */
function lead(number: number, file: string): void {
  closeSync(number)
  const others: number[] = []
  for (let open = openSync(file, 'r+'); open !== number; open = openSync(file, 'r+')) {
    others.push(open)
    if (open > number) throw new Error('the number was taken by somebody else')
  }
  for (const other of others) closeSync(other)
}
