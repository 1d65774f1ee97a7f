import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { INVITATION_FILE } from '../../../electron/board/membership.ts'
import type { Desk } from '../../../electron/desk/desk.ts'
import type { DeskInvitation } from '../../../shared/desk/invitation.ts'
import { movableClock, openTestDesk, providerOf, valueOf } from '../desk/test-desk.ts'
import { testCipher } from '../fakes/secret-store.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { startHub } from '../hub/board.ts'
import { loseDesk, removeDesks } from '../hub/bookings.ts'
import { boardOf, connect, createRooftops, isAlone, isLive, reached, stateOf } from './rooftop.ts'

/** The bookings of a desk that wait at its hub, and for which desks; null for none. */
export function frozenOf(desk: Desk) {
  const board = boardOf(desk)
  return board?.kind === 'live' ? (board.frozen ?? null) : null
}

/** A hub that is lost and the hub that replaces it, whose epoch is that of the lost hub and `seconds`. */
export async function startTwoHubs(seconds: number) {
  const [lost, next] = [await startHub(), await startHub()]
  const [row] = await lost.sql('SELECT epoch::float8 AS epoch FROM board.hub')
  await next.sql('UPDATE board.hub SET epoch = $1', [Number(row?.['epoch']) + seconds])
  const rooftops = createRooftops(lost)
  /** Opens a rooftop. No desk of an earlier test is on a roster. */
  const openRooftop = async () => {
    for (const hub of [lost, next]) await removeDesks(hub)
    return rooftops.open()
  }
  return {
    lost,
    next,
    rooftops,
    /** The invitation of a desk to the new hub, under the name that the desk has. */
    async invitationTo(role: string, name: string, port?: number): Promise<DeskInvitation> {
      const invitation = JSON.parse(await next.invite(role, port)) as DeskInvitation
      await next.sql('UPDATE board.desk SET name = $2 WHERE role = $1', [role, name])
      return { ...invitation, desk: { ...invitation.desk, name } }
    },
    openRooftop,
    /** Two desks with a booking of the first that waits and is offered. The first cannot reach the hub any more. */
    async openCutOff(booking = rooftops.next()) {
      const { provider, open, sent } = await openRooftop()
      const [one, two] = [await open({ hasRoad: true }), await open()]
      await provider.setConnection('cut')
      const booked = valueOf(one.desk.bookMove(booking))
      await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
      one.road?.cut()
      await reached(one.desk, () => isAlone(one.desk))
      /** Another desk takes the booking over and sends the booking. */
      const takeAndSend = async (taker: { readonly desk: Desk }) => {
        await lost.silence(one.role)
        expect(valueOf(await taker.desk.takeOver(one.role, 'Dana R.'))).toMatchObject({ waiting: 1 })
        await provider.setConnection('up')
        await connect(taker.desk)
        await reached(taker.desk, () => stateOf(taker.desk, booked.id) === 'booked')
      }
      return { provider, open, one, two, sent, booked, takeAndSend }
    },
    /** The desks for which the new hub freezes what was offered to the lost hub. */
    async missing() {
      const [row] = await next.sql('SELECT board.missing_desks(h) AS missing FROM board.hub h')
      return row?.['missing']
    },
    /** Invites a desk to the new hub under its name, and retires the desk, which is gone for good. */
    async retire(role: string, name: string) {
      await this.invitationTo(role, name)
      await loseDesk(next, role)
    },
    /** Opens a desk on a PC that is new, with its first invitation to the new hub. */
    async openNewPc(providerUrl: string, role: string, name: string) {
      const folder = temporaryFolder()
      const invitation = JSON.stringify(await this.invitationTo(role, name))
      writeFileSync(join(folder, INVITATION_FILE), invitation, { mode: 0o600 })
      const opened = await openTestDesk(folder, providerOf(providerUrl), movableClock(), { cipher: testCipher() })
      await reached(opened.desk, () => isLive(opened.desk))
      return opened
    },
    /** Two desks with a booking of the first that waits, after the hub was lost. */
    async openLost() {
      const { provider, open, sent } = await openRooftop()
      const [one, two] = [await open(), await open()]
      await provider.setConnection('cut')
      const booked = valueOf(one.desk.bookMove(rooftops.next()))
      await reached(two.desk, () => stateOf(two.desk, booked.id) === 'waiting')
      await this.stopLost()
      for (const { desk } of [one, two]) await reached(desk, () => isAlone(desk))
      return { provider, sent, one, two, booked }
    },
    /** The desk follows the new hub. */
    async move({ desk, name }: { readonly desk: Desk; readonly name: string }, role: string) {
      valueOf(await desk.membership.join(await this.invitationTo(role, name)))
      await reached(desk, () => isLive(desk))
    },
    /**
     * Renews the certificate of a desk of the new hub: the role is retired, and the desk invited under its name and
     * another role.
     */
    async renew(desk: Desk, { from, to, name }: { readonly from: string; readonly to: string; readonly name: string }) {
      await next.sql('UPDATE board.desk SET gone_at = clock_timestamp() WHERE role = $1', [from])
      await next.sql(`ALTER ROLE ${from} NOLOGIN`)
      await next.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [from])
      await reached(desk, () => isAlone(desk))
      valueOf(await desk.membership.join(await this.invitationTo(to, name)))
      await reached(desk, () => isLive(desk))
    },
    /** Kills the lost hub until the end of the test. */
    async stopLost() {
      await lost.stop('SIGKILL')
      onTestFinished(() => lost.server.start())
    },
    async remove() {
      await lost.remove()
      await next.remove()
    },
  }
}

export type TwoHubs = Awaited<ReturnType<typeof startTwoHubs>>
