import { assertNever } from '../../shared/result.ts'
import type { Damage } from '../../shared/desk/damage.ts'
import { createEmitter } from '../platform/emitter.ts'

/*
 * The health of the desk's stores, as the desk host knows it:
 *
 *   opening --opened--> open --damaged--> damaged --recovery-began--> recovering --recovered--> opening
 *      |                                   ^    ^                         |
 *      +------------damaged----------------+    +----recovery-failed------+
 *
 * An event that does not fit the state changes nothing, so the first damage stays until a recovery ends it. A desk that
 * cannot be opened for a reason other than damage stays `opening`.
 */

export type StoreHealth =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open' }
  | { readonly kind: 'damaged'; readonly damage: Damage }
  | { readonly kind: 'recovering'; readonly damage: Damage }

/** Every check that finds damage reports it as `damaged`. */
export type StoreHealthEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'damaged'; readonly damage: Damage }
  | { readonly kind: 'recovery-began' }
  | { readonly kind: 'recovery-failed' }
  | { readonly kind: 'recovered' }

/** Returns the health after an event; the same object where the event does not fit. */
export function stepStoreHealth(health: StoreHealth, event: StoreHealthEvent): StoreHealth {
  switch (event.kind) {
    case 'opened':
      return health.kind === 'opening' ? { kind: 'open' } : health
    case 'damaged':
      return health.kind === 'opening' || health.kind === 'open' ? { kind: 'damaged', damage: event.damage } : health
    case 'recovery-began':
      return health.kind === 'damaged' ? { kind: 'recovering', damage: health.damage } : health
    case 'recovery-failed':
      return health.kind === 'recovering' ? { kind: 'damaged', damage: health.damage } : health
    case 'recovered':
      return health.kind === 'recovering' ? { kind: 'opening' } : health
    default:
      return assertNever(event)
  }
}

export type StoreHealthMonitor = {
  current(): StoreHealth
  apply(event: StoreHealthEvent): void
  /**
   * Calls `listener` after each change, with the health before the change. Returns the function that removes the
   * listener.
   */
  onChange(listener: (now: StoreHealth, before: StoreHealth) => void): () => void
}

export function createStoreHealth(): StoreHealthMonitor {
  const changed = createEmitter<[now: StoreHealth, before: StoreHealth]>()
  let health: StoreHealth = { kind: 'opening' }
  return {
    current: () => health,
    apply(event) {
      const before = health
      health = stepStoreHealth(before, event)
      if (health !== before) changed.emit(health, before)
    },
    onChange: changed.on,
  }
}
