// Responses to refused requests: WWW-Authenticate (RFC 6750 §3, RFC 9449 §7.1, RFC 9728 §5.1).
import { dpopAlgorithms } from './verify-dpop-proof.ts'
import type { ProtectConfiguration } from './protect-options.ts'

export type ChallengeError =
  | 'invalid_request'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce'

export interface TokenChallenge {
  readonly scheme: 'Bearer' | 'DPoP' | 'both'
  /** Absent if the request has no credentials (RFC 6750 §3.1). */
  readonly error?: ChallengeError
  readonly description: string
  readonly dpopNonce?: string
}

const statuses: Readonly<Record<ChallengeError, number>> = {
  invalid_request: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_dpop_proof: 401,
  use_dpop_nonce: 401,
}

/** RFC 6750 §3 allows printable ASCII without `"` and `\`. */
const toQuotable = (text: string): string => text.replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, '?')

export function createTokenChallengeResponse(
  { scheme, error, description, dpopNonce }: TokenChallenge,
  { metadataUrl, scopes, dpopRequired }: Pick<ProtectConfiguration, 'metadataUrl' | 'scopes' | 'dpopRequired'>,
): Response {
  const schemes = (scheme === 'both' ? (['Bearer', 'DPoP'] as const) : [scheme]).filter(
    (one) => one === 'DPoP' || !dpopRequired,
  )
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  for (const one of schemes.length === 0 ? (['DPoP'] as const) : schemes) {
    const parameters = {
      ...(error !== undefined && { error, error_description: description }),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      ...(one === 'DPoP' && { algs: dpopAlgorithms.join(' ') }),
      ...(metadataUrl !== null && { resource_metadata: metadataUrl }),
    }
    const list = Object.entries(parameters).map(([name, value]) => `${name}="${toQuotable(value)}"`)
    headers.append('www-authenticate', `${one} ${list.join(', ')}`.trim())
  }
  if (dpopNonce !== undefined) headers.set('dpop-nonce', dpopNonce)
  const body = { error: error ?? 'missing_token', error_description: description }
  return new Response(JSON.stringify(body), { status: error === undefined ? 401 : statuses[error], headers })
}
