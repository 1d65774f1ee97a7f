import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../platform/atomic-file.ts'

/*
 * The provider's token, in a file that the operating system's secret store encrypts, or in memory until the app quits.
 * The encrypted text also holds the address that the token was entered for, so no other address ever gets the token.
 */

/** The secret store of the operating system. */
export type SecretCipher = {
  /** Encrypts with a key that only this user's account on this machine can get. */
  readonly encrypt: (text: string) => Buffer
  /** Null if the text was encrypted elsewhere or the secret store no longer opens. */
  readonly decrypt: (sealed: Buffer) => string | null
}

export type TokenStore = {
  /** The token for an address, or null. */
  of(address: string): string | null
  placeOf(address: string): 'vault' | 'memory' | 'missing'
  /**
   * Replaces the one stored token, whatever its address. Returns `memory` without a secret store, and if the token
   * cannot be written or does not read back; an older token may then stay in the file and return at the next start.
   */
  keep(address: string, token: string): 'vault' | 'memory'
}

/** The encrypted file in the data folder. */
export const TOKEN_FILE = 'token.vault'

const storedTokensSchema = z.strictObject({ address: z.string(), token: z.string() })

type StoredTokens = z.output<typeof storedTokensSchema>

/**
 * Opens the stored token of a data folder; an unreadable file counts as no token. `seal` is null on a machine without a
 * secret store.
 */
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
    const text = seal.decrypt(readFileSync(file))
    return text === null ? null : storedTokensSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** True if the token reads back. Only then may the token be removed from its source. */
function writeSealed(file: string, seal: SecretCipher, kept: StoredTokens): boolean {
  try {
    writeFileAtomic(file, seal.encrypt(JSON.stringify(kept)), 0o600)
    const back = readSealed(file, seal)
    return back?.address === kept.address && back.token === kept.token
  } catch {
    return false
  }
}
