import type { FastifyInstance } from 'fastify'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { executeOrEndDueIdentityMerges } from './account/merging/execute-or-end-due-identity-merges.ts'
import { pruneErasedPeople } from './account/personal-data/erase-person.ts'
import { applyDataRetentionBatchIfDue } from './admin/retention/apply-data-retention.ts'
import { requestCheckpointCosignatures } from './audit-log/checkpoints/request-checkpoint-cosignatures.ts'
import { signAuditLogCheckpointIfDue } from './audit-log/checkpoints/sign-audit-log-checkpoint.ts'
import { updateAuditEventCounts } from './audit-log/count-audit-events.ts'
import type { ChallengeDatabaseRollbackGuard } from './auth/challenges/challenge-database-rollback-guard.ts'
import { prunePendingChallenges } from './auth/challenges/pending-challenge-store.ts'
import { pruneSpentChallenges } from './auth/challenges/spent-challenge-store.ts'
import { pruneCrossDeviceRequests } from './auth/cross-device/cross-device-request-store.ts'
import { unlinkWalletsWithExpiredHold } from './auth/linking/unlink-wallets-with-expired-hold.ts'
import { createSessionContractRecheckJob } from './auth/session-rechecks/recheck-session-contracts.ts'
import { createBackgroundChainReaders } from './chains/reader/create-background-chain-readers.ts'
import { createCcipGatewayClient, maxCcipResponseBytes } from './groups/ens/ccip-gateway-client.ts'
import { refreshEnsNames } from './groups/ens/refresh-ens-names.ts'
import { createGroupRecheckJob, releaseGroupMemberLeases } from './groups/membership/recheck-group-memberships.ts'
import { pruneLogoutDeliveries, deliverBackchannelLogouts } from './oidc/logout/deliver-backchannel-logouts.ts'
import type { TokenSigner } from './oidc/logout/create-backchannel-logout-token.ts'
import { pruneClientRegistrationTokens } from './oidc/provider/client-registration-tokens.ts'
import type { MonotonicClock, Clock } from './platform/clock.ts'
import type { ClusterMembership } from './platform/cluster/cluster-membership.ts'
import type { WorkQueueLeases } from './platform/cluster/work-queue-leases.ts'
import { checkpointSqliteWal } from './platform/database/checkpoint-sqlite-wal.ts'
import { createOutboundHttpClient } from './platform/outbound/outbound-http-client.ts'
import type { OutboundHttpClient } from './platform/outbound/outbound-http-client.ts'
import { createLeapDampedExpiryClock } from './platform/leap-damped-expiry-clock.ts'
import type { ServerAppContext } from './platform/register-api-endpoint.ts'
import { releaseLogoutDeliveryLeases } from './store/authorizations/logout-delivery-store.ts'
import { pruneOidcProviderRecords } from './store/authorizations/remove-oidc-provider-records.ts'
import { pruneRetryableTokenResponses } from './store/authorizations/retryable-token-response-store.ts'
import { pruneClientMetadataDocuments } from './store/client-metadata/client-metadata-document-store.ts'
import { pruneUnusedMetadataClients } from './store/client-metadata/prune-unused-metadata-clients.ts'
import { pruneEmailCodesAndSendCounts } from './store/email/email-store.ts'
import { pruneLoginRequests } from './store/roles/login-request-store.ts'
import { pruneIdentityMergeOffers } from './store/people/identity-merge-offer-store.ts'
import { createPictureReencoder } from './store/pictures/picture-reencoder.ts'
import type { RefusedRequestBuffer } from './store/refused-requests/refused-request-buffer.ts'
import { pruneRefusedRequests, storeRefusedRequests } from './store/refused-requests/refused-request-store.ts'
import { releaseContractRecheckLeases } from './store/sessions/contract-wallet-session-recheck-queue.ts'
import { endExpiredSessions } from './store/sessions/end-sessions-with-audit-events.ts'
import { rotateDueSigningKeys } from './store/signing-keys/rotate-signing-keys.ts'
import type { TokenSigningKeyCache } from './store/signing-keys/token-signing-key-cache.ts'
import { eraseRetiredPrivateSigningKeys } from './store/signing-keys/token-signing-key-store.ts'
import { releaseWalletEnsNameLeases } from './store/wallets/wallet-ens-name-store.ts'

