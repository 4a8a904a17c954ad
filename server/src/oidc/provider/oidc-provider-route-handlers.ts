import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPossibleClientId } from '../../store/applications/validate-application-definition-fields.ts'
import { isClientMetadataDocumentUrl } from '../../store/applications/client-metadata-document-url.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import type { GroupMembership } from '../../groups/membership/read-group-memberships.ts'
import { findOidcInteraction } from '../../store/interactions/oidc-interaction-store.ts'
import type { OidcInteractionPayload } from '../../store/interactions/oidc-interaction-store.ts'
import { ensureBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { identifyRateLimitCaller } from '../../auth/session-guard/identify-rate-limit-caller.ts'
import { findRequestSession } from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { isPublicClient, parseSecretlessBasicAuth } from './accept-public-client-basic-auth.ts'
import type { MetadataDocumentClientResolver } from '../client-metadata/resolve-metadata-document-client.ts'
import { findApplicationOrMetadataClient } from '../../store/client-metadata/client-metadata-document-store.ts'
import { createApplicationGroupAccessControl } from './application-group-access-control.ts'
import type { RefusedRequestBuffer } from '../../store/refused-requests/refused-request-buffer.ts'
import { recordInteractionWithoutCookie } from './record-interaction-without-cookie.ts'
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'
import { oidcProviderCookieNames } from './create-oidc-provider.ts'
import {
  getCurrentApplicationTestLoginClient,
  findApplicationTestLogin,
  applicationTestLoginCallbackPath,
} from './application-test-login-store.ts'
import type { ApplicationTestLoginClient } from './application-test-login-store.ts'
import { createOidcBrowserRequestRateLimit } from './rate-limit-oidc-requests.ts'
import type { OidcProviderForCurrentKeys, OidcRequestCaller } from './forward-request-to-oidc-provider.ts'
import { forwardRequestToOidcProvider } from './forward-request-to-oidc-provider.ts'

type Handler = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** This pattern is also safe as a cookie value. */
const interactionIdPattern = /^[0-9A-Za-z_-]{1,64}$/

interface BrowserRequestContext {
  count: ReturnType<typeof createOidcBrowserRequestRateLimit>
  documents: MetadataDocumentClientResolver
  refusedRequests: RefusedRequestBuffer
}

/** Resolved before the provider runs, because the document may have to be fetched. */
async function resolveNamedClient(
  app: ServerAppContext,
  request: FastifyRequest,
  { resolve }: MetadataDocumentClientResolver,
): Promise<ApplicationRecord | undefined> {
  const { client_id } = request.query as Record<string, unknown>
  const isNamed = request.routeOptions.url === oidcProtocolPaths.authorization && typeof client_id === 'string'
  return isNamed && isClientMetadataDocumentUrl(client_id)
    ? resolve(client_id, identifyRateLimitCaller(app, request))
    : undefined
}

export const createOidcBrowserRequestHandler = (
  app: ServerAppContext,
  provider: OidcProviderForCurrentKeys,
  { count, documents, refusedRequests }: BrowserRequestContext,
): Handler =>
  async function answerInBrowser(request, reply) {
    const signedIn = await findRequestSession(app, request)
    const met = await resolveNamedClient(app, request, documents)
    await count(request, signedIn, met)
    // Browsers get an error page, never the JSON for applications.
    request.raw.headers.accept = 'text/html'
    const browserHash = ensureBrowserBindingHash(app, request, reply)
    // The ID can come from a link: only the browser that started the interaction may resume it.
    const { uid } = request.params as { uid?: string }
    const interaction =
      uid !== undefined && interactionIdPattern.test(uid)
        ? await findOidcInteraction(app.database.queries, { id: uid, browserHash, now: app.clock() })
        : undefined
    if (uid !== undefined && interaction === undefined && interactionIdPattern.test(uid))
      await recordInteractionWithoutCookie(app, refusedRequests, request, uid)
    const cookies = [
      ...(signedIn === null ? [] : [`${oidcProviderCookieNames.session}=${signedIn.session.id}`]),
      ...(interaction === undefined ? [] : [`${oidcProviderCookieNames.resume}=${uid}`]),
    ]
    const looked = await readApplicationAndGroups(app, request, signedIn, { interaction, met })
    const testLogin = await findTestLoginClient(app, request, { signedIn, browserHash, interaction })
    const asked = interaction === undefined || uid === undefined ? null : { id: uid, payload: interaction }
    await forwardRequestToOidcProvider(app, provider, request, reply, {
      signedIn,
      browserHash,
      testLogin,
      secretlessClientId: null,
      interaction: asked,
      ...looked,
      cookies,
    })
  }

/** Can read a chain, so it runs before the provider opens a transaction. */
async function readApplicationAndGroups(
  app: ServerAppContext,
  request: FastifyRequest,
  signedIn: AuthenticatedSession | null,
  { interaction, met }: { interaction: OidcInteractionPayload | undefined; met: ApplicationRecord | undefined },
): Promise<Pick<OidcRequestCaller, 'applications' | 'memberships'>> {
  const none = {
    applications: new Map<string, ApplicationRecord>(met === undefined ? [] : [[met.id, met]]),
    memberships: new Map<string, readonly GroupMembership[]>(),
  }
  const asked = interaction?.params.client_id ?? (request.query as Record<string, unknown>).client_id
  const isSignIn = request.routeOptions.url?.startsWith(oidcProtocolPaths.authorization) ?? false
  if (signedIn === null || !isSignIn || typeof asked !== 'string' || !isPossibleClientId(asked)) return none
  const application = met ?? (await findApplicationOrMetadataClient(app.database.queries, asked))
  if (application === undefined || !application.enabled) return none
  const personId = signedIn.person.id
  const groups = await createApplicationGroupAccessControl(app).readMemberships(personId, application, app.clock())
  return {
    applications: none.applications.set(asked, application),
    memberships: none.memberships.set(personId, groups),
  }
}

interface TestLoginLookup {
  signedIn: AuthenticatedSession | null
  browserHash: string
  interaction: OidcInteractionPayload | undefined
}

/** Null unless this person started the test login in this browser and has not returned yet. */
async function findTestLoginClient(
  { database, settings, clock }: ServerAppContext,
  request: FastifyRequest,
  { signedIn, browserHash, interaction }: TestLoginLookup,
): Promise<ApplicationTestLoginClient | null> {
  const { state, redirect_uri, client_id } = (interaction?.params ?? request.query) as Record<string, unknown>
  const redirectUri = `${settings.origin}${applicationTestLoginCallbackPath}`
  if (redirect_uri !== redirectUri || signedIn === null || typeof state !== 'string') return null
  const found = await findApplicationTestLogin(database.queries, {
    id: state,
    browserHash,
    personId: signedIn.person.id,
    now: clock(),
  })
  if (found === undefined || found.isConsumed || found.testLogin.clientId !== client_id) return null
  return { applicationId: found.testLogin.clientId, redirectUri }
}

export const createOidcApplicationRequestHandler = (
  app: ServerAppContext,
  provider: OidcProviderForCurrentKeys,
): Handler =>
  async function answerToApplication(request, reply) {
    // Always JSON, even if the client's library also accepts HTML.
    request.raw.headers.accept = 'application/json'
    const applications = new Map<string, ApplicationRecord>()
    await forwardRequestToOidcProvider(app, provider, request, reply, {
      signedIn: null,
      browserHash: null,
      testLogin: getCurrentApplicationTestLoginClient(),
      secretlessClientId: await takeSecretlessClientId(app, request, applications),
      interaction: null,
      applications,
      memberships: new Map(),
      cookies: [],
    })
  }

/** Removes a header that only names a public client; the provider refuses it from others. */
async function takeSecretlessClientId(
  { database }: ServerAppContext,
  { raw: { headers } }: FastifyRequest,
  applications: Map<string, ApplicationRecord>,
): Promise<string | null> {
  const id = parseSecretlessBasicAuth(headers.authorization)
  if (id === null || !isPossibleClientId(id)) return null
  const application = await findApplicationOrMetadataClient(database.queries, id)
  if (application === undefined || !isPublicClient(application)) return null
  // The provider still has to resolve the document of a metadata client.
  if (application.origin !== 'metadata-document') applications.set(id, application)
  delete headers.authorization
  return id
}
