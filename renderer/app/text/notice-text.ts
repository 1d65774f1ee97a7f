import { assertNever } from '../../../shared/result.ts'
import { PROFILE_FACTS } from '../../../shared/desk/provider-profile.ts'
import type { UntakenInvitation } from '../../../shared/desk/board-membership.ts'
import type { Notice } from '../../../shared/desk/settings.ts'
import { provider, providerToCall } from '../../booking/text/phone-text.ts'
import { describeFailure } from './failure-text.ts'
import { describeCaFile, shellWord } from './rights-text.ts'

/** Text of a notice about the settings or about this PC. */
export function describeNotice(notice: Notice): string {
  switch (notice.code) {
    case 'file-refused':
      return `${describeFailure(notice.failure)} Until then Lanekeeper works as before.`
    case 'provider-kept': {
      const then =
        notice.failure === null
          ? 'Nothing is open anymore: restart Lanekeeper to switch to it.'
          : describeFailure(notice.failure)
      const token = notice.tokenInFile ? ' Until then its API token or client secret stays in the file.' : ''
      return `${notice.path} names another provider. ${then}${token}`
    }
    case 'token-in-file':
      return `The API token or client secret is stored securely, but could not be removed from ${notice.path}: the file can't be written. Ask IT to remove it.`
    case 'token-readable':
      return `Other accounts on this computer may have read the API token or client secret in ${notice.path}. Ask IT for a new one, and to run: chmod 600 ${shellWord(notice.path)}.`
    case 'folder-restricted':
      return `Other accounts on this computer could open ${notice.path} (mode ${notice.mode}). It is private now.`
    case 'token-in-memory': {
      const why = notice.hasVault
        ? 'The API token or client secret could not be stored securely'
        : "This computer can't store the API token or client secret securely right now"
      const then = notice.path === null ? "You'll be asked again after a restart" : `It stays in ${notice.path}`
      return `${why}. ${then}.`
    }
    case 'ca-file-unusable':
      return describeCaFile(notice)
    case 'file-change':
      return `${notice.path} changed the provider, its link domains or its certificates. Bookings now go to ${notice.address}. If IT did not do this, call IT.`
    case 'practice-kept': {
      const then =
        notice.failure === null
          ? 'Nothing is open anymore: restart Lanekeeper to change it.'
          : describeFailure(notice.failure)
      return `Practice works as before (${PROFILE_FACTS[notice.profile].label}). ${then}`
    }
    case 'board-invitation':
      return `This computer did not join the board: the invitation in ${notice.path} ${describeUntaken(notice.problem)}`
    case 'board-key-missing':
      return "This computer is not on the board: the key of its certificate can't be read. Enter its invitation again in Settings under Board, or ask IT for a new one."
    case 'restarted':
      return 'Something went wrong in Lanekeeper, and it restarted. Your bookings are safe. If this happens again, call support.'
    case 'clock-wrong':
      return (
        `This computer's clock is ${formatLong(Math.abs(notice.aheadMs))} ${notice.aheadMs > 0 ? 'ahead of' : 'behind'} that of ${provider()}. ` +
        "Set this computer's date, time and time zone to automatic, or call IT. " +
        `Until then Lanekeeper uses the time of ${provider()}.`
      )
    case 'clock-disputed':
      return (
        `The clock of ${provider()} is ${formatLong(Math.abs(notice.aheadMs))} ${notice.aheadMs > 0 ? 'behind' : 'ahead of'} this computer's, and this computer's clock seems right. ` +
        `Compare it with another clock, and tell ${providerToCall()} or IT which one is wrong. ` +
        'A booking that is late by only one of the two clocks waits in the Inbox. All others send.'
      )
    default:
      return assertNever(notice)
  }
}

function describeUntaken(problem: UntakenInvitation): string {
  switch (problem) {
    case 'missing':
      return 'does not exist. Ask IT for a new one.'
    case 'unreadable':
      return "can't be read. Tell IT."
    case 'open-to-others':
      return 'can be changed by other accounts, or belongs to another account. Tell IT.'
    case 'not-an-invitation':
      return 'is not an invitation. Tell IT.'
    case 'expired':
      return 'has expired. Ask IT for a new one.'
    default:
      return assertNever(problem)
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Formats a duration as "3 minutes", "24 hours" or "9 days", rounded. Uses hours from two hours on, and days from two
 * days on.
 */
function formatLong(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} minutes`
  return ms < 48 * HOUR_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / (24 * HOUR_MS))} days`
}
