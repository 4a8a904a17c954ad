import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { ensureBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { endSessions } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { readActiveSessionExpiry } from '../../store/sessions/session-store.ts'
import { identifyRateLimitCaller } from '../session-guard/identify-rate-limit-caller.ts'
import { normalizeCrossDeviceCode } from './cross-device-code.ts'
import type { CrossDeviceEndpointContext } from './cross-device-endpoint-context.ts'
import { updateCrossDeviceRequest, getCrossDeviceRequestState } from './cross-device-request-store.ts'
import { registerCrossDeviceChallengeRoutes } from './cross-device-challenge-routes.ts'
import { buildCrossDeviceUrl } from './build-cross-device-url.ts'
import { describeCrossDeviceRequest, bindCrossDeviceRequestToDevice } from './bind-cross-device-request-to-device.ts'
import {
  createCrossDeviceRequestEndedError,
  requireCrossDeviceRequestOpenedByDevice,
  endCrossDeviceRequestWithEvent,
  notifyCrossDeviceWaiters,
} from './require-and-end-opened-cross-device-request.ts'
import { waitForCrossDeviceStateChange } from './wait-for-cross-device-state-change.ts'

export function registerCrossDeviceAnsweringDeviceRoutes(app: CrossDeviceEndpointContext): void {
  registerOpeningRoutes(app)
  registerCrossDeviceChallengeRoutes(app)
  registerFollowingRoutes(app)
  registerEndingRoutes(app)
}

function registerOpeningRoutes(app: CrossDeviceEndpointContext): void {
  registerApiEndpoint(app, 'openCrossDevice', async ({ body, request, reply }) => {
    const anonymousCaller = identifyRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('crossDeviceTries', anonymousCaller)
    const code = normalizeCrossDeviceCode(body.code)
    if (code === null) throw createCrossDeviceRequestEndedError('unknown code')
    const answeringHash = ensureBrowserBindingHash(app, request, reply)
    await app.rateLimiter.consumeSharedBudget('crossDeviceTries', anonymousCaller)
    return describeCrossDeviceRequest(
      app,
      await bindCrossDeviceRequestToDevice(app, code, body.pass, answeringHash, request),
      code,
      answeringHash,
      request,
    )
  })

  registerApiEndpoint(app, 'chooseCrossDeviceMatch', async ({ body, request }) => {
    const found = await requireCrossDeviceRequestOpenedByDevice(app, body.code, request)
    const now = app.clock()
    // Idempotent, for a device that lost the response.
    if (found.state !== 'opened' && !(found.state === 'picked' && body.pair === found.match_pair))
      throw createCrossDeviceRequestEndedError('not waiting for a pair to be chosen')
    if (body.pair !== found.match_pair) {
      await endCrossDeviceRequestWithEvent(app, found, 'wrong-pair', 'wrong-pair', request)
      return { state: 'wrong-pair', expiresAt: formatRfc3339Timestamp(found.expires_at) }
    }
    if (found.state === 'opened') {
      if (!(await updateCrossDeviceRequest(app.database.queries, found, { state: 'picked' }, now)))
        throw createCrossDeviceRequestEndedError('changed concurrently')
      notifyCrossDeviceWaiters(app, found)
    }
    return { state: 'picked', expiresAt: formatRfc3339Timestamp(found.expires_at) }
  })

  registerApiEndpoint(app, 'handOverCrossDevice', async ({ body, request }) => {
    const anonymousCaller = identifyRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('crossDeviceTries', anonymousCaller)
    const found = await requireCrossDeviceRequestOpenedByDevice(app, body.code, request)
    await app.rateLimiter.consumeSharedBudget('crossDeviceTries', anonymousCaller)
    const pass = createRandomId(app.random)
    const now = app.clock()
    if (
      (found.state !== 'opened' && found.state !== 'picked') ||
      !(await updateCrossDeviceRequest(app.database.queries, found, { handover_hash: hashBearerSecret(pass) }, now))
    )
      throw createCrossDeviceRequestEndedError('cannot be handed over in its current state')
    return { link: buildCrossDeviceUrl(app, normalizeCrossDeviceCode(body.code) ?? '', pass) }
  })
}

function registerFollowingRoutes(app: CrossDeviceEndpointContext): void {
  registerApiEndpoint(app, 'followCrossDevice', async ({ body, request, reply }) => {
    const read = () => requireCrossDeviceRequestOpenedByDevice(app, body.code, request)
    const found = await waitForCrossDeviceStateChange(app, { read, known: body.state, request, reply })
    const until =
      found.session_id === null
        ? null
        : await readActiveSessionExpiry(app.database.queries, found.session_id, app.clock())
    return {
      state: getCrossDeviceRequestState(found, app.clock()),
      until: until === null ? null : formatRfc3339Timestamp(until),
    }
  })
}

function registerEndingRoutes(app: CrossDeviceEndpointContext): void {
  registerApiEndpoint(app, 'refuseCrossDevice', async ({ body, request }) => {
    const found = await requireCrossDeviceRequestOpenedByDevice(app, body.code, request)
    if (
      !(await endCrossDeviceRequestWithEvent(app, found, 'refused', body.isReported ? 'reported' : 'refused', request))
    )
      throw createCrossDeviceRequestEndedError('already ended')
    return undefined
  })

  registerApiEndpoint(app, 'endCrossDevice', async ({ body, request }) => {
    const found = await requireCrossDeviceRequestOpenedByDevice(app, body.code, request)
    if (found.session_id === null) throw createCrossDeviceRequestEndedError('the request started no session')
    const ended = await endSessions(
      { queries: app.database.queries, random: app.random },
      { sessionIds: [found.session_id] },
      'revoked',
      app.clock(),
    )
    if (ended === 0) throw createCrossDeviceRequestEndedError('the session had already ended')
    return undefined
  })
}
