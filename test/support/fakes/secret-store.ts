import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretCipher } from '../../../electron/settings/token-store.ts'

/** A secret store with a key of its own, as another account or another machine would have. */
export function testCipher(key: Buffer = randomBytes(32)): SecretCipher & { readonly key: Buffer } {
  return {
    key,
    encrypt(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt(stored) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, 12))
        decipher.setAuthTag(stored.subarray(12, 28))
        return Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
