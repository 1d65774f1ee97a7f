import type { Trial } from '../shared/bridge.ts'
import { never } from '../shared/failure.ts'
import { PROFILE_FACTS } from '../shared/profile.ts'
import type { Settings } from '../shared/settings.ts'
import { makeProvider, type Asked } from './provider/client.ts'
import type { RemoteOptions } from './remote.ts'
import type { UnreachedCause } from './provider/connection.ts'
import { readProbe, sayUnreached, isUnknown } from './sync/probe.ts'

/*
 * Tries a provider that somebody typed, before the desk goes over to it: signs in where its profile does, and asks for a
 * move that nobody has. Nothing is booked, and nothing of what was typed is kept.
 */

/** Longer than any step of it should take; who tries it sits in front of it. */
const PATIENCE = 20_000

/** No provider has it. */
const NO_MOVE = 0

/** What came of trying `provider` with a token. */
export async function tryProvider(
  { clock, route, deadlines }: Pick<RemoteOptions, 'clock' | 'route' | 'deadlines'>,
  provider: NonNullable<Settings['provider']>,
  token: string | null,
): Promise<Trial> {
  const client = makeProvider({
    base: new URL(provider.address),
    secret: () => token,
    clientId: PROFILE_FACTS[provider.profile].signsIn === 'client' ? () => provider.clientId ?? '' : null,
    clock,
    ...(route === undefined ? {} : { route }),
    ...(deadlines === undefined ? {} : { deadlines }),
  })
  let waited = false
  const cancel = clock.after(PATIENCE, () => {
    waited = true
    client.abandon()
  })
  try {
    const asked = await client.ask(NO_MOVE)
    return waited ? { good: false, cause: 'provider-down', words: SILENT } : judge(asked, clock.now())
  } finally {
    cancel()
    client.abandon()
  }
}

function judge(asked: Asked, now: Parameters<typeof readProbe>[1]): Trial {
  const probed = readProbe(asked, now)
  switch (probed.kind) {
    case 'unreached':
      return { good: false, cause: probed.cause, words: sayTried(probed.cause) }
    case 'wait':
      return { good: false, cause: probed.cause, words: probed.cause === 'token-refused' ? REFUSED : probed.words }
    case 'reached':
      return asked.kind === 'move' || isUnknown(asked)
        ? { good: true, cause: null, words: 'The provider answers, and takes what this desk signs in with.' }
        : { good: false, cause: 'provider-changed', words: STRANGE }
    default:
      return never(probed)
  }
}

/** Here the address may be the mistake, which of a provider that answered before it cannot be. */
function sayTried(cause: UnreachedCause): string {
  if (cause === 'no-network') return NOT_FOUND
  return cause === 'provider-down' ? DOWN : sayUnreached(cause)
}

const REFUSED = 'The provider does not accept this token. Check that it is whole, or ask the provider for a new one.'
const NOT_FOUND =
  'This address was not found. Check its spelling; if other pages do not open on this PC either, it has no network.'
const DOWN =
  'Nothing answers at this address as it should. Check the address and its port; if they are right, the provider is down: try again later.'
const SILENT = 'Nothing answered within 20 seconds. Check the address, or try again in a moment.'
const STRANGE =
  'Something answers at this address, but not as a provider does. Check the address: it may need a path behind the host.'
