import { expect, test } from 'vitest'
import { createPendingChanges, type PendingChanges } from '../../../../electron/desk/pending-changes.ts'
import type { Changes } from '../../../../shared/desk/changes.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const changed = (...bookingIds: readonly string[]): Changes => ({ bookingIds, hasNews: true })

function announced(): { readonly pending: PendingChanges; readonly told: Changes[] } {
  const told: Changes[] = []
  const pending: PendingChanges = createPendingChanges(() => told.push(pending.take()))
  return { pending, told }
}

test('Pending changes are announced together, once, in their order and after the promises of the call', async () => {
  const { pending, told } = announced()
  pending.add(changed('a'))
  pending.add(changed('b', 'a'))
  await Promise.resolve()
  expect(told).toEqual([])
  await nextTurn()
  expect(told).toEqual([changed('a', 'b')])
  pending.add(changed('c'))
  await nextTurn()
  await nextTurn()
  expect(told).toEqual([changed('a', 'b'), changed('c')])
})

test('Pending changes that another event takes along are not announced again', async () => {
  const { pending, told } = announced()
  pending.add(changed('a'))
  expect(pending.take()).toEqual(changed('a'))
  await nextTurn()
  expect(told).toEqual([])
})

test('Pending changes that an announcement failed to take are announced with the next ones', async () => {
  const told: Changes[] = []
  let fails = true
  const pending: PendingChanges = createPendingChanges(() => {
    if (!fails) told.push(pending.take())
  })
  pending.add(changed('a'))
  await nextTurn()
  fails = false
  pending.add(changed('b'))
  await nextTurn()
  expect(told).toEqual([changed('a', 'b')])
})

test('Pending changes are not announced after their end', async () => {
  const { pending, told } = announced()
  pending.add(changed('a'))
  pending.end()
  pending.add(changed('b'))
  await nextTurn()
  expect(told).toEqual([])
})

test('Pending changes have news if one of them has news, and until they are announced', async () => {
  const { pending, told } = announced()
  const withoutNews = { bookingIds: ['a'], hasNews: false }
  pending.add(withoutNews)
  pending.add(changed('b'))
  pending.add(withoutNews)
  await nextTurn()
  pending.add(withoutNews)
  await nextTurn()
  expect(told).toEqual([changed('a', 'b'), withoutNews])
})
