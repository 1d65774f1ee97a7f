import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { INVITATION_FILE } from '../../../electron/board/membership.ts'
import type { Desk, DeskOptions } from '../../../electron/desk/desk.ts'
import { pairBooking } from '../builders/bookings.ts'
import { movableClock, openTestDesk, openTestPractice, providerOf, valueOf } from '../desk/test-desk.ts'
import { testCipher } from '../fakes/secret-store.ts'
import type { NamedProvider } from '../builders/settings-file.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { TestHub } from '../hub/board.ts'
import { openRoad, type Road } from '../hub/road.ts'

/** Resolves once the status of a desk, or a booking in its store, is as expected. */
export function reached(desk: Desk, is: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = desk.onStatus(() => {
      if (!is()) return
      stop()
      resolve()
    })
    if (is()) resolve()
  })
}

/** Checks the connection until the desk is connected: a check that was under way misses that the provider is back. */
export const connect = (desk: Desk) =>
  expect
    .poll(() => {
      desk.checkConnection()
      return desk.status().connection.kind
    })
    .toBe('up')

export const boardOf = (desk: Desk) => desk.status().board
export const isLive = (desk: Desk) => boardOf(desk)?.kind === 'live'
export const isAlone = (desk: Desk) => boardOf(desk)?.kind === 'alone'
export const found = (desk: Desk, id: string) => valueOf(desk.getBooking(id))

/** The desk of a booking as this desk shows it: null for itself, `unknown` for a booking that this desk does not have. */
export function ownerOf(desk: Desk, id: string): string | null {
  const booking = desk.getBooking(id)
  return booking.ok ? booking.value.desk : 'unknown'
}

export function stateOf(desk: Desk, id: string): string {
  const booking = desk.getBooking(id)
  return booking.ok ? booking.value.state : 'unknown'
}

type WithReferences = { readonly moves: readonly { readonly reference: string }[] }

export function referencesOf(...bookings: readonly WithReferences[]): readonly string[] {
  return bookings.flatMap(({ moves }) => moves.map(({ reference }) => reference)).sort()
}

type RooftopDesk = Partial<DeskOptions> & { readonly hasRoad?: boolean; readonly of?: Partial<NamedProvider> }

/** Makes rooftops on one hub, each with desks, bookings and a provider of its own. */
export function createRooftops(hub: TestHub) {
  let roles = 0
  let bookings = 0
  return {
    /** A booking of a customer and a car of its own, because the desks of all rooftops have one hub. */
    next: () => pairBooking((bookings += 1)),
    nextRole: () => `desk${(roles += 1)}`,
    /**
     * Opens a provider, and a function that opens desks: `hasRoad` puts a road that a test can cut before the hub, and
     * `of` names the provider otherwise.
     */
    async open() {
      const provider = await openTestPractice(temporaryFolder())
      const open = async ({ hasRoad = false, of, ...more }: RooftopDesk = {}) => {
        const role = `desk${(roles += 1)}`
        const folder = temporaryFolder()
        const clock = movableClock()
        const road: Road | null = hasRoad ? await openRoad(hub.server.port) : null
        writeFileSync(join(folder, INVITATION_FILE), await hub.invite(role, road?.port), { mode: 0o600 })
        const cipher = testCipher()
        /** Opens the desk of the folder again, or the desk of a copy of the folder. */
        const start = (at = folder) =>
          openTestDesk(at, { ...providerOf(provider.url), ...of }, clock, { cipher, ...more })
        const opened = await start()
        await reached(opened.desk, () => isLive(opened.desk))
        return { ...opened, role, name: `Desk ${role}`, folder, clock, road, start }
      }
      const sent = async () => (await provider.ledger()).flatMap(({ references }) => references).sort()
      return { provider, open, sent }
    },
  }
}
