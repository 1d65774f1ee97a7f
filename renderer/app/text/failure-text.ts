import { assertNever, type Failure } from '../../../shared/result.ts'
import type { FieldValue } from '../../../shared/outbox/fields.ts'
import { describeDamage } from '../../../shared/desk/damage.ts'
import { formatTime } from '../../../shared/time/format.ts'
import { describeUnreachable } from './connection-text.ts'
import { describeFieldIssue } from './field-issue-text.ts'
import { describeRights } from './rights-text.ts'
import { atPhone, providerByPhone, providerToCall } from '../../booking/text/phone-text.ts'
import { CONNECTION_CAUSES } from '../../../shared/desk/connection.ts'

/** Text of a failure for the user: what happened, and what to do. */
export function describeFailure(failure: Failure): string {
  const { detail, fields } = failure
  switch (detail) {
    case 'invalid-input': {
      const count = failure.issues.length
      return count === 1 ? 'One field needs another look.' : `${count} fields need another look.`
    }
    case 'booking-not-found':
      return 'There is no such booking on this PC.'
    case 'move-not-found':
      return 'There is no such move on this PC.'
    case 'amendment-not-found':
      return 'There is nothing of the kind to withdraw on this PC.'
    case 'amendment-left':
      return 'This has left, or may have left, for the provider. It cannot be withdrawn here.'
    case 'booking-left':
      return 'This booking has left, or may have left, for the provider. It cannot be withdrawn here.'
    case 'booking-left-unchanged':
      return 'This booking has left, or may have left, for the provider, so nothing was changed here. Ask the provider for the change.'
    case 'fact-before-sending':
      return 'This booking has not left yet, so nothing is added to it. Change it instead: the change is sent with it.'
    case 'no-loaner':
      return 'This booking has no loaner.'
    case 'duplicate-in-progress':
      return (
        'The provider says that it already has a move in progress with this reference, so nothing was changed here. Ask it which ' +
        'one that is; if yours is another, take this booking back and book it anew.'
      )
    case 'other-kind':
      return 'A pair cannot become a one-way, nor the other way round, and a booking cannot gain or lose its loaner. Take this booking back and book anew.'
    case 'disk-full':
      return 'Not saved: the disk is full or cannot be written. Free some space, then save again. Nothing typed is lost.'
    case 'commit-uncertain':
      return (
        'Not saved for certain: the disk failed meanwhile, and it may stand there all the same. Do not do it again yet: close Lanekeeper, ' +
        'have the disk looked at, start it anew and look. Nothing typed is lost.'
      )
    case 'store-damaged':
      return 'Not saved: the file of the bookings is damaged. Nothing typed is lost.'
    case 'number-known':
      return 'One of these moves has its number already.'
    case 'numbers-equal':
      return 'The two moves of a pair have different numbers. Ask the provider for both.'
    case 'number-replaced':
      return 'This booking has that number, or had it before. Ask the provider for the number of the new move.'
    case 'not-reported-yet':
      return 'Say first that the provider does not have it, then confirm it.'
    case 'quarantine': {
      const end = formatTime(text(fields['from']), text(fields['zone']), text(fields['at']))
      return `The request may still be running at the provider. This can be confirmed from ${end} on.`
    }
    case 'state-changed':
      return 'This booking is in another state by now, so nothing was done. Look at it again.'
    case 'already-canceled':
      return 'This move is canceled already.'
    case 'cancel-already-requested':
      return 'Canceling this move was asked for already.'
    case 'delivered':
      return 'This move is delivered: there is nothing left to cancel.'
    case 'canceled':
      return 'This move is canceled and cannot be changed.'
    case 'collected':
      return `The vehicle is collected, so the move can no longer be changed. Call ${providerToCall()}.`
    case 'cancel-pending':
      return 'This move is to be canceled, so it is not changed any more.'
    case 'change-pending':
      return 'An earlier change of this move is still under way. Withdraw it, or wait for it.'
    case 'not-left':
      return 'This booking has not reached the provider. Withdraw it instead: nothing is sent then.'
    case 'withdrawn':
      return 'This booking was withdrawn: the provider has never had it.'
    case 'placed-by-phone':
      return `This booking was placed by phone. Ask for this by phone${atPhone()}, too.`
    case 'outcome-unknown':
      return 'Nobody knows yet whether this is booked, so it cannot be changed. Change it when that is known.'
    case 'not-offered': {
      const what = fields['kind'] === 'cancel' ? 'cancellation' : 'change'
      return `The provider of this booking takes no ${what} from this desk. Call ${providerToCall('it')} with the move's number and reference.`
    }
    case 'number-unknown':
      return describeUnknownNumber(failure)
    case 'not-fetched': {
      const later = fields['retry'] === true ? ' Try again when the link is back.' : ''
      return `Move ${text(fields['number'])} could not be looked up. ${describeUnreachable(CONNECTION_CAUSES.find((cause) => cause === fields['cause']) ?? 'unreadable')}${later}`
    }
    case 'opening':
      return 'Lanekeeper is just opening. Try again in a moment.'
    case 'already-open':
      return 'Lanekeeper is already open on these bookings. Use the window that is open.'
    case 'newer-version':
      return (
        `The bookings on this PC were saved by a newer Lanekeeper (version ${text(fields['found'])} of their format, this one reads up to ${text(fields['known'])}). ` +
        'Nothing was changed. Install the newer version again.'
      )
    case 'pre-release':
      return (
        'The bookings on this PC were made by a pre-release of Lanekeeper, which this version cannot read. ' +
        'Nothing was changed. Call support before anything there is moved or deleted.'
      )
    case 'newer-backups':
      return NEWER_BACKUPS
    case 'backups-unfit':
      return 'The bookings could not be brought back: the copies on this PC do not fit together. Nothing was changed. Call support before you book on.'
    case 'not-recovered':
      return 'The bookings were not brought back: the disk is full or cannot be written. Nothing was changed. Free some space, then try again.'
    case 'recovering':
      return 'The bookings are just being brought back.'
    case 'nothing-to-recover':
      return 'There is nothing to bring back.'
    case 'damaged':
      return failure.damage === undefined ? '' : describeDamage(failure.damage)
    case 'network-drive':
      return (
        `Lanekeeper cannot keep bookings in ${text(fields['folder'])}: it is on a network share (${text(fields['kind'])}), where a saved booking may be lost and ` +
        'two desks may send the same one. Nothing was changed. Ask IT for a folder on a disk of this PC.'
      )
    case 'foreign-folder':
      return `Lanekeeper cannot keep bookings in ${text(fields['folder'])}: the folder belongs to another account. Nothing was changed. Ask IT for a folder of your own.`
    case 'not-opened':
      return fields['disk'] === 'full'
        ? 'Lanekeeper cannot start: the disk is full. Your bookings were not touched. Free some space, then start Lanekeeper again.'
        : `The bookings on this PC cannot be opened (${text(fields['error'])}): a file in ${text(fields['folder'])} cannot be read or written. ` +
            'Nothing was changed. Call support before anything there is moved or deleted.'
    case 'foreign-sender':
      return 'This call did not come from the window of the desk.'
    case 'trust-declined':
      return 'You did not trust this provider, link host or certificate file, so nothing was changed and nothing was called.'
    case 'foreign-link':
      return describeForeignLink(failure)
    case 'internal':
      return 'Something in Lanekeeper went wrong. Nothing typed is lost. Try again, or call support.'
    case 'no-response':
      return 'The desk did not answer. Try again; if it stays so, close Lanekeeper and open it again.'
    case 'settings-busy':
      return 'The settings are just being changed, so nothing was done. Try again in a moment.'
    case 'not-switched':
      return (
        'The settings were not changed: a file of the desk is damaged, or the disk is full or cannot be written. ' +
        'Free some space, then try again; if that does not help, call support.'
      )
    case 'settings-not-saved':
      return 'The settings were not saved: the disk is full or cannot be written. Free some space, then save again.'
    case 'open-bookings':
      return describeOpenBookings(failure)
    case 'settings-file-read':
      return describeSettingsFile(failure)
    case 'practice-untestable':
      return 'Practice has no provider whose link could be tried.'
    case 'not-practice':
      return 'This desk works with a real provider; its link has no switch.'
    case 'practice-connection-not-switched':
      return 'The link was not switched: the disk is full or cannot be written. Free some space first.'
    case 'reminder-not-saved':
      return 'The reminder was not put off: the disk is full or cannot be written.'
    case 'draft-not-saved':
      return 'What you typed could not be kept: the disk is full or cannot be written.'
    case 'appearance-not-saved':
      return 'This holds until Lanekeeper closes: the disk is full or cannot be written.'
    default:
      return assertNever(detail)
  }
}

