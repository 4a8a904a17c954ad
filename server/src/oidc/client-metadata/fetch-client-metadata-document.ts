// Fetches client metadata documents, guarded against SSRF and DNS rebinding (THREATS O9, O14).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { DroppedRedirectUri } from '../../store/applications/drop-unusable-redirect-uris.ts'
import { createOutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import { computeHttpCacheLifetime } from './compute-http-cache-lifetime.ts'
import { ClientMetadataDocumentError, parseClientMetadataDocument } from './parse-client-metadata-document.ts'
import type { ParsedClientMetadataDocument } from './parse-client-metadata-document.ts'

export interface FetchedClientMetadataDocument {
  content: ParsedClientMetadataDocument
  dropped: DroppedRedirectUri[]
  cacheLifetimeMs: number
}

interface FetchSettings {
  clientMetadataHosts: readonly string[]
  allowedPrivateNetworks: readonly string[]
  limits: Pick<ServerLimitValues, 'clientMetadataCacheSeconds' | 'clientMetadataBytes'>
}

export interface ClientMetadataDocumentFetcher {
  isAllowed: (id: string) => boolean
  fetch: (id: string, now: number) => Promise<FetchedClientMetadataDocument>
}

const anyHost = '*'

export function createClientMetadataDocumentFetcher({
  clientMetadataHosts,
  allowedPrivateNetworks,
  limits,
}: FetchSettings): ClientMetadataDocumentFetcher {
  const bounds = {
    outboundTimeoutSeconds: limits.clientMetadataCacheSeconds,
    outboundResponseBytes: limits.clientMetadataBytes,
  }
  const named = createOutboundHttpClient({ allowedPrivateNetworks, limits: bounds })
  const open = createOutboundHttpClient({ allowedPrivateNetworks: [], limits: bounds })
  const isNamed = (id: string): boolean =>
    clientMetadataHosts.some((host) => matchesHostPattern(host, new URL(id).hostname))
  return {
    // A host without a dot is internal, so the operator must list it.
    isAllowed: (id) => isNamed(id) || (clientMetadataHosts.includes(anyHost) && new URL(id).hostname.includes('.')),
    fetch: async (id, now) => {
      const outbound = isNamed(id) ? named : open
      try {
        const { status, headers, body } = await outbound.fetch(id, {
          purpose: 'document',
          headers: { accept: 'application/json' },
        })
        if (status !== 200) throw new ClientMetadataDocumentError(`the response status is ${status}, not 200`)
        if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
          throw new ClientMetadataDocumentError('the content type is not application/json')
        const dropped: DroppedRedirectUri[] = []
        return {
          content: parseClientMetadataDocument(body.toString('utf8'), id, isNamed(id), (one) => dropped.push(one)),
          dropped,
          cacheLifetimeMs: computeHttpCacheLifetime(headers, now),
        }
      } catch (error) {
        if (error instanceof OutboundHttpError) throw new ClientMetadataDocumentError(error.message)
        throw error
      }
    },
  }
}

/** `*.example.com` matches all subdomains, but not the domain itself. */
const matchesHostPattern = (pattern: string, hostname: string): boolean =>
  pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : pattern === hostname
