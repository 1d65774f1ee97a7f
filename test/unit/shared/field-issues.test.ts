import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldIssues, issueCode } from '../../../shared/field-issues.ts'

const issuesOf = (schema: z.ZodType, input: unknown) => {
  const read = schema.safeParse(input)
  return read.success ? [] : fieldIssues(read.error)
}

describe('`fieldIssues`', () => {
  test('A check with a code gives that code, and a limit gives its value', () => {
    const schema = z.object({ note: z.string(issueCode('not-text')).max(5, issueCode('too-long')) })
    expect(issuesOf(schema, { note: 7 })).toEqual([{ path: 'note', code: 'not-text' }])
    expect(issuesOf(schema, { note: 'abcdef' })).toEqual([{ path: 'note', code: 'too-long', fields: { max: 5 } }])
  })

  test('A custom check gives its parameters as fields', () => {
    const schema = z.string().refine(() => false, { ...issueCode('too-long'), params: { max: 3 } })
    expect(issuesOf(schema, 'abc')).toEqual([{ path: '', code: 'too-long', fields: { max: 3 } }])
  })

  test('A check without a code of its own counts as a wrong type, and its sentence is dropped', () => {
    expect(issuesOf(z.object({ count: z.int() }), { count: 'four' })).toEqual([{ path: 'count', code: 'wrong-type' }])
  })

  test('Each path is named once, and each unknown field by its own path', () => {
    const schema = z.strictObject({
      a: z.string().min(3, issueCode('missing')).regex(/x/, issueCode('vin-characters')),
    })
    expect(issuesOf(schema, { a: '', b: 1, ['c'.repeat(300)]: 2 })).toEqual([
      { path: 'a', code: 'missing' },
      { path: 'b', code: 'unknown-field' },
      { path: 'c'.repeat(120), code: 'unknown-field' },
    ])
  })
})
