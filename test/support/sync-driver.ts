import fc from 'fast-check'
import { stepSync } from '../../electron/sync/machine.ts'
import {
  INITIAL_STATE,
  type Operation,
  type OperationResult,
  type Reading,
  type SyncEffect,
  type SyncEvent,
  type SyncState,
  type UnsavedOutcome,
} from '../../electron/sync/state.ts'
import type { FetchMoveResult } from '../../electron/provider/client.ts'
import type { HealthResult } from '../../electron/provider/health-check.ts'
import type { QueueDirective } from '../../electron/sync/classify-booking.ts'
import { NO_FIELDS } from '../../shared/outbox/fields.ts'

/*
 * Runs the state machine of the send queue as its runtime does, with a timer and one operation, over a random course
 * of events, answers, time and sleep. Each step is recorded.
 */

export const BROKEN: FetchMoveResult = { kind: 'broken', code: 'ECONNRESET', bytes: 9 }
export const UNSAVED: UnsavedOutcome = {
  kind: 'unwritten',
  write: () => ({ kind: 'continue' }),
  fields: () => NO_FIELDS,
}
export const REACHED: HealthResult = { kind: 'reached' }
export const BUSY = { kind: 'pause', ms: 600_000, cause: 'provider-busy' } as const
export const SIGNED_OUT = { kind: 'pause', ms: 300_000, cause: 'token-refused' } as const
export const STOP = { kind: 'halt', cause: 'token-refused', detail: 'refused-twice' } as const

/** The answer of the environment to each operation. */
export type Answers = {
  readonly fails: boolean
  readonly intact: boolean
  readonly health: HealthResult
  readonly accepted: boolean
  readonly saved: boolean
  readonly sent: 'settled' | 'health' | 'unsaved' | 'nothing-to-send'
  readonly directive: QueueDirective
  readonly trouble: boolean
  readonly settled: boolean
}

export const SMOOTH: Answers = {
  fails: false,
  intact: true,
  health: REACHED,
  accepted: true,
  saved: true,
  sent: 'settled',
  directive: { kind: 'continue' },
  trouble: false,
  settled: false,
}

export type Command =
  | {
      readonly kind: 'event'
      readonly event: Exclude<SyncEvent['kind'], 'finished' | 'failed' | 'timer' | 'pause-restored'>
    }
  | { readonly kind: 'answer'; readonly answers: Answers }
  | { readonly kind: 'advance'; readonly ms: number }
  /** Moves only the wall clock: a sleep, or with a negative value a clock that is set back. */
  | { readonly kind: 'sleep'; readonly ms: number }

export type RecordedDesk = {
  readonly event: SyncEvent
  readonly reading: Reading
  readonly before: SyncState
  readonly after: SyncState
  readonly effects: readonly SyncEffect[]
  /** The operation that this step starts. */
  readonly started: Operation | null
  /** The operation in progress before this step. */
  readonly underWay: Operation | null
  /** When the timer is due after this step, by the monotonic clock. */
  readonly due: number | null
}

export type Driver = {
  readonly steps: readonly RecordedDesk[]
  state(): SyncState
  underWay(): Operation | null
  run(command: Command, clockSuspect?: boolean, fraction?: number): void
}

function openDriver(initial: SyncState = INITIAL_STATE): Driver {
  const steps: RecordedDesk[] = []
  let state = initial
  let now = { wall: 1_800_000_000_000, monotonic: 1_000 }
  let due: number | null = null
  let underWay: Operation | null = null

  const feed = (event: SyncEvent, clockSuspect: boolean, fraction: number) => {
    const reading = { now, clockSuspect, fraction }
    const [before, busy] = [state, underWay]
    const step = stepSync(state, event, reading)
    state = step.state
    if (event.kind === 'finished' || event.kind === 'failed') underWay = null
    let started: Operation | null = null
    for (const effect of step.effects) {
      if (effect.kind === 'schedule') due = now.monotonic + effect.ms
      if (effect.kind === 'cancel-timer') due = null
      if (effect.kind === 'perform') underWay = started = effect.operation
    }
    steps.push({ event, reading, before, after: state, effects: step.effects, started, underWay: busy, due })
  }

  return {
    steps,
    state: () => state,
    underWay: () => underWay,
    run(command, clockSuspect = false, fraction = 0.5) {
      switch (command.kind) {
        case 'event':
          return feed({ kind: command.event }, clockSuspect, fraction)
        case 'answer':
          return underWay === null ? undefined : feed(answerTo(underWay, command.answers), clockSuspect, fraction)
        case 'sleep':
          now = { ...now, wall: now.wall + command.ms }
          return
        case 'advance': {
          const end = now.monotonic + command.ms
          const passTo = (monotonic: number) => {
            now = { wall: now.wall + monotonic - now.monotonic, monotonic }
          }
          while (due !== null && due <= end) {
            passTo(due)
            due = null
            feed({ kind: 'timer' }, clockSuspect, fraction)
          }
          passTo(end)
        }
      }
    },
  }
}

