import type { Result } from '../../shared/failure.ts'
import { sayDamage, type Damage } from '../../shared/recovery.ts'

/** Thrown where a store turns out to be damaged that cannot be done without. */
export class Damaged extends Error {
  readonly damage: Damage
  constructor(damage: Damage) {
    super(sayDamage(damage))
    this.name = 'Damaged'
    this.damage = damage
  }
}

/** The failure that shows the screen on which the bookings are brought back. */
export function failedBy(damage: Damage): Result<never> {
  return { ok: false, failure: { code: 'damaged', message: sayDamage(damage), fields: [], damage } }
}
