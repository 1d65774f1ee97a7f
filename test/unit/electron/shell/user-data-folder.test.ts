import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { userDataFolder } from '../../../../electron/shell/user-data-folder.ts'

const USUAL = '/home/dana/.config/Lanekeeper'

test('The store lies in the usual folder when LocalAppData is not set', () => {
  expect(userDataFolder({ chosen: '', localAppData: undefined, usual: USUAL })).toBe(USUAL)
})

test('The store lies in LocalAppData on Windows and not in the roaming profile of Electron', () => {
  const local = join('C:', 'Users', 'dana', 'AppData', 'Local')
  const roaming = join('C:', 'Users', 'dana', 'AppData', 'Roaming', 'Lanekeeper')
  expect(userDataFolder({ chosen: '', localAppData: local, usual: roaming })).toBe(join(local, 'Lanekeeper'))
})

test('A chosen folder comes before all others, and a relative choice is resolved from the working folder', () => {
  expect(userDataFolder({ chosen: '/data/desk', localAppData: '/local', usual: USUAL })).toBe('/data/desk')
  expect(userDataFolder({ chosen: 'desk', localAppData: undefined, usual: USUAL })).toBe(resolve('desk'))
})
