import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { ensureBrowserBindingHash, requireBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import { readInteractionForChallenge } from '../challenges/issue-challenge-and-extend-interaction.ts'
import {
  identifyRateLimitCaller,
  identifySignedInRateLimitCaller,
} from '../session-guard/identify-rate-limit-caller.ts'
import { requireRequestSession } from '../session-guard/require-request-session.ts'
import { createCrossDeviceCode, createCrossDeviceMatchPairs, formatCrossDeviceCode } from './cross-device-code.ts'
import type { CrossDeviceEndpointContext } from './cross-device-endpoint-context.ts'
import {
  insertCrossDeviceRequest,
  findCrossDeviceRequestByWaitingBrowser,
  getCrossDeviceRequestState,
  parseSignedCrossDeviceAnswer,
  endCrossDeviceRequest,
} from './cross-device-request-store.ts'
import { buildCrossDeviceUrl } from './build-cross-device-url.ts'
import { createCrossDeviceRequestEndedError } from './require-and-end-opened-cross-device-request.ts'
import { waitForCrossDeviceStateChange } from './wait-for-cross-device-state-change.ts'

export function registerCrossDeviceWaitingBrowserRoutes(app: CrossDeviceEndpointContext): void {
  const { settings, random, clock, longPoll } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'createCrossDevice', async ({ body, request, reply }) => {
    const anonymousCaller = identifyRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('crossDeviceCodes', anonymousCaller)
    const signedIn = body.purpose === 'sign-in' ? null : await requireRequestSession(app, request)
    if (signedIn !== null && body.interaction !== undefined)
      throw new ApiError('interaction.invalid', {
        privateDetail: `an interaction is not allowed for purpose ${body.purpose}`,
      })
    const browserHash = ensureBrowserBindingHash(app, request, reply)
    const interaction = body.interaction ?? null
    await readInteractionForChallenge(app, { browserHash, interaction })
    await app.rateLimiter.consumeSharedBudget(
      'crossDeviceCodes',
      signedIn === null ? anonymousCaller : identifySignedInRateLimitCaller(request),
    )
    const now = clock()
    const id = createRandomId(random)
    const code = createCrossDeviceCode(random)
    const { pair, pairs } = createCrossDeviceMatchPairs(random)
    const expiresAt = now + settings.limits.crossDeviceCodeLifetimeSeconds * 1000
    await insertCrossDeviceRequest(queries, {
      id,
      code_hash: hashBearerSecret(code),
      purpose: body.purpose,
      person_id: signedIn?.person.id ?? null,
      interaction_id: interaction,
      browser_hash: browserHash,
      user_agent: readUserAgent(request),
      network_prefix: toIpNetworkPrefix(request.ip),
      match_pair: pair,
      match_pair_choices: pairs.join(' '),
      created_at: now,
      expires_at: expiresAt,
    })
    return {
      id,
      code: formatCrossDeviceCode(code),
      link: buildCrossDeviceUrl(app, code),
      pair,
      expiresAt: formatRfc3339Timestamp(expiresAt),
    }
  })

  registerApiEndpoint(app, 'watchCrossDevice', async ({ params, query, request, reply }) => {
    const read = async () => {
      const found = await findCrossDeviceRequestByWaitingBrowser(
        queries,
        params.id,
        requireBrowserBindingHash(app, request),
      )
      if (found === undefined) throw createCrossDeviceRequestEndedError('this browser has no such request')
      return found
    }
    const found = await waitForCrossDeviceStateChange(app, { read, known: query.state, request, reply })
    const state = getCrossDeviceRequestState(found, clock())
    return {
      state,
      expiresAt: formatRfc3339Timestamp(found.expires_at),
      answer: state === 'answered' ? parseSignedCrossDeviceAnswer(found) : null,
    }
  })

  registerApiEndpoint(app, 'cancelCrossDevice', async ({ params, query, request }) => {
    const found = await findCrossDeviceRequestByWaitingBrowser(
      queries,
      params.id,
      requireBrowserBindingHash(app, request),
    )
    if (found === undefined) throw createCrossDeviceRequestEndedError('this browser has no such request')
    if (await endCrossDeviceRequest(queries, found.id, 'cancelled', clock(), query.unless))
      longPoll.notifyChanged(found.id)
    return undefined
  })
}
