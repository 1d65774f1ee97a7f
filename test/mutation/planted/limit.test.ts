import { expect, test } from 'vitest'
import { isOverLimit } from './limit.ts'

test('A limit holds near its boundary, which this test leaves out.', () => {
  expect([isOverLimit(49), isOverLimit(51)]).toEqual([false, true])
})
