// Encrypts private keys, so that a copy of the database cannot sign (THREATS P9).
import type { JWK } from 'jose'
import type { RandomBytes } from './clock.ts'
import { encryptTextWithAesGcm, decryptTextWithAesGcm } from './authenticated-encryption.ts'

interface KeyBinding {
  id: string
  algorithm: string
}

const toAssociatedData = ({ id, algorithm }: KeyBinding): string => `${algorithm}:${id}`

export const wrapPrivateKey = (serverKey: Buffer, random: RandomBytes, name: KeyBinding, privateKey: JWK): string =>
  encryptTextWithAesGcm(serverKey, random, toAssociatedData(name), JSON.stringify(privateKey))

/** @returns null if the key was wrapped with another server key or for another row */
export function unwrapPrivateKey(serverKey: Buffer, name: KeyBinding, wrapped: string): JWK | null {
  const key = decryptTextWithAesGcm(serverKey, toAssociatedData(name), wrapped)
  return key === null ? null : (JSON.parse(key) as JWK)
}
