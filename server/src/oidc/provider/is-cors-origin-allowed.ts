import { isClientMetadataDocumentUrl } from '../../store/applications/client-metadata-document-url.ts'
import { isLoopbackHost } from '../../store/applications/validate-redirect-uri.ts'
import type { OidcClientWithCountersignMetadata } from './oidc-client-with-countersign-metadata.ts'

/** Only for public clients; a loopback origin matches on any port (RFC 8252 §7.3). */
export function isCorsOriginAllowed(from: string, client: OidcClientWithCountersignMetadata): boolean {
  const { clientId, clientAuthMethod, redirectUris } = client
  const isOnAnyPort = client.applicationType === 'native' || client.countersign_any_loopback_port === true
  if (clientAuthMethod !== 'none') return false
  const own = redirectUris.flatMap((uri) => (URL.canParse(uri) ? new URL(uri) : []))
  if (isClientMetadataDocumentUrl(clientId)) own.push(new URL(clientId))
  const page = URL.canParse(from) ? new URL(from) : null
  return own.some(
    ({ origin, protocol, hostname }) =>
      origin === from ||
      (isOnAnyPort &&
        protocol === 'http:' &&
        page?.protocol === 'http:' &&
        isLoopbackHost(hostname) &&
        page.hostname === hostname),
  )
}
