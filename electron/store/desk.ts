import { WAITING_DRAFT, type KeptDraft } from '../../shared/bridge.ts'
import type { UtcInstant } from '../../shared/time.ts'
import { readJson } from './json.ts'
import type { Tx, View } from './store.ts'

/** The settings and the draft of the form: what the desk remembers of itself. */

export function readSetting(view: View, key: string): string | null {
  const row = view.sql('SELECT value FROM settings WHERE key = ?').get(key) as { value: string } | undefined
  return row?.value ?? null
}

export function writeSetting(tx: Tx, key: string, value: string): void {
  tx.sql('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    key,
    value,
  )
}

export function readKeptDraft(view: View): KeptDraft | null {
  const row = view.sql('SELECT form, kept_at FROM drafts WHERE id = 1').get() as
    { form: string; kept_at: string } | undefined
  return row === undefined ? null : { form: readJson<Record<string, string>>(row.form) ?? {}, keptAt: row.kept_at }
}

export function writeKeptDraft(tx: Tx, form: Readonly<Record<string, string>>, at: UtcInstant): void {
  tx.sql(
    `INSERT INTO drafts (id, form, kept_at) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET form = excluded.form, kept_at = excluded.kept_at`,
  ).run(JSON.stringify(form), at)
}

/** Takes the draft away, but for what waits behind it and is not saved yet. */
export function clearSavedDraft(tx: Tx, at: UtcInstant): void {
  const waiting = Object.entries(readKeptDraft(tx)?.form ?? {}).filter(([name]) => name.startsWith(WAITING_DRAFT))
  if (waiting.length === 0) clearKeptDraft(tx)
  else writeKeptDraft(tx, Object.fromEntries(waiting), at)
}

export function clearKeptDraft(tx: Tx): void {
  tx.sql('DELETE FROM drafts').run()
}
