import { onTestFinished } from 'vitest'
import type { Desk, DeskOptions } from '../../../electron/desk/desk.ts'
import { openDeskHost, type DeskHost } from '../../../electron/desk/desk-host.ts'
import { systemClock } from '../../../electron/platform/clock.ts'
import { systemIds } from '../../../electron/platform/ids.ts'
import type { Failure } from '../../../shared/result.ts'
import { writeDeskFile, type NamedProvider } from '../builders/settings-file.ts'
import { valueOf } from './test-desk.ts'
import { recordFacts, type Facts } from '../builders/event-recorder.ts'

export type OpenedFront = {
  readonly front: DeskHost
  readonly facts: Facts
  /** The open desk; fails the test if none is open. */
  desk(): Desk
  /** Why no desk is open; null if one is. */
  refused(): Failure | null
  /** Resolves when the desk was closed because of damage. */
  readonly damaged: Promise<Failure>
  close(): Promise<void>
}

/** A desk host over a data folder, as the window uses it; closed with the test. */
export async function openTestFront(
  folder: string,
  provider: NamedProvider | null = null,
  more: Partial<DeskOptions> = {},
): Promise<OpenedFront> {
  const facts = recordFacts()
  if (provider !== null) writeDeskFile(folder, provider)
  const front = await openDeskHost({
    folder,
    config: null,
    cipher: null,
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
