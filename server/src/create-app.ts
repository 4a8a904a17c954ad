// The composition root (dependency injection), the whole wiring on one screen: what is given from outside, what stands before every call,
// and the calls.
import type { FastifyInstance } from 'fastify'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { countAuditEvents } from './audit-log/count-audit-events.ts'
import { createAuditLogSequencer } from './audit-log/audit-log-sequencer.ts'
import { registerApplicationRoutes } from './admin/endpoints/application-routes.ts'
import { registerAuditLogRoutes } from './admin/endpoints/audit-log-routes.ts'
import { registerDashboardRoutes } from './admin/endpoints/dashboard-routes.ts'
import { registerTransparencyLogRoutes } from './admin/endpoints/transparency-log-routes.ts'
import { registerGroupRoutes } from './admin/endpoints/group-routes.ts'
import { registerResourceRoutes } from './admin/endpoints/resource-routes.ts'
import { registerBulkActionRoutes } from './admin/endpoints/bulk-action-routes.ts'
import { registerAdminPeopleRoutes } from './admin/endpoints/people-routes.ts'
import { createBrandingInjector, registerSiteLogoRoute } from './admin/endpoints/inject-branding.ts'
import { registerSettingsRoutes } from './admin/endpoints/settings-routes.ts'
import { registerRegistrationTokenRoutes, registerApiTokenRoutes } from './admin/endpoints/api-token-routes.ts'
import { registerSavedViewRoutes } from './admin/endpoints/saved-view-routes.ts'
import { registerTestLoginRoutes } from './admin/endpoints/test-login-routes.ts'
import { requestCosignatures } from './audit-log/checkpoints/request-cosignatures.ts'
import { signCheckpointIfDue } from './audit-log/checkpoints/sign-checkpoint.ts'
import { signAndCosignCheckpoint } from './audit-log/checkpoints/sign-checkpoint-on-demand.ts'
import { createBackgroundChains } from './chains/reader/background-chains.ts'
import { prunePendingChallenges } from './auth/challenges/pending-challenge-store.ts'
import { createChallengeRollbackGuard } from './auth/challenges/challenge-rollback-guard.ts'
import type { ChallengeRollbackGuard, SpentChallengeLog } from './auth/challenges/challenge-rollback-guard.ts'
import { createChallengeNonceCodec } from './auth/challenges/challenge-nonce.ts'
import { registerChallengeRoutes } from './auth/challenges/challenge-routes.ts'
import { pruneSpentChallenges } from './auth/challenges/spent-challenge-store.ts'
import { registerCrossDeviceRoutes } from './auth/cross-device/cross-device-routes.ts'
import { pruneCrossDeviceRequests } from './auth/cross-device/cross-device-request-store.ts'
import { pruneUnusedMetadataClients } from './store/client-metadata/prune-unused-clients.ts'
import { createMetadataClientResolver } from './oidc/client-metadata/resolve-metadata-client.ts'
import { pruneMetadataDocuments } from './store/client-metadata/metadata-document-store.ts'
import { registerApplicationLogoRoute } from './store/applications/application-logo-route.ts'
import { createGroupRecheckJob, releaseMemberLeases } from './groups/membership/recheck-group-memberships.ts'
import { registerForwardAuthRoutes } from './oidc/forward-auth/forward-auth-routes.ts'
import { registerGrantRoutes } from './account/grants/grant-routes.ts'
import { registerWalletLinkingRoutes } from './auth/linking/wallet-linking-routes.ts'
import { createSigningKeyCache } from './store/signing-keys/signing-key-cache.ts'
import type { SigningKeyCache } from './store/signing-keys/signing-key-cache.ts'
import { rotateDueSigningKeys } from './store/signing-keys/rotate-signing-keys.ts'
import { eraseRetiredPrivateKeys } from './store/signing-keys/signing-key-store.ts'
import { createCurrentProvider } from './oidc/provider/current-provider.ts'
import { releaseLogoutDeliveries } from './store/authorizations/logout-delivery-store.ts'
import { deliverBackchannelLogouts, pruneLogoutDeliveries } from './oidc/logout/deliver-backchannel-logouts.ts'
import { registerDeviceRoutes } from './oidc/device-authorization/device-authorization-routes.ts'
import { registerInteractionRoutes } from './oidc/provider/interaction-routes.ts'
import type { SignToken } from './oidc/logout/logout-token.ts'
import { registerMergeRoutes } from './account/merging/merge-routes.ts'
import { carryOutDueMerges } from './account/merging/carry-out-due-merges.ts'
import { unlinkWalletsWithExpiredHold } from './auth/linking/unlink-wallets-with-expired-hold.ts'
import { pruneMergeOffers } from './store/people/merge-store.ts'
import { createCcipGateways, maxGatewayResponseBytes } from './groups/ens/ccip-gateways.ts'
import { registerWalletAvatarRoute } from './account/profile/wallet-avatar-route.ts'
import { refreshEnsNames } from './groups/ens/refresh-ens-names.ts'
import { pruneRegistrationTokens } from './oidc/provider/registration-tokens.ts'
import { mountProvider } from './oidc/provider/mount-provider.ts'
import { pruneProviderRecords } from './store/authorizations/provider-record-store.ts'
import { pruneTokenResponses } from './store/authorizations/token-response-store.ts'
import { registerPasskeyRoutes } from './auth/passkeys/passkey-routes.ts'
import { registerLogoutRoutes } from './oidc/logout/logout-routes.ts'
import { registerActivityRoutes } from './account/personal-data/activity-routes.ts'
import { pruneErasedPeople } from './account/personal-data/erase-person.ts'
import { registerPersonalDataRoutes } from './account/personal-data/personal-data-routes.ts'
import { createPictureProcessor } from './store/pictures/picture-processor.ts'
import { registerProfileRoutes } from './account/profile/profile-routes.ts'
import { createEmailOutbox } from './store/email/email-outbox.ts'
import { registerEmailRoutes } from './account/email/email-routes.ts'
import { pruneEmailRecords } from './store/email/email-store.ts'
import { createMailer } from './platform/outbound/smtp-client.ts'
import { registerUsernameRoutes } from './account/profile/username-routes.ts'
import type { AppContext } from './platform/register-endpoint.ts'
import type { ConfiguredChains } from './platform/chain-settings.ts'
import type { Clock, MonotonicClock, RandomBytes } from './platform/clock.ts'
import { createCookieConfig } from './platform/cookie-config.ts'
import { checkpointSqliteWal } from './platform/database/checkpoint-sqlite-wal.ts'
import type { Database } from './platform/database/open-database.ts'
import { createReadReplica } from './platform/database/read-replica.ts'
import { registerHealthProbes } from './platform/health-probes.ts'
import { createHttpServer } from './platform/http-server.ts'
import { createMetricsAccessCheck, registerMetricsEndpoint } from './platform/prometheus-metrics.ts'
import type { MetricsRegistry } from './platform/prometheus-metrics.ts'
import type { LogStream } from './platform/logger.ts'
import { registerOpenApiDocument } from './platform/openapi-document.ts'
import { createOutboundHttpClient } from './platform/outbound/outbound-http-client.ts'
import type { OutboundHttpClient } from './platform/outbound/outbound-http-client.ts'
import { createGuardedFetch } from './platform/outbound/guarded-fetch.ts'
import { servePages } from './platform/serve-pages.ts'
import { createRateLimiter } from './platform/rate-limits/rate-limiter.ts'
import { createPruneClock } from './platform/prune-clock.ts'
import { ApiError } from './platform/api-error.ts'
import type { SettingReport, Settings } from './platform/settings.ts'
import { createSessionRecheckJob } from './auth/session-rechecks/recheck-sessions.ts'
import { applyRetention } from './admin/retention/apply-retention.ts'
import { releaseClaimedSessions } from './store/sessions/contract-recheck-queue.ts'
import { releaseWalletNames } from './store/wallets/wallet-name-store.ts'
import { createServerInstance, notReadyError } from './platform/cluster/instance-membership.ts'
import type { WorkLeases } from './platform/cluster/work-leases.ts'
import { endExpiredSessions } from './store/sessions/end-sessions.ts'
import { registerBrowserRoutes } from './account/sessions/browser-routes.ts'
import { registerSessionRoutes } from './account/sessions/session-routes.ts'
import { registerSetupRoutes } from './admin/setup/setup-routes.ts'
import { registerSignInRoutes } from './auth/sign-in/sign-in-routes.ts'
import { registerRoleRoutes } from './admin/endpoints/role-routes.ts'
import { registerStepUpRoutes } from './auth/step-up/step-up-routes.ts'
import { registerWalletRoutes } from './account/wallets/wallet-routes.ts'

