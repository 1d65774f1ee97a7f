import { expect, test } from 'vitest'
import { hitsOf } from '../../../../../renderer/app/state/palette.ts'
import { COMMAND_IDS, SCREENS, disabledReason, type CommandContext } from '../../../../../shared/desk/commands.ts'
import type { FoundMove } from '../../../../../shared/views/lookup.ts'

const AT: CommandContext = {
  screen: 'day',
  link: 'up',
  practises: true,
  typed: false,
  changes: false,
  saving: false,
  today: true,
  selected: false,
  booking: 'none',
  attention: 0,
  undo: null,
}
const EMPTY = { text: '', moves: [], answered: '' }
const MOVE = { moveId: 'm-1', bookingId: 'b-1' } as unknown as FoundMove

test.for(SCREENS)('on %s every command is listed once, and each that cannot be done says why', (screen) => {
  const at = { ...AT, screen }
  for (const recent of [[], ['go-day', 'keys'] as const]) {
    const hits = hitsOf(EMPTY, recent, at).flatMap((group) => group.hits)
    const ids = hits.map((hit) => (hit.kind === 'command' ? hit.command.id : 'a move'))
    expect([...ids].sort()).toEqual([...COMMAND_IDS].sort())
    for (const hit of hits) if (hit.kind === 'command') expect(hit.reason).toBe(disabledReason(hit.command.id, at))
  }
})

test('without a text what was run last comes first, then what is of this screen', () => {
  const titles = hitsOf(EMPTY, ['go-inbox'], AT).map(({ title, hits }) => [title, hits[0]?.id])
  expect(titles.slice(0, 2)).toEqual([
    ['Recent', 'command-go-inbox'],
    ['On this screen', 'command-day-today'],
  ])
})

test('with a text come commands that can be done, moves, then commands that cannot with the reason', () => {
  const groups = hitsOf({ text: 'show', moves: [MOVE], answered: 'show' }, [], AT)
  expect(groups.map(({ title, hits }) => [title, hits.map(({ id }) => id)])).toEqual([
    ['Commands', ['command-day-before', 'command-day-after', 'command-keys']],
    ['Moves', ['found-m-1']],
    ['Not now', ['command-day-today']],
  ])
})

test.for([
  ['shortcuts', 'command-keys'],
  ['outbox', 'command-go-inbox'],
  ['reconnect link', 'command-look-now'],
  ['duplicate', 'command-book-like'],
])('%s is what people call %s', ([text = '', id]) => {
  const at: CommandContext = { ...AT, link: 'down', booking: 'pickup' }
  expect(hitsOf({ ...EMPTY, text }, [], at)[0]?.hits.map((hit) => hit.id)).toContain(id)
})

test('a command that is called so comes before one that is only known by it too', () => {
  const at: CommandContext = { ...AT, screen: 'lookup', selected: true, booking: 'pickup' }
  const groups = hitsOf({ ...EMPTY, text: 'copy', moves: [MOVE], answered: 'copy' }, [], at)
  expect(groups.map(({ title, hits }) => [title, hits.map(({ id }) => id)])).toEqual([
    ['Commands', ['command-copy-move']],
    ['Moves', ['found-m-1']],
    ['Perhaps', ['command-book-like']],
  ])
})

test.for(['art', 'ken', 'len', 'rob', 'ted', 'ed', 'king', 'line', 'card'])('%s is a customer first', (text) => {
  const at: CommandContext = { ...AT, screen: 'schedule', typed: true, link: 'down', booking: 'pickup', attention: 1 }
  expect(hitsOf({ text, moves: [MOVE], answered: text }, [], at)[0]?.hits[0]?.id).toBe('found-m-1')
})

test('words in any order and in any case name a command, and an answer to another text lists no move', () => {
  const [first, ...more] = hitsOf({ text: 'QUEUE go', moves: [MOVE], answered: 'queu' }, [], AT)
  expect(first?.hits.map(({ id }) => id)).toEqual(['command-go-inbox'])
  expect(more).toEqual([])
  expect(hitsOf({ text: 'smth', moves: [], answered: 'smth' }, [], AT)).toEqual([])
})

test.for(['one way', 'oneway', 'one-way'])('%j finds the new one-way', (text) => {
  const hits = hitsOf({ text, moves: [], answered: text }, [], AT).flatMap((group) => group.hits)
  expect(hits.map(({ id }) => id)).toContain('command-new-one-way')
})
