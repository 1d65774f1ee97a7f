import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../platform/atomic-file.ts'

/*
 * The provider's token: in the operating system's vault, or in memory for as long as this app runs. It is bound to the
 * address that it was given for, inside the seal, so that no other address is ever sent it.
 */

/** The operating system's vault, as far as this machine has one. */
export type SecretCipher = {
  /** Encrypts with a key that only this user's account on this machine can get. */
  readonly seal: (text: string) => Buffer
  /** Null when it was sealed elsewhere or the vault no longer opens. */
  readonly open: (sealed: Buffer) => string | null
}

export type TokenStore = {
  /** The token for an address; null when there is none. */
  of(address: string): string | null
  placeOf(address: string): 'vault' | 'memory' | 'missing'
  /** Keeps a token in place of the one before. `memory` when there is no vault, or when it does not give back what it took. */
  keep(address: string, token: string): 'vault' | 'memory'
}

/** The vault's own file in the profile; what is in it opens with the vault alone. */
export const TOKEN_FILE = 'token.vault'

const storedTokensSchema = z.strictObject({ address: z.string(), token: z.string() })

type StoredTokens = z.output<typeof storedTokensSchema>

/** Opens the tokens of a profile. `seal` is null on a machine without a vault. */
export function openTokens(folder: string, seal: SecretCipher | null): TokenStore {
  const file = join(folder, TOKEN_FILE)
  const sealed = seal === null ? null : readSealed(file, seal)
  let held: { readonly kept: StoredTokens; readonly place: 'vault' | 'memory' } | null =
    sealed === null ? null : { kept: sealed, place: 'vault' }
  const ours = (address: string) => (held?.kept.address === address ? held : null)
  return {
    of: (address) => ours(address)?.kept.token ?? null,
    placeOf: (address) => ours(address)?.place ?? 'missing',
    keep(address, token) {
      const kept = { address, token }
      const place = seal !== null && writeSealed(file, seal, kept) ? 'vault' : 'memory'
      held = { kept, place }
      return place
    },
  }
}

function readSealed(file: string, seal: SecretCipher): StoredTokens | null {
  try {
    const text = seal.open(readFileSync(file))
    return text === null ? null : storedTokensSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** True when it reads back: only then may the token be taken from where it came. */
function writeSealed(file: string, seal: SecretCipher, kept: StoredTokens): boolean {
  try {
    writeFileAtomic(file, seal.seal(JSON.stringify(kept)), 0o600)
    const back = readSealed(file, seal)
    return back?.address === kept.address && back.token === kept.token
  } catch {
    return false
  }
}
