// Encrypted, authenticated cookies (JWE, direct A256GCM), split where browsers limit their size.
import { CompactEncrypt, base64url, compactDecrypt } from 'jose'
import type { SessionsConfiguration } from './session-options.ts'

export interface CookieSealer {
  seal: (value: unknown) => Promise<string>
  /** @returns undefined if the value was changed, or sealed with another secret or for another purpose */
  open: (sealed: string) => Promise<unknown>
}

const encoder = new TextEncoder()

/**
 * Each purpose and each application has its own key, so that one kind of cookie cannot pass as
 * another, and sites that share a secret by mistake do not share sessions.
 */
export function createCookieSealer(
  { secrets, issuer, clientId }: Pick<SessionsConfiguration, 'secrets' | 'issuer' | 'clientId'>,
  purpose: 'session' | 'sign-in',
): CookieSealer {
  const info = encoder.encode(JSON.stringify(['countersign cookie', purpose, issuer, clientId]))
  const keys = Promise.all(secrets.map((secret) => deriveKey(secret, info)))
  return {
    seal: async (value) => {
      const [key] = await keys
      if (key === undefined) throw new Error('No secret')
      return new CompactEncrypt(encoder.encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key)
    },
    open: async (sealed) => {
      for (const key of await keys) {
        try {
          const { plaintext } = await compactDecrypt(sealed, key, {
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          })
          return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
        } catch {
          // Another secret may fit.
        }
      }
      return undefined
    },
  }
}

async function deriveKey(secret: string, info: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }, material, 256),
  )
}

export const createRandomId = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

export const hashId = async (id: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(id))))
