// Private keys as they are stored (key wrapping, encryption at rest): encrypted with the server's key, so that a copy of the database signs
// nothing (THREATS P9). Each is bound to its row: moved to another, it does not open.
import type { JWK } from 'jose'
import type { Random } from './clock.ts'
import { seal, unseal } from './seal.ts'

/** The row that a key is bound to. */
interface KeyName {
  id: string
  algorithm: string
}

const boundTo = ({ id, algorithm }: KeyName): string => `${algorithm}:${id}`

/** Encrypts a private key for its row. */
export const wrapKey = (serverKey: Buffer, random: Random, name: KeyName, privateKey: JWK): string =>
  seal(serverKey, random, boundTo(name), JSON.stringify(privateKey))

/**
 * Decrypts a private key.
 * @returns null where it was not encrypted with this key of the server, for this row
 */
export function unwrapKey(serverKey: Buffer, name: KeyName, wrapped: string): JWK | null {
  const key = unseal(serverKey, boundTo(name), wrapped)
  return key === null ? null : (JSON.parse(key) as JWK)
}
