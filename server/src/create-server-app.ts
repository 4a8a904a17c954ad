// Composition root (dependency injection): wires HTTP hooks, routes and background jobs.
import type { FastifyInstance } from 'fastify'
import { createBrandingHtmlInjector } from './admin/endpoints/inject-branding-into-html.ts'
import { createAuditLogSequencer } from './audit-log/audit-log-sequencer.ts'
import { createChallengeNonceCodec } from './auth/challenges/challenge-nonce.ts'
import { createChallengeDatabaseRollbackGuard } from './auth/challenges/challenge-database-rollback-guard.ts'
import type { SpentChallengeReplayLog } from './auth/challenges/challenge-database-rollback-guard.ts'
import {
  releaseLeasesByWorkQueue,
  warnOnDatabaseRollback,
  createServerBackgroundJobs,
} from './create-server-background-jobs.ts'
import type { ServerBackgroundJobs } from './create-server-background-jobs.ts'
import { createMetadataDocumentClientResolver } from './oidc/client-metadata/resolve-metadata-document-client.ts'
import { registerForwardAuthRoutes } from './oidc/forward-auth/forward-auth-routes.ts'
import { createSelfRebuildingOidcProvider } from './oidc/provider/self-rebuilding-oidc-provider.ts'
import { mountOidcProvider } from './oidc/provider/mount-oidc-provider.ts'
import { ApiError } from './platform/api-error.ts'
import type { ConfiguredChains } from './platform/chain-settings.ts'
import type { Clock, MonotonicClock, RandomBytes } from './platform/clock.ts'
import { createClusterMembership, createInstanceNotReadyError } from './platform/cluster/cluster-membership.ts'
import { createServerCookieConfig } from './platform/server-cookie-config.ts'
import type { Database } from './platform/database/open-sqlite-or-postgres-database.ts'
import { createReadReplicaWithFallback } from './platform/database/read-replica-with-fallback.ts'
import { registerHealthProbes } from './platform/health-probes.ts'
import { createHttpServer } from './platform/http-server.ts'
import type { LoggerOutputStream } from './platform/logger.ts'
import { registerOpenApiDocument } from './platform/openapi-document.ts'
import { createSsrfGuardedFetch } from './platform/outbound/ssrf-guarded-fetch.ts'
import { createOutboundHttpClient } from './platform/outbound/outbound-http-client.ts'
import { createMailer } from './platform/outbound/smtp-client.ts'
import { createMetricsAccessCheck, registerMetricsEndpoint } from './platform/prometheus-metrics.ts'
import type { MetricsRegistry } from './platform/prometheus-metrics.ts'
import { createRateLimiter } from './platform/rate-limits/rate-limiter.ts'
import type { ServerAppContext } from './platform/register-api-endpoint.ts'
import { serveFrontEndPages } from './platform/serve-front-end-pages.ts'
import type { ServerSettings } from './platform/server-setting-definitions.ts'
import type { ServerSettingReport } from './platform/parse-server-settings.ts'
import { registerApiRoutes } from './register-api-routes.ts'
import { createOutgoingEmailQueue } from './store/email/in-memory-outgoing-email-queue.ts'
import { createRefusedRequestBuffer } from './store/refused-requests/refused-request-buffer.ts'
import { createTokenSigningKeyCache } from './store/signing-keys/token-signing-key-cache.ts'

export interface ServerAppDependencies {
  settings: ServerSettings
  settingReports: readonly ServerSettingReport[]
  database: Database
  readReplica?: Database
  clock: Clock
  monotonic: MonotonicClock
  random: RandomBytes
  chains: ConfiguredChains
  metrics: MetricsRegistry
  /** When `/metrics` is first read, adds metrics that are costly to collect. */
  collectProcessMetrics?: (metrics: MetricsRegistry) => void
  /** The master key: 32 bytes, stored outside the database. */
  serverKey: Buffer
  /** Recently spent challenges, stored outside the database. */
  spentChallengeMemory: SpentChallengeReplayLog
  /** Standard output if omitted. */
  logStream?: LoggerOutputStream
  /** Null if the server serves only the API. */
  webDistFolder: string | null
}

export interface ServerApp extends ServerBackgroundJobs {
  http: FastifyInstance
  /** Called twice a second, and once before the server listens. */
  sendHeartbeat: () => Promise<void>
  leaveCluster: () => Promise<void>
  /** Called every second. */
  checkReplica: () => Promise<void>
}