function answerTo(operation: Operation, answers: Answers): SyncEvent {
  if (answers.fails) return { kind: 'failed', operation: operation.kind, disk: answers.saved }
  return { kind: 'finished', result: resultOf(operation, answers) }
}

function resultOf(operation: Operation, answers: Answers): OperationResult {
  const { health, directive, settled } = answers
  const asked = answers.trouble ? BROKEN : null
  switch (operation.kind) {
    case 'verify-integrity':
      return { kind: 'integrity', intact: answers.intact }
    case 'save-outcome':
      return answers.saved ? { kind: 'settled', directive } : { kind: 'not-saved', fields: NO_FIELDS }
    case 'check':
    case 'confirm-health':
      return { kind: 'health', health }
    case 'accept-clock':
      return { kind: 'clock', accepted: answers.accepted }
    case 'send':
      if (answers.sent === 'settled') return { kind: 'settled', directive }
      if (answers.sent === 'health') return { kind: 'health', health }
      return answers.sent === 'unsaved' ? { kind: 'unsaved', outcome: UNSAVED } : { kind: 'nothing-to-send' }
    case 'verify-numbers':
      return { kind: 'numbers', failedFetch: asked, settled }
    case 'refresh':
      return { kind: 'refreshed', answer: asked }
  }
}

const often = <T>(weight: number, value: T) => ({ weight, arbitrary: fc.constant(value) })
const rarely = fc.oneof(often(9, false), often(1, true))
const UNREACHABLE: readonly HealthResult[] = (
  ['no-network', 'provider-down', 'unsafe-network', 'token-missing'] as const
).map((cause) => ({ kind: 'unreachable', cause }))
const health = fc.oneof(often(8, REACHED), often(1, BUSY), often(1, SIGNED_OUT), {
  weight: 2,
  arbitrary: fc.constantFrom(...UNREACHABLE),
})
const directive = fc.oneof(
  often<QueueDirective>(4, { kind: 'continue' }),
  often<QueueDirective>(2, { kind: 'skip' }),
  often<QueueDirective>(8, { kind: 'suspect' }),
  often<QueueDirective>(1, { kind: 'recheck' }),
  often<QueueDirective>(1, BUSY),
  often<QueueDirective>(1, SIGNED_OUT),
  often<QueueDirective>(1, STOP),
)
const answers: fc.Arbitrary<Answers> = fc.record({
  fails: rarely,
  intact: fc.constant(true),
  health,
  accepted: fc.boolean(),
  saved: fc.boolean(),
  sent: fc.oneof(
    often<Answers['sent']>(8, 'settled'),
    often<Answers['sent']>(1, 'health'),
    often<Answers['sent']>(2, 'unsaved'),
    often<Answers['sent']>(2, 'nothing-to-send'),
  ),
  directive,
  trouble: fc.boolean(),
  settled: rarely,
})
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: answers.map((given): Command => ({ kind: 'answer', answers: given })) },
  {
    weight: 4,
    arbitrary: fc.oneof(
      often<Command>(4, { kind: 'event', event: 'woken' }),
      often<Command>(4, { kind: 'event', event: 'check-requested' }),
      often<Command>(3, { kind: 'event', event: 'resumed' }),
      often<Command>(1, { kind: 'event', event: 'reset' }),
    ),
  },
  { weight: 3, arbitrary: fc.nat({ max: 120_000 }).map((ms): Command => ({ kind: 'advance', ms })) },
  { weight: 1, arbitrary: fc.integer({ min: -600_000, max: 600_000 }).map((ms): Command => ({ kind: 'sleep', ms })) },
)

/** A random course of a new queue; `clockSuspect` and `fraction` are the readings of each command. */
export const courses = fc.array(
  fc.record({
    command,
    clockSuspect: fc.oneof(often(6, false), often(4, true)),
    fraction: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  }),
  { minLength: 1, maxLength: 100, size: 'max' },
)
export type Course = typeof courses extends fc.Arbitrary<infer T> ? T : never

export function driveCourse(course: Course): Driver {
  const driver = openDriver()
  driver.run({ kind: 'event', event: 'woken' })
  for (const { command, clockSuspect, fraction } of course) driver.run(command, clockSuspect, fraction)
  return driver
}
