import type { BoardKeyPlace, BoardView } from '../../shared/desk/board-membership.ts'
import { isExpired, type DeskInvitation } from '../../shared/desk/invitation.ts'
import type { ConnectionCause } from '../../shared/desk/connection.ts'
import type { Notice } from '../../shared/desk/settings.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { createEmitter } from '../platform/emitter.ts'
import { errorCode } from '../platform/log-events.ts'
import { isDiskError } from '../store/errors.ts'
import { leaveBoard, readLink } from '../store/board/link.ts'
import { countUnsettled } from '../store/board/leave.ts'
import { forgetRoster } from '../store/board/roster.ts'
import type { Store } from '../store/store.ts'
import { NO_BOARD, type Board, type BoardOptions } from './board-of-desk.ts'
import { HubError } from './hub-session.ts'
import { forgetMembership, keepInvitation, type KnownMembership, type Membership } from './membership.ts'

/*
 * The board of a desk that a person may join and leave while the desk is open:
 *
 *   no board --join: reach the hub, keep the key, link the store--> board --leave: end, forget, unlink--> no board
 */

export type DeskBoard = Board & {
  view(): BoardView
  notices(): readonly Notice[]
  /**
   * Joins the board of an invitation once its hub admitted this desk. Fails with `not-possible` (this desk is on a
   * board), `too-late` (expired), `already-asked` (taken before), `unreachable`, `not-allowed` (not admitted), `busy`
   * or `not-saved`, and then changes nothing.
   */
  join(invitation: DeskInvitation): Promise<Result<BoardView>>
  /**
   * Leaves the board, at most `TELL_MS` later, because the hub is told first. Fails with `not-possible` (an offered
   * booking is open, or the hub may let another desk send a booking that is settled here), `busy` or `not-saved`.
   */
  leave(): Promise<Result<BoardView>>
}

type Current = { readonly board: Board; readonly known: KnownMembership | null; readonly key: BoardKeyPlace }

type Hubs = {
  readonly start: (membership: Membership) => Promise<Board>
  readonly probe: (invitation: DeskInvitation) => Promise<{ readonly wasHeard: boolean }>
}

