import { expect, test } from 'vitest'
import { describeHistory, historyLines, ticksOf } from '../../../../../renderer/app/text/connection-history-text.ts'
import type { ConnectionChange } from '../../../../../shared/desk/connection.ts'
import { addMinutes } from '../../../../../shared/time/time.ts'

const NOW = '2026-11-24T19:00:00Z'
const ago = (minutes: number) => addMinutes(NOW, -minutes)
const up = (minutes: number): ConnectionChange => ({ at: ago(minutes), state: { kind: 'up', since: ago(minutes) } })
const down = (minutes: number): ConnectionChange => ({
  at: ago(minutes),
  state: { kind: 'down', since: ago(minutes), cause: 'no-network', detail: null, fields: {}, until: null },
})

test('`ticksOf` has a tick an hour, down for an hour with any outage and unknown before the first change', () => {
  const ticks = ticksOf([up(200), down(130), up(125)], NOW)
  expect(ticks).toHaveLength(16)
  expect(ticks.slice(0, 12)).toEqual(Array(12).fill('unknown'))
  expect(ticks.slice(12)).toEqual(['up', 'down', 'up', 'up'])
  expect(ticksOf([up(5000)], NOW)).toEqual(Array(16).fill('up'))
  expect(ticksOf([], NOW)).toEqual(Array(16).fill('unknown'))
})

test('An outage that lasts is down until now', () => {
  expect(ticksOf([up(170), down(70)], NOW).slice(-3)).toEqual(['up', 'down', 'down'])
})

test('`describeHistory` counts outages and not the causes within an outage', () => {
  const saidOf = (...changes: readonly ConnectionChange[]) => describeHistory(changes)
  expect(saidOf(up(9))).toMatch(/: never offline$/)
  expect(saidOf(up(9), down(8), down(7), up(6))).toMatch(/: offline once$/)
  expect(saidOf(down(9), up(8), down(7))).toMatch(/: offline 2 times$/)
})

test('`historyLines` gives the newest change first with its cause, in the zone of the rooftop', () => {
  expect(historyLines([up(1500), down(30)], 'America/New_York', NOW)).toEqual([
    { at: '1:30 PM', kind: 'down', text: 'Offline. No network' },
    { at: 'Mon, Nov 23, 1:00 PM ET', kind: 'up', text: 'Online' },
  ])
})
