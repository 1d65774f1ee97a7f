/**
 * Why the desk itself holds an entry (test/spec/reliability.md#hold-reasons). An entry that is held because of a
 * response has an `OutcomeCode` instead.
 */
export const HOLD_REASONS = [
  'too-late',
  'zone-changed',
  'send-by-passed',
  'clock-disputed',
  'possible-duplicate',
  'changed-elsewhere',
  'unreadable',
  'crashed',
  'save-unacknowledged',
] as const

export type HoldReason = (typeof HOLD_REASONS)[number]
