import { setTimeout as pause } from 'node:timers/promises'
import { hubPaths, readHubSettings } from './folder.ts'
import type { HubResult } from './problems.ts'
import { withOperator } from './session.ts'

/** Every desk waits for the lock of a call, so a call drops no more events and no more bookings than this. */
const DROPPED_AT_ONCE = 1_000
/** The desks that waited get their turn between two calls. */
const PAUSE_MS = 50

type Dropped = { readonly events: number; readonly bookings: number }

/** Drops the events and the ended bookings that are older than the hub keeps them, and returns how many. */
export async function tidyHub(folder: string): Promise<HubResult<Dropped>> {
  const settings = readHubSettings(folder)
  if (!settings.ok) return settings
  return withOperator(settings.value, hubPaths(folder), async ({ client }) => {
    let all: Dropped = { events: 0, bookings: 0 }
    for (;;) {
      const { rows } = await client.query<{ dropped: Dropped }>('SELECT hub_admin.drop_old($1) AS dropped', [
        DROPPED_AT_ONCE,
      ])
      const { events = 0, bookings = 0 } = rows[0]?.dropped ?? {}
      all = { events: all.events + events, bookings: all.bookings + bookings }
      if (events < DROPPED_AT_ONCE && bookings < DROPPED_AT_ONCE) return all
      await pause(PAUSE_MS)
    }
  })
}