/** Everything the server needs from outside. */
export interface AppDependencies {
  settings: Settings
  /** Each setting with where it came from, for who asks. */
  settingReports: readonly SettingReport[]
  database: Database
  /** A read replica of it, where there is one. */
  readReplica?: Database
  clock: Clock
  monotonic: MonotonicClock
  random: RandomBytes
  chains: ConfiguredChains
  /** What is counted; what is read from `chains` counts there as well. */
  metrics: MetricsRegistry
  /** Adds figures that cost an idle server something to collect; called once, before `/metrics` is first read. */
  collectProcessMetrics?: (metrics: MetricsRegistry) => void
  /** The server's own key of 32 bytes, which is not in the database. */
  serverKey: Buffer
  /** What was spent last, remembered outside of the database. */
  spentChallengeMemory: SpentChallengeLog
  /** Where log lines go; standard output where it is left out. */
  logStream?: LogStream
  /** The folder of the built screens, or null for a server of calls alone. */
  webDistFolder: string | null
}

/** A server that is ready to listen. */
export interface CountersignApp {
  http: FastifyInstance
  /** Says that this instance is there; main calls it twice a second, and once before it listens. */
  sendHeartbeat: () => Promise<void>
  /** Says that it is there no more. */
  leaveCluster: () => Promise<void>
  /** Looks how it is with the read replica; main calls it every second. */
  checkReplica: () => Promise<void>
  /** Gives lines of the activity their place; main calls it ten times a second. */
  sequenceAuditLog: () => Promise<void>
  /** Signs a checkpoint of the activity where one is due, and asks witnesses to cosign it; main calls it every five seconds. */
  signCheckpoint: () => Promise<void>
  /** Removes what ran out; main calls it every minute. */
  pruneExpired: () => Promise<void>
  /** Tells applications of logouts that are due; main calls it every second. */
  deliverLogouts: () => Promise<void>
  /** Asks contract wallets that are due whether they still stand behind their sessions; main calls it every two seconds. */
  recheckSessions: () => Promise<void>
  /** Reads who belongs to groups, of those who are due; main calls it every two seconds. */
  recheckGroupMemberships: () => Promise<void>
  /** Reads names of wallets that are due; main calls it every few seconds. */
  refreshWalletNames: () => Promise<void>
}

