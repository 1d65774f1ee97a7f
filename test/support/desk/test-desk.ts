import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDesk, type Desk, type DeskOptions } from '../../../electron/desk/desk.ts'
import { startPractice, type PracticeOptions, type PracticeService } from '../../../electron/practice/service.ts'
import { systemClock, type Clock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import { systemRandom, type Random } from '../../../electron/platform/random.ts'
import { addMinutes } from '../../../shared/time/time.ts'
import { writeDeskFile, type NamedProvider } from '../builders/settings-file.ts'
import { recordFacts, type Facts } from '../builders/event-recorder.ts'
import { shapeAnswers } from '../fakes/practice-controls.ts'
import { readLedger, type LedgerLine } from '../oracle/ledger.ts'
import { describeFailure } from '../../../renderer/app/text/failure-text.ts'

/** The machine's clock with a wall time that a test can move on. */
export function movableClock(): Clock & { moveOn(minutes: number): void } {
  let ahead = 0
  return {
    ...systemClock,
    now: () => addMinutes(systemClock.now(), ahead),
    moveOn(minutes) {
      ahead += minutes
    },
  }
}

export type OpenedDesk = { readonly desk: Desk; readonly facts: Facts; close(): Promise<void> }

/** Retries come at once, because the tests are about outcomes and not about delays. */
const AT_ONCE: Random = { fraction: () => 0 }

/**
 * A whole desk on a real store and real HTTP without a secret store, closed with the test. A settings file in the
 * folder names the provider; null leaves the desk's own settings, at first the practice service.
 */
export async function openTestDesk(
  folder: string,
  provider: NamedProvider | null = null,
  clock: Clock = systemClock,
  more: Partial<DeskOptions> = {},
): Promise<OpenedDesk> {
  const facts = recordFacts()
  if (provider !== null) writeDeskFile(folder, provider)
  const opened = await openDesk({
    folder,
    config: null,
    cipher: null,
    version: '0.0.0',
    clock,
    random: AT_ONCE,
    ids: systemIds,
    log: facts.log,
    deadlines: { connect: 2_000, answer: 2_000 },
    ...more,
  })
  if (!opened.ok) throw new Error(describeFailure(opened.failure))
  let open = true
  const close = async () => {
    if (open) await opened.value.close()
    open = false
  }
  onTestFinished(close)
  return { desk: opened.value, facts, close }
}

export type TestPractice = PracticeService & {
  ledger(): Promise<readonly LedgerLine[]>
  /** Lays values over every later response to a creation or a fetch. */
  answerWith(values: object): Promise<void>
}

/** A practice service apart from any desk, closed with the test. */
export async function openTestPractice(folder: string, more: Partial<PracticeOptions> = {}): Promise<TestPractice> {
  const service = await startPractice({
    file: join(folder, 'judge.db'),
    port: 0,
    token: 'practice-token',
    clock: systemClock,
    random: systemRandom,
    log: () => {},
    ...more,
  })
  onTestFinished(() => service.close())
  return {
    ...service,
    ledger: () => readLedger(service.url, service.token),
    answerWith: (values) => shapeAnswers(service, values),
  }
}

export function providerOf(url: string, token = 'practice-token'): NamedProvider {
  return { address: url, token }
}

/** The value of a result that must be ok. */
export function valueOf<T>(result: { ok: true; value: T } | { ok: false; failure: { detail: string } }): T {
  if (!result.ok) throw new Error(result.failure.detail)
  return result.value
}
