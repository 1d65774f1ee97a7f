import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../../electron/store/store.ts'

/** Makes the disk full for SQLite: the database file may not grow by a page. The returned function undoes this. */
export function fillDisk(store: Store): () => void {
  const pragma = (text: string) => store.read((view) => view.sql(`PRAGMA ${text}`).get()) as Record<string, number>
  // SQLite would still use the free pages of the file.
  store.read((view) => view.sql('VACUUM').run())
  pragma(`max_page_count = ${pragma('page_count')['page_count']}`)
  return () => void pragma('max_page_count = 1073741823')
}

/**
 * Makes the disk full for one open file of this process (Linux only): the file's descriptor leads to /dev/full from now
 * on. The returned function undoes this.
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

/** A new file gets the lowest free descriptor, so other files may have to be opened first. */
function lead(number: number, file: string): void {
  closeSync(number)
  const others: number[] = []
  for (let open = openSync(file, 'r+'); open !== number; open = openSync(file, 'r+')) {
    others.push(open)
    if (open > number) throw new Error('the number was taken by somebody else')
  }
  for (const other of others) closeSync(other)
}
