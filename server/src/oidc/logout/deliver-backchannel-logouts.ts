// Delivers back-channel logouts with retries (OpenID Connect Back-Channel Logout §2.5).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { Clock, RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WorkQueueLeases } from '../../platform/cluster/work-queue-leases.ts'
import type { Logger } from '../../platform/logger.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import {
  deleteCompletedLogoutDeliveries,
  listApplicationsWithDueLogouts,
  postponeLogoutDelivery,
  markLogoutDeliveryCompleted,
  claimDueLogoutDelivery,
} from '../../store/authorizations/logout-delivery-store.ts'
import type { LogoutDelivery } from '../../store/authorizations/logout-delivery-store.ts'
import { createLogoutToken } from './create-backchannel-logout-token.ts'
import type { TokenSigner } from './create-backchannel-logout-token.ts'

export interface LogoutDeliveryContext {
  queries: DatabaseQueryBuilder
  clock: Clock
  random: RandomBytes
  outbound: OutboundHttpClient
  sign: TokenSigner
  origin: string
  limits: Pick<ServerLimitValues, 'logoutAttempts' | 'outboundTimeoutSeconds'>
  log: Logger
  workLeases: WorkQueueLeases
}

const maxConcurrentApplications = 16
const maxApplicationsPerRound = 200
const maxDeliveriesPerRound = 100

const initialBackoffMs = 1000
const maxBackoffMs = 3_600_000
const computeBackoffMs = (tries: number): number => Math.min(initialBackoffMs * 2 ** tries, maxBackoffMs)

/** Longer than a request (`outboundTimeoutSeconds` is at most 30), so attempts never overlap. */
const computeLeaseMs = (tries: number): number => 60_000 + computeBackoffMs(tries)

/** An unresponsive application delays the others by at most one request. */
export async function deliverBackchannelLogouts(context: LogoutDeliveryContext): Promise<number> {
  const waiting = await listApplicationsWithDueLogouts(context.queries, context.clock(), maxApplicationsPerRound)
  let tries = 0
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const made = await deliverApplicationLogouts(context, id)
      tries += made
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: maxConcurrentApplications }, work))
  const broken = lanes.find((lane) => lane.status === 'rejected')
  // No attempt is lost: expired leases become due again.
  if (broken !== undefined) throw broken.reason
  return tries
}

async function deliverApplicationLogouts(context: LogoutDeliveryContext, applicationId: string): Promise<number> {
  const { queries, clock, limits } = context
  const roundEndsAt = clock() + limits.outboundTimeoutSeconds * 1000
  let tries = 0
  while (tries < maxDeliveriesPerRound && clock() <= roundEndsAt) {
    const delivery = await claimDueLogoutDelivery(queries, applicationId, clock(), computeLeaseMs)
    if (delivery === undefined) break
    tries += 1
    const taken = [{ item: delivery.id, token: delivery.attempts }]
    await context.workLeases.recordLeases(queries, 'logouts', taken)
    const outcome = await attemptDelivery(context, delivery)
    await recordDeliveryOutcome(context, delivery, outcome)
    await context.workLeases.removeLeases(queries, 'logouts', taken)
    if (outcome.state === 'retry') break
  }
  return tries
}

type DeliveryOutcome = { state: 'delivered' } | { state: 'failed' | 'retry'; reason: string }

async function attemptDelivery(
  { clock, random, outbound, sign, origin, limits }: LogoutDeliveryContext,
  delivery: LogoutDelivery,
): Promise<DeliveryOutcome> {
  // The last attempt was never reported, because its instance stopped.
  if (delivery.attempts > limits.logoutAttempts) return { state: 'failed', reason: 'interrupted' }
  const { application_id: applicationId, subject, sid, algorithm, uri } = delivery
  const token = await createLogoutToken(sign, random, origin, { applicationId, subject, sid, algorithm }, clock())
  try {
    const { status } = await outbound.fetch(uri, {
      purpose: 'logout',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
    return classifyResponse(status)
  } catch (error) {
    if (!(error instanceof OutboundHttpError)) throw error
    return { state: error.isRefused ? 'failed' : 'retry', reason: error.reason }
  }
}

/** The application may answer differently later (RFC 9110 §15.5.9, RFC 6585 §4). */
const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** Some frameworks send 204. 400 (§2.8) and all other statuses are final. */
function classifyResponse(status: number): DeliveryOutcome {
  if (status === 200 || status === 204) return { state: 'delivered' }
  return { state: isTransientStatus(status) ? 'retry' : 'failed', reason: `status_${status}` }
}

async function recordDeliveryOutcome(
  { queries, clock, random, limits, log }: LogoutDeliveryContext,
  delivery: LogoutDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { application_id: applicationId, attempts, person_id: personId, sid } = delivery
  const details = { applicationId, attempts, ...('reason' in outcome && { reason: outcome.reason }) }
  const now = clock()
  if (outcome.state === 'retry' && attempts < limits.logoutAttempts) {
    log.info(details, 'back-channel logout failed; it will be retried')
    return postponeLogoutDelivery(queries, delivery, now + computeBackoffMs(attempts - 1))
  }
  const delivered = outcome.state === 'delivered'
  await queries.transaction().execute(async (transaction) => {
    if (!(await markLogoutDeliveryCompleted(transaction, delivery, delivered ? 'delivered' : 'failed', now))) return
    await appendAuditEvents(transaction, random, now, [
      {
        type: delivered ? 'logout.delivered' : 'logout.failed',
        outcome: delivered ? 'success' : 'refused',
        details,
        evidence: { personId, content: { sid } },
      },
    ])
  })
  if (!delivered) log.warn(details, 'back-channel logout failed; giving up')
}

const deliveryRetentionMs = 7 * 86_400_000
const pruneBatchSize = 200

export const pruneLogoutDeliveries = (queries: DatabaseQueryBuilder, now: number): Promise<number> =>
  deleteCompletedLogoutDeliveries(queries, now - deliveryRetentionMs, pruneBatchSize)
