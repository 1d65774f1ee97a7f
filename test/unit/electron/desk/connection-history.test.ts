import { expect, test } from 'vitest'
import { createConnectionHistory } from '../../../../electron/desk/connection-history.ts'
import type { ConnectionCause, ConnectionState } from '../../../../shared/desk/connection.ts'
import { addMinutes } from '../../../../shared/time/time.ts'

const START = '2026-11-24T09:00:00Z'
const UP: ConnectionState = { kind: 'up', since: START }
const down = (cause: ConnectionCause): ConnectionState => ({
  kind: 'down',
  since: START,
  cause,
  detail: null,
  fields: {},
  until: null,
})

test('The history takes in each change with its cause, and nothing of a check or of a state that stays', () => {
  const history = createConnectionHistory()
  const note = (minutes: number, connection: ConnectionState) =>
    history.noted({ connection, now: addMinutes(START, minutes) })
  expect(note(0, { kind: 'checking' })).toEqual([])
  note(1, UP)
  note(2, UP)
  note(3, down('no-network'))
  note(4, down('no-network'))
  const all = note(5, down('provider-down'))
  expect(all.map(({ at }) => at)).toEqual([1, 3, 5].map((minutes) => addMinutes(START, minutes)))
})

test('The history forgets what ended before the last 16 hours, and keeps what still held then', () => {
  const history = createConnectionHistory()
  const note = (hours: number, connection: ConnectionState) =>
    history.noted({ connection, now: addMinutes(START, hours * 60) })
  note(0, UP)
  note(1, down('no-network'))
  note(2, UP)
  expect(note(20, down('no-network')).map(({ at }) => at)).toEqual(
    [2, 20].map((hours) => addMinutes(START, hours * 60)),
  )
})

test('A connection that flaps keeps its newest changes alone', () => {
  const history = createConnectionHistory()
  for (let minute = 0; minute < 500; minute += 1) {
    const now = addMinutes(START, minute)
    history.noted({ connection: minute % 2 === 0 ? UP : down('no-network'), now })
  }
  const kept = history.noted({ connection: UP, now: addMinutes(START, 500) })
  expect(kept).toHaveLength(200)
  expect(kept.at(-1)?.at).toBe(addMinutes(START, 500))
})
