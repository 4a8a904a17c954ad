// Fetches the document of an application that nobody registered, by the one guarded way out (SSRF, DNS rebinding; THREATS O9, O14): no redirect,
// 200 and JSON alone, small and soon. Which hosts may be asked is the operator's choice; where that is any host, none is reached that is not the
// internet's, whatever networks the operator allows for applications of their own.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type { DroppedRedirectUri } from '../../store/applications/drop-unusable-redirect-uris.ts'
import { createOutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import { computeHttpCacheLifetime } from './compute-http-cache-lifetime.ts'
import { ClientMetadataDocumentError, parseClientMetadataDocument } from './parse-client-metadata-document.ts'
import type { ParsedClientMetadataDocument } from './parse-client-metadata-document.ts'

/** A document as it was read, and for how long it holds. */
export interface FetchedClientMetadataDocument {
  content: ParsedClientMetadataDocument
  /** Its addresses that are unusable here, for the log. */
  dropped: DroppedRedirectUri[]
  cacheLifetimeMs: number
}

interface FetchSettings {
  clientMetadataHosts: readonly string[]
  allowedPrivateNetworks: readonly string[]
  limits: Pick<ServerLimitValues, 'clientMetadataCacheSeconds' | 'clientMetadataBytes'>
}

export interface ClientMetadataDocumentFetcher {
  /** Whether the document of this client id may be asked for. */
  isAllowed: (id: string) => boolean
  /** @throws MetadataDocumentError */
  fetch: (id: string, now: number) => Promise<FetchedClientMetadataDocument>
}

/** Any host. */
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
    // A host of one word is one inside, which somebody has to name.
    isAllowed: (id) => isNamed(id) || (clientMetadataHosts.includes(anyHost) && new URL(id).hostname.includes('.')),
    fetch: async (id, now) => {
      const outbound = isNamed(id) ? named : open
      try {
        const { status, headers, body } = await outbound.fetch(id, {
          purpose: 'document',
          headers: { accept: 'application/json' },
        })
        if (status !== 200) throw new ClientMetadataDocumentError(`it was answered with ${status}`)
        if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
          throw new ClientMetadataDocumentError('it is not sent as application/json')
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

/** `*.example.com` is every host under it, and not itself. */
const matchesHostPattern = (pattern: string, hostname: string): boolean =>
  pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : pattern === hostname
