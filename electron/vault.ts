import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { safeStorage } from 'electron'
import type { Seal } from './settings/token.ts'

/** How long the keyring may take to say whether it is locked. The window is not there yet, or stands still meanwhile. */
const ANSWER_WITHIN = 2000

/**
 * Null where there is no vault: on Linux without a keyring (Chromium would fall back to a fixed key, which protects
 * nothing), with a locked one, and with KWallet. Call when the app is ready; a keyring that was locked may be asked again.
 */
export function openVault(): Seal | null {
  if (process.platform === 'linux' && !keyringIsOpen()) return null
  try {
    if (!safeStorage.isEncryptionAvailable()) return null
    const proof = 'round trip'
    return open(seal(proof)) === proof ? { seal, open } : null
  } catch {
    return null
  }
}

// Chromium's cipher on Linux notices neither every wrong key nor most changes: the digest does.
const seal = (text: string): Buffer => safeStorage.encryptString(digest(text) + text)

function open(sealed: Buffer): string | null {
  // On Linux v10 is the fixed key and v11 that of the keyring. Elsewhere v10 is a good key.
  if (process.platform === 'linux' && sealed.toString('latin1', 0, 3) !== 'v11') return null
  try {
    const opened = safeStorage.decryptString(sealed)
    const text = opened.slice(digest('').length)
    return opened === digest(text) + text ? text : null
  } catch {
    return null
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Whether the keyring would answer without asking the user. Else `isEncryptionAvailable` waits on the main thread, for
 * as long as the prompt for the password stands there. Only a secret service can be asked this: KWallet is not used.
 */
function keyringIsOpen(): boolean {
  if (safeStorage.getSelectedStorageBackend() !== 'gnome_libsecret') return false
  const question = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets/aliases/default',
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked',
  ]
  const { stdout } = spawnSync('dbus-send', question, { encoding: 'utf8', timeout: ANSWER_WITHIN })
  return /\bboolean false\b/.test(stdout)
}
