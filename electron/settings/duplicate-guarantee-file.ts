import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { duplicateGuaranteeSchema, type DuplicateGuarantee } from '../../shared/outbox/duplicate-guarantee.ts'
import type { UtcInstant } from '../../shared/time/time.ts'
import { errorCode, type Log } from '../platform/log-events.ts'

/** The record that `npm run provider:check` wrote. IT copies the file into the data folder. */
const GUARANTEE_FILE = 'duplicate-check.json'

/** When the test in the folder was recorded, whatever it shows; null without a readable record. */
export function guaranteeRecordedAt(folder: string): UtcInstant | null {
  try {
    const read = duplicateGuaranteeSchema.safeParse(JSON.parse(readFileSync(join(folder, GUARANTEE_FILE), 'utf8')))
    return read.success ? read.data.at : null
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
  let text: string
  try {
    text = readFileSync(join(folder, GUARANTEE_FILE), 'utf8')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') log({ event: 'internal-error', place: 'contract', code: errorCode(error) })
    return null
  }
  try {
    const contract = duplicateGuaranteeSchema.parse(JSON.parse(text))
    const { address, profile, honored } = contract
    const counts = honored && address === remote.address && profile === remote.profile
    if (!counts) log({ event: 'duplicate-guarantee', code: 'does-not-count' })
    return counts ? contract : null
  } catch (error) {
    log({ event: 'internal-error', place: 'contract', code: errorCode(error) })
    return null
  }
}
