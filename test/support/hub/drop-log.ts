import type { TestHub } from './board.ts'
import { rewriteLog } from './rewrite-log.ts'

/** Makes every event old, and drops the old ones, as the retention does after 46 days. */
export async function dropLog(hub: TestHub): Promise<void> {
  await rewriteLog(hub, `UPDATE board.event SET at = at - interval '46 days'`)
  await hub.sql('SELECT board.drop_old(1000000)')
}