/** Returns the function that makes the board of a desk of what the desk has at its start. */
export function createDeskBoard({ folder, cipher, clock, log }: BoardOptions, store: Store, { start, probe }: Hubs) {
  return (first: Current, fromFile: readonly Notice[]): DeskBoard => {
    const changed = createEmitter<[]>()
    const freed = createEmitter<[]>()
    let current = first
    let notices = fromFile
    let cannotSend: ConnectionCause | null = null
    let isBusy = false
    let isEnded = false
    let stopListening = () => {}
    const go = (next: Current) => {
      stopListening()
      current = next
      next.board.noteCannotSend(cannotSend)
      const stops = [next.board.onStatus(changed.emit), next.board.onFreed(freed.emit)]
      stopListening = () => stops.forEach((stop) => stop())
    }
    go(first)
    const view = (): BoardView => {
      const { known, key } = current
      const membership =
        known === null
          ? null
          : {
              rooftop: known.hub.rooftop,
              desk: known.desk.name,
              address: known.hub.address,
              port: known.hub.port,
              key,
            }
      return { membership, hasSecretStore: cipher !== null }
    }
    /** A new invitation takes the place of a board that admits this desk no more, or whose hub is lost. */
    const isAlone = () => current.board.status()?.kind === 'alone'
    const enter = async (invitation: DeskInvitation): Promise<Result<BoardView>> => {
      const { known, key } = current
      const { role } = invitation.desk
      if (known?.desk.role === role && key !== 'missing' && !isAlone()) return ok(view())
      const isOther = known !== null && known.desk.role !== role
      if (isOther && !isAlone())
        return fail('not-possible', 'board-already-joined', { desk: known.desk.name, rooftop: known.hub.rooftop })
      const isOwn = store.read(readLink)?.role === role || known?.desk.role === role
      if (!isOwn && isExpired(invitation, clock.now())) return fail('too-late', 'board-invitation-expired')
      try {
        const { wasHeard } = await probe(invitation)
        if (wasHeard && !isOwn) return fail('already-asked', 'board-invitation-used')
      } catch (error) {
        if (!(error instanceof HubError)) log({ event: 'internal-error', place: 'board', code: errorCode(error) })
        const fault = error instanceof HubError ? error.fault : 'failed'
        log({ event: 'board-away', code: fault })
        return fail(fault === 'refused' ? 'not-allowed' : 'unreachable', 'board-not-reached', { fault })
      }
      if (isEnded) return fail('busy', 'settings-busy')
      const { membership, place } = keepInvitation(folder, cipher, invitation)
      current.board.end()
      go({ board: NO_BOARD, known: membership, key: place })
      const board = await start(membership)
      if (isEnded) board.end()
      go({ board, known: membership, key: place })
      notices = []
      log({ event: 'board-invitation', code: 'taken' })
      changed.emit()
      return ok(view())
    }
    /** A hub that is away may never be back, so that a desk leaves without it where no booking can leave twice. */
    const isUntold = () => {
      const { unsaid, unreported } = store.read(countUnsettled)
      return unreported > 0 || (unsaid > 0 && !isAlone() && current.board.status() !== null)
    }
    /** Resolves to true once the hub was told of all changes, or to false after `TELL_MS`. */
    const told = () =>
      new Promise<boolean>((resolve) => {
        const until = clock.monotonic() + TELL_MS
        const look = () => {
          const isTold = !isUntold()
          if (isEnded || isTold || isAlone() || clock.monotonic() >= until) resolve(isTold)
          else clock.schedule(LOOK_MS, look)
        }
        look()
      })
    const exit = (): Result<BoardView> => {
      const { open } = store.read(countUnsettled)
      if (open > 0) return fail('not-possible', 'board-bookings-open', { count: open })
      store.write((tx) => {
        leaveBoard(tx)
        forgetRoster(tx)
      })
      current.board.end()
      forgetMembership(folder)
      go({ board: NO_BOARD, known: null, key: 'missing' })
      notices = []
      log({ event: 'board-left' })
      changed.emit()
      freed.emit()
      return ok(view())
    }
    /** The failure of a disk that refused; any other error is thrown on. */
    const notSaved = (error: unknown): Result<never> => {
      if (!isDiskError(error) && !(error instanceof Error && 'code' in error)) throw error
      log({ event: 'internal-error', place: 'board', code: errorCode(error) })
      return fail('not-saved', 'board-not-saved')
    }
    return {
      status: () => current.board.status(),
      onStatus: changed.on,
      rights: {
        standing: () => current.board.rights.standing(),
        hold: (bookingId) => current.board.rights.hold(bookingId),
        claimedElsewhereAt: (entryId) => current.board.rights.claimedElsewhereAt(entryId),
        claim: (entry) => current.board.rights.claim(entry),
      },
      onFreed: freed.on,
      takeOver: (role, who) => current.board.takeOver(role, who),
      takeBooking: (bookingId, who) => current.board.takeBooking(bookingId, who),
      noteCannotSend(why) {
        cannotSend = why
        current.board.noteCannotSend(why)
      },
      handOver: (who) => current.board.handOver(who),
      takeBack: (who) => current.board.takeBack(who),
      markTold: () => current.board.markTold(),
      markDoubleSendSeen: (bookingId) => current.board.markDoubleSendSeen(bookingId),
      view,
      notices: () => (current.known !== null && current.key === 'missing' ? [KEY_MISSING, ...notices] : notices),
      async join(invitation) {
        if (isBusy || isEnded) return fail('busy', 'settings-busy')
        isBusy = true
        try {
          return await enter(invitation)
        } catch (error) {
          return notSaved(error)
        } finally {
          isBusy = false
        }
      },
      async leave() {
        if (isBusy || isEnded) return fail('busy', 'settings-busy')
        isBusy = true
        try {
          const isTold = store.read(countUnsettled).open > 0 || (await told())
          if (isEnded) return fail('busy', 'settings-busy')
          return isTold ? exit() : fail('not-possible', 'board-not-told')
        } catch (error) {
          return notSaved(error)
        } finally {
          isBusy = false
        }
      },
      end() {
        isEnded = true
        stopListening()
        current.board.end()
      },
    }
  }
}

/** How long a desk that leaves waits until the hub has its last lines, and how often the desk looks. */
const TELL_MS = 5_000
const LOOK_MS = 100

const KEY_MISSING: Notice = { code: 'board-key-missing' }
