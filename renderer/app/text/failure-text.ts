import { assertNever, type Failure } from '../../../shared/result.ts'
import type { FieldValue } from '../../../shared/outbox/fields.ts'
import { describeDamage } from '../../../shared/desk/damage.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { HUB_FAULTS } from '../../../shared/desk/board-status.ts'
import { describeNotJoined } from './board-text.ts'
import { describeUnreachable } from './connection-text.ts'
import { describeFieldIssue } from './field-issue-text.ts'
import { describeRights } from './rights-text.ts'
import { describePromisedLoaner } from '../../booking/text/loaner-text.ts'
import { atPhone, providerByPhone, providerFirst, providerToCall } from '../../booking/text/phone-text.ts'
import { CONNECTION_CAUSES } from '../../../shared/desk/connection.ts'

/** Text of a failure for the user: what happened, and what to do. */
export function describeFailure(failure: Failure): string {
  const { detail, fields } = failure
  switch (detail) {
    case 'invalid-input': {
      const count = failure.issues.length
      return count === 1 ? 'One field needs a fix.' : `${count} fields need a fix.`
    }
    case 'booking-not-found':
      return 'This booking is not on this computer.'
    case 'move-not-found':
      return 'This move is not on this computer.'
    case 'amendment-not-found':
      return 'There is nothing to withdraw.'
    case 'amendment-left':
      return "This was sent, or may have been sent. It can't be withdrawn here."
    case 'booking-left':
      return "This booking was sent, or may have been sent. It can't be withdrawn here."
    case 'booking-left-unchanged':
      return `This booking was sent, or may have been sent, so nothing was changed here. Ask ${providerToCall()} for the change.`
    case 'fact-before-sending':
      return 'This booking is not sent yet, so nothing is added to it. Edit it instead.'
    case 'no-loaner':
      return 'This booking has no loaner.'
    case 'duplicate-in-progress':
      return (
        `${providerFirst()} already has a move in progress with this reference, so nothing was changed here. Ask which ` +
        'one that is. If yours is different, withdraw this booking and book it again.'
      )
    case 'other-kind':
      return "A pickup or return can't become a one-way, nor the reverse, and a loaner can't be added or removed. Withdraw this booking and book again."
    case 'loaner-promised':
      return describePromisedLoaner(fields)
    case 'disk-full':
      return "Not saved: the disk is full or can't be written. Free some space, then save again. Nothing you typed is lost."
    case 'commit-uncertain':
      return (
        "The disk failed, so this may or may not be saved. Don't save it again yet: close Lanekeeper, " +
        'have the disk checked, open Lanekeeper and look for it. Nothing you typed is lost.'
      )
    case 'store-damaged':
      return 'Not saved: the file of the bookings is damaged. Nothing you typed is lost.'
    case 'number-known':
      return 'One of these moves already has its number.'
    case 'numbers-equal':
      return `The two moves have different numbers. Ask ${providerToCall()} for both.`
    case 'number-replaced':
      return `This booking has that number, or had it before. Ask ${providerToCall()} for the new move's number.`
    case 'not-reported-yet':
      return 'First choose “Not booked…”, then confirm it.'
    case 'quarantine': {
      const end = formatTime(text(fields['from']), text(fields['zone']), text(fields['at']))
      return `Wait until ${end} before confirming. Sending sooner could send two drivers.`
    }
    case 'state-changed':
      return 'This booking has changed meanwhile, so nothing was done. Look at it again.'
    case 'already-canceled':
      return 'This move is already canceled.'
    case 'cancel-already-requested':
      return 'Canceling this move was already requested.'
    case 'delivered':
      return 'Already delivered. There is nothing left to cancel.'
    case 'canceled':
      return "This move is canceled and can't be changed."
    case 'collected':
      return `Already picked up. Call ${providerToCall()} to change it.`
    case 'cancel-pending':
      return "This move is being canceled, so it can't be changed."
    case 'change-pending':
      return 'An earlier change of this move is still in progress. Withdraw it, or wait for it.'
    case 'not-left':
      return 'This booking is not sent yet. Withdraw it instead, and nothing is sent.'
    case 'withdrawn':
      return 'This booking was withdrawn and never sent.'
    case 'placed-by-phone':
      return `This was booked by phone. Ask for this by phone${atPhone()}, too.`
    case 'outcome-unknown':
      return "We don't know yet whether this is booked, so it can't be changed. Try again once that is resolved."
    case 'reschedule-open':
      return 'This booking is being rescheduled already. Change or withdraw the new booking instead.'
    case 'other-provider':
      return 'This booking is with another provider. Call that provider to reschedule it.'
    case 'other-desk':
      return `${String(fields['desk'])} has this booking. Only that desk can change this.`
    case 'board-away':
      return BOARD_AWAY
    case 'board-frozen':
      return 'The board is new, and a desk has not reported to it yet. Try again later.'
    case 'being-sent':
      return 'The other desk is sending this booking. Try again in a moment.'
    case 'not-offered': {
      const what = fields['kind'] === 'cancel' ? 'cancel' : 'change'
      return `To ${what} this, call ${providerToCall()} with the move's number and reference.`
    }
    case 'number-unknown':
      return describeUnknownNumber(failure)
    case 'not-fetched': {
      const later = fields['retry'] === true ? " Try again when you're back online." : ''
      return `Move ${text(fields['number'])} could not be looked up. ${describeUnreachable(CONNECTION_CAUSES.find((cause) => cause === fields['cause']) ?? 'unreadable')}${later}`
    }
    case 'opening':
      return 'Lanekeeper is opening. Try again in a moment.'
    case 'already-open':
      return 'Lanekeeper is already open. Use the window that is open.'
    case 'newer-version':
      return (
        `The bookings on this computer were saved by a newer Lanekeeper (version ${text(fields['found'])} of their format, this one reads up to ${text(fields['known'])}). ` +
        'Nothing was changed. Install the newer version again.'
      )
    case 'pre-release':
      return (
        "The bookings on this computer were made by a pre-release of Lanekeeper, which this version can't read. " +
        'Nothing was changed. Call support before you move or delete anything there.'
      )
    case 'newer-backups':
      return NEWER_BACKUPS
    case 'backups-unfit':
      return "Your bookings could not be restored: the backups on this computer don't fit together. Nothing was changed. Call support before you book again."
    case 'not-recovered':
      return "Your bookings were not restored: the disk is full or can't be written. Nothing was changed. Free some space, then try again."
    case 'recovering':
      return 'Your bookings are being restored.'
    case 'nothing-to-recover':
      return 'There is nothing to restore.'
    case 'damaged':
      return failure.damage === undefined ? '' : describeDamage(failure.damage)
    case 'network-drive':
      return (
        `Lanekeeper can't keep bookings in ${text(fields['folder'])}: it is on a network share (${text(fields['kind'])}), where a saved booking may be lost and ` +
        'two computers may send the same one. Nothing was changed. Ask IT for a folder on this computer.'
      )
    case 'foreign-folder':
      return `Lanekeeper can't keep bookings in ${text(fields['folder'])}: the folder belongs to another account. Nothing was changed. Ask IT for a folder of your own.`
    case 'not-opened':
      return fields['disk'] === 'full'
        ? "Lanekeeper can't start: the disk is full. Your bookings were not touched. Free some space, then open Lanekeeper again."
        : `The bookings on this computer can't be opened (${text(fields['error'])}): a file in ${text(fields['folder'])} can't be read or written. ` +
            'Nothing was changed. Call support before you move or delete anything there.'
    case 'foreign-sender':
      return 'This did not come from the window of Lanekeeper.'
    case 'trust-declined':
      return 'You did not trust this provider, link domain or certificate file, so nothing was changed and nothing was sent.'
    case 'foreign-link':
      return describeForeignLink(failure)
    case 'internal':
      return 'Something went wrong in Lanekeeper. Nothing you typed is lost. Try again, or call support.'
    case 'no-response':
      return 'Lanekeeper is not responding. Try again. If it stays so, close Lanekeeper and open it again.'
    case 'settings-busy':
      return 'The settings are being changed, so nothing was done. Try again in a moment.'
    case 'not-switched':
      return (
        "The settings were not changed: a file is damaged, or the disk is full or can't be written. " +
        "Free some space, then try again. If that doesn't help, call support."
      )
    case 'settings-not-saved':
      return "The settings were not saved: the disk is full or can't be written. Free some space, then save again."
    case 'open-bookings':
      return describeOpenBookings(failure)
    case 'settings-file-read':
      return describeSettingsFile(failure)
    case 'practice-untestable':
      return 'Practice mode has no connection to test.'
    case 'not-practice':
      return 'Only in practice mode.'
    case 'practice-connection-not-switched':
      return "Not switched: the disk is full or can't be written. Free some space first."
    case 'reminder-not-saved':
      return "The reminder could not be moved: the disk is full or can't be written."
    case 'board-notice-not-saved':
      return "The message could not be hidden: the disk is full or can't be written."
    case 'board-live':
      return 'The board is live again, so the booking leaves automatically if no other desk took it over.'
    case 'board-decision-not-saved':
      return "Not done: the disk is full or can't be written. Free some space first."
    case 'not-an-invitation':
      return 'This is not an invitation. Paste the whole text of the file that IT made for this computer.'
    case 'board-already-joined':
      return `This computer is ${text(fields['desk'])} on the board of ${text(fields['rooftop'])}. Leave that board first.`
    case 'board-invitation-expired':
      return 'This invitation has expired. It can be used for one hour. Ask IT for a new one.'
    case 'board-invitation-used':
      return 'This invitation was used before, maybe on another computer. Ask IT for a new one.'
    case 'board-not-reached':
      return describeNotJoined(HUB_FAULTS.find((fault) => fault === fields['fault']) ?? 'failed')
    case 'board-not-saved':
      return "Not done: the disk is full or can't be written. Free some space, then try again."
    case 'board-bookings-open': {
      const count = Number(fields['count'])
      return `${count === 1 ? 'A booking' : `${count} bookings`} of this computer on the board ${count === 1 ? 'is' : 'are'} still open. Let ${count === 1 ? 'it' : 'them'} be sent, or resolve ${count === 1 ? 'it' : 'them'} in the Inbox. Then leave.`
    }
    case 'board-not-told':
      return 'The hub does not have all changes of this computer yet, so another computer could send a booking again. Try again once the board is live.'
    case 'board-declined':
      return 'You did not agree to share bookings with this hub, so nothing was changed.'
    case 'draft-not-saved':
      return "Your draft could not be saved: the disk is full or can't be written."
    case 'appearance-not-saved':
      return "This lasts until Lanekeeper closes: the disk is full or can't be written."
    default:
      return assertNever(detail)
  }
}

