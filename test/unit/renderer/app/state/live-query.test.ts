import { expect, test } from 'vitest'
import { createLiveQuery } from '../../../../../renderer/app/state/live-query.ts'
import type { Reply } from '../../../../../shared/bridge/calls.ts'
import { fail, ok } from '../../../../../shared/result.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'
import { createRecordedBridge } from '../../../../support/fakes/recorded-bridge.ts'

/** A list whose reads wait for `reply`, which answers the oldest of them. */
function heldList() {
  const { bridge, commit } = createRecordedBridge()
  const open: ((reply: Reply<string>) => void)[] = []
  const list = createLiveQuery<string>({
    bridge,
    status: () => null,
    read: () => new Promise((resolve) => open.push(resolve)),
    dependsOn: () => '',
  })
  const reply = async (value: string) => {
    open.shift()?.({ ...ok(value), asOf: 0 })
    await Promise.resolve()
  }
  return { list, reply, open, change: (hasNews = true) => commit(PAIR, hasNews), shown: () => list.getState().data }
}

test('A list whose day changes faster than the day is read shows each reply, and reads once more at the end', async () => {
  const { list, reply, open, change, shown } = heldList()
  list.enter()
  change()
  change()
  expect(open).toHaveLength(1)
  await reply('first')
  expect(shown()).toBe('first')
  expect(open).toHaveLength(1)
  change()
  await reply('second')
  expect(shown()).toBe('second')
  await reply('third')
  expect(shown()).toBe('third')
  expect(open).toHaveLength(0)
})

test('A list that a person turns to another day never shows a late reply about the day before', async () => {
  const { list, reply, open, change, shown } = heldList()
  list.enter()
  change()
  list.refresh()
  expect(open).toHaveLength(2)
  await reply('day before')
  expect(shown()).toBeNull()
  await reply('day')
  expect(shown()).toBe('day')
  expect(open).toHaveLength(0)
})

test('A list that is left during a read stays empty, and reads again when its screen returns', async () => {
  const { list, reply, open, change, shown } = heldList()
  list.enter()
  change()
  list.leave()
  await reply('late')
  expect(shown()).toBeNull()
  expect(open).toHaveLength(0)
  list.enter()
  list.leave()
  list.enter()
  expect(open).toHaveLength(2)
  await reply('before')
  expect(shown()).toBeNull()
  await reply('now')
  expect(shown()).toBe('now')
})

test('A list that could not be read keeps its rows with the message, and reads again after a change during the read', async () => {
  const { list, reply, open, change, shown } = heldList()
  list.enter()
  await reply('rows')
  change()
  change()
  open.shift()?.({ ...fail('busy', 'settings-busy'), asOf: 0 })
  await Promise.resolve()
  expect(shown()).toBe('rows')
  expect(list.getState().errorMessage).not.toBeNull()
  await reply('again')
  expect(list.getState()).toEqual({ data: 'again', errorMessage: null })
})

test('A list is not read again for a booking of which the provider told nothing new', async () => {
  const { list, reply, open, change } = heldList()
  list.enter()
  change(false)
  await reply('rows')
  change(false)
  expect(open).toHaveLength(0)
  change()
  expect(open).toHaveLength(1)
})
