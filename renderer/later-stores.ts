import { createAbout } from './app/state/about.ts'
import { createClipboard } from './app/state/clipboard.ts'
import { createMonth } from './app/state/month.ts'
import { createPalette } from './app/state/palette.ts'
import { createTakeover } from './app/state/takeover.ts'
import { createAddFact } from './booking/state/add-fact.ts'
import { createAmendmentDialog } from './booking/state/amendments.ts'
import { createReschedule } from './booking/state/reschedule.ts'
import { createInbox } from './inbox/state.ts'
import { createLoaners } from './scheduler/state/loaners.ts'
import { createBoardMembership } from './settings/state/board-membership.ts'
import { createSettings } from './settings/state/settings.ts'
import type { Stores } from './stores.ts'

export type LaterStores = ReturnType<typeof createLaterStores>

/** Creates the stores that the first screen does not need, and gives the commands their part of them. */
export function createLaterStores({ add, bridge, day, desk, draft, lookup, saved, undo }: Stores) {
  const month = createMonth(bridge, desk)
  const inbox = createInbox(bridge, desk, lookup.resolutions)
  const settings = createSettings(bridge, {
    leaving: () => draft.keepNow(),
    changed: (store) => {
      // Each booking belongs to one provider or to practice, and practice has its own store with its own draft. The
      // window drops what it shows and reads again.
      undo.forget()
      lookup.reset()
      day.list.refresh()
      inbox.list.refresh()
      month.list.refresh()
      if (store === 'same') return
      saved.dismiss()
      void draft.restore()
    },
  })
  const stores = {
    month,
    /** The loaners beside the day. */
    dayLoaners: createLoaners(bridge),
    inbox,
    amendmentDialog: createAmendmentDialog(bridge, lookup.resolutions),
    addFact: createAddFact(bridge, lookup.resolutions),
    reschedule: createReschedule(bridge, lookup.resolutions, desk),
    takeover: createTakeover(bridge, lookup.resolutions, desk),
    settings,
    boardMembership: createBoardMembership(bridge),
    palette: createPalette(bridge),
    about: createAbout(bridge),
    phoneCopying: createClipboard(bridge),
  }
  add(stores)
  return stores
}
