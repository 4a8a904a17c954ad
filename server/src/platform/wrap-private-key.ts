// Private keys as they are stored (key wrapping, encryption at rest): encrypted with the server's key, so that a copy of the database signs
// nothing (THREATS P9). Each is bound to its row: moved to another, it does not open.
import type { JWK } from 'jose'
import type { RandomBytes } from './clock.ts'
import { encryptTextWithAesGcm, decryptTextWithAesGcm } from './authenticated-encryption.ts'

/** The row that a key is bound to. */
interface KeyBinding {
  id: string
  algorithm: string
}

const toAssociatedData = ({ id, algorithm }: KeyBinding): string => `${algorithm}:${id}`

/** Encrypts a private key for its row. */
export const wrapPrivateKey = (serverKey: Buffer, random: RandomBytes, name: KeyBinding, privateKey: JWK): string =>
  encryptTextWithAesGcm(serverKey, random, toAssociatedData(name), JSON.stringify(privateKey))

/**
 * Decrypts a private key.
 * @returns null where it was not encrypted with this key of the server, for this row
 */
export function unwrapPrivateKey(serverKey: Buffer, name: KeyBinding, wrapped: string): JWK | null {
  const key = decryptTextWithAesGcm(serverKey, toAssociatedData(name), wrapped)
  return key === null ? null : (JSON.parse(key) as JWK)
}
