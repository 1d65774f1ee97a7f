import { hubPaths, readHubSettings } from './folder.ts'
import { refuse, type HubResult } from './problems.ts'
import { withOperator } from './session.ts'

/**
 * Erases the personal data of the booking with a reference at the hub; each other desk than the one that has the
 * booking erases its copy when the desk reads the board (electron/board/README.md#replicas).
 */
export async function forgetBooking(folder: string, reference: string): Promise<HubResult<null>> {
  const settings = readHubSettings(folder)
  if (!settings.ok) return settings
  const asked = await withOperator(settings.value, hubPaths(folder), async ({ client }) => {
    const { rows } = await client.query<{ became: string }>('SELECT hub_admin.forget($1) AS became', [reference])
    return rows[0]?.became
  })
  if (!asked.ok) return asked
  if (asked.value === 'ok') return { ok: true, value: null }
  return refuse({ code: asked.value === 'state' ? 'booking-open' : 'reference-unknown', reference })
}
