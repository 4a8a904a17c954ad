// Forged JWTs of every known kind, for tests.
import { SignJWT, UnsecuredJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { JWTHeaderParameters } from 'jose'

export type ForgedTokenClaims = Record<string, unknown>

export const encodeJwtPart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** `honest` is the valid token that the others are derived from. */
export async function createForgedJwts({
  header,
  claims,
  sign,
  publicKey,
  secretHash,
}: {
  header: JWTHeaderParameters
  claims: ForgedTokenClaims
  /** Signs with the right key, whatever the header says. */
  sign: (claims: ForgedTokenClaims, header: JWTHeaderParameters) => Promise<string>
  publicKey: object
  /** The stored hash of the client secret. */
  secretHash: string
}): Promise<[string, string][]> {
  const thief = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(thief.publicKey)
  const steal = (more: object) => new SignJWT(claims).setProtectedHeader({ ...header, ...more }).sign(thief.privateKey)
  const hmac = (key: string) =>
    new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(Buffer.from(key))
  const now = Math.floor(Date.now() / 1000)
  const honest = await sign(claims, header)
  const [head = '', body = '', signature = ''] = honest.split('.')
  return [
    ['without a signature (alg none)', new UnsecuredJWT(claims).encode()],
    ['with "None"', `${encodeJwtPart({ ...header, alg: 'None' })}.${body}.`],
    ['with its signature cut off', `${head}.${body}.`],
    ['with a signature of zeros', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    ['signed by HMAC with the public key', await hmac(JSON.stringify(publicKey))],
    ['signed by HMAC with the hash of the secret', await hmac(secretHash)],
    ['of another key', await steal({})],
    ['of another key that it brings along (jwk)', await steal({ jwk })],
    ['of another key with its own name (kid)', await steal({ kid: await calculateJwkThumbprint(jwk), jwk })],
    ['of another key without a name', await steal({ kid: undefined })],
    ['of another key to be fetched (jku)', await steal({ jku: 'https://evil.example/jwks' })],
    ['of another key to be fetched (x5u)', await steal({ x5u: 'https://evil.example/chain' })],
    ['of another key with a certificate (x5c)', await steal({ x5c: ['MIIB'] })],
    ['with a file for a key', await steal({ kid: '../../../../dev/null' })],
    ['with a key of a database', await steal({ kid: "' or '1'='1" })],
    ['whose claims were changed', `${head}.${encodeJwtPart({ ...claims, sub: 'somebody' })}.${signature}`],
    ['whose header was changed', `${encodeJwtPart({ ...header, crit: ['b64'], b64: false })}.${body}.${signature}`],
    ['of another issuer', await sign({ ...claims, iss: 'https://evil.example' }, header)],
    ['of no issuer', await sign({ ...claims, iss: undefined }, header)],
    ['for another', await sign({ ...claims, aud: 'https://evil.example' }, header)],
    ['for nobody', await sign({ ...claims, aud: undefined }, header)],
    ['from the future', await sign({ ...claims, nbf: now + 3600 }, header)],
    ['that is none', 'not.a.token'],
    ['that is empty', '..'],
    ['in five parts', `${honest}.${body}.${signature}`],
  ]
}
