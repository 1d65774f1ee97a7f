import type { ConnectionTest } from '../../shared/bridge/calls.ts'
import { assertNever } from '../../shared/result.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import type { Settings } from '../../shared/desk/settings.ts'
import { createProviderClient, type FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown, NONEXISTENT_MOVE_NUMBER, classifyHealth } from '../provider/health-check.ts'
import type { SessionOptions } from './provider-session.ts'

/*
 * Tests a provider that a person typed, before the desk switches to that provider: signs in where the profile needs
 * that, and fetches a number that no move has. The test books nothing and stores nothing.
 */

/** Longer than any step of the test should take, and short enough for a person who waits. */
const TEST_TIMEOUT_MS = 20_000

/** Returns the result of a test of `provider` with `token`. */
export async function testConnection(
  { clock, route, deadlines, roots }: Pick<SessionOptions, 'clock' | 'route' | 'deadlines' | 'roots'>,
  provider: NonNullable<Settings['provider']>,
  token: string | null,
): Promise<ConnectionTest> {
  const client = createProviderClient({
    base: new URL(provider.address),
    secret: () => token,
    clientId: PROFILE_FACTS[provider.profile].signsIn === 'client' ? () => provider.clientId ?? '' : null,
    clock,
    ...(route === undefined ? {} : { route }),
    ...(deadlines === undefined ? {} : { deadlines }),
    ...(roots === undefined ? {} : { roots: () => roots(provider.caFile).context }),
  })
  let timedOut = false
  const cancel = clock.schedule(TEST_TIMEOUT_MS, () => {
    timedOut = true
    client.abort()
  })
  try {
    const fetched = await client.fetchMove(NONEXISTENT_MOVE_NUMBER)
    return timedOut ? { good: false, cause: 'provider-down', detail: 'timeout' } : classifyAnswer(fetched, clock.now())
  } finally {
    cancel()
    client.abort()
  }
}

function classifyAnswer(fetched: FetchMoveResult, now: Parameters<typeof classifyHealth>[1]): ConnectionTest {
  const health = classifyHealth(fetched, now)
  switch (health.kind) {
    case 'unreachable':
      return { good: false, cause: health.cause, detail: null, ...(health.fields && { fields: health.fields }) }
    case 'pause':
      return { good: false, cause: health.cause, detail: health.cause === 'token-refused' ? 'token-rejected' : null }
    case 'reached':
      return fetched.kind === 'move' || isMoveUnknown(fetched)
        ? { good: true, cause: null, detail: null }
        : { good: false, cause: 'protocol-changed', detail: 'not-a-provider' }
    default:
      return assertNever(health)
  }
}
