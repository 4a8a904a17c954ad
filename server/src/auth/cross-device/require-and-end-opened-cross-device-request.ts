import type { FastifyRequest } from 'fastify'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requireBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import { findRequestSession } from '../session-guard/require-request-session.ts'
import { normalizeCrossDeviceCode } from './cross-device-code.ts'
import type { CrossDeviceEndpointContext } from './cross-device-endpoint-context.ts'
import {
  findCrossDeviceRequestByAnsweringDevice,
  getCrossDeviceRequestState,
  endCrossDeviceRequest,
} from './cross-device-request-store.ts'
import type { CrossDeviceRequestRow } from './cross-device-request-store.ts'

export const createCrossDeviceRequestEndedError = (why: string) =>
  new ApiError('cross_device.ended', { privateDetail: why })

/** Includes ended requests. */
export async function requireCrossDeviceRequestOpenedByDevice(
  app: CrossDeviceEndpointContext,
  code: string,
  request: FastifyRequest,
): Promise<CrossDeviceRequestRow> {
  const found = await findCrossDeviceRequestByAnsweringDevice(
    app.database.queries,
    normalizeCrossDeviceCode(code),
    requireBrowserBindingHash(app, request),
  )
  if (found === undefined) throw createCrossDeviceRequestEndedError('not opened by this browser')
  return { ...found, state: getCrossDeviceRequestState(found, app.clock()) }
}

export async function requireSignableCrossDeviceRequest(
  app: CrossDeviceEndpointContext,
  code: string,
  request: FastifyRequest,
): Promise<CrossDeviceRequestRow> {
  const found = await requireCrossDeviceRequestOpenedByDevice(app, code, request)
  if (found.state !== 'picked') throw createCrossDeviceRequestEndedError('not waiting for a signature')
  return found
}

export function notifyCrossDeviceWaiters(
  { longPoll }: Pick<CrossDeviceEndpointContext, 'longPoll'>,
  request: CrossDeviceRequestRow,
): CrossDeviceRequestRow {
  longPoll.notifyChanged(request.id)
  return request
}

export async function endCrossDeviceRequestWithEvent(
  app: CrossDeviceEndpointContext,
  found: CrossDeviceRequestRow,
  state: 'refused' | 'wrong-pair' | 'second-device',
  reason: string,
  request: FastifyRequest,
): Promise<boolean> {
  const { random, clock } = app
  const now = clock()
  const currentSession = await findRequestSession(app, request)
  const hasEnded = await app.database.queries.transaction().execute(async (transaction) => {
    if (!(await endCrossDeviceRequest(transaction, found.id, state, now))) return false
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'cross_device.ended',
        outcome: 'refused',
        details: { reason, purpose: found.purpose },
        evidence: {
          // For a sign-in, the entry belongs to the person who is signed in on the refusing device.
          personId: found.person_id ?? currentSession?.person.id ?? null,
          content: {
            networkPrefix: found.network_prefix,
            userAgent: found.user_agent,
            answeringNetwork: toIpNetworkPrefix(request.ip),
            answeringUserAgent: readUserAgent(request),
          },
        },
      },
    ])
    return true
  })
  if (hasEnded) notifyCrossDeviceWaiters(app, found)
  return hasEnded
}
