import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GUARANTEE_CASES, type DuplicateGuarantee } from '../../../shared/outbox/duplicate-guarantee.ts'
import type { UtcInstant } from '../../../shared/time/time.ts'

/**
 * Writes the record of a test of the duplicate check at this provider, as IT copies the record into the data folder. A
 * desk takes no test from before the first start on its store.
 */
export function writeGuaranteeRecord(folder: string, address: string, at: UtcInstant, agrees = true): void {
  const evidence = GUARANTEE_CASES.map((seen) => ({ seen, status: 200, code: null, moves: [70001], agrees }))
  const record: DuplicateGuarantee = { address, profile: 'hopdrive', at, honored: agrees, evidence }
  writeFileSync(join(folder, 'duplicate-check.json'), JSON.stringify(record))
}
