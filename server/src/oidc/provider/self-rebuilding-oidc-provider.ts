// The provider for the current signing keys; new keys need a new provider.
import { Provider } from 'oidc-provider'
import { verifySectorIdentifier } from '../../store/applications/verify-sector-identifier.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { fetchApplicationLogo } from '../../store/applications/application-logo.ts'
import type { ApplicationLogoFile } from '../../store/applications/application-logo.ts'
import type { MetadataDocumentClientResolver } from '../client-metadata/resolve-metadata-document-client.ts'
import type { TokenSigningKeyCache } from '../../store/signing-keys/token-signing-key-cache.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { escapeForLog } from '../../platform/escape-for-log.ts'
import { createOutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { createDeviceAuthorizationPollLimit } from './device-authorization-poll-limit.ts'
import { createOidcProviderAdapter } from './create-oidc-provider-adapter.ts'
import { createApplicationGroupAccessControl } from './application-group-access-control.ts'
import type { OidcProviderForCurrentKeys } from './forward-request-to-oidc-provider.ts'
import { installOidcProviderMiddleware } from './oidc-provider-middleware.ts'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { recordRefusedRequests } from './record-refused-requests.ts'
import { logOidcProviderErrors } from './log-oidc-provider-errors.ts'
import { createOidcProvider } from './create-oidc-provider.ts'
import type { OidcProviderContext } from './create-oidc-provider.ts'
import { isClientRegistrationOpen } from './client-registration-tokens.ts'

/** The response of the other server is only logged (THREATS O9). */
async function fetchLogoOrNone(
  { settings, http }: ServerAppContext,
  address: string,
): Promise<ApplicationLogoFile | null> {
  const reading = await fetchApplicationLogo(createOutboundHttpClient(settings), address, settings.limits)
  if ('logo' in reading) return reading.logo
  http.log.info({ address: escapeForLog(address), reason: reading.fault }, 'registration.logo_dropped')
  return null
}

const registrationCheckIntervalMs = 5000

export function createSelfRebuildingOidcProvider(
  app: ServerAppContext,
  keyRing: TokenSigningKeyCache,
  {
    fetch,
    documents,
    refusedRequests,
  }: {
    fetch: OidcProviderContext['fetch']
    documents: MetadataDocumentClientResolver
    refusedRequests: RefusedRequestBuffer
  },
): OidcProviderForCurrentKeys {
  const gate = createApplicationGroupAccessControl(app)
  const asking = {
    gate,
    documents,
    askSector: (definition: ApplicationDefinition) => verifySectorIdentifier(app, null, definition),
    polls: createDeviceAuthorizationPollLimit(),
    askLogo: (address: string) => fetchLogoOrNone(app, address),
  }
  const storage = (kind: string) => createOidcProviderAdapter(kind, app.settings.limits, app.random, asking)
  let built: { version: string; handler: ReturnType<Provider['callback']> } | null = null
  let registration = { open: false, checkedAt: Number.NEGATIVE_INFINITY }
  return {
    handler: async () => {
      const now = app.clock()
      if (Math.abs(now - registration.checkedAt) > registrationCheckIntervalMs) {
        registration = { open: await isClientRegistrationOpen(app.database.queries, now), checkedAt: now }
      }
      const keys = await keyRing.current()
      const version = `${keys.version} ${registration.open ? 'open' : 'closed'}`
      if (built?.version !== version) {
        const provider = createOidcProvider({
          settings: app.settings,
          rateLimiter: app.rateLimiter,
          random: app.random,
          keys,
          fetch,
          registration: registration.open,
          storage,
        })
        installOidcProviderMiddleware(provider, { app, keys, storage, refusedRequests })
        logOidcProviderErrors(provider, app.http.log)
        recordRefusedRequests(provider, refusedRequests)
        built = { version, handler: provider.callback() }
      }
      return built.handler
    },
  }
}
