import { expect, test } from 'vitest'
import { createDayLoad } from '../../../../../renderer/scheduler/state/day-load.ts'
import { PAIR } from '../../../../support/builders/booked-moves.ts'
import { answered, createRecordedBridge } from '../../../../support/fakes/recorded-bridge.ts'

function opened() {
  const desk = createRecordedBridge(PAIR)
  return { desk, dayLoad: createDayLoad(desk.bridge) }
}

test('A watched day is read once for all its watchers, and again after each change.', async () => {
  const { desk, dayLoad } = opened()
  dayLoad.watch('2026-11-24', '')
  dayLoad.watch('2026-11-24', '')
  await answered()
  expect(desk.calls).toEqual(['dayLoad'])
  desk.commit(PAIR)
  expect(desk.calls).toEqual(['dayLoad', 'dayLoad'])
})

test('A change is not read while nothing watches the day, and the next watcher reads the day anew.', async () => {
  const { desk, dayLoad } = opened()
  const leave = [dayLoad.watch('2026-11-24', ''), dayLoad.watch('2026-11-24', '')]
  leave[0]?.()
  desk.commit(PAIR)
  expect(desk.calls).toEqual(['dayLoad', 'dayLoad'])
  leave[1]?.()
  desk.commit(PAIR)
  await answered()
  expect(desk.calls).toEqual(['dayLoad', 'dayLoad'])
  dayLoad.watch('2026-11-24', '')
  expect(desk.calls).toEqual(['dayLoad', 'dayLoad', 'dayLoad'])
})

test('A day is read again when the form changes another booking.', () => {
  const { desk, dayLoad } = opened()
  dayLoad.watch('2026-11-24', '')
  dayLoad.watch('2026-11-24', PAIR.id)
  expect(desk.calls).toEqual(['dayLoad', 'dayLoad'])
})

test('A watched day is not read again for a booking of which the provider told nothing new', () => {
  const { desk, dayLoad } = opened()
  dayLoad.watch('2026-11-24', '')
  desk.commit(PAIR, false)
  expect(desk.calls).toEqual(['dayLoad'])
})
