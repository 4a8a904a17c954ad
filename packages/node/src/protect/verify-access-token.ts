// Verifies JWT access tokens (RFC 9068 §4).
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { isTokenError } from '../issuer/is-token-error.ts'
import { IssuerUnavailableError } from '../issuer/load-issuer-metadata.ts'
import type { IssuerMetadata } from '../issuer/load-issuer-metadata.ts'
import type { Now } from '../settings/clock.ts'

export type AccessTokenResult =
  | { readonly outcome: 'verified'; readonly claims: JWTPayload; readonly thumbprint: string | null }
  | { readonly outcome: 'refused'; readonly description: string }

export const clockToleranceSeconds = 30
const maxTokenLength = 16_384

interface AccessTokenCheck {
  readonly issuer: string
  readonly audience: string
  readonly loadMetadata: () => Promise<IssuerMetadata>
  readonly now: Now
}

const refuse = (description: string): AccessTokenResult => ({ outcome: 'refused', description })

/** @throws IssuerUnavailableError if the keys cannot be loaded; this says nothing about the token */
export async function verifyAccessToken(
  token: string,
  { issuer, audience, loadMetadata, now }: AccessTokenCheck,
): Promise<AccessTokenResult> {
  if (token.length > maxTokenLength) return refuse(`The access token is longer than ${maxTokenLength} characters.`)
  if (!isJwt(token))
    return refuse(`The access token is not a JWT for this API. Request it with the parameter resource=${audience}.`)
  const { keys, algorithms } = await loadMetadata()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: [...algorithms],
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'exp', 'iat', 'jti', 'client_id'],
      currentDate: new Date(now()),
    })
    // RFC 9068 §4: an ID token or a logout token of the same server must not pass.
    if (!/^(?:application\/)?at\+jwt$/i.test(protectedHeader.typ ?? ''))
      return refuse('The token is not an access token: its type ("typ") must be "at+jwt".')
    for (const name of ['sub', 'client_id'])
      if (typeof payload[name] !== 'string' || payload[name] === '')
        return refuse(`The claim "${name}" of the access token must be a text that is not empty.`)
    return parseConfirmation(payload)
  } catch (error) {
    return refuse(describeTokenError(error, issuer, audience))
  }
}

function isJwt(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    return token.split('.').length === 3
  } catch {
    return false
  }
}

/** RFC 9449 §6.1: a token with another confirmation method must not pass as a bearer token. */
function parseConfirmation(claims: JWTPayload): AccessTokenResult {
  const { cnf } = claims
  if (cnf === undefined) return { outcome: 'verified', claims, thumbprint: null }
  const thumbprint = typeof cnf === 'object' && cnf !== null ? (cnf as Record<string, unknown>)['jkt'] : undefined
  if (typeof thumbprint !== 'string')
    return refuse('The access token is bound in a way that this API cannot check: only DPoP keys are supported.')
  return { outcome: 'verified', claims, thumbprint }
}

/** @throws IssuerUnavailableError if the error does not concern the token */
function describeTokenError(error: unknown, issuer: string, audience: string): string {
  if (!isTokenError(error))
    throw new IssuerUnavailableError('The signing keys of the sign-in server could not be loaded.', { cause: error })
  if (error instanceof errors.JWTExpired) return 'The access token expired. Refresh it, or sign in again.'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return `The access token is for another API. Its audience must be ${audience}.`
    if (error.claim === 'iss') return `The access token is from another server. Its issuer must be ${issuer}.`
    return `The claim "${error.claim}" of the access token is missing or invalid.`
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The signature of the access token is invalid.'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The signature algorithm of the access token is not allowed.'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'The access token is signed with a key that the server does not publish.'
  return 'The access token is malformed.'
}
