import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { FastifyRequest } from 'fastify'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { describeApplication } from '../../store/applications/application-store.ts'
import { findOidcInteraction, findOidcInteractionApplication } from '../../store/interactions/oidc-interaction-store.ts'
import { isBrowserTrusted } from '../../store/sessions/recognize-or-add-person-browser.ts'
import { findRequestSession } from '../session-guard/require-request-session.ts'
import { formatCrossDeviceCode } from './cross-device-code.ts'
import type { CrossDeviceEndpointContext } from './cross-device-endpoint-context.ts'
import {
  findCrossDeviceRequestByCode,
  isCrossDeviceRequestEnded,
  updateCrossDeviceRequest,
  getCrossDeviceRequestState,
} from './cross-device-request-store.ts'
import type { CrossDeviceRequestRow } from './cross-device-request-store.ts'
import {
  createCrossDeviceRequestEndedError,
  notifyCrossDeviceWaiters,
  endCrossDeviceRequestWithEvent,
} from './require-and-end-opened-cross-device-request.ts'

/** Ends the request if another browser has opened it. */
export async function bindCrossDeviceRequestToDevice(
  app: CrossDeviceEndpointContext,
  code: string,
  pass: string | undefined,
  answeringHash: string,
  request: FastifyRequest,
): Promise<CrossDeviceRequestRow> {
  const { settings, clock } = app
  const { queries } = app.database
  const now = clock()
  const found = await findCrossDeviceRequestByCode(queries, code)
  if (found === undefined) throw createCrossDeviceRequestEndedError('unknown')
  const isOwn = found.answering_device_hash === answeringHash
  // A device that reloads the page after completion can still end the session.
  if (isCrossDeviceRequestEnded(found, now) && !(isOwn && found.state === 'taken'))
    throw createCrossDeviceRequestEndedError('already ended')
  if (isOwn) return found
  if (found.state === 'shown') {
    // Extends the expiry, so that a scan in the last second still leaves enough time to answer.
    const expiresAt = now + settings.limits.challengeLifetimeSeconds * 1000
    const change = { state: 'opened', answering_device_hash: answeringHash, expires_at: expiresAt } as const
    if (await updateCrossDeviceRequest(queries, found, change, now))
      return notifyCrossDeviceWaiters(app, { ...found, ...change })
    // Another device won the race, so this one is now the second.
    return bindCrossDeviceRequestToDevice(app, code, pass, answeringHash, request)
  }
  if (pass !== undefined && found.handover_hash === hashBearerSecret(pass)) {
    // Start over, because a person who opens such a link has not seen the request (THREATS P16).
    const change = {
      state: 'opened',
      answering_device_hash: answeringHash,
      handover_hash: null,
      challenge_ids: '',
    } as const
    if (await updateCrossDeviceRequest(queries, found, change, now))
      return notifyCrossDeviceWaiters(app, { ...found, ...change })
  }
  await endCrossDeviceRequestWithEvent(app, found, 'second-device', 'second-device', request)
  throw createCrossDeviceRequestEndedError('opened by a second device')
}

export async function describeCrossDeviceRequest(
  app: CrossDeviceEndpointContext,
  found: CrossDeviceRequestRow,
  code: string,
  answeringHash: string,
  request: FastifyRequest,
): Promise<ApiEndpointOutput<'openCrossDevice'>> {
  const { interaction_id: id, browser_hash: browserHash } = found
  const { queries } = app.database
  const now = app.clock()
  const interaction = id === null ? undefined : await findOidcInteraction(queries, { id, browserHash, now })
  const application = interaction && (await findOidcInteractionApplication(queries, interaction))
  if (id !== null && application === undefined && !isCrossDeviceRequestEnded(found, now))
    throw createCrossDeviceRequestEndedError("the application's sign-in has ended")
  const currentSession = await findRequestSession(app, request)
  return {
    code: formatCrossDeviceCode(code),
    purpose: found.purpose,
    application: application === undefined ? null : describeApplication(application),
    state: getCrossDeviceRequestState(found, now),
    pairs: found.match_pair_choices.split(' '),
    userAgent: found.user_agent,
    networkPrefix: found.network_prefix,
    sameNetwork: isSameNetwork(found.network_prefix, toIpNetworkPrefix(request.ip)),
    isKnown: currentSession !== null && (await isBrowserTrusted(queries, currentSession.person.id, browserHash)),
    isThisBrowser: browserHash === answeringHash,
    requestedAt: formatRfc3339Timestamp(found.created_at),
    expiresAt: formatRfc3339Timestamp(found.expires_at),
  }
}

/** Null if one address is IPv4 and the other IPv6, because a home network can have both. */
const isSameNetwork = (one: string, other: string): boolean | null =>
  one.includes(':') === other.includes(':') ? one === other : null
