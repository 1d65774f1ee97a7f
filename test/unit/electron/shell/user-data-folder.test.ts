import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { userDataFolder } from '../../../../electron/shell/user-data-folder.ts'

const USUAL = '/home/dana/.config/Lanekeeper'

test('the store lies in the usual folder where that is machine-local', () => {
  expect(userDataFolder({ chosen: '', localAppData: undefined, usual: USUAL })).toBe(USUAL)
})

test('on Windows it lies in LocalAppData, not in the roaming profile that Electron would take', () => {
  const local = join('C:', 'Users', 'dana', 'AppData', 'Local')
  const roaming = join('C:', 'Users', 'dana', 'AppData', 'Roaming', 'Lanekeeper')
  expect(userDataFolder({ chosen: '', localAppData: local, usual: roaming })).toBe(join(local, 'Lanekeeper'))
})

test('a chosen folder wins, and a relative one is taken from where the app was started', () => {
  expect(userDataFolder({ chosen: '/data/desk', localAppData: '/local', usual: USUAL })).toBe('/data/desk')
  expect(userDataFolder({ chosen: 'desk', localAppData: undefined, usual: USUAL })).toBe(resolve('desk'))
})
