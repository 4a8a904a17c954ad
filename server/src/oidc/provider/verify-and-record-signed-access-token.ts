// The ID in a token (RFC 9068) must not work as a token, so these records have their own kind.
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { createPublicKey } from 'node:crypto'
import type { JsonWebKeyInput } from 'node:crypto'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'
import type { TokenSigningKeySet } from '../../store/signing-keys/token-signing-key-set.ts'
import { resourceAccessTokenTypHeaders } from '../../store/resources/resource-server-definition.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'

export const signedAccessTokenKind = 'SignedToken'

export type SignedAccessTokenClaims = JWTPayload & { jti: string; aud: string; client_id: string }

export async function saveSignedAccessTokenRecord(
  { grantId, clientId, accountId }: { grantId?: string | undefined; clientId: string; accountId?: string },
  { jti, aud, exp }: Record<string, unknown>,
): Promise<void> {
  if (typeof jti !== 'string' || typeof exp !== 'number') throw new Error('The access token has no jti or exp')
  await saveOidcProviderRecord(await getOrStartOidcRequestTransaction(), {
    kind: signedAccessTokenKind,
    id: jti,
    payload: { grantId, clientId, ...(accountId !== undefined && { accountId }), resource: aud },
    browserHash: null,
    now: getOidcRequest().now,
    expiresAt: exp * 1000,
  })
}

/** Null for anything but a valid access token of this server (THREATS O7, O12). */
export async function verifySignedAccessToken(
  token: string,
  { keys, issuer, now }: { keys: TokenSigningKeySet; issuer: string; now: number },
): Promise<SignedAccessTokenClaims | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      ({ kid, alg }) => {
        const key = keys.jwks.keys.find((one) => one.kid === kid && one.alg === alg)
        if (key === undefined) throw new Error('The token is not signed with a key of this server')
        return createPublicKey({ key, format: 'jwk' } as JsonWebKeyInput)
      },
      { issuer, currentDate: new Date(now), requiredClaims: ['exp'] },
    )
    if (!(resourceAccessTokenTypHeaders as readonly unknown[]).includes(protectedHeader.typ)) return null
    const { jti, aud, client_id } = payload
    return typeof jti === 'string' && typeof aud === 'string' && typeof client_id === 'string'
      ? { ...payload, jti, aud, client_id }
      : null
  } catch {
    return null
  }
}

// OpenID Connect Core §3.1.2.1: a hint is an ID token. Access tokens (RFC 9068 §2.1, §5) and logout
// tokens are signed with the same keys (THREATS O7). No signature is verified.
export function hasIdTokenFormat(token: string): boolean {
  try {
    const { typ } = decodeProtectedHeader(token)
    const { client_id, events } = decodeJwt(token)
    return (typ === undefined || typ === 'JWT') && client_id === undefined && events === undefined
  } catch {
    return false
  }
}

/** Nothing is verified. Null if the token has no ID. */
export function readUnverifiedJwtId(token: string): string | null {
  try {
    const { jti } = decodeJwt(token)
    return typeof jti === 'string' ? jti : null
  } catch {
    return null
  }
}
