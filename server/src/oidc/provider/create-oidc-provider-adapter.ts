// This server stores applications, sessions and grants itself and converts them for the provider.
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
      // Rebuilt each time from this server's session and its authorizations.
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
        find: async (id) => notePresentedCredential(await findOidcProviderRecordPayload(kind, id, limits, gate)),
        consume: (id) => consumeRotatingRefreshToken(id, limits),
      }
    case 'DeviceCode':
      return {
        ...createOidcProviderRecordAdapter(kind),
        find: async (id) =>
          notePresentedCredential(
            countDevicePoll(polls, id, await findOidcProviderRecordPayload(kind, id, limits, gate)),
          ),
      }
    case 'AuthorizationCode':
    case 'AccessToken':
    case signedAccessTokenKind:
      return {
        ...createOidcProviderRecordAdapter(kind),
        find: async (id) => notePresentedCredential(await findOidcProviderRecordPayload(kind, id, limits, gate)),
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

/** A caller with a valid code or token is not a stranger (THREATS O33). */
function notePresentedCredential(payload: OidcProviderRecordPayload | undefined): typeof payload {
  if (payload !== undefined) {
    const { clientId, accountId } = payload
    getOidcRequest().presentedCredential = {
      clientId: typeof clientId === 'string' ? clientId : null,
      accountId: typeof accountId === 'string' ? accountId : null,
    }
  }
  return payload
}

const countedRequests = new WeakSet<KoaContext>()

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

async function findClient(
  id: string,
  documents: MetadataDocumentClientResolver,
): Promise<OidcProviderRecordPayload | undefined> {
  // The database may not accept a malformed ID as a parameter.
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
  // The client of a site is this server itself, and only browser requests use it.
  if (record.kind === 'site' && browserHash === null) return undefined
  return toClientMetadata(record)
}

async function findSession(id: string): Promise<OidcProviderRecordPayload | undefined> {
  const { signedIn } = getOidcRequest()
  if (signedIn === null || signedIn.session.id !== id) return undefined
  return toOidcProviderSession(signedIn, await listAuthorizationsOfSession(getOidcRequestQueries(), id))
}