/** Calling a job that is still running does nothing. */
export interface ServerBackgroundJobs {
  sequenceAuditLog: () => Promise<void>
  /** Signs a checkpoint when due and requests cosignatures from witnesses. */
  signCheckpoint: () => Promise<void>
  pruneExpired: () => Promise<void>
  deliverLogouts: () => Promise<void>
  /** Writes refused requests collected in memory. */
  storeRefusedRequests: () => Promise<void>
  /** Asks contract wallets whether their sessions are still valid. */
  recheckSessions: () => Promise<void>
  recheckGroupMemberships: () => Promise<void>
  refreshWalletNames: () => Promise<void>
}

interface BackgroundJobContext {
  app: ServerAppContext
  instance: ClusterMembership
  refusedRequests: RefusedRequestBuffer
  sequencePendingEntries: () => Promise<void>
  keyRing: TokenSigningKeyCache
  outbound: OutboundHttpClient
  rollbackGuard: ChallengeDatabaseRollbackGuard
  serverKey: Buffer
  monotonic: MonotonicClock
}

export function createServerBackgroundJobs({
  app,
  instance,
  refusedRequests,
  sequencePendingEntries,
  keyRing,
  outbound,
  rollbackGuard,
  serverKey,
  monotonic,
}: BackgroundJobContext): ServerBackgroundJobs {
  const { http, settings, chains, clock } = app
  const { workLeases } = instance
  const backgroundContext = {
    ...app,
    chains: createBackgroundChainReaders(chains),
    limits: settings.limits,
    workLeases,
  }
  /** While this instance is isolated or its clock is wrong, other instances run the jobs. */
  const whenReady = (job: () => Promise<void>) => async (): Promise<void> => {
    if (instance.notReadyReason() === null) await job()
  }
  const rechecks = createSessionContractRecheckJob({ ...backgroundContext, log: http.log })
  http.addHook('onClose', () => rechecks.stop())
  const groupRechecks = createGroupRecheckJob({ ...backgroundContext, log: http.log })
  http.addHook('onClose', () => groupRechecks.stop())
  return {
    sequenceAuditLog: whenReady(sequencePendingEntries),
    signCheckpoint: whenReady(createCheckpointJob(app, serverKey, outbound)),
    pruneExpired: whenReady(
      createPruneJob(app, serverKey, rollbackGuard, createLeapDampedExpiryClock(clock, monotonic)),
    ),
    deliverLogouts: whenReady(createLogoutDeliveryJob({ ...app, workLeases }, keyRing, outbound)),
    storeRefusedRequests: whenReady(
      skipWhileRunning(
        async () => void (await storeRefusedRequests(app.database.queries, refusedRequests, settings.limits)),
      ),
    ),
    recheckSessions: whenReady(rechecks.recheck),
    recheckGroupMemberships: whenReady(groupRechecks.recheck),
    refreshWalletNames: whenReady(createWalletNameJob({ ...app, workLeases })),
  }
}

export const releaseLeasesByWorkQueue = {
  logouts: releaseLogoutDeliveryLeases,
  sessions: releaseContractRecheckLeases,
  groups: releaseGroupMemberLeases,
  names: releaseWalletEnsNameLeases,
}

export async function warnOnDatabaseRollback(
  rollbackGuard: ChallengeDatabaseRollbackGuard,
  { log }: FastifyInstance,
): Promise<void> {
  if (await rollbackGuard.detectRollback())
    log.warn(
      'the database is older than the one used last, was unused for a while, or the clock was set back; all challenges issued so far are refused',
    )
}

