import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INVITATION_FILE } from '../../../electron/board/membership.ts'
import type { Booking } from '../../../shared/booking/booking.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import type { TestHub } from '../hub/board.ts'
import type { ChildOrder } from '../processes/desk.ts'
import { startDeskProcess, type DeskProcess } from '../processes/processes.ts'

type KillAt = ChildOrder['killAt']

/** A desk of a hub in a folder of its own, which each start opens in a process of its own. */
export async function inviteDeskProcess(
  hub: TestHub,
  { role, address, script }: { readonly role: string; readonly address: string; readonly script: string },
) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, INVITATION_FILE), await hub.invite(role), { mode: 0o600 })
  const order = { folder, address, token: 'practice-token' }
  const start = (killAt: KillAt = null) => startDeskProcess({ ...order, killAt }, { script })
  return { folder, role, name: `Desk ${role}`, start }
}

/** Books at a desk process that saves nothing else meanwhile, and returns the id and the sorted references. */
export async function bookAt(child: DeskProcess, booking: Booking) {
  const before = child.lines.length
  const later = () => child.lines.slice(before).find((line) => line.event === 'saved')
  child.book(booking)
  await child.until(() => later() !== undefined)
  const saved = later()
  if (saved === undefined) throw new Error('nothing was saved')
  return { bookingId: saved.bookingId, references: [...saved.references].sort() }
}
