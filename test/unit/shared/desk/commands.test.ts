import { describe, expect, test } from 'vitest'
import {
  actsInFields,
  COMMAND_IDS,
  commandOf,
  COMMANDS,
  isSingleKey,
  SCREENS,
  sharedKeys,
  disabledReason,
  type CommandContext,
} from '../../../../shared/desk/commands.ts'

const AT: CommandContext = {
  screen: 'schedule',
  connection: 'down',
  usesPracticeProvider: true,
  hasBoard: true,
  typed: true,
  changes: false,
  saving: false,
  today: false,
  selected: true,
  booking: 'pickup',
  attention: 1,
  undo: null,
  otherDesk: null,
}

describe('The table of commands', () => {
  test('Two commands never share a key where both are heard, and `sharedKeys` finds a shared key', () => {
    expect(sharedKeys(COMMANDS)).toEqual([])
    const twice = { ...commandOf('go-day'), keys: ['Ctrl N'] }
    expect(sharedKeys([...COMMANDS, twice])).toEqual(['Ctrl N: new-booking and go-day'])
    const elsewhere = { ...commandOf('day-today'), scope: 'inbox' } as const
    expect(sharedKeys([...COMMANDS, elsewhere])).toEqual([])
  })

  test('Every command has its own words and uses no key of the system or of AltGr', () => {
    expect(new Set(COMMANDS.map(({ label }) => label)).size).toBe(COMMAND_IDS.length)
    for (const { id, label, keys } of COMMANDS) {
      expect(label).toMatch(/^[A-Z][\w -]+$/)
      for (const key of keys) {
        expect(key).toMatch(/^(Ctrl )?(Shift )?(F\d+|Enter|[A-Z\d]|[,/?←→])$/)
        // On a selected row no text is selected, so the copy key of the system has no other use there.
        if (id !== 'copy-move') expect(key).not.toMatch(/^Ctrl ([ACVXQY]|Shift I)$/)
      }
    }
  })

  test('Only keys that type no text act in a field', () => {
    const inFields = COMMANDS.flatMap((command) => command.keys.filter((key) => actsInFields(command, key)))
    expect(inFields.filter((key) => !/^(Ctrl .+|(Shift )?F\d+)$/.test(key))).toEqual([])
    expect(inFields).toContain('Ctrl K')
    expect(inFields).toContain('F6')
  })

  test('`isSingleKey` tells single keys from key combinations and named keys', () => {
    expect(['T', '/', '?'].every(isSingleKey)).toBe(true)
    expect(['Ctrl T', 'F1', '←', '→', 'Shift F6'].some(isSingleKey)).toBe(false)
  })
})

describe('`disabledReason`', () => {
  test.for(COMMANDS)(
    '`disabledReason` of $id is a sentence or null on every screen, and null somewhere',
    ({ id, scope }) => {
      const all = SCREENS.flatMap((screen) =>
        (['up', 'down', 'checking'] as const).flatMap((link) =>
          [true, false].flatMap((flag) => [
            { ...AT, screen, link, usesPracticeProvider: flag, changes: flag, saving: flag, today: flag },
            { ...AT, screen, link, usesPracticeProvider: flag },
          ]),
        ),
      )
      const reasons = all.map((at) => [at, disabledReason(id, at)] as const)
      expect(reasons.some(([, words]) => words === null)).toBe(true)
      for (const [at, words] of reasons) {
        if (words !== null) expect(words).toMatch(/^[A-Z].*\.$/)
        if (scope !== 'anywhere' && at.screen !== scope) expect(words).toMatch(/^Only on the /)
      }
    },
  )

  test('`disabledReason` names the obstacle of each command', () => {
    expect(disabledReason('check-connection', { ...AT, connection: 'up' })).toBe('You are online.')
    expect(disabledReason('practice-connection', { ...AT, usesPracticeProvider: false })).toBe('Only in practice mode.')
    expect(disabledReason('hand-over', { ...AT, hasBoard: false })).toBe('Only with a board.')
    expect(disabledReason('hand-over', AT)).toBeNull()
    expect(disabledReason('new-one-way', { ...AT, changes: true })).toMatch('You are editing a booking')
    expect(disabledReason('day-today', { ...AT, screen: 'day', today: true })).toBe('Today is shown.')
    expect(disabledReason('copy-move', { ...AT, screen: 'lookup', selected: false })).toMatch('Select a booking')
    expect(disabledReason('book-like', { ...AT, booking: 'none' })).toMatch('Select a booking')
    expect(disabledReason('book-like', { ...AT, booking: 'other' })).toBeNull()
    expect(disabledReason('book-return', { ...AT, booking: 'none' })).toMatch('Select a booking')
    expect(disabledReason('book-return', { ...AT, booking: 'other' })).toBe('Only a pickup has a return.')
    expect(disabledReason('book-like', { ...AT, booking: 'canceled' })).toBeNull()
    expect(disabledReason('reschedule', { ...AT, booking: 'canceled' })).toMatch('It is canceled')
    expect(disabledReason('reschedule', { ...AT, booking: 'canceled-pickup' })).toBeNull()
    for (const booking of ['canceled', 'canceled-pickup'] as const) {
      expect(disabledReason('book-return', { ...AT, booking })).toBe('It is canceled, being canceled, or rescheduled.')
    }
    expect(disabledReason('book-like', { ...AT, booking: 'in-doubt' })).toMatch('It may already be booked')
    expect(disabledReason('book-return', { ...AT, booking: 'in-doubt' })).toMatch('It may already be booked')
    expect(disabledReason('attention', { ...AT, attention: 0 })).toBe('Nothing needs attention.')
    expect(disabledReason('undo', { ...AT, undo: 'Already undone.' })).toBe('Already undone.')
    expect(disabledReason('save-booking', { ...AT, saving: true })).toBe('Saving now.')
    expect(disabledReason('save-booking', { ...AT, screen: 'inbox' })).toBe('Only on the Schedule screen.')
  })
})
