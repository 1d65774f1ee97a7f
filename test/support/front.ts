import { onTestFinished } from 'vitest'
import type { Desk, DeskOptions } from '../../electron/app.ts'
import { openFront, type Front } from '../../electron/front.ts'
import { systemClock, systemIds } from '../../electron/system.ts'
import type { Failure } from '../../shared/failure.ts'
import { writeDeskFile, type NamedProvider } from './desk-file.ts'
import { valueOf } from './desk.ts'
import { recordFacts, type Facts } from './facts.ts'

export type OpenedFront = {
  readonly front: Front
  readonly facts: Facts
  /** The desk that is open now; fails the test when there is none. */
  desk(): Desk
  /** Why there is no desk; null when there is one. */
  refused(): Failure | null
  /** Resolves when the desk was closed because of damage. */
  readonly damaged: Promise<Failure>
  close(): Promise<void>
}

/** What the window talks to, over a profile folder, closed with the test. */
export async function openTestFront(
  folder: string,
  provider: NamedProvider | null = null,
  more: Partial<DeskOptions> = {},
): Promise<OpenedFront> {
  const facts = recordFacts()
  if (provider !== null) writeDeskFile(folder, provider)
  const front = await openFront({
    folder,
    config: null,
    seal: null,
    version: '0.0.0',
    clock: systemClock,
    random: { fraction: () => 0 },
    ids: systemIds,
    log: facts.log,
    deadlines: { connect: 2_000, answer: 2_000 },
    ...more,
  })
  let open = true
  const close = async () => {
    if (open) await front.close()
    open = false
  }
  onTestFinished(close)
  return {
    front,
    facts,
    desk: () => valueOf(front.desk()),
    refused() {
      const desk = front.desk()
      return desk.ok ? null : desk.failure
    },
    damaged: new Promise((resolve) => front.onDamaged(resolve)),
    close,
  }
}
