import type { ConnectionTest } from '../../shared/desk/connection.ts'
import { assertNever } from '../../shared/result.ts'
import { PROFILE_FACTS } from '../../shared/desk/provider-profile.ts'
import type { Settings } from '../../shared/desk/settings.ts'
import { checkProvider } from '../provider/check-provider.ts'
import { createProviderClient } from '../provider/client.ts'
import type { HealthResult } from '../provider/health-check.ts'
import type { SessionOptions } from './provider-session.ts'

/*
 * Tests a provider that a person typed, before the desk switches to that provider: signs in where the profile needs
 * that, and runs the health check of the send queue. The test books nothing and stores nothing.
 */

/** Longer than any step of the test should take, and short enough for a person who waits. */
const TEST_TIMEOUT_MS = 20_000

/**
 * Returns the result of a test of `provider` with `token`. `shownNumber` gives the number of a move that this desk read
 * from that address before, or null.
 */
export async function testConnection(
  { clock, route, deadlines, roots }: Pick<SessionOptions, 'clock' | 'route' | 'deadlines' | 'roots'>,
  provider: NonNullable<Settings['provider']>,
  token: string | null,
  shownNumber: () => number | null,
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
    const health = await checkProvider(client, shownNumber, clock)
    const result: ConnectionTest = timedOut
      ? { good: false, cause: 'provider-down', detail: 'timeout' }
      : testResult(health)
    const { caFile } = provider
    const problem = caFile === null ? null : (roots?.(caFile).problem ?? null)
    return caFile === null || problem === null ? result : { ...result, caFile: { path: caFile, problem } }
  } finally {
    cancel()
    client.abort()
  }
}

function testResult(health: HealthResult): ConnectionTest {
  switch (health.kind) {
    case 'reached':
      return { good: true, cause: null, detail: null }
    case 'unreachable': {
      const { cause, detail, fields } = health
      const shown = detail === 'web-page' ? detail : cause === 'not-the-provider' ? 'not-a-provider' : null
      return { good: false, cause, detail: shown, ...(fields && { fields }) }
    }
    case 'pause': {
      const { cause, detail } = health
      const shown = detail === 'reads-refused' ? detail : cause === 'token-refused' ? 'token-rejected' : null
      return { good: false, cause, detail: shown }
    }
    default:
      return assertNever(health)
  }
}
