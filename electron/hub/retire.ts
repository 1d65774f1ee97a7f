import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { nameKey } from '../../shared/desk/desk-name.ts'
import { hubPaths, readHubSettings } from './folder.ts'
import { refuse, type HubResult } from './problems.ts'
import { withOperator } from './session.ts'

const END_TRIES = 50
const END_PAUSE_MS = 100

/** Admits a desk no longer and ends its sessions. Returns the desk's name as it was invited. */
export async function retireDesk(folder: string, name: string): Promise<HubResult<{ readonly name: string }>> {
  const settings = readHubSettings(folder)
  if (!settings.ok) return settings
  const asked = await withOperator(settings.value, hubPaths(folder), async ({ client }) => {
    const { rows } = await client.query<{ role: string; name: string; name_key: string }>(
      'SELECT role, name, name_key FROM hub_admin.desk WHERE retired_at IS NULL ORDER BY name',
    )
    const desk = rows.find((row) => row.name_key === nameKey(name))
    if (desk === undefined) return refuse({ code: 'name-unknown', name, known: rows.map((row) => row.name) })
    await client.query('SELECT hub_admin.retire($1)', [desk.role])
    if (await endSessions(client, desk.role)) return { ok: true as const, value: { name: desk.name } }
    return refuse({ code: 'server-failed', step: 'retire', detail: 'one of its sessions has not ended; run stop' })
  })
  return asked.ok ? asked.value : asked
}

/** Ends the sessions of a retired role until none is left, because a login may have begun before the role closed. */
async function endSessions(client: pg.Client, role: string): Promise<boolean> {
  for (let tried = 0; tried < END_TRIES; tried += 1) {
    const { rows } = await client.query<{ left: string }>('SELECT hub_admin.end_sessions($1) AS left', [role])
    if (rows[0]?.left === '0') return true
    await pause(END_PAUSE_MS)
  }
  return false
}
