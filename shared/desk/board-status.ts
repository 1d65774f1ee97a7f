import type { UtcInstant } from '../time/time.ts'

/**
 * Why a desk does not reach the hub of its rooftop: no connection, no answer in time, a refused certificate or role,
 * another store that speaks for the desk, versions too far apart, a full disk at the hub, or anything else.
 */
export type HubFault = 'unreachable' | 'silent' | 'refused' | 'another-store' | 'version' | 'disk-full' | 'failed'

/**
 * Whether a desk shows the bookings of its rooftop as they are now. `since` is when the desk lost the hub; what the
 * other desks did later is not shown.
 */
export type BoardStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'alone'; readonly fault: HubFault; readonly since: UtcInstant }
