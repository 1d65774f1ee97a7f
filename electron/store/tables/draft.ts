import { STASHED_DRAFT_PREFIX, type StoredDraft } from '../../../shared/booking/stored-draft.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'
import { parseJson } from '../../platform/json.ts'
import type { Tx, View } from '../tx.ts'

/** The draft of the booking form: one row, which survives a crash. */

export function readDraft(view: View): StoredDraft | null {
  const row = view.sql('SELECT form, saved_at FROM drafts WHERE id = 1').get() as
    { form: string; saved_at: string } | undefined
  return row === undefined ? null : { form: parseJson<Record<string, string>>(row.form) ?? {}, keptAt: row.saved_at }
}

export function writeDraft(tx: Tx, form: Readonly<Record<string, string>>, at: UtcInstant): void {
  tx.sql(
    `INSERT INTO drafts (id, form, saved_at) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET form = excluded.form, saved_at = excluded.saved_at`,
  ).run(JSON.stringify(form), at)
}

/** Deletes the draft of the booking that was just saved. Keeps a stashed draft, which is not saved yet. */
export function clearDraftOfSavedBooking(tx: Tx, at: UtcInstant): void {
  const waiting = Object.entries(readDraft(tx)?.form ?? {}).filter(([name]) => name.startsWith(STASHED_DRAFT_PREFIX))
  if (waiting.length === 0) clearDraft(tx)
  else writeDraft(tx, Object.fromEntries(waiting), at)
}

export function clearDraft(tx: Tx): void {
  tx.sql('DELETE FROM drafts').run()
}
