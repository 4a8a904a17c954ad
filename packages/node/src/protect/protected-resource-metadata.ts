import { dpopAlgorithms } from './verify-dpop-proof.ts'
import type { ProtectConfiguration } from './protect-options.ts'

/**
 * Metadata by which clients find the sign-in server of an API (RFC 9728 §2).
 *
 * @example
 * ```ts
 * import { protect } from '@countersign/node'
 * import type { ProtectedResourceMetadata } from '@countersign/node'
 *
 * const api = protect({ issuer: 'https://sign-in.example', audience: 'https://api.shop.example' })
 * const metadata: ProtectedResourceMetadata = api.metadata
 * metadata.authorization_servers // => ['https://sign-in.example']
 * ```
 */
export interface ProtectedResourceMetadata {
  readonly resource: string
  readonly authorization_servers: readonly string[]
  readonly bearer_methods_supported: readonly string[]
  readonly scopes_supported?: readonly string[]
  readonly resource_name?: string
  readonly dpop_signing_alg_values_supported: readonly string[]
  readonly dpop_bound_access_tokens_required: boolean
}

export const createProtectedResourceMetadata = ({
  issuer,
  audience,
  scopes,
  name,
  dpopRequired,
}: ProtectConfiguration): ProtectedResourceMetadata => ({
  resource: audience,
  authorization_servers: [issuer],
  bearer_methods_supported: ['header'],
  ...(scopes.length > 0 && { scopes_supported: scopes }),
  ...(name !== undefined && { resource_name: name }),
  dpop_signing_alg_values_supported: dpopAlgorithms,
  dpop_bound_access_tokens_required: dpopRequired,
})

/** Browsers of any origin may read the metadata, because they are public. */
export const createMetadataResponse = (metadata: ProtectedResourceMetadata): Response =>
  Response.json(metadata, {
    headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
  })
