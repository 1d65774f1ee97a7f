import type { z } from 'zod'
import { fail, type FieldIssue } from './result.ts'
import { NO_FIELDS } from './outbox/fields.ts'

/* Converts the errors of a schema into the issues of a failure. */

/** Issues by path, only the first of each path, in the order of the schema. */
export function fieldIssues(error: z.ZodError): readonly FieldIssue[] {
  const byPath = new Map<string, string>()
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key].join('.').slice(0, 120))
        : [issue.path.join('.')]
    const message = describeIssue(issue)
    for (const path of paths) if (!byPath.has(path)) byPath.set(path, message)
  }
  return [...byPath].map(([path, message]) => ({ path, message }))
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'This field is not known.'
  // Only a caller other than our form leaves out a whole part, and zod's own messages are for programmers.
  return issue.message.startsWith('Invalid') ? 'This part is missing or of the wrong kind.' : issue.message
}

export function invalidInput(fields: readonly FieldIssue[]) {
  return fail('invalid', 'invalid-input', NO_FIELDS, fields)
}
