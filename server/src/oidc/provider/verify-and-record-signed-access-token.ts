// Signed access tokens (RFC 9068) after they were issued. A record of each says what it hangs on, so that introspection can tell whether that
// still lives; the record has a kind of its own, because its id is in the token, and must not work as a token itself.
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { createPublicKey } from 'node:crypto'
import type { JsonWebKeyInput } from 'node:crypto'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'
import type { TokenSigningKeySet } from '../../store/signing-keys/token-signing-key-set.ts'
import { resourceAccessTokenTypHeaders } from '../../store/resources/resource-server-definition.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'

export const signedAccessTokenKind = 'SignedToken'

/** The members that every signed token of this server has. */
export type SignedAccessTokenClaims = JWTPayload & { jti: string; aud: string; client_id: string }

/** Keeps what a token hangs on that is about to be signed, for as long as it works. */
export async function saveSignedAccessTokenRecord(
  { grantId, clientId, accountId }: { grantId?: string | undefined; clientId: string; accountId?: string },
  { jti, aud, exp }: Record<string, unknown>,
): Promise<void> {
  if (typeof jti !== 'string' || typeof exp !== 'number') throw new Error('A token is signed without id or end')
  await saveOidcProviderRecord(await getOrStartOidcRequestTransaction(), {
    kind: signedAccessTokenKind,
    id: jti,
    payload: { grantId, clientId, ...(accountId !== undefined && { accountId }), resource: aud },
    browserHash: null,
    now: getOidcRequest().now,
    expiresAt: exp * 1000,
  })
}

/**
 * The claims of an access token that this server signed, by a key that is published, and that is not past its end (THREATS O7, O12).
 * @returns null for anything else, ID tokens and logout tokens among it
 */
export async function verifySignedAccessToken(
  token: string,
  { keys, issuer, now }: { keys: TokenSigningKeySet; issuer: string; now: number },
): Promise<SignedAccessTokenClaims | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      ({ kid, alg }) => {
        const key = keys.jwks.keys.find((one) => one.kid === kid && one.alg === alg)
        if (key === undefined) throw new Error('The token is signed with no key of this server')
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

/**
 * Whether a token has the form of an ID token of this server, which is what a hint has to be (OpenID Connect Core §3.1.2.1). Access tokens for
 * the same audience (RFC 9068 §2.1, §5) and logout tokens are signed by the same keys (THREATS O7). Nothing is verified.
 */
export function hasIdTokenFormat(token: string): boolean {
  try {
    const { typ } = decodeProtectedHeader(token)
    const { client_id, events } = decodeJwt(token)
    return (typ === undefined || typ === 'JWT') && client_id === undefined && events === undefined
  } catch {
    return false
  }
}

/** The id that a token says of itself; null where it is none. Nothing is verified. */
export function readUnverifiedJwtId(token: string): string | null {
  try {
    const { jti } = decodeJwt(token)
    return typeof jti === 'string' ? jti : null
  } catch {
    return null
  }
}