function createCheckpointJob(
  { settings, database, clock, random, http }: ServerAppContext,
  serverKey: Buffer,
  outbound: OutboundHttpClient,
): () => Promise<void> {
  const { queries } = database
  const { origin, witnesses, limits } = settings
  return skipWhileRunning(async () => {
    await signAuditLogCheckpointIfDue(
      { queries, random, serverKey, origin },
      clock(),
      limits.checkpointIntervalSeconds * 1000,
    )
    await requestCheckpointCosignatures({ queries, clock, outbound, witnesses, log: http.log })
  })
}

function createPruneJob(
  { settings, database, random, rateLimiter, http }: ServerAppContext,
  serverKey: Buffer,
  rollbackGuard: ChallengeDatabaseRollbackGuard,
  sweepClock: Clock,
): () => Promise<void> {
  const { queries } = database
  const { limits } = settings
  const steps: readonly ((now: number) => Promise<number>)[] = [
    () => rateLimiter.pruneExpired(),
    (now) => pruneSpentChallenges(queries, now),
    (now) => prunePendingChallenges(queries, now),
    (now) => pruneCrossDeviceRequests(queries, settings.limits, now),
    (now) => pruneLoginRequests(queries, now),
    (now) => pruneIdentityMergeOffers(queries, now),
    (now) => unlinkWalletsWithExpiredHold({ queries, random, limits }, now),
    (now) => pruneEmailCodesAndSendCounts(queries, now),
    (now) => endExpiredSessions({ queries, random }, now),
    (now) => pruneRetryableTokenResponses(queries, now),
    (now) => pruneOidcProviderRecords(queries, now),
    (now) => pruneLogoutDeliveries(queries, now),
    (now) => pruneClientRegistrationTokens(queries, now),
    (now) => pruneClientMetadataDocuments(queries, now),
    (now) => pruneUnusedMetadataClients({ queries, random }, now),
    (now) => pruneRefusedRequests(queries, limits, now),
    (now) => pruneErasedPeople(queries, now),
    (now) => eraseRetiredPrivateSigningKeys(queries, now),
    () => updateAuditEventCounts(queries),
    (now) => applyDataRetentionBatchIfDue({ kind: database.kind, queries, random, limits }, now),
    (now) => rotateDueSigningKeys({ queries, random, serverKey, limits }, now),
    (now) => executeOrEndDueIdentityMerges({ queries, random, limits }, now),
    () => checkpointSqliteWal(database),
  ]
  return skipWhileRunning(async () => {
    await warnOnDatabaseRollback(rollbackGuard, http)
    const now = sweepClock()
    for (const step of steps) while ((await step(now)) > 0) await yieldToEventLoop()
  })
}

function createLogoutDeliveryJob(
  { settings, database, clock, random, http, workLeases }: ServerAppContext & { workLeases: WorkQueueLeases },
  keyRing: TokenSigningKeyCache,
  outbound: OutboundHttpClient,
): () => Promise<void> {
  const { queries } = database
  const { origin, limits } = settings
  const sign: TokenSigner = async (payload, header) => (await keyRing.current()).sign(payload, header)
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

/** The owner of a name chooses its URLs, so private networks are never allowed (THREATS O9). */
function createWalletNameJob({
  settings,
  database,
  clock,
  random,
  chains,
  metrics,
  http,
  workLeases,
}: ServerAppContext & { workLeases: WorkQueueLeases }): () => Promise<void> {
  const { limits } = settings
  const outbound = createOutboundHttpClient({
    allowedPrivateNetworks: [],
    limits: { ...limits, outboundResponseBytes: limits.pictureBytes },
  })
  const context = {
    queries: database.queries,
    workLeases,
    clock,
    random,
    chains,
    outbound,
    gateways: createCcipGatewayClient({
      outbound: createOutboundHttpClient({
        allowedPrivateNetworks: [],
        limits: { ...limits, outboundResponseBytes: maxCcipResponseBytes },
      }),
      clock,
      limits,
      metrics,
    }),
    writePicture: createPictureReencoder(),
    limits,
    log: http.log,
  }
  return skipWhileRunning(async () => void (await refreshEnsNames(context)))
}

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
