import { connected, type TestHub } from './board.ts'

/** Makes every event old, and drops the old ones, as the retention does after 46 days. */
export async function dropLog(hub: TestHub): Promise<void> {
  const client = await connected(hub.server.superuser)
  await client.query('SET session_replication_role = replica')
  await client.query(`UPDATE board.event SET at = at - interval '46 days'`)
  await client.end()
  await hub.sql('SELECT board.drop_old(1000000)')
}
