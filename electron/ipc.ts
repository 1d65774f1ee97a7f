import { clipboard, ipcMain, shell, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import {
  callChannel,
  CALLS,
  callSchemas,
  eventChannel,
  type BridgeCalls,
  type BridgeEvents,
  type CallName,
  type EventName,
} from '../shared/bridge.ts'
import { done, failed, type Result } from '../shared/failure.ts'
import { fieldIssues, refusal } from '../shared/issues.ts'
import type { Desk } from './app.ts'
import type { Front } from './front.ts'
import { PAGE_ORIGIN } from './scheme.ts'
import { appearanceSchema, type Appearance } from '../shared/workstation.ts'
import { errorCode, type Log } from './system.ts'
import { followTheme } from './window.ts'
import type { Workstation } from './workstation.ts'

/*
 * The one door of the main process. Every call passes the same two checks here, the sender and the argument, before it
 * reaches the desk; what is refused is answered as a value.
 */

type Answers = {
  readonly [K in Exclude<CallName, 'bringBack' | 'readAppearance' | 'changeAppearance'>]: (
    input: BridgeCalls[K]['in'],
  ) => Result<BridgeCalls[K]['out']> | Promise<Result<BridgeCalls[K]['out']>>
}

export type Tell = <E extends EventName>(event: E, what: BridgeEvents[E]) => void

/**
 * Answers the page's calls for a desk; while there is none, every call but the one that helps answers why. Gives what tells
 * the page of an event.
 */
export function answerCalls(window: BrowserWindow, front: Front, log: Log, workstation: Workstation): Tell {
  const schemas = callSchemas()
  for (const name of CALLS) {
    ipcMain.handle(callChannel(name), async (event, input: unknown): Promise<Result<unknown>> => {
      if (!isOurPage(event, window)) {
        log({ event: 'call-refused', call: name, code: 'sender' })
        return failed('not-allowed', 'This call did not come from the window of the desk.')
      }
      const read = schemas[name].safeParse(input)
      if (!read.success) {
        log({ event: 'call-refused', call: name, code: 'invalid' })
        return refusal(fieldIssues(read.error))
      }
      try {
        if (name === 'bringBack') return await front.bringBack()
        if (name === 'readAppearance') return done(workstation.appearance())
        if (name === 'changeAppearance') return changeAppearance(workstation, appearanceSchema.parse(read.data))
        const desk = front.desk()
        if (!desk.ok) return desk
        // The schema of this very name read it, which the compiler cannot follow through a loop.
        const answer = answersOf(desk.value, log)[name] as (input: unknown) => Promise<Result<unknown>>
        return await answer(read.data)
      } catch (error) {
        log({ event: 'fault', place: name, code: errorCode(error) })
        return failed('fault', 'Something in Lanekeeper went wrong. Nothing typed is lost. Try again, or call support.')
      }
    })
  }
  const tell: Tell = (event, what) => {
    if (!window.isDestroyed()) window.webContents.send(eventChannel(event), what)
  }
  front.onMovesChanged((what) => tell('movesChanged', what))
  front.onStatus((status) => tell('deskChanged', status))
  front.onDamaged((failure) => tell('deskDamaged', failure))
  return tell
}

function changeAppearance(workstation: Workstation, appearance: Appearance): Result<Appearance> {
  followTheme(appearance)
  return workstation.setAppearance(appearance)
}

/** The main frame of our window, showing our page: not a frame in it, not another window, not a frame that is gone. */
function isOurPage(event: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  const frame = event.senderFrame
  return (
    !window.isDestroyed() &&
    frame !== null &&
    frame === window.webContents.mainFrame &&
    frame.url.startsWith(`${PAGE_ORIGIN}/`)
  )
}

function answersOf(desk: Desk, log: Log): Answers {
  return {
    readDesk: () => done(desk.status()),
    lookNow() {
      desk.lookNow()
      return done(null)
    },
    bookMove: (booking) => desk.bookMove(booking),
    bookKnowingly: (knowingly) => desk.bookKnowingly(knowingly),
    findAlike: ({ booking, except }) => desk.findAlike(booking, except),
    knownCustomer: ({ phone }) => desk.knownCustomer(phone),
    placeOfZip: async ({ zip }) => done(await desk.placeOfZip(zip)),
    getBooking: ({ bookingId }) => desk.getBooking(bookingId),
    readHistory: ({ bookingId }) => desk.readHistory(bookingId),
    async copyRaw({ bookingId }) {
      const raw = desk.rawBooking(bookingId)
      if (!raw.ok) return raw
      await clipboard.writeText(raw.value)
      return done(null)
    },
    async copyText({ text }) {
      await clipboard.writeText(text)
      return done(null)
    },
    findMoves: (lookup) => desk.findMoves(lookup),
    readQueue: () => desk.readQueue(),
    readDay: ({ date }) => desk.readDay(date),
    changeBooking: ({ bookingId, booking }) => desk.changeBooking(bookingId, booking),
    withdrawBooking: ({ bookingId }) => desk.withdrawBooking(bookingId),
    settleBooking: ({ bookingId, way }) => desk.settleBooking(bookingId, way),
    remindLater: () => desk.remindLater(),
    askCancel: ({ moveIds, who }) => desk.askCancel(moveIds, who),
    askChange: ({ moveId, change, who }) => desk.askChange(moveId, change, who),
    withdrawWish: ({ wishId }) => desk.withdrawWish(wishId),
    readDraft: () => desk.readDraft(),
    keepDraft: ({ form }) => desk.keepDraft(form),
    clearDraft: () => desk.clearDraft(),
    setPracticeLink: ({ link }) => desk.setPracticeLink(link),
    askMove: ({ number }) => desk.askMove(number),
    findAsked: ({ text }) => desk.findAsked(text),
    milesTo: async ({ zip }) => done({ miles: await desk.milesTo(zip) }),
    readSettings: () => desk.readSettings(),
    tryProvider: (change) => desk.tryProvider(change),
    changeSettings: (change) => desk.changeSettings(change),
    async openLink({ url }) {
      if (!desk.mayOpen(url)) {
        log({ event: 'link-refused', code: 'host' })
        return failed('not-allowed', 'This link does not lead to the provider, so it was not opened.')
      }
      await shell.openExternal(url)
      return done(null)
    },
  }
}
