// The provider's storage (adapter). Applications, sessions and grants are not stored again for the provider: it is shown those of this server.
// How codes and tokens are spent is in consume-oauth-codes-and-tokens.ts.
import { Provider } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { isPossibleClientId } from '../../store/applications/validate-application-definition-fields.ts'
import { isClientMetadataDocumentUrl } from '../../store/applications/client-metadata-document-url.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import { listAuthorizationsOfSession } from '../../store/authorizations/authorization-store.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { resolveMetadataClientInOidcRequest } from './resolve-metadata-client-in-oidc-request.ts'
import type { MetadataDocumentClientResolver } from '../client-metadata/resolve-metadata-document-client.ts'
import type { DeviceAuthorizationPollLimit } from './device-authorization-poll-limit.ts'
import { toClientMetadata } from './convert-application-to-client-metadata.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { ApplicationGroupAccessControl } from './application-group-access-control.ts'
import { findOidcProviderGrant } from './oidc-provider-grant.ts'
import { rejectDisabledApplication } from './redirect-to-oidc-error-page.ts'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { completeDynamicClientRegistration } from './handle-dynamic-client-registration.ts'
import type { LogoFetcher, SectorIdentifierVerifier } from './handle-dynamic-client-registration.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'
import { signedAccessTokenKind } from './verify-and-record-signed-access-token.ts'
import { toApplicationTestLoginClientMetadata } from './application-test-login-store.ts'
import { consumeRotatingRefreshToken } from './consume-oauth-codes-and-tokens.ts'
import { toOidcProviderSession } from './convert-session-for-oidc-provider.ts'
import type { OidcProviderAdapter } from './oidc-provider-adapter.ts'
import { createUnsupportedOidcModelAdapter } from './oidc-provider-adapter.ts'
import {
  revokeTokensByGrant,
  createOidcProviderRecordAdapter,
  saveClientCredentialsToken,
  saveOidcProviderRecordPayload,
} from './oidc-provider-record-adapter.ts'
import {
  findOidcInteractionRecord,
  saveOidcInteractionRecord,
  finishOidcInteractionRecord,
} from './oidc-interaction-record-store.ts'
import { findOidcProviderRecordPayload } from './find-oidc-provider-record-payload.ts'

/**
 * Makes the provider's storage for one of its models.
 * @param limits how long tokens live, and a session stays awake after its use
 * @param gate where the groups of people are looked at
 * @param askSector asks for the sector of who registers
 * @param askLogo fetches the logo of who registers
 * @param documents where applications are that nobody registered
 * @param polls of devices that wait
 */
export function createOidcProviderAdapter(
  kind: string,
  limits: ServerLimitValues,
  random: RandomBytes,
  {
    gate,
    documents,
    polls,
    ...asking
  }: {
    gate: ApplicationGroupAccessControl
    askSector: SectorIdentifierVerifier
    askLogo: LogoFetcher
    documents: MetadataDocumentClientResolver
    polls: DeviceAuthorizationPollLimit
  },
): OidcProviderAdapter {
  switch (kind) {
    case 'Client':
      return {
        ...createUnsupportedOidcModelAdapter(kind),
        find: (id) => findClient(id, documents),
        upsert: (_id, payload) =>
          completeDynamicClientRegistration(random, asking, payload as { client_secret?: string }),
      }
    case 'Session':
      // The provider's session is this server's own, seen through its cookie. What the provider would keep of it, it is
      // given anew each time, from the authorizations.
      return {
        ...createUnsupportedOidcModelAdapter(kind),
        find: findSession,
        upsert: async () => {},
        destroy: async () => {},
      }
    case 'Grant':
      return {
        ...createUnsupportedOidcModelAdapter(kind),
        find: findOidcProviderGrant,
        destroy: revokeTokensByGrant,
        revokeByGrantId: revokeTokensByGrant,
      }
    case 'Interaction':
      return {
        ...createOidcProviderRecordAdapter(kind),
        find: findOidcInteractionRecord,
        upsert: saveOidcInteractionRecord,
        destroy: finishOidcInteractionRecord,
      }
    case 'RefreshToken':
      return {
        ...createOidcProviderRecordAdapter(kind),
        find: (id) => findOidcProviderRecordPayload(kind, id, limits, gate),
        consume: (id) => consumeRotatingRefreshToken(id, limits),
      }
    case 'DeviceCode':
      return {
        ...createOidcProviderRecordAdapter(kind),
        find: async (id) => countDevicePoll(polls, id, await findOidcProviderRecordPayload(kind, id, limits, gate)),
      }
    case 'AuthorizationCode':
    case 'AccessToken':
    case signedAccessTokenKind:
      return {
        ...createOidcProviderRecordAdapter(kind),
        find: (id) => findOidcProviderRecordPayload(kind, id, limits, gate),
      }
    case 'ClientCredentials':
      return { ...createOidcProviderRecordAdapter(kind), upsert: saveClientCredentialsToken }
    case 'PushedAuthorizationRequest':
      return {
        ...createOidcProviderRecordAdapter(kind),
        upsert: (id, payload, lifeSeconds) =>
          saveOidcProviderRecordPayload(
            kind,
            id,
            { ...payload, clientId: Provider.ctx?.oidc.client?.clientId },
            lifeSeconds,
          ),
      }
    default:
      return createOidcProviderRecordAdapter(kind)
  }
}

/** Requests whose poll was counted: a code is looked up more than once in some of them. */
const countedRequests = new WeakSet<KoaContext>()

/** Counts a poll by the application that the code was given to; what others present is not its doing. */
function countDevicePoll(
  polls: DeviceAuthorizationPollLimit,
  id: string,
  payload: OidcProviderRecordPayload | undefined,
): OidcProviderRecordPayload | undefined {
  const { ctx } = Provider
  if (ctx === undefined || payload === undefined || countedRequests.has(ctx) || ctx.oidc.route !== 'token')
    return payload
  const isWaiting = payload['accountId'] === undefined && payload['error'] === undefined
  if (!isWaiting || payload['clientId'] !== ctx.oidc.client?.clientId) return payload
  countedRequests.add(ctx)
  polls.count(id, getOidcRequest().now)
  return payload
}

/** The provider asks several times in a request; it is the same application each time. */
async function findClient(
  id: string,
  documents: MetadataDocumentClientResolver,
): Promise<OidcProviderRecordPayload | undefined> {
  // Not worth a look-up, and perhaps a text that a database cannot be asked for.
  if (!isPossibleClientId(id)) return undefined
  const { testLogin, browserHash } = getOidcRequest()
  const record = isClientMetadataDocumentUrl(id)
    ? await resolveMetadataClientInOidcRequest(id, documents)
    : await findApplicationOncePerOidcRequest(id)
  if (record === undefined) return undefined
  if (!record.enabled) {
    rejectDisabledApplication(Provider.ctx, id)
    return undefined
  }
  if (testLogin?.applicationId === id) return toApplicationTestLoginClientMetadata(record, testLogin)
  // The client of a site is this server itself, which asks nobody for tokens: to programs there is no such client.
  if (record.kind === 'site' && browserHash === null) return undefined
  return toClientMetadata(record)
}

async function findSession(id: string): Promise<OidcProviderRecordPayload | undefined> {
  const { signedIn } = getOidcRequest()
  // The cookie was written by this server for this request; another one's is nobody's.
  if (signedIn === null || signedIn.session.id !== id) return undefined
  return toOidcProviderSession(signedIn, await listAuthorizationsOfSession(getOidcRequestQueries(), id))
}