/** The label of the field for `provider.linkHosts`. The sentence about a refused link names that field. */
export const LINK_HOSTS_LABEL = 'Other hosts that links may open'

function describeForeignLink({ fields }: Failure): string {
  const { host } = fields
  if (typeof host !== 'string') return 'This link does not lead to the provider, so it was not opened.'
  return (
    `This link leads to ${host}, which is no host of the provider, so it was not opened. If the provider has its pages there, ` +
    `add ${host} in Settings under “${LINK_HOSTS_LABEL}” (in a settings file: provider.linkHosts).`
  )
}

const NEWER_BACKUPS =
  'The bookings on this PC were saved by a newer Lanekeeper, and this one cannot bring them back. Nothing was changed. ' +
  'Install the newer version again.'

function text(value: FieldValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function describeUnknownNumber({ fields }: Failure): string {
  const number = text(fields['number'])
  const { kept } = fields
  if (kept === 'none') return `The provider knows no move ${number}. Check the number and ask again.`
  const gone = `The provider knows no move ${number} any more.`
  return kept === 'removed'
    ? `${gone} What was kept of it here was taken away.`
    : `${gone} What is kept of it here stays: the disk is full or cannot be written.`
}

const OPEN_KINDS = [
  ['waiting', 'waiting', () => 'Let what waits be sent, or withdraw it in Lookup.'],
  ['asking', 'to be canceled or changed', () => 'Let what waits to be asked be asked, or withdraw that in Lookup.'],
  ['stuck', 'refused or held', () => 'Withdraw in Lookup what was refused or is held.'],
  ['doubt', 'perhaps booked', () => `Ask ${providerByPhone()} about what may be booked, and settle it in the Inbox.`],
] as const

function describeOpenBookings({ fields }: Failure): string {
  const held = OPEN_KINDS.map(([kind, words, advice]) => ({ count: Number(fields[kind]), words, advice })).filter(
    ({ count }) => count > 0,
  )
  const total = held.reduce((all, { count }) => all + count, 0)
  const addresses = Array.isArray(fields['addresses']) ? fields['addresses'].join(' and ') : ''
  const isPractice = addresses === 'practice'
  return (
    `${isPractice ? 'Practice stays as it is' : `This desk stays with ${addresses}`}: ${total === 1 ? 'a booking' : `${total} bookings`} made for it ` +
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
  return `The settings file ${text(fields['path'])} was not used. ${describeFileProblem(fields, keys)} Correct it, then start Lanekeeper again.`
}

function describeFileProblem({ problem, error, line, subject, mode, owner }: Failure['fields'], keys: string): string {
  if (problem === 'not-a-file') return 'It is not a file.'
  if (problem === 'too-long') return 'It is too long to be a settings file.'
  if (problem === 'missing') return 'There is no such file.'
  if (problem === 'unreadable') return `It cannot be read (${text(error)}).`
  if (problem === 'not-utf8') return 'It is not text in UTF-8. Save it as UTF-8.'
  if (problem === 'not-json') return `It is not valid JSON${line === null ? '' : ` (line ${text(line)})`}.`
  if (problem === 'writable-by-others' || problem === 'foreign-owner' || problem === 'foreign-folder') {
    const rights = { kind: problem, path: text(subject), mode: text(mode), owner: Number(owner) } as const
    return describeRights(rights, 'the provider that gets your bookings')
  }
  return keys
}
