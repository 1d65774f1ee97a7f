import type * as Fs from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { oneWayBooking } from '../../support/builders/bookings.ts'
import { openDeskStore } from '../../support/desk/test-store.ts'

// The files of this project share their modules: the mock reaches only modules that load after it, and has to go.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('node:fs')
  vi.resetModules()
})

const trouble = vi.hoisted(() => ({ on: false }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  const readFileSync = (...args: Parameters<typeof fs.readFileSync>) => {
    if (trouble.on && String(args[0]).endsWith('.journal')) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' })
    return fs.readFileSync(...args)
  }
  return { ...fs, readFileSync }
})

test('A journal that was unreadable during its cut takes bookings again once it is readable', async () => {
  const { store, moves, clock } = openDeskStore()
  moves.bookMove(oneWayBooking(1))
  await store.copy(clock.now())
  moves.bookMove(oneWayBooking(2))
  clock.advance(20 * 60_000)
  trouble.on = true
  await expect(store.copy(clock.now())).rejects.toThrow('the journal beside the store cannot be read or written')
  expect(moves.bookMove(oneWayBooking(3)).ok).toBe(false)
  trouble.on = false
  expect(moves.bookMove(oneWayBooking(3)).ok).toBe(true)
  expect(moves.bookMove(oneWayBooking(4)).ok).toBe(true)
  clock.advance(20 * 60_000)
  expect(await store.copy(clock.now())).not.toBeNull()
  expect(moves.bookMove(oneWayBooking(5)).ok).toBe(true)
})
