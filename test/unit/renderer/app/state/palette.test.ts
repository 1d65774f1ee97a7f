import { expect, test } from 'vitest'
import { hitsOf } from '../../../../../renderer/app/state/palette.ts'
import { COMMAND_IDS, SCREENS, disabledReason, type CommandContext } from '../../../../../shared/desk/commands.ts'
import type { FoundBooking } from '../../../../../shared/views/lookup.ts'

const AT: CommandContext = {
  screen: 'day',
  connection: 'up',
  usesPracticeProvider: true,
  hasBoard: true,
  typed: false,
  changes: false,
  saving: false,
  today: true,
  selected: false,
  booking: 'none',
  attention: 0,
  undo: null,
  otherDesk: null,
}
const EMPTY = { text: '', bookings: [], answered: '' }
const BOOKING = { bookingId: 'b-1' } as unknown as FoundBooking

test.for(SCREENS)(
  'The palette lists every command once on the screen %s, and a disabled command with its reason',
  (screen) => {
    const at = { ...AT, screen }
    for (const recent of [[], ['go-day', 'keys'] as const]) {
      const hits = hitsOf(EMPTY, recent, at).flatMap((group) => group.hits)
      const ids = hits.map((hit) => (hit.kind === 'command' ? hit.command.id : 'a booking'))
      expect([...ids].sort()).toEqual([...COMMAND_IDS].sort())
      for (const hit of hits) if (hit.kind === 'command') expect(hit.reason).toBe(disabledReason(hit.command.id, at))
    }
  },
)

test('The palette without a text lists recent commands first, then the commands of the screen', () => {
  const titles = hitsOf(EMPTY, ['go-inbox'], AT).map(({ title, hits }) => [title, hits[0]?.id])
  expect(titles.slice(0, 2)).toEqual([
    ['Recent', 'command-go-inbox'],
    ['On this screen', 'command-day-today'],
  ])
})

test('The palette with a text lists enabled commands, then bookings, then disabled commands', () => {
  const groups = hitsOf({ text: 'copy', bookings: [BOOKING], answered: 'copy' }, [], AT)
  expect(groups.map(({ title, hits }) => [title, hits.map(({ id }) => id)])).toEqual([
    ['Commands', ['command-copy-details']],
    ['Bookings', ['found-b-1']],
    ['Not available', ['command-copy-move', 'command-book-like']],
  ])
})

test.for([
  ['shortcuts', 'command-keys'],
  ['outbox', 'command-go-inbox'],
  ['reconnect link', 'command-check-connection'],
  ['duplicate', 'command-book-like'],
])('The text "%s" finds %s', ([text = '', id]) => {
  const at: CommandContext = { ...AT, connection: 'down', booking: 'pickup' }
  expect(hitsOf({ ...EMPTY, text }, [], at)[0]?.hits.map((hit) => hit.id)).toContain(id)
})

test('A command found by its name comes before a command found only by a synonym', () => {
  const at: CommandContext = { ...AT, screen: 'lookup', selected: true, booking: 'pickup' }
  const groups = hitsOf({ ...EMPTY, text: 'copy', bookings: [BOOKING], answered: 'copy' }, [], at)
  expect(groups.map(({ title, hits }) => [title, hits.map(({ id }) => id)])).toEqual([
    ['Commands', ['command-copy-move', 'command-copy-details']],
    ['Bookings', ['found-b-1']],
    ['Maybe', ['command-book-like']],
  ])
})

test.for(['art', 'ken', 'len', 'rob', 'ted', 'ed', 'king', 'line', 'card'])(
  'The text "%s" finds a customer before any command',
  (text) => {
    const at: CommandContext = {
      ...AT,
      screen: 'schedule',
      typed: true,
      connection: 'down',
      booking: 'pickup',
      attention: 1,
    }
    expect(hitsOf({ text, bookings: [BOOKING], answered: text }, [], at)[0]?.hits[0]?.id).toBe('found-b-1')
  },
)

test('The palette matches words in any order and case, and ignores bookings found for another text', () => {
  const [first, ...more] = hitsOf({ text: 'QUEUE go', bookings: [BOOKING], answered: 'queu' }, [], AT)
  expect(first?.hits.map(({ id }) => id)).toEqual(['command-go-inbox'])
  expect(more).toEqual([])
  expect(hitsOf({ text: 'smth', bookings: [], answered: 'smth' }, [], AT)).toEqual([])
})

test.for(['one way', 'oneway', 'one-way'])('The text %j finds the command for a new one-way', (text) => {
  const hits = hitsOf({ text, bookings: [], answered: text }, [], AT).flatMap((group) => group.hits)
  expect(hits.map(({ id }) => id)).toContain('command-new-one-way')
})
