// Private keys as they are stored (key wrapping, encryption at rest): encrypted with the server's key, so that a copy of the database signs
// nothing (THREATS P9). Each is bound to its row: moved to another, it does not open.
import type { JWK } from 'jose'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '../../platform/clock.ts'

/** The row that a key is bound to. */
interface KeyName {
  id: string
  algorithm: string
}

const cipher = 'aes-256-gcm'
// NIST SP 800-38D §5.2.1.1 and §5.2.1.2: the nonce of 96 bits, the full tag.
const nonceBytes = 12
const tagBytes = 16

const boundTo = ({ id, algorithm }: KeyName): Buffer => Buffer.from(`${algorithm}:${id}`)

/** Encrypts a private key for its row. */
export function wrapKey(serverKey: Buffer, random: Random, name: KeyName, privateKey: JWK): string {
  const nonce = random(nonceBytes)
  const encryption = createCipheriv(cipher, serverKey, nonce, { authTagLength: tagBytes }).setAAD(boundTo(name))
  const content = Buffer.concat([encryption.update(JSON.stringify(privateKey), 'utf8'), encryption.final()])
  return Buffer.concat([nonce, content, encryption.getAuthTag()]).toString('base64url')
}

/**
 * Decrypts a private key.
 * @returns null where it was not encrypted with this key of the server, for this row
 */
export function unwrapKey(serverKey: Buffer, name: KeyName, wrapped: string): JWK | null {
  const bytes = Buffer.from(wrapped, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  try {
    const decryption = createDecipheriv(cipher, serverKey, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decryption.setAAD(boundTo(name)).setAuthTag(bytes.subarray(-tagBytes))
    const content = Buffer.concat([decryption.update(bytes.subarray(nonceBytes, -tagBytes)), decryption.final()])
    return JSON.parse(content.toString('utf8')) as JWK
  } catch {
    return null
  }
}