/**
 * Builds the server on a database that has the current schema.
 */
export async function createApp({
  settings,
  settingReports,
  database,
  readReplica,
  clock,
  monotonic,
  random,
  chains,
  metrics,
  collectProcessMetrics,
  serverKey,
  spentChallengeMemory,
  logStream,
  webDistFolder,
}: AppDependencies): Promise<CountersignApp> {
  const http = await createHttpServer(settings, random, logStream)
  const sealer = createAuditLogSequencer(database.queries)
  const instance = createServerInstance({
    database,
    clock,
    limits: settings.limits,
    queues: workQueues,
    metrics,
    log: http.log,
  })
  http.addHook('onRequest', async ({ url }) => {
    // By its clock sessions would be over that are not.
    if (instance.notReadyReason() === 'clock' && !probePaths.has(url)) throw notReadyError('clock')
  })
  const app: AppContext = {
    http,
    settings,
    database,
    replica:
      readReplica === undefined
        ? null
        : createReadReplica({ database, replica: readReplica, clock, metrics, log: http.log }),
    clock,
    random,
    chains,
    metrics,
    cookies: createCookieConfig(settings.origin),
    rateLimiter: createRateLimiter(settings.limits, database, serverKey, clock),
    flushAuditLog: sealer.flush,
  }
  const rollbackGuard = createChallengeRollbackGuard({
    queries: database.queries,
    clock,
    serverKey,
    spentChallengeLog: spentChallengeMemory,
    expectsSpentChallengeLog: database.kind === 'sqlite',
    toleranceMs: settings.limits.clockToleranceSeconds * 1000,
  })
  await checkRollbackFloor(rollbackGuard, http)
  const challengeContext = { ...app, nonces: createChallengeNonceCodec(serverKey), rollbackGuard }
  const keyRing = createSigningKeyCache({ queries: database.queries, serverKey, clock })
  const outbound = createOutboundHttpClient(settings)
  const mailer = createMailer(settings)
  const outbox = mailer === null ? null : createEmailOutbox(app, mailer)
  http.addHook('onClose', async () => outbox?.waitUntilIdle())
  const pageBranding = await createBrandingInjector(app)
  registerOpenApiDocument(http, settings.origin)
  const canReadMetrics = createMetricsAccessCheck(settings)
  registerHealthProbes(http, { database, clock, canReadMetrics, instance })
  registerMetricsEndpoint(http, canReadMetrics, metrics, collectProcessMetrics)
  await http.register(async () => {
    registerChallengeRoutes(challengeContext)
    registerSignInRoutes(challengeContext)
    registerCrossDeviceRoutes(challengeContext)
    registerPasskeyRoutes(challengeContext)
    registerStepUpRoutes(challengeContext)
    registerSessionRoutes(app)
    registerBrowserRoutes(app)
    registerProfileRoutes(app)
    registerUsernameRoutes(app, { serverKey })
    registerEmailRoutes(app, { serverKey, outbox })
    registerActivityRoutes(app)
    registerPersonalDataRoutes(app, createCheckpointSigner(app, serverKey, outbound))
    registerWalletRoutes(app)
    registerWalletAvatarRoute(app)
    registerWalletLinkingRoutes(challengeContext)
    registerMergeRoutes(challengeContext, { outbox })
    registerGrantRoutes(app)
    registerInteractionRoutes(app)
    registerDeviceRoutes(app)
    registerLogoutRoutes(app)
    registerApplicationLogoRoute(app)
    registerRoleRoutes(app)
    registerAdminPeopleRoutes(app)
    registerBulkActionRoutes(app)
    registerGroupRoutes(app)
    registerResourceRoutes(app)
    registerApiTokenRoutes(app)
    registerRegistrationTokenRoutes(app)
    registerSavedViewRoutes(app)
    registerApplicationRoutes(app)
    registerTestLoginRoutes(app)
    registerAuditLogRoutes(app)
    registerTransparencyLogRoutes(app)
    registerDashboardRoutes(app)
    registerSettingsRoutes(app, { report: settingReports, serverKey, pageBranding })
    registerSiteLogoRoute(app)
    registerSetupRoutes(app)
  })
  await registerForwardAuthRoutes(app)
  const documents = createMetadataClientResolver(app)
  const fetch = createGuardedFetch(outbound)
  await mountProvider(app, createCurrentProvider(app, keyRing, { fetch, documents }), documents)
  if (webDistFolder === null)
    http.setNotFoundHandler(() => {
      throw new ApiError('request.not_found')
    })
  else await servePages(http, webDistFolder, settings.origin, pageBranding.inject)
  const { workLeases } = instance
  const backgroundContext = { ...app, chains: createBackgroundChains(chains), limits: settings.limits, workLeases }
  /** An instance that is cut off, or whose clock is wrong, does nothing by itself: others do it. */
  const whenReady = (job: () => Promise<void>) => async (): Promise<void> => {
    if (instance.notReadyReason() === null) await job()
  }
  const rechecks = createSessionRecheckJob({ ...backgroundContext, log: http.log })
  http.addHook('onClose', () => rechecks.stop())
  const groupRechecks = createGroupRecheckJob({ ...backgroundContext, log: http.log })
  http.addHook('onClose', () => groupRechecks.stop())
  await http.ready()
  return {
    http,
    sendHeartbeat: instance.sendHeartbeat,
    leaveCluster: instance.leave,
    checkReplica: async () => app.replica?.checkStatus(),
    sequenceAuditLog: whenReady(sealer.sequencePending),
    signCheckpoint: whenReady(createCheckpointJob(app, serverKey, outbound)),
    pruneExpired: whenReady(createPruneJob(app, serverKey, rollbackGuard, createPruneClock(clock, monotonic))),
    deliverLogouts: whenReady(createLogoutDeliveryJob({ ...app, workLeases }, keyRing, outbound)),
    recheckSessions: whenReady(rechecks.recheck),
    recheckGroupMemberships: whenReady(groupRechecks.recheck),
    refreshWalletNames: whenReady(createWalletNameJob({ ...app, workLeases })),
  }
}

