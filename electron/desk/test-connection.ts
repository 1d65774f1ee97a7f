import type { ConnectionTest } from '../../shared/bridge/calls.ts'
import { assertNever } from '../../shared/result.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import type { Settings } from '../../shared/desk/settings.ts'
import { createProviderClient, type FetchMoveResult } from '../provider/client.ts'
import { isMoveUnknown, NONEXISTENT_MOVE_NUMBER, classifyHealth } from '../provider/health-check.ts'
import type { SessionOptions } from './provider-session.ts'

/*
 * Tests a typed provider before the desk switches to it: signs in if the profile does, and fetches a nonexistent move.
 * The test books nothing and stores none of the input.
 */

/** Longer than any step should take; a person waits for the result. */
const TEST_TIMEOUT_MS = 20_000

/** The result of testing `provider` with a token. */
export async function testConnection(
  { clock, route, deadlines }: Pick<SessionOptions, 'clock' | 'route' | 'deadlines'>,
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
  })
  let waited = false
  const cancel = clock.schedule(TEST_TIMEOUT_MS, () => {
    waited = true
    client.abort()
  })
  try {
    const asked = await client.fetchMove(NONEXISTENT_MOVE_NUMBER)
    return waited ? { good: false, cause: 'provider-down', detail: 'timeout' } : classifyAnswer(asked, clock.now())
  } finally {
    cancel()
    client.abort()
  }
}

function classifyAnswer(asked: FetchMoveResult, now: Parameters<typeof classifyHealth>[1]): ConnectionTest {
  const probed = classifyHealth(asked, now)
  switch (probed.kind) {
    case 'unreachable':
      return { good: false, cause: probed.cause, detail: null }
    case 'pause':
      return { good: false, cause: probed.cause, detail: probed.cause === 'token-refused' ? 'token-rejected' : null }
    case 'reached':
      return asked.kind === 'move' || isMoveUnknown(asked)
        ? { good: true, cause: null, detail: null }
        : { good: false, cause: 'protocol-changed', detail: 'not-a-provider' }
    default:
      return assertNever(probed)
  }
}
