import { describe, expect, test } from 'vitest'
import { describeRecovery, describeDamage, type RecoveryReport } from '../../../../shared/desk/damage.ts'

const BACK: RecoveryReport = { store: 'desk', bookings: 40, doubt: 0, held: 0, unreadable: 0, kept: [] }

describe('`describeDamage`', () => {
  test.for([
    ['missing', 'missing or empty'],
    ['unreadable', "can't be read"],
    ['behind', 'some saved bookings are missing'],
  ] as const)(
    '`describeDamage` names each store and says that a store with damage of kind %s is "%s"',
    ([kind, words]) => {
      for (const [store, name] of [
        ['desk', /^The bookings on this computer/],
        ['practice-desk', /^The practice bookings/],
        ['practice-service', /^The records of practice mode/],
      ] as const) {
        const description = describeDamage({ store, kind, copiedAt: null, journal: true })
        expect(description).toMatch(name)
        expect(description).toContain(words)
      }
    },
  )
})

describe('`describeRecovery`', () => {
  test('`describeRecovery` is one sentence when every booking came back sound', () => {
    expect(describeRecovery(BACK)).toEqual(['40 bookings restored.'])
    expect(describeRecovery({ ...BACK, bookings: 1 })).toEqual(['1 booking restored.'])
    expect(describeRecovery({ ...BACK, store: 'practice-service' })).toHaveLength(1)
  })

  test('`describeRecovery` names the bookings in doubt, the held bookings and the unreadable pieces', () => {
    const description = describeRecovery({ ...BACK, doubt: 2, held: 1, unreadable: 3 })
    expect(description).toHaveLength(4)
    expect(description[1]).toMatch(/^2 of them to check with the driver service: .*ask before/)
    expect(description[2]).toMatch(/^1 was being saved .* is on hold/)
    expect(description[3]).toMatch(/^3 pieces of the backups could not be read/)
  })
})
