import type { Store } from '../../electron/store/store.ts'

/** Makes the disk of a store full, as SQLite sees it: no page more than the file has. The returned function frees it. */
export function fillDisk(store: Store): () => void {
  const pragma = (text: string) => store.read((view) => view.sql(`PRAGMA ${text}`).get()) as Record<string, number>
  // Pages that are free would still be taken.
  store.read((view) => view.sql('VACUUM').run())
  pragma(`max_page_count = ${pragma('page_count')['page_count']}`)
  return () => void pragma('max_page_count = 1073741823')
}
