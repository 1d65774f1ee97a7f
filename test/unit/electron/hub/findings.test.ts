import { expect, test } from 'vitest'
import {
  assessCertificate,
  assessDesk,
  assessDisk,
  assessRetention,
  assessSchema,
  exitCodeOf,
  formatSpan,
} from '../../../../electron/hub/findings.ts'

const NOW = '2026-11-26T12:00:00Z'
const DESK = {
  name: 'Desk 4',
  takeBy: '2026-11-26T12:30:00Z',
  certificateUntil: '2028-11-25T12:00:00Z',
  seenAt: null,
  isConnected: false,
  keepsFrozen: 0,
  waiting: 0,
} as const

test.for([
  ['ok', '2026-12-27T12:00:00Z'],
  ['warning', '2026-12-26T11:59:59Z'],
  ['warning', '2026-11-26T12:00:00Z'],
  ['error', '2026-11-26T11:59:59Z'],
] as const)('The certificate of a hub is judged %s when it ends at %s', ([level, until]) => {
  expect(assessCertificate(until, NOW).level).toBe(level)
})

test.for([
  ['ok', null],
  ['ok', '2026-10-10T12:00:00Z'],
  ['warning', '2026-10-10T11:59:59Z'],
] as const)('The retention of a hub is judged %s when the oldest event is of %s', ([level, oldestAt]) => {
  expect(assessRetention(oldestAt, 45, NOW).level).toBe(level)
})

test.for([
  ['ok', 5e9],
  ['warning', 4.9e9],
  ['error', 0.9e9],
] as const)('The disk of a hub is judged %s with %d bytes free', ([level, free]) => {
  expect(assessDisk(free)).toMatchObject({ level, text: expect.stringContaining('GB free') as string })
})

test.for([
  ['ok', ['0001', '0002'], 'The hub has all steps up to 0002.'],
  ['warning', ['0001'], 'The hub lacks step 0002. Make a new hub to get it.'],
  ['warning', ['0001', '0002', '0003'], 'The hub has step 0003, which this program does not know. Update it.'],
  ['warning', [], 'The hub lacks step 0001, 0002. Make a new hub to get it.'],
] as const)('The schema of a hub is judged %s with the steps %j', ([level, applied, text]) => {
  expect(assessSchema(applied, ['0001', '0002'])).toEqual({ code: 'schema', level, text })
})

test.for([
  ['ok', {}, 'Desk 4: invited, to be taken by 12:30 UTC.'],
  [
    'warning',
    { takeBy: '2026-11-26T11:59:59Z' },
    'Desk 4: invited and never connected. Retire it if its invitation is lost.',
  ],
  ['ok', { isConnected: true }, 'Desk 4: connected.'],
  ['ok', { isConnected: true, keepsFrozen: 3 }, 'Desk 4: connected.'],
  ['warning', { keepsFrozen: 3 }, 'Desk 4: 3 bookings of the hub before wait for it. Start it, or retire it.'],
  ['ok', { seenAt: '2026-11-26T11:58:00Z' }, 'Desk 4: last seen 2 min ago.'],
  ['ok', { seenAt: '2026-11-26T11:58:31Z', waiting: 2 }, 'Desk 4: last seen 1 min ago.'],
  [
    'warning',
    { seenAt: '2026-11-26T11:58:30Z', waiting: 1 },
    'Desk 4: last seen 1 min ago with 1 booking not sent. Start it, or take over at another desk.',
  ],
  ['ok', { isConnected: true, waiting: 2 }, 'Desk 4: connected.'],
  ['warning', { seenAt: '2026-11-19T11:59:59Z' }, 'Desk 4: last seen on 2026-11-19. Retire it if it is gone.'],
  [
    'warning',
    { isConnected: true, certificateUntil: '2026-12-20T12:00:00Z' },
    'Desk 4: its certificate ends on 2026-12-20. Retire and invite it again.',
  ],
  [
    'error',
    { certificateUntil: '2026-11-26T11:59:59Z' },
    'Desk 4: its certificate ended on 2026-11-26. Retire and invite it again.',
  ],
] as const)('A desk is judged %s with the facts %j', ([level, facts, text]) => {
  expect(assessDesk({ ...DESK, ...facts }, NOW)).toEqual({ code: 'desk', level, text })
})

test('The exit code is that of the worst finding', () => {
  const [good, low, none] = [assessDisk(1e12), assessDisk(2e9), assessDisk(0)]
  expect([exitCodeOf([]), exitCodeOf([good]), exitCodeOf([good, low]), exitCodeOf([none, low])]).toEqual([0, 0, 1, 2])
})

test('A span is written in minutes, hours and days', () => {
  expect([-5, 90, 119 * 60, 120 * 60, 47 * 3600, 48 * 3600].map((seconds) => formatSpan(seconds * 1000))).toEqual([
    '0 min',
    '1 min',
    '119 min',
    '2 h',
    '47 h',
    '2 days',
  ])
})
