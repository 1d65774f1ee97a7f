import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PracticeConnection } from '../../../shared/desk/practice.ts'
import type { Bridge, DeskStatus } from '../../../shared/bridge/calls.ts'
import type { Notice } from '../../../shared/desk/settings.ts'
import type { Failure } from '../../../shared/result.ts'
import type { RecoveryReport, Damage } from '../../../shared/desk/damage.ts'
import { nameProvider } from '../../booking/text/phone-text.ts'
import { describeFailure } from '../text/failure-text.ts'
import { describeNotice } from '../text/notice-text.ts'

export type DeskStatusState = {
  /** Null until the first reply. */
  readonly status: DeskStatus | null
  /** Why the last read, recovery or practice switch failed, or which store is damaged; null after a success. */
  readonly errorMessage: string | null
  /** True if a new read may succeed: the failure is `internal`, and not a reason why the desk cannot open. */
  readonly canRetry: boolean
  /** The damaged store; null if no store is damaged. */
  readonly damage: Damage | null
  /** True while the recovery is running. */
  readonly recovering: boolean
  /** Report of the recovery, until the desk is read again. */
  readonly recovered: RecoveryReport | null
  /** Texts of the notices that a person hid since the window was opened. */
  readonly hiddenNotices: readonly string[]
  /** What the last act of a person here about the board brought, as a sentence until a person hides that, or null. */
  readonly boardOutcome: string | null
  /** True until the reply to a practice switch. */
  readonly switching: boolean
}

export type DeskStatusStore = StoreApi<DeskStatusState> & {
  /** Reads the status once. Later changes arrive as events. */
  readonly read: () => Promise<void>
  /**
   * Asks the desk for a health check, because the network may have changed or a person wants one. The desk does nothing
   * during a pause that the provider asked for or that follows several bookings in doubt in a row.
   */
  readonly checkConnection: () => void
  /** Recovers the damaged store. Does nothing while a recovery is running. */
  readonly recoverStore: () => Promise<void>
  /** Hides a notice until the window is opened again; `file-change` stays hidden afterwards too. */
  readonly hideNotice: (notice: Notice) => void
  /** Snoozes the reminder about bookings in doubt. Returns why that failed, or null. */
  readonly snoozeReminder: () => Promise<string | null>
  /** Sets the connection to the practice service. Does nothing while a switch is in progress. */
  readonly setPracticeConnection: (connection: PracticeConnection) => Promise<void>
}

/** Calls `listener` with the status of each event, whether or not bookings changed. */
export function onStatus(bridge: Bridge, listener: (status: DeskStatus) => void): void {
  bridge.on('deskChanged', listener)
  bridge.on('movesChanged', ({ status }) => listener(status))
}

/** Calls `listener` after a change of bookings, unless the provider was asked about them and told nothing new. */
export function onNews(bridge: Bridge, listener: () => void): void {
  bridge.on('movesChanged', ({ hasNews }) => {
    if (hasNews) listener()
  })
}

/** Store of the desk status that the window frame shows, kept current by events. */
export function createDeskStatus(bridge: Bridge): DeskStatusStore {
  const store = createStore<DeskStatusState>(() => ({
    status: null,
    errorMessage: null,
    canRetry: false,
    damage: null,
    recovering: false,
    recovered: null,
    hiddenNotices: [],
    boardOutcome: null,
    switching: false,
  }))
  const refused = (failure: Failure) =>
    store.setState({
      errorMessage: describeFailure(failure),
      canRetry: failure.code === 'internal',
      damage: failure.damage ?? null,
    })
  /**
   * Returns the newer status by `monotonicAt`, because a reply may arrive after a newer event. Also passes the provider
   * of that status to `nameProvider`, so that sentences name the provider before a component renders.
   */
  const newest = (status: DeskStatus): DeskStatus => {
    const shown = store.getState().status
    const newer = shown !== null && shown.monotonicAt > status.monotonicAt ? shown : status
    nameProvider(newer.providerContact)
    return newer
  }
  onStatus(bridge, (status) => store.setState({ status: newest(status) }))
  bridge.on('deskDamaged', refused)
  return {
    ...store,
    read: async () => {
      const answer = await bridge.readStatus(null)
      store.setState({ recovered: null })
      if (answer.ok) store.setState({ status: newest(answer.value), errorMessage: null, damage: null })
      else refused(answer.failure)
    },
    recoverStore: async () => {
      if (store.getState().recovering) return
      store.setState({ recovering: true, errorMessage: null })
      const answer = await bridge.recoverStore(null)
      store.setState({
        recovering: false,
        ...(answer.ok ? { recovered: answer.value } : { errorMessage: describeFailure(answer.failure) }),
      })
    },
    checkConnection: () => void bridge.checkConnection(null),
    hideNotice: (notice) => {
      store.setState(({ hiddenNotices }) => ({ hiddenNotices: [...hiddenNotices, describeNotice(notice)] }))
      // A refused write shows the notice again at the next start.
      if (notice.code === 'file-change') void bridge.markFileChangeSeen(null)
    },
    snoozeReminder: async () => {
      const answer = await bridge.snoozeReminder(null)
      if (answer.ok) store.setState({ status: newest(answer.value) })
      return answer.ok ? null : describeFailure(answer.failure)
    },
    setPracticeConnection: async (connection) => {
      if (store.getState().switching) return
      store.setState({ switching: true })
      const answer = await bridge.setPracticeConnection({ connection })
      store.setState({
        switching: false,
        ...(answer.ok
          ? { status: newest(answer.value), errorMessage: null }
          : { errorMessage: describeFailure(answer.failure) }),
      })
    },
  }
}
