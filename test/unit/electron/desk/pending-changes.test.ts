import { expect, test } from 'vitest'
import { createPendingChanges, type PendingChanges } from '../../../../electron/desk/pending-changes.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function announced(): { readonly pending: PendingChanges; readonly told: (readonly string[])[] } {
  const told: (readonly string[])[] = []
  const pending: PendingChanges = createPendingChanges(() => told.push(pending.take()))
  return { pending, told }
}

test('Pending changes are announced together, once, in their order and after the promises of the call', async () => {
  const { pending, told } = announced()
  pending.add(['a'])
  pending.add(['b', 'a'])
  await Promise.resolve()
  expect(told).toEqual([])
  await nextTurn()
  expect(told).toEqual([['a', 'b']])
  pending.add(['c'])
  await nextTurn()
  await nextTurn()
  expect(told).toEqual([['a', 'b'], ['c']])
})

test('Pending changes that another event takes along are not announced again', async () => {
  const { pending, told } = announced()
  pending.add(['a'])
  expect(pending.take()).toEqual(['a'])
  await nextTurn()
  expect(told).toEqual([])
})

test('Pending changes that an announcement failed to take are announced with the next ones', async () => {
  const told: (readonly string[])[] = []
  let fails = true
  const pending: PendingChanges = createPendingChanges(() => {
    if (!fails) told.push(pending.take())
  })
  pending.add(['a'])
  await nextTurn()
  fails = false
  pending.add(['b'])
  await nextTurn()
  expect(told).toEqual([['a', 'b']])
})

test('Pending changes are not announced after their end', async () => {
  const { pending, told } = announced()
  pending.add(['a'])
  pending.end()
  pending.add(['b'])
  await nextTurn()
  expect(told).toEqual([])
})