/** Of each job that takes rows, how they become due again. */
const workQueues = {
  logouts: releaseLogoutDeliveries,
  sessions: releaseClaimedSessions,
  groups: releaseMemberLeases,
  names: releaseWalletNames,
}

/** What tells how an instance is, also where it is not to be used. */
const probePaths: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics'])

async function checkRollbackFloor(rollbackGuard: ChallengeRollbackGuard, { log }: FastifyInstance): Promise<void> {
  if (await rollbackGuard.detectRollback())
    log.warn(
      'the database is older than the one used before, was not used for a while, or the clock went back: challenges issued until now are refused',
    )
}

/** Signs a checkpoint now, for who waits for it. */
const createCheckpointSigner =
  (
    { settings, database, clock, random, http }: AppContext,
    serverKey: Buffer,
    outbound: OutboundHttpClient,
  ): (() => Promise<void>) =>
  async () => {
    const { origin, witnesses } = settings
    await signAndCosignCheckpoint({
      queries: database.queries,
      clock,
      random,
      serverKey,
      origin,
      outbound,
      witnesses,
      log: http.log,
    })
  }

/** Signs checkpoints and has them cosigned. What cannot be signed, or is not cosigned, holds up nothing else. */
function createCheckpointJob(
  { settings, database, clock, random, http }: AppContext,
  serverKey: Buffer,
  outbound: OutboundHttpClient,
): () => Promise<void> {
  const { queries } = database
  const { origin, witnesses, limits } = settings
  return skipWhileRunning(async () => {
    await signCheckpointIfDue({ queries, random, serverKey, origin }, clock(), limits.checkpointSeconds * 1000)
    await requestCosignatures({ queries, clock, outbound, witnesses, log: http.log })
  })
}

