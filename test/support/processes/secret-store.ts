import { app, safeStorage } from 'electron'
import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { selectPasswordStore, openSecretCipher } from '../../../electron/shell/secret-store.ts'

/*
 * A small Electron app that reports the secret store of this machine as one JSON line. Encrypts a text into the given
 * file, or decrypts the text of an earlier start.
 */

export type VaultFacts = {
  readonly backend: string
  /** The result of `openSecretCipher`. */
  readonly vault: boolean
  /** The time that the call took, in milliseconds. */
  readonly took: number
  /** The first bytes of the encrypted text, which name the key. */
  readonly sealedBy: string | null
  /** The decrypted text of an earlier start or of this start. */
  readonly opened: string | null
  /** How many copies with one changed bit can be decrypted. */
  readonly openedChanged: number
  /** The decrypted text of a text in our form under Chromium's fixed key. */
  readonly openedFixed: string | null
  /** Electron's own answer without our checks. Electron may prompt, so this comes last and only on request. */
  readonly available: boolean | null
}

const [file = '', rawToo] = process.argv.slice(-2)

const isOpen = selectPasswordStore()

// Electron becomes ready only after this module has ended, so the module cannot await that.
void app.whenReady().then(tell)

function tell(): void {
  const began = performance.now()
  const vault = openSecretCipher(isOpen)
  const took = performance.now() - began
  if (vault !== null && !existsSync(file)) writeFileSync(file, vault.encrypt('a token'))
  const stored = existsSync(file) ? readFileSync(file) : null
  const facts: VaultFacts = {
    backend: process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'none',
    vault: vault !== null,
    took,
    sealedBy: stored?.toString('latin1', 0, 3) ?? null,
    opened: vault === null || stored === null ? null : vault.decrypt(stored),
    openedChanged:
      vault === null || stored === null ? 0 : changed(stored).filter((one) => vault.decrypt(one) !== null).length,
    openedFixed: vault?.decrypt(sealedFixed('a token')) ?? null,
    available: rawToo === 'raw' ? safeStorage.isEncryptionAvailable() : null,
  }
  process.stdout.write(`${JSON.stringify(facts)}\n`)
  app.exit()
}

function changed(stored: Buffer): Buffer[] {
  return Array.from({ length: (stored.length - 3) * 8 }, (_, bit) => {
    const copy = Buffer.from(stored)
    const at = 3 + (bit >> 3)
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << (bit & 7)), at)
    return copy
  })
}

/** A text in our form under the key that Chromium on Linux uses without a keyring. */
function sealedFixed(text: string): Buffer {
  const cipher = createCipheriv('aes-128-cbc', pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1'), Buffer.alloc(16, ' '))
  const whole = createHash('sha256').update(text).digest('hex') + text
  return Buffer.concat([Buffer.from('v10'), cipher.update(whole), cipher.final()])
}
