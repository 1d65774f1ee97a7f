import { expect, test } from 'vitest'
import { describeAbout, formatSupportDetails } from '../../../../../renderer/app/text/about-text.ts'
import type { About } from '../../../../../shared/desk/about.ts'
import { ENTRY_STATES, type EntryState } from '../../../../../shared/outbox/entry-state.ts'

const states = Object.fromEntries(ENTRY_STATES.map((state) => [state, 0])) as Record<EntryState, number>

const ABOUT: About = {
  version: '1.4.0',
  build: 'packaged',
  electron: '33.4.11',
  system: { platform: 'win32', version: '10.0.19045', arch: 'x64' },
  desk: { profile: 'hopdrive', schema: 2, states: { ...states, booked: 41, 'in-doubt': 1 } },
}

test('The details for support are one line for each fact, with the bookings of each state', () => {
  expect(formatSupportDetails(ABOUT).split('\n')).toEqual([
    'Lanekeeper',
    'Version: 1.4.0 (packaged)',
    'Electron: 33.4.11',
    'System: Windows 10.0.19045, x64',
    'Provider type: HopDrive',
    'Store schema: 2',
    'Bookings: 41 Confirmed; 1 Check with provider',
  ])
})

test('A test build and a development build name themselves, and a desk that is not open has no bookings', () => {
  const version = (build: About['build']) => describeAbout({ ...ABOUT, build })[0]?.[1]
  expect(version('test')).toBe('1.4.0 (test build, not for users)')
  expect(version('development')).toBe('1.4.0 (development)')
  expect(describeAbout({ ...ABOUT, desk: null }).at(-1)).toEqual(['Bookings', 'not open'])
  const practice = describeAbout({ ...ABOUT, desk: { profile: 'practice', schema: 1, states } })
  expect(practice.slice(-3).map(([, value]) => value)).toEqual(['Practice', '1', 'none'])
})
