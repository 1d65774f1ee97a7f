import { expect, test } from 'vitest'
import { parseLaunchCommand, shortcutLine } from '../../../../shared/desk/launch-args.ts'

test.for([
  [['lanekeeper', '--new-booking'], 'new-booking'],
  [['lanekeeper', '--allow-file-access', '--new-booking', '/somewhere'], 'new-booking'],
  [['lanekeeper'], null],
  [['lanekeeper', '--new-bookings'], null],
  [[], null],
] as const)('A start with the arguments %j asks for the command %s', ([args, command]) =>
  expect(parseLaunchCommand(args)).toBe(command),
)

test('A shortcut leads to the data folder and the settings file of its own desk', () => {
  expect(shortcutLine({})).toBe('--new-booking')
  expect(shortcutLine({ 'user-data-dir': 'C:\\Lane desk\\', config: 'C:\\IT\\desk.json' })).toBe(
    '--new-booking --user-data-dir="C:\\Lane desk" --config="C:\\IT\\desk.json"',
  )
})
