import type { Tx, View } from '../tx.ts'

/** Settings of the desk: texts by key. */

export function readSetting(view: View, key: string): string | null {
  const row = view.sql('SELECT value FROM settings WHERE key = +?').get(key) as { value: string } | undefined
  return row?.value ?? null
}

export function writeSetting(tx: Tx, key: string, value: string): void {
  tx.sql('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    key,
    value,
  )
}

/** Gives a recovered store a random id of its own, as the first migration gives one to a new store. */
export function renewDeskId(tx: Tx): void {
  tx.sql(`UPDATE settings SET value = lower(hex(randomblob(16))) WHERE key = 'desk_id'`).run()
}
