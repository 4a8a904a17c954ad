// Shows what durable codes and tokens cost.
import { createRefusedRequestBuffer } from '@countersign/server/store/refused-requests/refused-request-buffer'
import { ensureSigningKeys } from '@countersign/server/store/signing-keys/ensure-signing-keys'
import { createTokenSigningKeyCache } from '@countersign/server/store/signing-keys/token-signing-key-cache'
import { createChallengeNonceCodec } from '@countersign/server/auth/challenges/challenge-nonce'
import { registerChallengeRoutes } from '@countersign/server/auth/challenges/challenge-routes'
import { createOidcProviderAdapter } from '@countersign/server/oidc/provider/create-oidc-provider-adapter'
import type { OidcProviderAdapter } from '@countersign/server/oidc/provider/oidc-provider-adapter'
import { createDeviceAuthorizationPollLimit } from '@countersign/server/oidc/provider/device-authorization-poll-limit'
import { createApplicationGroupAccessControl } from '@countersign/server/oidc/provider/application-group-access-control'
import { registerOidcInteractionRoutes } from '@countersign/server/oidc/provider/oidc-interaction-routes'
import { mountOidcProvider } from '@countersign/server/oidc/provider/mount-oidc-provider'
import { installOidcProviderMiddleware } from '@countersign/server/oidc/provider/oidc-provider-middleware'
import { createOidcProvider } from '@countersign/server/oidc/provider/create-oidc-provider'
import { logOidcProviderErrors } from '@countersign/server/oidc/provider/log-oidc-provider-errors'
import type { ServerAppContext } from '@countersign/server/platform/register-api-endpoint'
import { systemClock, systemRandomBytes } from '@countersign/server/platform/clock'
import { createServerCookieConfig } from '@countersign/server/platform/server-cookie-config'
import { openAndMigrateDatabase } from '@countersign/server/platform/database/open-configured-database'
import { registerHealthProbes } from '@countersign/server/platform/health-probes'
import { createHttpServer } from '@countersign/server/platform/http-server'
import { loadServerSettings } from '@countersign/server/platform/load-server-settings'
import { createRateLimiter } from '@countersign/server/platform/rate-limits/rate-limiter'
import { createMetricsRegistry } from '@countersign/server/platform/prometheus-metrics'
import { readOrCreateServerMasterKey } from '@countersign/server/platform/read-or-create-server-master-key'
import { registerSessionRoutes } from '@countersign/server/account/sessions/session-routes'
import { createSignInMetrics } from '@countersign/server/auth/sign-in/sign-in-metrics'
import { registerSignInRoutes } from '@countersign/server/auth/sign-in/sign-in-routes'
// @ts-expect-error -- no part of what the package offers, and without types; a measurement may look
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'

const { settings } = loadServerSettings(process.env)
const { database } = await openAndMigrateDatabase(settings.database)
const [clock, random] = [systemClock, systemRandomBytes]
const serverKey = readOrCreateServerMasterKey(settings.keyFile, random)
await ensureSigningKeys({ queries: database.queries, random, serverKey, limits: settings.limits }, clock())

const http = await createHttpServer(settings, random, undefined)
const app: ServerAppContext = {
  http,
  settings,
  database,
  replica: null,
  clock,
  random,
  chains: new Map(),
  metrics: createMetricsRegistry(),
  cookies: createServerCookieConfig(settings.origin),
  rateLimiter: createRateLimiter(settings.limits, database, serverKey, clock),
  flushAuditLog: async () => true,
}
const refusedRequests = createRefusedRequestBuffer(settings.limits.refusedRequestsPerApplication)
const keys = await createTokenSigningKeyCache({ queries: database.queries, serverKey, clock }).current()

const memory = createMemoryAdapter(15) as (kind: string) => OidcProviderAdapter
const documents = { isAllowed: () => false, resolve: async () => undefined }
const asking = {
  gate: createApplicationGroupAccessControl(app),
  askSector: async () => [],
  askLogo: async () => null,
  documents,
  polls: createDeviceAuthorizationPollLimit(),
}
const inMemory = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken', 'ReplayDetection'])
const storage = (kind: string): OidcProviderAdapter =>
  inMemory.has(kind) ? memory(kind) : createOidcProviderAdapter(kind, settings.limits, random, asking)
const provider = createOidcProvider({
  settings,
  random,
  keys,
  fetch,
  registration: false,
  rateLimiter: app.rateLimiter,
  storage,
})
installOidcProviderMiddleware(provider, { app, keys, storage, refusedRequests })
logOidcProviderErrors(provider, http.log)
const handler = provider.callback()

const proving = {
  ...app,
  nonces: createChallengeNonceCodec(serverKey),
  rollbackGuard: { isInvalidated: () => false, recordSpent: () => {}, detectRollback: async () => false },
}
registerHealthProbes(http, { database, clock, canReadMetrics: () => false, instance: { notReadyReason: () => null } })
await http.register(async () => {
  registerChallengeRoutes(proving)
  registerSignInRoutes(proving, createSignInMetrics(app.metrics))
  registerSessionRoutes(app)
  registerOidcInteractionRoutes({ ...app, refusedRequests })
})
await mountOidcProvider(app, { handler: async () => handler }, documents, refusedRequests)
await http.listen({ host: settings.host, port: settings.port })
