// The one webhook there is: tells applications of logouts (OpenID Connect Back-Channel Logout §2.5), tried again with doubling pauses
// (exponential backoff) until the application has understood or is given up, and the activity log says which.
import type { Limits } from '@countersign/api/limits'
import { appendEvents } from '../../audit-log/append.ts'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { InHand } from '../../platform/instance/in-hand.ts'
import type { Log } from '../../platform/log.ts'
import { OutboundFault } from '../../platform/outbound/fault.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import {
  deleteSettledDeliveries,
  listDueApplications,
  postponeDelivery,
  settleDelivery,
  takeDueDelivery,
} from '../../store/authorizations/logout-deliveries.ts'
import type { LogoutDelivery } from '../../store/authorizations/logout-deliveries.ts'
import { createLogoutToken } from './logout-token.ts'
import type { SignToken } from './logout-token.ts'

export interface LogoutWorld {
  queries: Queries
  clock: Clock
  random: Random
  outbound: Outbound
  sign: SignToken
  /** Of this server. */
  origin: string
  limits: Pick<Limits, 'logoutAttempts' | 'outboundSeconds'>
  log: Log
  inHand: InHand
}

/** So many applications are told at the same time; each of them one logout after another. */
const applicationsAtOnce = 16
const applicationsPerRound = 200
const deliveriesPerRound = 100

const firstPauseMs = 1000
const longestPauseMs = 3_600_000
const pauseMs = (tries: number): number => Math.min(firstPauseMs * 2 ** tries, longestPauseMs)

/** Longer than a request can take (`outboundSeconds` allows 30), so that no try is taken while the one before is still
 * on its way. Only what an instance took and never reported waits for so long. */
const leaseMs = (tries: number): number => 60_000 + pauseMs(tries)

/**
 * Makes one round: every application that is due is told what it is to be told, until one of its tries fails. An
 * application that does not answer so holds up nobody but itself, and one round of others for the time of one request.
 * @returns how many tries were made
 */
export async function deliverLogouts(world: LogoutWorld): Promise<number> {
  const waiting = await listDueApplications(world.queries, world.clock(), applicationsPerRound)
  let tries = 0
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const made = await tellApplication(world, id)
      tries += made
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: applicationsAtOnce }, work))
  const broken = lanes.find((lane) => lane.status === 'rejected')
  // No try is lost by this: those that were taken come back by themselves.
  if (broken !== undefined) throw broken.reason
  return tries
}

async function tellApplication(world: LogoutWorld, applicationId: string): Promise<number> {
  const { queries, clock, limits } = world
  const roundEndsAt = clock() + limits.outboundSeconds * 1000
  let tries = 0
  while (tries < deliveriesPerRound && clock() <= roundEndsAt) {
    const delivery = await takeDueDelivery(queries, applicationId, clock(), leaseMs)
    if (delivery === undefined) break
    tries += 1
    const taken = [{ item: delivery.id, token: delivery.attempts }]
    await world.inHand.take(queries, 'logouts', taken)
    const outcome = await tell(world, delivery)
    await settle(world, delivery, outcome)
    await world.inHand.settle(queries, 'logouts', taken)
    if (outcome.state === 'again') break
  }
  return tries
}

/** What came of one try; the reason is for the log. */
type Outcome = { state: 'delivered' } | { state: 'failed' | 'again'; reason: string }

async function tell(
  { clock, random, outbound, sign, origin, limits }: LogoutWorld,
  delivery: LogoutDelivery,
): Promise<Outcome> {
  // The last try was taken and never reported: the instance that made it ended before it could.
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
    return judge(status)
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    // An address that is not allowed will not be so in a moment.
    return { state: error.refused ? 'failed' : 'again', reason: error.reason }
  }
}

/** Told to come later, or ill: these may answer otherwise next time (RFC 9110 §15.5.9, RFC 6585 §4). */
const passing = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** 200 is success, and 204 where a framework makes that of it; 400 is a refusal for good (§2.8). So is what is neither. */
function judge(status: number): Outcome {
  if (status === 200 || status === 204) return { state: 'delivered' }
  return { state: passing(status) ? 'again' : 'failed', reason: `status_${status}` }
}

async function settle(
  { queries, clock, random, limits, log }: LogoutWorld,
  delivery: LogoutDelivery,
  outcome: Outcome,
): Promise<void> {
  const { application_id: applicationId, attempts, person_id: personId, sid } = delivery
  const details = { applicationId, attempts, ...('reason' in outcome && { reason: outcome.reason }) }
  const now = clock()
  if (outcome.state === 'again' && attempts < limits.logoutAttempts) {
    log.info(details, 'an application could not be told of a logout; it is tried again')
    return postponeDelivery(queries, delivery, now + pauseMs(attempts - 1))
  }
  const delivered = outcome.state === 'delivered'
  await queries.transaction().execute(async (transaction) => {
    if (!(await settleDelivery(transaction, delivery, delivered ? 'delivered' : 'failed', now))) return
    await appendEvents(transaction, random, now, [
      {
        type: delivered ? 'logout.delivered' : 'logout.failed',
        outcome: delivered ? 'success' : 'refused',
        details,
        evidence: { personId, content: { sid } },
      },
    ])
  })
  if (!delivered) log.warn(details, 'an application was not told of a logout; it is not tried again')
}

const keptMs = 7 * 86_400_000
const sweepBatch = 200

/**
 * Deletes a batch of deliveries that were settled a week ago; the activity log keeps what came of them.
 * @returns how many were deleted
 */
export const sweepLogouts = (queries: Queries, now: number): Promise<number> =>
  deleteSettledDeliveries(queries, now - keptMs, sweepBatch)
