// The provider's storage (adapter). Applications, sessions and grants are not stored again for the provider: it is shown those of this server.
// How codes and tokens are spent is in consume-tokens.ts.
import { Provider } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { isPossibleClientId } from '../../store/applications/validate-definition-fields.ts'
import { isMetadataDocumentUrl } from '../../store/applications/metadata-document-url.ts'
import type { ProviderPayload } from '../../store/authorizations/provider-record-store.ts'
import { listAuthorizationsOfSession } from '../../store/authorizations/authorization-store.ts'
import { findRequestApplication } from './request-application-cache.ts'
import { resolveClientInRequest } from './resolve-client-in-request.ts'
import type { MetadataClientResolver } from '../client-metadata/resolve-metadata-client.ts'
import type { DevicePollLimit } from './device-poll-limit.ts'
import { toClientMetadata } from './client-metadata.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { GroupAccess } from './group-access.ts'
import { findProviderGrant } from './provider-grant.ts'
import { rejectDisabledApplication } from './protocol-error-page.ts'
import type { Limits } from '@countersign/api/limits'
import { registerClient } from './register-client.ts'
import type { LogoFetcher, SectorVerifier } from './register-client.ts'
import { getProviderRequest, getReadQueries } from './provider-request-context.ts'
import { signedTokenKind } from './signed-access-token.ts'
import { toTestLoginClientMetadata } from './test-login.ts'
import { consumeRefreshToken } from './consume-tokens.ts'
import { toProviderSession } from './provider-session.ts'
import type { ProviderAdapter } from './provider-adapter.ts'
import { createUnsupportedAdapter } from './provider-adapter.ts'
import {
  revokeTokensByGrant,
  createRecordAdapter,
  saveClientCredentialsToken,
  saveRecordPayload,
} from './provider-record-adapter.ts'
import { findInteraction, saveInteraction, finishInteraction } from './interaction-records.ts'
import { findPayload } from './find-provider-payload.ts'

/**
 * Makes the provider's storage for one of its models.
 * @param limits how long tokens live, and a session stays awake after its use
 * @param gate where the groups of people are looked at
 * @param askSector asks for the sector of who registers
 * @param askLogo fetches the logo of who registers
 * @param documents where applications are that nobody registered
 * @param polls of devices that wait
 */
export function createProviderAdapter(
  kind: string,
  limits: Limits,
  random: RandomBytes,
  {
    gate,
    documents,
    polls,
    ...asking
  }: {
    gate: GroupAccess
    askSector: SectorVerifier
    askLogo: LogoFetcher
    documents: MetadataClientResolver
    polls: DevicePollLimit
  },
): ProviderAdapter {
  switch (kind) {
    case 'Client':
      return {
        ...createUnsupportedAdapter(kind),
        find: (id) => findClient(id, documents),
        upsert: (_id, payload) => registerClient(random, asking, payload as { client_secret?: string }),
      }
    case 'Session':
      // The provider's session is this server's own, seen through its cookie. What the provider would keep of it, it is
      // given anew each time, from the authorizations.
      return { ...createUnsupportedAdapter(kind), find: findSession, upsert: async () => {}, destroy: async () => {} }
    case 'Grant':
      return {
        ...createUnsupportedAdapter(kind),
        find: findProviderGrant,
        destroy: revokeTokensByGrant,
        revokeByGrantId: revokeTokensByGrant,
      }
    case 'Interaction':
      return {
        ...createRecordAdapter(kind),
        find: findInteraction,
        upsert: saveInteraction,
        destroy: finishInteraction,
      }
    case 'RefreshToken':
      return {
        ...createRecordAdapter(kind),
        find: (id) => findPayload(kind, id, limits, gate),
        consume: (id) => consumeRefreshToken(id, limits),
      }
    case 'DeviceCode':
      return {
        ...createRecordAdapter(kind),
        find: async (id) => countDevicePoll(polls, id, await findPayload(kind, id, limits, gate)),
      }
    case 'AuthorizationCode':
    case 'AccessToken':
    case signedTokenKind:
      return { ...createRecordAdapter(kind), find: (id) => findPayload(kind, id, limits, gate) }
    case 'ClientCredentials':
      return { ...createRecordAdapter(kind), upsert: saveClientCredentialsToken }
    case 'PushedAuthorizationRequest':
      return {
        ...createRecordAdapter(kind),
        upsert: (id, payload, lifeSeconds) =>
          saveRecordPayload(kind, id, { ...payload, clientId: Provider.ctx?.oidc.client?.clientId }, lifeSeconds),
      }
    default:
      return createRecordAdapter(kind)
  }
}

/** Requests whose poll was counted: a code is looked up more than once in some of them. */
const countedRequests = new WeakSet<KoaContext>()

/** Counts a poll by the application that the code was given to; what others present is not its doing. */
function countDevicePoll(
  polls: DevicePollLimit,
  id: string,
  payload: ProviderPayload | undefined,
): ProviderPayload | undefined {
  const { ctx } = Provider
  if (ctx === undefined || payload === undefined || countedRequests.has(ctx) || ctx.oidc.route !== 'token')
    return payload
  const isWaiting = payload['accountId'] === undefined && payload['error'] === undefined
  if (!isWaiting || payload['clientId'] !== ctx.oidc.client?.clientId) return payload
  countedRequests.add(ctx)
  polls.count(id, getProviderRequest().now)
  return payload
}

/** The provider asks several times in a request; it is the same application each time. */
async function findClient(id: string, documents: MetadataClientResolver): Promise<ProviderPayload | undefined> {
  // Not worth a look-up, and perhaps a text that a database cannot be asked for.
  if (!isPossibleClientId(id)) return undefined
  const { testLogin, browserHash } = getProviderRequest()
  const record = isMetadataDocumentUrl(id)
    ? await resolveClientInRequest(id, documents)
    : await findRequestApplication(id)
  if (record === undefined) return undefined
  if (!record.enabled) {
    rejectDisabledApplication(Provider.ctx, id)
    return undefined
  }
  if (testLogin?.applicationId === id) return toTestLoginClientMetadata(record, testLogin)
  // The client of a site is this server itself, which asks nobody for tokens: to programs there is no such client.
  if (record.kind === 'site' && browserHash === null) return undefined
  return toClientMetadata(record)
}

async function findSession(id: string): Promise<ProviderPayload | undefined> {
  const { signedIn } = getProviderRequest()
  // The cookie was written by this server for this request; another one's is nobody's.
  if (signedIn === null || signedIn.session.id !== id) return undefined
  return toProviderSession(signedIn, await listAuthorizationsOfSession(getReadQueries(), id))
}
