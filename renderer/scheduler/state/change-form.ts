import { fieldIssues, type FieldIssue } from '../../../shared/field-issues.ts'
import { describeFieldIssue } from '../../app/text/field-issue-text.ts'
import type { BookedMoves, Move } from '../../../shared/move/move.ts'
import { toLocal, toMillis, type UtcInstant } from '../../../shared/time/time.ts'
import { CHANGED_PARTS, changeSchema, type Change, type ChangedPart } from '../../../shared/outbox/amendment.ts'
import { intendedInstant } from './form.ts'

/*
 * The form of a change request, with one text per field, filled with the values that the desk knows. All functions are
 * pure, and only fields that a person changed are requested.
 */

export type ChangeField = 'date' | 'time' | 'occurrence' | ChangedPart

export type ChangeForm = { readonly [Name in ChangeField]: string }

export type ChangeProblems = { readonly [Name in ChangeField]?: string }

/** Returns the form before a person types; date and time are in `zone`. */
export function changeFormFrom(booking: BookedMoves, move: Move, zone: string): ChangeForm {
  const local = toLocal(booking.readyBy.utc, zone)
  const parts = CHANGED_PARTS.map((part) => [part, move.vehicle?.[part] ?? ''])
  return {
    ...(Object.fromEntries(parts) as Record<ChangedPart, string>),
    date: local.slice(0, 10),
    time: local.slice(11, 16),
    occurrence: '',
  }
}

export type CheckedChange =
  | { readonly ok: true; readonly change: Change }
  | { readonly ok: false; readonly problems: ChangeProblems; readonly loose: string | null }

/**
 * Checks the fields that differ from `before` with the schema of the bridge. A field cannot be emptied
 * (test/spec/provider.md#changes).
 */
export function checkChange(form: ChangeForm, before: ChangeForm, zone: string, now: UtcInstant): CheckedChange {
  const problems: { [Name in ChangeField]?: string } = {}
  for (const part of CHANGED_PARTS) {
    if (form[part].trim() === '' && before[part] !== '') problems[part] = EMPTIED
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems, loose: null }
  const read = changeSchema.safeParse(toChange(form, before, zone))
  if (!read.success) return { ok: false, ...sortIssues(fieldIssues(read.error)) }
  const { readyBy } = read.data
  return readyBy !== null && toMillis(readyBy.utc) <= toMillis(now)
    ? { ok: false, problems: { time: describeFieldIssue({ path: 'readyBy', code: 'time-passed' }) }, loose: null }
    : { ok: true, change: read.data }
}

const EMPTIED = "This can't be cleared once it is sent. Enter a new value, or keep the old one."

function toChange(form: ChangeForm, before: ChangeForm, zone: string): unknown {
  const parts = CHANGED_PARTS.map((part) => [part, form[part].trim() === before[part] ? '' : form[part]])
  const moved = form.date !== before.date || form.time !== before.time || form.occurrence !== before.occurrence
  const local = form.date === '' && form.time === '' ? '' : `${form.date}T${form.time}`
  return {
    ...Object.fromEntries(parts),
    readyBy: moved ? { local, zone, utc: intendedInstant(form, zone) ?? '' } : null,
  }
}

/** Sorts issues by field. `loose` is the first message that belongs to no field. */
export function sortIssues(issues: readonly FieldIssue[]): {
  readonly problems: ChangeProblems
  readonly loose: string | null
} {
  const problems: { [Name in ChangeField]?: string } = {}
  let loose: string | null = null
  for (const issue of issues) {
    const message = describeFieldIssue(issue)
    const name = issue.path.replace(/^change\./, '').split('.')[0]
    const part = CHANGED_PARTS.find((one) => one === name)
    if (part !== undefined) problems[part] ??= message
    else if (name === 'readyBy') problems.time ??= message
    else loose ??= message
  }
  return { problems, loose }
}
