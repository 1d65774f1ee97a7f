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
  link: 'down',
  practises: true,
  typed: true,
  changes: false,
  saving: false,
  today: false,
  selected: true,
  booking: 'pickup',
  attention: 1,
  undo: null,
}

describe('the table of commands', () => {
  test('no two commands share a key where both are heard, and a shared one is found', () => {
    expect(sharedKeys(COMMANDS)).toEqual([])
    const twice = { ...commandOf('go-day'), keys: ['Ctrl N'] }
    expect(sharedKeys([...COMMANDS, twice])).toEqual(['Ctrl N: new-booking and go-day'])
    const elsewhere = { ...commandOf('day-today'), scope: 'inbox' } as const
    expect(sharedKeys([...COMMANDS, elsewhere])).toEqual([])
  })

  test('every command has words of its own, and no key belongs to the system or to AltGr', () => {
    expect(new Set(COMMANDS.map(({ words }) => words)).size).toBe(COMMAND_IDS.length)
    for (const { id, words, keys } of COMMANDS) {
      expect(words).toMatch(/^[A-Z][\w -]+$/)
      for (const key of keys) {
        expect(key).toMatch(/^(Ctrl )?(Shift )?(F\d+|Enter|[A-Z\d]|[,/?←→])$/)
        // On a selected row, where no text is selected, the system's key has nothing else to copy.
        if (id !== 'copy-move') expect(key).not.toMatch(/^Ctrl ([ACVXQY]|Shift I)$/)
      }
    }
  })

  test('only keys that nobody types act in a field', () => {
    const inFields = COMMANDS.flatMap((command) => command.keys.filter((key) => actsInFields(command, key)))
    expect(inFields.filter((key) => !/^(Ctrl .+|(Shift )?F\d+)$/.test(key))).toEqual([])
    expect(inFields).toContain('Ctrl K')
    expect(inFields).toContain('F6')
  })

  test('single keys are told from others', () => {
    expect(['T', '/', '?'].every(isSingleKey)).toBe(true)
    expect(['Ctrl T', 'F1', '←', '→', 'Shift F6'].some(isSingleKey)).toBe(false)
  })
})

describe('why a command cannot be done', () => {
  test.for(COMMANDS)('$id: in words wherever it is, and can be done somewhere', ({ id, scope }) => {
    const all = SCREENS.flatMap((screen) =>
      (['up', 'down', 'checking'] as const).flatMap((link) =>
        [true, false].flatMap((flag) => [
          { ...AT, screen, link, practises: flag, changes: flag, saving: flag, today: flag },
          { ...AT, screen, link, practises: flag },
        ]),
      ),
    )
    const said = all.map((at) => [at, disabledReason(id, at)] as const)
    expect(said.some(([, words]) => words === null)).toBe(true)
    for (const [at, words] of said) {
      if (words !== null) expect(words).toMatch(/^[A-Z].*\.$/)
      if (scope !== 'anywhere' && at.screen !== scope) expect(words).toMatch(/^Only on the /)
    }
  })

  test('says what stands in the way', () => {
    expect(disabledReason('look-now', { ...AT, link: 'up' })).toBe('The link is there.')
    expect(disabledReason('practice-connection', { ...AT, practises: false })).toMatch('works with a provider')
    expect(disabledReason('new-one-way', { ...AT, changes: true })).toMatch('is being changed')
    expect(disabledReason('day-today', { ...AT, screen: 'day', today: true })).toBe('Today is shown.')
    expect(disabledReason('copy-move', { ...AT, screen: 'lookup', selected: false })).toMatch('No move is selected')
    expect(disabledReason('book-like', { ...AT, booking: 'none' })).toMatch('Select a booking')
    expect(disabledReason('book-like', { ...AT, booking: 'other' })).toBeNull()
    expect(disabledReason('book-return', { ...AT, booking: 'none' })).toMatch('Select a booking')
    expect(disabledReason('book-return', { ...AT, booking: 'other' })).toBe('Only a pickup has a return.')
    expect(disabledReason('attention', { ...AT, attention: 0 })).toBe('Nothing needs attention.')
    expect(disabledReason('undo', { ...AT, undo: 'It is undone.' })).toBe('It is undone.')
    expect(disabledReason('save-booking', { ...AT, saving: true })).toBe('It is just being saved.')
    expect(disabledReason('save-booking', { ...AT, screen: 'inbox' })).toBe('Only on the Schedule screen.')
  })
})
