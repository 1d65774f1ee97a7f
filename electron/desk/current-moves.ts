import type { Result } from '../../shared/result.ts'
import type { BookingService } from '../bookings/service.ts'
import { SETTINGS_BUSY, type ProviderSwitch } from './provider-switch.ts'

/** The booking service of the current session. Each call fails with `busy` while the desk switches providers. */
export function currentMoves(work: ProviderSwitch): BookingService {
  // A desk that was just opened has a session, and every session has the same calls.
  const names = Object.keys(work.current()?.moves ?? {}) as (keyof BookingService)[]
  const calls = names.map((name) => {
    const call = (...input: never[]): Result<unknown> => {
      const moves = work.current()?.moves
      if (moves === undefined) return SETTINGS_BUSY
      const method: (...input: never[]) => Result<unknown> = moves[name]
      return method(...input)
    }
    return [name, call] as const
  })
  return Object.fromEntries(calls) as BookingService
}