/** Removes what ran out, batch after batch, each its own transaction, with a turn for everybody else in between. */
function createPruneJob(
  { settings, database, random, rateLimiter, http }: AppContext,
  serverKey: Buffer,
  rollbackGuard: ChallengeRollbackGuard,
  sweepClock: Clock,
): () => Promise<void> {
  const { queries } = database
  const { limits } = settings
  const steps: readonly ((now: number) => Promise<number>)[] = [
    () => rateLimiter.pruneExpired(),
    (now) => pruneSpentChallenges(queries, now),
    (now) => prunePendingChallenges(queries, now),
    (now) => pruneCrossDeviceRequests(queries, settings.limits, now),
    (now) => pruneMergeOffers(queries, now),
    (now) => unlinkWalletsWithExpiredHold({ queries, random, limits }, now),
    (now) => pruneEmailRecords(queries, now),
    (now) => endExpiredSessions({ queries, random }, now),
    (now) => pruneTokenResponses(queries, now),
    (now) => pruneProviderRecords(queries, now),
    (now) => pruneLogoutDeliveries(queries, now),
    (now) => pruneRegistrationTokens(queries, now),
    (now) => pruneMetadataDocuments(queries, now),
    (now) => pruneUnusedMetadataClients({ queries, random }, now),
    (now) => pruneErasedPeople(queries, now),
    (now) => eraseRetiredPrivateKeys(queries, now),
    () => countAuditEvents(queries),
    (now) => applyRetention({ kind: database.kind, queries, random, limits }, now),
    (now) => rotateDueSigningKeys({ queries, random, serverKey, limits }, now),
    (now) => carryOutDueMerges({ queries, random, limits }, now),
    () => checkpointSqliteWal(database),
  ]
  return skipWhileRunning(async () => {
    await checkRollbackFloor(rollbackGuard, http)
    const now = sweepClock()
    for (const step of steps) while ((await step(now)) > 0) await yieldToEventLoop()
  })
}

/** Tells applications of logouts, round after round, until none is due. */
function createLogoutDeliveryJob(
  { settings, database, clock, random, http, workLeases }: AppContext & { workLeases: WorkLeases },
  keyRing: SigningKeyCache,
  outbound: OutboundHttpClient,
): () => Promise<void> {
  const { queries } = database
  const { origin, limits } = settings
  const sign: SignToken = async (payload, header) => (await keyRing.current()).sign(payload, header)
  return skipWhileRunning(async () => {
    while (
      (await deliverBackchannelLogouts({
        queries,
        clock,
        random,
        outbound,
        sign,
        origin,
        limits,
        log: http.log,
        workLeases,
      })) > 0
    )
      await yieldToEventLoop()
  })
}

/** Reads names, one round at a time. Anybody can write where the picture of their name is, and where it is to be looked up: no private network is
 * reached for it, whatever the operator allows for applications (THREATS O9). */
function createWalletNameJob({
  settings,
  database,
  clock,
  random,
  chains,
  metrics,
  http,
  workLeases,
}: AppContext & { workLeases: WorkLeases }): () => Promise<void> {
  const { limits } = settings
  const outbound = createOutboundHttpClient({
    outboundNetworks: [],
    limits: { ...limits, outboundBytes: limits.pictureBytes },
  })
  const context = {
    queries: database.queries,
    workLeases,
    clock,
    random,
    chains,
    outbound,
    gateways: createCcipGateways({
      outbound: createOutboundHttpClient({
        outboundNetworks: [],
        limits: { ...limits, outboundBytes: maxGatewayResponseBytes },
      }),
      clock,
      limits,
      metrics,
    }),
    writePicture: createPictureProcessor(),
    limits,
    log: http.log,
  }
  return skipWhileRunning(async () => void (await refreshEnsNames(context)))
}

/** A job that is not begun again while it runs. */
function skipWhileRunning(job: () => Promise<void>): () => Promise<void> {
  let running = false
  return async () => {
    if (running) return
    running = true
    try {
      await job()
    } finally {
      running = false
    }
  }
}
