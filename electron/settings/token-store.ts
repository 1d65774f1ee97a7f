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
  readonly decrypt: (stored: Buffer) => string | null
}

export type TokenStore = {
  /** The token for an address, or null. */
  of(address: string): string | null
  placeOf(address: string): 'secret-store' | 'memory' | 'missing'
  /**
   * Replaces the one stored token, whatever its address. Returns `memory` without a secret store, and if the token
   * cannot be written or does not read back; an older token may then stay in the file and return at the next start.
   */
  keep(address: string, token: string): 'secret-store' | 'memory'
}

/** The encrypted file in the data folder. */
export const TOKEN_FILE = 'token.encrypted'

const storedTokensSchema = z.strictObject({ address: z.string(), token: z.string() })

type StoredTokens = z.output<typeof storedTokensSchema>

/**
 * Opens the stored token of a data folder; an unreadable file counts as no token. `cipher` is null on a machine without
 * a secret store.
 */
export function openTokens(folder: string, cipher: SecretCipher | null): TokenStore {
  const file = join(folder, TOKEN_FILE)
  const stored = cipher === null ? null : readEncrypted(file, cipher)
  let held: { readonly kept: StoredTokens; readonly place: 'secret-store' | 'memory' } | null =
    stored === null ? null : { kept: stored, place: 'secret-store' }
  const ours = (address: string) => (held?.kept.address === address ? held : null)
  return {
    of: (address) => ours(address)?.kept.token ?? null,
    placeOf: (address) => ours(address)?.place ?? 'missing',
    keep(address, token) {
      const kept = { address, token }
      const place = cipher !== null && writeEncrypted(file, cipher, kept) ? 'secret-store' : 'memory'
      held = { kept, place }
      return place
    },
  }
}

function readEncrypted(file: string, cipher: SecretCipher): StoredTokens | null {
  try {
    const text = cipher.decrypt(readFileSync(file))
    return text === null ? null : storedTokensSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** True if the token reads back. Only then may the token be removed from its source. */
function writeEncrypted(file: string, cipher: SecretCipher, kept: StoredTokens): boolean {
  try {
    writeFileAtomic(file, cipher.encrypt(JSON.stringify(kept)), 0o600)
    const back = readEncrypted(file, cipher)
    return back?.address === kept.address && back.token === kept.token
  } catch {
    return false
  }
}