export const BOARD_AWAY = 'The board is away, so nothing can be taken over now. Try again when the board is back.'

/** The label of the field for `provider.linkHosts`. The sentence about a refused link names that field. */
export const LINK_HOSTS_LABEL = 'Allowed link domains'

function describeForeignLink({ fields }: Failure): string {
  const { host } = fields
  if (typeof host !== 'string') return 'This link does not lead to the driver service, so it was not opened.'
  return (
    `This link leads to ${host}, which is not an allowed domain, so it was not opened. If the driver service has its pages there, ` +
    `add ${host} in Settings under “${LINK_HOSTS_LABEL}” (in a settings file: provider.linkHosts).`
  )
}

const NEWER_BACKUPS =
  "The bookings on this computer were saved by a newer Lanekeeper, and this one can't restore them. Nothing was changed. " +
  'Install the newer version again.'

function text(value: FieldValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function describeUnknownNumber({ fields }: Failure): string {
  const number = text(fields['number'])
  const { kept } = fields
  if (kept === 'none') return `${providerFirst()} has no move ${number}. Check the number and try again.`
  const gone = `${providerFirst()} has no move ${number} anymore.`
  return kept === 'removed'
    ? `${gone} It was removed here.`
    : `${gone} It stays here: the disk is full or can't be written.`
}

const OPEN_KINDS = [
  ['waiting', 'not sent', () => 'Let those be sent, or withdraw them in Lookup.'],
  ['asking', 'with a cancel or change request', () => 'Let the requests be sent, or withdraw them in Lookup.'],
  ['stuck', 'rejected or on hold', () => 'Withdraw the rejected ones and those on hold in Lookup.'],
  ['doubt', 'to check', () => `Ask ${providerByPhone()} about those to check, and resolve them in the Inbox.`],
] as const

function describeOpenBookings({ fields }: Failure): string {
  const held = OPEN_KINDS.map(([kind, words, advice]) => ({ count: Number(fields[kind]), words, advice })).filter(
    ({ count }) => count > 0,
  )
  const total = held.reduce((all, { count }) => all + count, 0)
  const addresses = Array.isArray(fields['addresses']) ? fields['addresses'].join(' and ') : ''
  const isPractice = addresses === 'practice'
  return (
    `${isPractice ? 'Practice stays as it is' : `Lanekeeper stays with ${addresses}`}: ${total === 1 ? 'a booking' : `${total} bookings`} made for it ` +
    `${total === 1 ? 'is' : 'are'} still open (${held.map(({ count, words }) => `${count} ${words}`).join(', ')}). ` +
    `${held.map(({ advice }) => advice()).join(' ')} Then ${isPractice ? 'choose again' : 'change the provider'}.`
  )
}

/** A longer list of wrong keys is cut, because so many keys usually have one common mistake. */
const MAX_NAMED_KEYS = 8

function describeSettingsFile({ fields, issues }: Failure): string {
  const named = issues
    .slice(0, MAX_NAMED_KEYS)
    .map((issue) => (issue.path === '' ? describeFieldIssue(issue) : `${issue.path}: ${describeFieldIssue(issue)}`))
  const more = issues.length - named.length
  const keys = `${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`
  return `The settings file ${text(fields['path'])} was not used. ${describeFileProblem(fields, keys)} Correct it, then restart Lanekeeper.`
}

function describeFileProblem({ problem, error, line, subject, mode, owner }: Failure['fields'], keys: string): string {
  if (problem === 'not-a-file') return 'It is not a file.'
  if (problem === 'too-long') return 'It is too long to be a settings file.'
  if (problem === 'missing') return 'The file does not exist.'
  if (problem === 'unreadable') return `It can't be read (${text(error)}).`
  if (problem === 'not-utf8') return 'It is not text in UTF-8. Save it as UTF-8.'
  if (problem === 'not-json') return `It is not valid JSON${line === null ? '' : ` (line ${text(line)})`}.`
  if (problem === 'writable-by-others' || problem === 'foreign-owner' || problem === 'foreign-folder') {
    const rights = { kind: problem, path: text(subject), mode: text(mode), owner: Number(owner) } as const
    return describeRights(rights, 'the provider that gets your bookings')
  }
  return keys
}
