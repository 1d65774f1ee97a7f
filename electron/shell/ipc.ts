import { app, clipboard, ipcMain, shell, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import { BRIDGE_CALLS, type BridgeCalls, type BridgeEvents, type Reply } from '../../shared/bridge/calls.ts'
import type { Json } from '../../shared/bridge/define-call.ts'
import { callChannel, CALLS, eventChannel, type CallName, type EventName } from '../../shared/bridge/names.ts'
import { parseInvitation } from '../../shared/desk/invitation.ts'
import { ok, fail, invalidInput, type Result } from '../../shared/result.ts'
import { fieldIssues } from '../../shared/field-issues.ts'
import type { SettingsChange } from '../../shared/desk/settings.ts'
import { newTrust } from '../../shared/desk/new-trust.ts'
import type { Desk } from '../desk/desk.ts'
import type { DeskHost } from '../desk/desk-host.ts'
import { APP_ORIGIN } from './app-protocol.ts'
import { buildKindOf } from './build-kind.ts'
import { createChangeCounter } from './change-counter.ts'
import { errorCode, type Log } from '../platform/log-events.ts'
import { followTheme } from './window.ts'
import type { ConfirmTrust } from './trust-dialog.ts'
import type { WindowPreferences } from './window-preferences.ts'

/*
 * The single entry into the main process. Every call passes two checks here, sender and argument, before the call
 * reaches the desk; a rejected call gets a failure as its reply, and each reply and event leaves as JSON text.
 */

type Answer<K extends CallName> = Result<BridgeCalls[K]['out']>

/** The handlers of the calls. Sender and argument were checked before. */
type Handlers = { readonly [K in CallName]: (input: BridgeCalls[K]['in']) => Answer<K> | Promise<Answer<K>> }

export type PushEvent = <E extends EventName>(event: E, what: BridgeEvents[E]) => void

/** The calls about the look of the window, which do not wait for the desk. */
type AppearanceCall = 'readAppearance' | 'changeAppearance'

/**
 * Registers the handlers of the page's calls, which call `onCall` and, except for those of the appearance, wait for
 * `opened`; without an open desk every call but `recoverStore`, `readAppearance`, `changeAppearance` and `readAbout`
 * replies with the reason. Returns the function that pushes events to the page.
 */
export function registerIpcHandlers(
  window: BrowserWindow,
  opened: Promise<DeskHost>,
  log: Log,
  preferences: WindowPreferences,
  confirmTrust: ConfirmTrust,
  onCall: () => void,
): PushEvent {
  const early: Partial<Handlers> = createAppearanceHandlers(preferences)
  const changes = createChangeCounter()
  const listening = opened.then((host) => {
    host.onCommit(changes.count)
    host.onStatus((status, { bookingIds, hasNews }) => {
      if (bookingIds.length === 0) tell('deskChanged', status)
      else tell('movesChanged', { bookingIds, hasNews, change: changes.newest(), status })
    })
    host.onDamaged((failure) => tell('deskDamaged', failure))
    return createDeskHandlers(window, host, log, confirmTrust)
  })
  // The start of the desk tells a person about a failed opening.
  listening.catch(() => {})
  const answer = async (name: CallName, event: IpcMainInvokeEvent, input: unknown): Promise<Reply<unknown>> => {
    if (!isOurPage(event, window)) {
      log({ event: 'call-rejected', call: name, code: 'sender' })
      return changes.reply(() => fail('not-allowed', 'foreign-sender'))
    }
    onCall()
    const read = BRIDGE_CALLS[name].input.safeParse(input)
    if (!read.success) {
      log({ event: 'call-rejected', call: name, code: 'invalid' })
      return changes.reply(() => invalidInput(fieldIssues(read.error)))
    }
    try {
      const handlers: Partial<Handlers> = name in early ? early : await listening
      // The schema of the same name parsed the argument, which the compiler cannot follow for a name that varies.
      const handle = handlers[name] as (input: unknown) => Result<unknown> | Promise<Result<unknown>>
      return await changes.reply(() => handle(read.data))
    } catch (error) {
      log({ event: 'internal-error', place: name, code: errorCode(error) })
      return changes.reply(() => fail('internal', 'internal'))
    }
  }
  for (const name of CALLS) {
    ipcMain.handle(callChannel(name), async (event, input: unknown) => JSON.stringify(await answer(name, event, input)))
  }
  const tell: PushEvent = (event, what: Json) => {
    if (!window.isDestroyed()) window.webContents.send(eventChannel(event), JSON.stringify(what))
  }
  return tell
}

/**
 * True for the main frame of our window while that frame shows our page. Other frames, other windows and closed frames
 * fail.
 */
function isOurPage(event: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  const frame = event.senderFrame
  return (
    !window.isDestroyed() &&
    frame !== null &&
    frame === window.webContents.mainFrame &&
    frame.url.startsWith(`${APP_ORIGIN}/`)
  )
}

function createAppearanceHandlers(preferences: WindowPreferences): Pick<Handlers, AppearanceCall> {
  return {
    readAppearance: () => ok(preferences.appearance()),
    changeAppearance(appearance) {
      followTheme(appearance)
      return preferences.setAppearance(appearance)
    },
  }
}

function createDeskHandlers(
  window: BrowserWindow,
  host: DeskHost,
  log: Log,
  confirmTrust: ConfirmTrust,
): Omit<Handlers, AppearanceCall> {
  /** Runs `act` on the open desk, or returns the reason why no desk is open. */
  const desk = <T>(act: (desk: Desk) => Result<T> | Promise<Result<T>>): Result<T> | Promise<Result<T>> => {
    const opened = host.desk()
    return opened.ok ? act(opened.value) : opened
  }
  /** Runs `act` on the open desk. If `change` trusts anything new, a person must confirm that first (`newTrust`). */
  const trusted = <T>(change: SettingsChange, act: (desk: Desk) => Promise<Result<T>>) =>
    desk<T>(async (on) => {
      const present = on.readSettings()
      if (!present.ok) return present
      const trust = newTrust(change, present.value)
      if (trust === null || (await confirmTrust(trust))) return act(on)
      log({ event: 'trust-declined' })
      return fail('not-allowed', 'trust-declined')
    })
  return {
    readStatus: () => desk((on) => ok(on.status())),
    checkConnection: () =>
      desk((on) => {
        on.checkConnection()
        return ok(null)
      }),
    bookMove: (booking) => desk((on) => on.bookMove(booking)),
    bookDespiteDuplicates: (despiteDuplicates) => desk((on) => on.bookDespiteDuplicates(despiteDuplicates)),
    findDuplicates: (query) => desk((on) => on.findDuplicates(query)),
    findOpenPickup: (query) => desk((on) => on.findOpenPickup(query)),
    bookVisit: (visit) => desk((on) => on.bookVisit(visit)),
    suggestCustomers: (query) => desk((on) => on.suggestCustomers(query)),
    suggestVehicles: ({ text, make }) => desk((on) => on.suggestVehicles(text, make)),
    readLoaners: ({ utc, except }) => desk((on) => on.readLoaners(utc, except)),
    checkLoaner: (check) => desk((on) => on.checkLoaner(check)),
    knownCustomer: ({ phone }) => desk((on) => on.knownCustomer(phone)),
    lookUpZip: ({ zip }) => desk((on) => ok(on.lookUpZip(zip))),
    decodeVin: ({ vin }) => desk(async (on) => ok(await on.decodeVin(vin))),
    getBooking: ({ bookingId }) => desk((on) => on.getBooking(bookingId)),
    readHistory: ({ bookingId }) => desk((on) => on.readHistory(bookingId)),
    copySupportDump: ({ bookingId }) =>
      desk(async (on) => {
        const raw = on.supportDump(bookingId)
        if (!raw.ok) return raw
        await clipboard.writeText(raw.value)
        return ok(null)
      }),
    copyText: ({ text }) =>
      desk(async () => {
        await clipboard.writeText(text)
        return ok(null)
      }),
    findBookings: (lookup) => desk((on) => on.findBookings(lookup)),
    readInbox: () => desk((on) => on.readInbox()),
    printSheet() {
      // The system tells a person about a missing printer by itself, and a closed dialog is no failure.
      return new Promise((resolve) => {
        window.webContents.print({ silent: false, landscape: true, pageSize: 'Letter' }, () => resolve(ok(null)))
      })
    },
    readDay: ({ date }) => desk((on) => on.readDay(date)),
    dayLoad: ({ date, except }) => desk((on) => on.dayLoad(date, except)),
    countBookings: ({ from, days }) => desk((on) => on.countBookings(from, days)),
    changeBooking: ({ bookingId, booking, promised }) => desk((on) => on.changeBooking(bookingId, booking, promised)),
    rescheduleBooking: ({ bookingId, time, window, who, promised }) =>
      desk((on) => on.rescheduleBooking(bookingId, { ...time, window }, who, promised)),
    settleReschedule: ({ bookingId, ...settling }) => desk((on) => on.settleReschedule(bookingId, settling)),
    withdrawBooking: ({ bookingId }) => desk((on) => on.withdrawBooking(bookingId)),
    resolveBooking: ({ bookingId, resolution }) => desk((on) => on.resolveBooking(bookingId, resolution)),
    addFact: ({ bookingId, fact, who, promised }) => desk((on) => on.addFact(bookingId, fact, who, promised)),
    findReferenceDuplicates: ({ bookingId, reference }) =>
      desk((on) => on.findReferenceDuplicates(bookingId, reference)),
    snoozeReminder: () => desk((on) => on.snoozeReminder()),
    readBoard: () => desk((on) => ok(on.membership.view())),
    joinBoard: ({ invitation: text }) =>
      desk(async (on) => {
        const invitation = parseInvitation(text)
        if (invitation === null) return fail('invalid', 'not-an-invitation')
        const { rooftop, address, port } = invitation.hub
        if (await confirmTrust({ board: { rooftop, at: `${address}:${port}` } })) return on.membership.join(invitation)
        log({ event: 'trust-declined' })
        return fail('not-allowed', 'board-declined')
      }),
    leaveBoard: () => desk((on) => on.membership.leave()),
    takeOver: ({ role, who }) => desk((on) => on.takeOver(role, who)),
    takeBooking: ({ bookingId, who }) => desk((on) => on.takeBooking(bookingId, who)),
    handOver: ({ who, withdrawn }) => desk((on) => on.handOver(who, withdrawn)),
    markTakenOverSeen: () => desk((on) => on.markTakenOverSeen()),
    markDoubleSendSeen: ({ bookingId }) => desk((on) => on.markDoubleSendSeen(bookingId)),
    requestCancellation: ({ moveIds, who }) => desk((on) => on.requestCancellation(moveIds, who)),
    requestChange: ({ moveId, change, who, promised }) => desk((on) => on.requestChange(moveId, change, who, promised)),
    withdrawAmendment: ({ amendmentId }) => desk((on) => on.withdrawAmendment(amendmentId)),
    readDraft: () => desk((on) => on.readDraft()),
    saveDraft: ({ form }) => desk((on) => on.saveDraft(form)),
    clearDraft: () => desk((on) => on.clearDraft()),
    setPracticeConnection: ({ connection }) => desk((on) => on.setPracticeConnection(connection)),
    fetchExternalMove: ({ number }) => desk((on) => on.fetchExternalMove(number)),
    searchExternalMoves: ({ text }) => desk((on) => on.searchExternalMoves(text)),
    distanceTo: ({ zip }) => desk((on) => ok({ miles: on.distanceTo(zip) })),
    readSettings: () => desk((on) => on.readSettings()),
    testConnection: (change) => trusted(change, (on) => on.testConnection(change)),
    changeSettings: (change) => trusted(change, (on) => on.changeSettings(change)),
    markFileChangeSeen: () => desk((on) => on.markFileChangeSeen()),
    openLink: ({ url }) =>
      desk(async (on) => {
        if (!on.isAllowedUrl(url)) {
          log({ event: 'url-blocked', code: 'host' })
          return fail('not-allowed', 'foreign-link', { host: on.missingLinkHost(url) })
        }
        // The operating system gets the parsed URL that was checked, not the text that the page sent.
        await shell.openExternal(new URL(url).href)
        return ok(null)
      }),
    recoverStore: () => host.recoverStore(),
    readAbout() {
      const opened = host.desk()
      const facts = opened.ok ? opened.value.readFacts() : opened
      return ok({
        version: app.getVersion(),
        build: buildKindOf(app.isPackaged, process.resourcesPath),
        electron: process.versions.electron,
        system: { platform: process.platform, version: process.getSystemVersion(), arch: process.arch },
        desk: facts.ok ? facts.value : null,
      })
    },
  }
}