export async function createServerApp(dependencies: ServerAppDependencies): Promise<ServerApp> {
  const { settings, settingReports, database, clock, monotonic, random, metrics, serverKey, webDistFolder } =
    dependencies
  const http = await createHttpServer(settings, random, dependencies.logStream)
  const sealer = createAuditLogSequencer(database.queries)
  const instance = createClusterMembership({
    database,
    clock,
    limits: settings.limits,
    queues: releaseLeasesByWorkQueue,
    metrics,
    log: http.log,
  })
  http.addHook('onRequest', async ({ url }) => {
    // With a wrong clock, the server would end valid sessions.
    if (instance.notReadyReason() === 'clock' && !probePaths.has(url)) throw createInstanceNotReadyError('clock')
  })
  const app = createAppContext(dependencies, http, sealer.flush)
  const rollbackGuard = createChallengeDatabaseRollbackGuard({
    queries: database.queries,
    clock,
    serverKey,
    spentChallengeLog: dependencies.spentChallengeMemory,
    expectsSpentChallengeLog: database.kind === 'sqlite',
    toleranceMs: settings.limits.clockToleranceSeconds * 1000,
  })
  await warnOnDatabaseRollback(rollbackGuard, http)
  const challengeContext = { ...app, nonces: createChallengeNonceCodec(serverKey), rollbackGuard }
  const keyRing = createTokenSigningKeyCache({ queries: database.queries, serverKey, clock })
  const outbound = createOutboundHttpClient(settings)
  const mailer = createMailer(settings)
  const outbox = mailer === null ? null : createOutgoingEmailQueue(app, mailer)
  http.addHook('onClose', async () => outbox?.waitUntilIdle())
  const pageBranding = await createBrandingHtmlInjector(app)
  registerOpenApiDocument(http, settings.origin)
  const canReadMetrics = createMetricsAccessCheck(settings)
  registerHealthProbes(http, { database, clock, canReadMetrics, instance })
  registerMetricsEndpoint(http, canReadMetrics, metrics, dependencies.collectProcessMetrics)
  const refusedRequests = createRefusedRequestBuffer(settings.limits.refusedRequestsPerApplication)
  const routes = {
    ...challengeContext,
    refusedRequests,
    serverKey,
    outbound,
    outbox,
    settingReports,
    pageBranding,
    webDistFolder,
  }
  await http.register(async () => registerApiRoutes(routes))
  await registerForwardAuthRoutes(app)
  const documents = createMetadataDocumentClientResolver(app)
  const fetch = createSsrfGuardedFetch(outbound)
  const provider = createSelfRebuildingOidcProvider(app, keyRing, { fetch, documents, refusedRequests })
  await mountOidcProvider(app, provider, documents, refusedRequests)
  if (webDistFolder === null)
    http.setNotFoundHandler(() => {
      throw new ApiError('request.not_found')
    })
  else await serveFrontEndPages(http, webDistFolder, settings.origin, pageBranding.inject)
  const jobs = createServerBackgroundJobs({
    app,
    instance,
    refusedRequests,
    sequencePendingEntries: sealer.sequencePending,
    keyRing,
    outbound,
    rollbackGuard,
    serverKey,
    monotonic,
  })
  await http.ready()
  return {
    http,
    sendHeartbeat: instance.sendHeartbeat,
    leaveCluster: instance.leave,
    checkReplica: async () => app.replica?.checkStatus(),
    ...jobs,
  }
}

function createAppContext(
  { settings, database, readReplica, clock, random, chains, metrics, serverKey }: ServerAppDependencies,
  http: FastifyInstance,
  flushAuditLog: ServerAppContext['flushAuditLog'],
): ServerAppContext {
  return {
    http,
    settings,
    database,
    replica:
      readReplica === undefined
        ? null
        : createReadReplicaWithFallback({ database, replica: readReplica, clock, metrics, log: http.log }),
    clock,
    random,
    chains,
    metrics,
    cookies: createServerCookieConfig(settings.origin),
    rateLimiter: createRateLimiter(settings.limits, database, serverKey, clock),
    flushAuditLog,
  }
}

/** These paths are served even while the instance is not ready. */
const probePaths: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics'])
