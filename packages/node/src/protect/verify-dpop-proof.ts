// Verifies DPoP proofs (RFC 9449 §4.3, §7).
import { EmbeddedJWK, base64url, calculateJwkThumbprint, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyResult } from 'jose'
import { toSeconds } from '../settings/clock.ts'
import type { Now } from '../settings/clock.ts'
import type { DpopNonces } from './dpop-nonces.ts'
import type { ReplayCache } from './replay-cache.ts'

export type DpopProofResult =
  | { readonly outcome: 'verified' }
  | { readonly outcome: 'refused'; readonly description: string }
  | { readonly outcome: 'nonce-required' }
  | { readonly outcome: 'unavailable' }

export const dpopAlgorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'PS256', 'RS256']

export interface DpopRequest {
  readonly proof: string
  readonly method: string
  readonly url: URL
  readonly accessToken: string
  /** `cnf.jkt` of the access token (RFC 9449 §6.1). */
  readonly thumbprint: string
}

export interface DpopCheck {
  readonly now: Now
  readonly replays: ReplayCache
  readonly nonces: DpopNonces | null
  /** Origins at which clients reach the API. */
  readonly origins: ReadonlySet<string>
}

const windowSeconds = 60
const maxProofLength = 8192
const maxJtiLength = 256

const refuse = (description: string): DpopProofResult => ({ outcome: 'refused', description })

export async function verifyDpopProof(request: DpopRequest, check: DpopCheck): Promise<DpopProofResult> {
  const verified = await verifyProofSignature(request.proof, check.now)
  if (typeof verified === 'string') return refuse(verified)
  const { payload, protectedHeader } = verified
  const problem = await findClaimProblem(payload, request, check)
  if (problem !== null) return refuse(problem)
  const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk ?? {})
  if (thumbprint !== request.thumbprint)
    return refuse('The DPoP proof is signed with another key than the token names.')
  if (check.nonces !== null && !(await check.nonces.isCurrent(payload['nonce']))) return { outcome: 'nonce-required' }
  // Last, so that only holders of a valid token can add entries.
  const expiresAt = ((payload.iat ?? 0) + windowSeconds + 1) * 1000
  const replay = check.replays.add(`${thumbprint} ${payload.jti}`, expiresAt)
  if (replay === 'seen') return refuse('The DPoP proof was already used. Create a new proof for each request.')
  return { outcome: replay === 'full' ? 'unavailable' : 'verified' }
}

/** @returns a description of the problem if the signature or the header is not valid */
async function verifyProofSignature(proof: string, now: Now): Promise<JWTVerifyResult | string> {
  if (proof.length > maxProofLength) return `The DPoP proof is longer than ${maxProofLength} characters.`
  try {
    // EmbeddedJWK refuses private and symmetric keys.
    return await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: dpopAlgorithms,
      clockTolerance: windowSeconds,
      currentDate: new Date(now()),
    })
  } catch {
    return 'The DPoP proof is not a JWT of the type dpop+jwt, signed with the key in its header.'
  }
}

async function findClaimProblem(
  { htm, htu, ath, iat, jti }: JWTPayload & { htm?: unknown; htu?: unknown; ath?: unknown },
  { method, url, accessToken }: DpopRequest,
  { now, origins }: DpopCheck,
): Promise<string | null> {
  if (typeof jti !== 'string' || jti === '' || jti.length > maxJtiLength)
    return `The claim "jti" of the DPoP proof must have 1 to ${maxJtiLength} characters.`
  if (htm !== method) return `The claim "htm" of the DPoP proof must be ${method}.`
  if (origins.size === 0) return 'This API does not know its own address. Its operator must set COUNTERSIGN_APP_URL.'
  if (!isRequestedAddress(htu, url, origins))
    return `The claim "htu" of the DPoP proof must be ${[...origins].join(' or ')} followed by ${url.pathname}.`
  if (typeof iat !== 'number' || Math.abs(toSeconds(now()) - iat) > windowSeconds)
    return `The DPoP proof must not be more than ${windowSeconds} seconds old. Check the clock of the client.`
  if (ath !== (await hashAccessToken(accessToken))) return 'The DPoP proof is for another access token ("ath").'
  return null
}

/** RFC 9449 §4.3: without query and fragment, after normalization (RFC 3986 §6.2.2, §6.2.3). */
function isRequestedAddress(htu: unknown, { pathname }: URL, origins: ReadonlySet<string>): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false
  const signed = new URL(htu)
  return origins.has(signed.origin) && normalizePath(signed.pathname) === normalizePath(pathname)
}

const normalizePath = (path: string): string =>
  path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    return /[-.~\w]/.test(character) ? character : code.toUpperCase()
  })

const hashAccessToken = async (token: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
