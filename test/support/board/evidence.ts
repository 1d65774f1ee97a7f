import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPO_ROOT } from '../../../build/paths.ts'
import type { TestHub } from '../hub/board.ts'

type DeskFile = { readonly role: string; readonly file: string }

/** Keeps the stores of the desks of a round and what the hub heard of them, because chance does not repeat a breach. */
export async function keepEvidence(hub: TestHub, round: number, files: readonly DeskFile[]): Promise<void> {
  const folder = join(REPO_ROOT, 'out/test/board-breach')
  mkdirSync(folder, { recursive: true })
  for (const { role, file } of files) copyFileSync(file, join(folder, `${role}.db`))
  const events = await hub.sql(
    `SELECT seq, desk, kind, booking, entry, body->'right' AS said, effect FROM board.event
     WHERE desk LIKE $1 ORDER BY seq`,
    [`r${round}d%`],
  )
  writeFileSync(join(folder, 'log.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}
