import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { duplicateGuaranteeSchema, type DuplicateGuarantee } from '../../shared/outbox/duplicate-guarantee.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { errorCode, type Log } from '../platform/log-events.ts'

/** The record that `npm run provider:check` wrote. IT copies the file into the data folder. */
const GUARANTEE_FILE = 'duplicate-check.json'

/** Reads the record. Throws Node's errors, and an error of the parser for a record of another form. */
function readRecord(folder: string): DuplicateGuarantee {
  return duplicateGuaranteeSchema.parse(JSON.parse(readFileSync(join(folder, GUARANTEE_FILE), 'utf8')))
}

/** When the test in the folder was recorded, whatever it shows; null without a readable record. */
export function guaranteeRecordedAt(folder: string): UtcInstant | null {
  try {
    return readRecord(folder).at
  } catch {
    return null
  }
}

/**
 * The recorded test which shows that this provider rejects a repeated booking; `isGuaranteeRevoked` tells whether the
 * record still counts. A record of another provider, an unreadable record and a negative record count as none, and the
 * desk then never resends automatically.
 */
export function readDuplicateGuarantee(
  folder: string,
  remote: { readonly address: string; readonly profile: string },
  log: Log,
): DuplicateGuarantee | null {
  try {
    const contract = readRecord(folder)
    const { address, profile, honored } = contract
    const counts = honored && address === remote.address && profile === remote.profile
    if (!counts) log({ event: 'duplicate-guarantee', code: 'does-not-count' })
    return counts ? contract : null
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') log({ event: 'internal-error', place: 'contract', code: errorCode(error) })
    return null
  }
}
