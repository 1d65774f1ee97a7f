import { assertNever } from '../../../shared/result.ts'
import { PROFILE_FACTS } from '../../../shared/desk/provider-profile.ts'
import type { Notice } from '../../../shared/desk/settings.ts'
import { providerToCall } from '../../booking/text/phone-text.ts'
import { describeFailure } from './failure-text.ts'
import { describeCaFile, shellWord } from './rights-text.ts'

/** Text of a notice about the settings or about this PC. */
export function describeNotice(notice: Notice): string {
  switch (notice.code) {
    case 'file-refused':
      return `${describeFailure(notice.failure)} Until then this desk works as before.`
    case 'provider-kept': {
      const then =
        notice.failure === null
          ? 'Nothing is open any more: start Lanekeeper again to go over to it.'
          : describeFailure(notice.failure)
      const token = notice.tokenInFile ? ' Until then its token or client secret stays in the file.' : ''
      return `${notice.path} names another provider. ${then}${token}`
    }
    case 'token-in-file':
      return `The token or client secret is in the vault of this PC, but it could not be taken out of ${notice.path}: the file cannot be written. Ask IT to take it out.`
    case 'token-readable':
      return `Other accounts of this PC may have read the token or client secret in ${notice.path}. Ask IT for a new one, and to run: chmod 600 ${shellWord(notice.path)}.`
    case 'folder-restricted':
      return `Other accounts of this PC could open ${notice.path} (mode ${notice.mode}). It is private now.`
    case 'token-in-memory': {
      const why = notice.hasVault
        ? 'The vault of this PC did not take the token or client secret'
        : 'This PC has no vault that is open: no keyring is running, or it is locked'
      const then =
        notice.path === null ? 'and must be entered again after the next start' : `and stays in ${notice.path}`
      return `${why}. The secret is kept in memory ${then}.`
    }
    case 'ca-file-unusable':
      return describeCaFile(notice)
    case 'file-change':
      return `${notice.path} changed the provider, its link hosts or its certificates. Bookings now go to ${notice.address}. If IT did not do this, call IT.`
    case 'practice-kept': {
      const then =
        notice.failure === null
          ? 'Nothing is open any more: start Lanekeeper again to change it.'
          : describeFailure(notice.failure)
      return `Practice works as before (${PROFILE_FACTS[notice.profile].label}). ${then}`
    }
    case 'restarted':
      return 'Lanekeeper had a fault and started again by itself. Saved bookings are safe. If this happens again, call support.'
    case 'clock-wrong':
      return (
        `This PC's clock is ${formatLong(Math.abs(notice.aheadMs))} ${notice.aheadMs > 0 ? 'ahead of' : 'behind'} the provider's. ` +
        "Set this PC's date, time and time zone to automatic, or call IT. " +
        "Until then Lanekeeper goes by the provider's time, so that nothing leaves late and nothing in time is held."
      )
    case 'clock-disputed':
      return (
        `The provider's clock is ${formatLong(Math.abs(notice.aheadMs))} ${notice.aheadMs > 0 ? 'behind' : 'ahead of'} this PC's, and this PC's clock seems right. ` +
        `Compare this PC with another clock, and tell ${providerToCall()} or IT which one is wrong. ` +
        'A booking that only one of the two clocks calls late waits in the Inbox for a person. All others leave.'
      )
    default:
      return assertNever(notice)
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
