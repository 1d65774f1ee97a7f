import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryMemoryFolder } from '../fixtures/temporary-folder.ts'
import { readLedger, type LedgerLine } from './ledger.ts'
import { startPracticeProcess, type PracticeProcess } from '../processes/processes.ts'

/** A practice service in a process of its own that ends with the test. Its ledger decides what was booked. */
export type Judge = PracticeProcess & { ledger(): Promise<readonly LedgerLine[]> }

/** `script` is the practice service of a separate build, and `more` further arguments. */
export async function startJudge(script?: string, more: readonly string[] = []): Promise<Judge> {
  const service = await startPracticeProcess(
    join(temporaryMemoryFolder(), 'judge.db'),
    script === undefined ? { more } : { script, more },
  )
  onTestFinished(() => service.end())
  return { ...service, ledger: () => readLedger(service.url, service.token) }
}
