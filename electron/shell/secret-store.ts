import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { app, safeStorage } from 'electron'
import type { SecretCipher } from '../settings/token-store.ts'

/** How long the keyring may take to answer whether it is locked. The window waits for that answer. */
const KEYRING_TIMEOUT_MS = 2000

/**
 * Selects the keyring that Chromium uses on Linux, and must run before the app is ready; returns false if no keyring is
 * unlocked there, and true on other systems. Chromium opens a keyring for its cookies, so a locked keyring would prompt
 * for its password before the window shows, and an unresponsive keyring would delay the window.
 */
export function selectPasswordStore(): boolean {
  if (process.platform !== 'linux') return true
  const isOpen = keyringIsOpen()
  if (!isOpen) app.commandLine.appendSwitch('password-store', 'basic')
  else if (!app.commandLine.hasSwitch('password-store')) {
    app.commandLine.appendSwitch('password-store', 'gnome-libsecret')
  }
  return isOpen
}

/**
 * Returns the cipher of the operating system's secret store; null if that store does not decrypt what it encrypted, and
 * on Linux unless Chromium uses an unlocked keyring of the D-Bus secret service (KWallet does not count). Call when the
 * app is ready, with the result of `selectPasswordStore`.
 */
export function openSecretCipher(isOpen: boolean): SecretCipher | null {
  if (!isOpen) return null
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() !== 'gnome_libsecret') return null
  try {
    if (!safeStorage.isEncryptionAvailable()) return null
    const proof = 'round trip'
    return decrypt(encrypt(proof)) === proof ? { encrypt, decrypt } : null
  } catch {
    return null
  }
}

// Chromium's cipher on Linux misses some wrong keys and most changes of the text. The digest detects both.
const encrypt = (text: string): Buffer => safeStorage.encryptString(digest(text) + text)

function decrypt(sealed: Buffer): string | null {
  // On Linux v10 marks the fixed key and v11 the keyring's key. On other systems v10 is a protected key.
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
 * True if the default collection of the D-Bus secret service is unlocked. The query prompts for no password, and only
 * a secret service answers the query, so KWallet is not used.
 */
function keyringIsOpen(): boolean {
  const question = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets/aliases/default',
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Locked',
  ]
  const { stdout } = spawnSync('dbus-send', question, { encoding: 'utf8', timeout: KEYRING_TIMEOUT_MS })
  return /\bboolean false\b/.test(stdout)
}
