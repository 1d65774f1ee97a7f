import { expect, test } from 'vitest'
import { describeRestore, restoreLabel } from '../../../../../renderer/app/text/recovery-text.ts'
import type { Damage } from '../../../../../shared/desk/damage.ts'

const DAMAGE: Damage = { store: 'desk', kind: 'unreadable', copiedAt: '2026-11-23T03:58:00Z', journal: true }

test('`describeRestore` gives the time of the backup in the zone of the rooftop, with the zone and the year', () => {
  expect(describeRestore({ ...DAMAGE, zone: 'America/New_York' }, 'UTC')).toBe(
    'Lanekeeper can restore them from the backup of Sun, Nov 22, 2026, 10:58 PM ET and the log of everything saved since. ' +
      'Nothing is sent until then.',
  )
  expect(describeRestore(DAMAGE, 'America/Chicago')).toContain('Sun, Nov 22, 2026, 9:58 PM CT')
})

test('`describeRestore` says from what a store is restored, and whom to call without a backup', () => {
  expect(describeRestore({ ...DAMAGE, copiedAt: null }, 'UTC')).toMatch(/from the log of everything saved\. /)
  expect(describeRestore({ ...DAMAGE, copiedAt: null, journal: false }, 'UTC')).toMatch(/No backup .* Call support/)
  const practice: Damage = { ...DAMAGE, store: 'practice-service' }
  expect(describeRestore(practice, 'UTC')).toMatch(/^Your bookings are not affected/)
  expect([DAMAGE, practice].map(restoreLabel)).toEqual(['Restore', 'Reset practice'])
})
