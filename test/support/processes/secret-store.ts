import { app, safeStorage } from 'electron'
import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { selectPasswordStore, openSecretCipher } from '../../../electron/shell/secret-store.ts'

/*
 * A tiny Electron app that says as one JSON line what the vault is here. It seals into the file that it is given, or
 * opens what an earlier start sealed there.
 */

export type VaultFacts = {
  readonly backend: string
  /** What `openVault` answered. */
  readonly vault: boolean
  /** How long that took, in milliseconds. */
  readonly took: number
  /** The first bytes of what was sealed: they name the key. */
  readonly sealedBy: string | null
  /** What was opened of an earlier start's, or of this one's. */
  readonly opened: string | null
  /** How many of its copies with one bit changed are opened. */
  readonly openedChanged: number
  /** What is opened of a text in our form under Chromium's fixed key. */
  readonly openedFixed: string | null
  /** What Electron says without our questions. It may prompt, so it is asked last and only where the test wants it. */
  readonly available: boolean | null
}

const [file = '', rawToo] = process.argv.slice(-2)

const isOpen = selectPasswordStore()

// Electron is not ready before this module has ended: it cannot await that here.
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

/** A text in our form, under the key that Chromium on Linux has for want of a keyring. */
function sealedFixed(text: string): Buffer {
  const cipher = createCipheriv('aes-128-cbc', pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1'), Buffer.alloc(16, ' '))
  const whole = createHash('sha256').update(text).digest('hex') + text
  return Buffer.concat([Buffer.from('v10'), cipher.update(whole), cipher.final()])
}
