// Authenticated encryption of what is stored (AES-256-GCM, NIST SP 800-38D). Each text is bound to its place: moved to another, it does not open.
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { RandomBytes } from './clock.ts'

const cipher = 'aes-256-gcm'
// NIST SP 800-38D §5.2.1.1 and §5.2.1.2: the nonce of 96 bits, the full tag.
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a text.
 * @param key 32 bytes
 * @param associatedData what the text is bound to (additional authenticated data)
 */
export function encryptTextWithAesGcm(key: Buffer, random: RandomBytes, associatedData: string, text: string): string {
  const nonce = random(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(associatedData))
  const content = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, content, encryption.getAuthTag()]).toString('base64url')
}

/**
 * Decrypts a text.
 * @returns null where it was not encrypted with this key, for this place
 */
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
