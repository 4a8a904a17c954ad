// Authenticated encryption that binds text to its storage place (AES-256-GCM, NIST SP 800-38D).
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RandomBytes } from './clock.ts'

const cipher = 'aes-256-gcm'
// NIST SP 800-38D §5.2.1.1 and §5.2.1.2: a 96-bit nonce and the full tag.
const nonceBytes = 12
const tagBytes = 16

/** @param key 32 bytes @param associatedData identifies the storage place of the text */
export function encryptTextWithAesGcm(key: Buffer, random: RandomBytes, associatedData: string, text: string): string {
  const nonce = random(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(associatedData))
  const content = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, content, encryption.getAuthTag()]).toString('base64url')
}

/** @returns null if the text was encrypted with another key or for another place */
export function decryptTextWithAesGcm(key: Buffer, associatedData: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  try {
    const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decryption.setAAD(Buffer.from(associatedData)).setAuthTag(bytes.subarray(-tagBytes))
    const content = Buffer.concat([decryption.update(bytes.subarray(nonceBytes, -tagBytes)), decryption.final()])
    return content.toString('utf8')
  } catch {
    return null
  }
}
