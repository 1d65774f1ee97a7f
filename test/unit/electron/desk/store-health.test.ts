import { describe, expect, test } from 'vitest'
import {
  createStoreHealth,
  stepStoreHealth,
  type StoreHealth,
  type StoreHealthEvent,
} from '../../../../electron/desk/store-health.ts'
import type { Damage } from '../../../../shared/desk/damage.ts'

const FIRST: Damage = { store: 'desk', kind: 'unreadable', copiedAt: null, journal: true }
const SECOND: Damage = { store: 'practice-desk', kind: 'missing', copiedAt: null, journal: false }
const STATES: readonly StoreHealth[] = [
  { kind: 'opening' },
  { kind: 'open' },
  { kind: 'damaged', damage: FIRST },
  { kind: 'recovering', damage: FIRST },
]
const EVENTS: readonly StoreHealthEvent[] = [
  { kind: 'opened' },
  { kind: 'damaged', damage: SECOND },
  { kind: 'recovery-began' },
  { kind: 'recovery-failed' },
  { kind: 'recovered' },
]

/** Every change of the health; an event that is not listed changes nothing. */
const CHANGES: Readonly<Record<StoreHealth['kind'], Partial<Record<StoreHealthEvent['kind'], StoreHealth>>>> = {
  opening: { opened: { kind: 'open' }, damaged: { kind: 'damaged', damage: SECOND } },
  open: { damaged: { kind: 'damaged', damage: SECOND } },
  damaged: { 'recovery-began': { kind: 'recovering', damage: FIRST } },
  recovering: { 'recovery-failed': { kind: 'damaged', damage: FIRST }, recovered: { kind: 'opening' } },
}

describe('The health of the stores', () => {
  test('`stepStoreHealth` makes exactly the changes of the table, from every state by every event.', () => {
    for (const state of STATES) {
      for (const event of EVENTS) {
        const expected = CHANGES[state.kind][event.kind] ?? state
        expect(stepStoreHealth(state, event), `${state.kind}, ${event.kind}`).toEqual(expected)
      }
    }
  })

  test('The first damage stays until a recovery ends it, and each change is reported once.', () => {
    const health = createStoreHealth()
    const changes: string[] = []
    health.onChange((now, before) => changes.push(`${before.kind} to ${now.kind}`))
    for (const damage of [FIRST, SECOND, FIRST]) health.apply({ kind: 'damaged', damage })
    expect(health.current()).toEqual({ kind: 'damaged', damage: FIRST })
    health.apply({ kind: 'opened' })
    health.apply({ kind: 'recovery-began' })
    health.apply({ kind: 'recovered' })
    health.apply({ kind: 'recovery-failed' })
    health.apply({ kind: 'opened' })
    expect(changes).toEqual(['opening to damaged', 'damaged to recovering', 'recovering to opening', 'opening to open'])
  })
})
