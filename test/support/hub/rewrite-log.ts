import { connected, type TestHub } from './board.ts'

/** Runs a statement that may change the log, which the hub allows to nobody. Returns the rows. */
export async function rewriteLog(
  hub: TestHub,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = await connected(hub.server.superuser)
  await client.query('SET session_replication_role = replica')
  const { rows } = await client.query<Record<string, unknown>>(text, [...values])
  await client.end()
  return rows
}
