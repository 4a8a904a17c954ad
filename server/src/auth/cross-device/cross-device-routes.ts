// HTTP for signing in by another device (cross-device flow, QR sign-in, remote approval): the browser that waits and shows a code, and the device
// that opens it. The device judges nothing and is given nothing: it signs what this server asks the waiting browser, which hands it in itself
// (decision 0051, THREATS P16).
import type { EndpointOutput, CrossDeviceResponse } from '@countersign/api/api-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { describeApplication } from '../../store/applications/application-store.ts'
import { findInteractionApplication, findInteraction } from '../../store/interactions/interaction-store.ts'
import { ensureBrowserBindingHash, requireBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { registerEndpoint } from '../../platform/register-endpoint.ts'
import { formatTimestamp } from '../../platform/clock.ts'
import { createId } from '../../platform/create-id.ts'
import { toNetworkPrefix } from '../../platform/network-prefix.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret } from '../../platform/bearer-secret.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { decodeChallenge } from '../challenges/verify-challenge-response.ts'
import type { ChallengeAppContext } from '../challenges/challenge-app-context.ts'
import { parseWebauthnClientData } from '../challenges/webauthn-client-data.ts'
import {
  getChallengeRateLimitBudgets,
  issueRequestedChallenge,
  readInteractionApplicationName,
  requireConfiguredChain,
} from '../challenges/issue-requested-challenge.ts'
import { extractChallengeId } from '../challenges/challenge-nonce.ts'
import { createPasskeyChallenge } from '../challenges/create-passkey-challenge.ts'
import { parseSignInMessage } from '../../chains/families/chain-family-registry.ts'
import { isBrowserTrusted } from '../../store/sessions/recognize-browser.ts'
import { createRateLimitCaller, createSignedInRateLimitCaller } from '../session-guard/rate-limit-caller.ts'
import { endSessions } from '../../store/sessions/end-sessions.ts'
import { findSession, requireSession } from '../session-guard/require-session.ts'
import { readActiveSessionExpiry } from '../../store/sessions/session-store.ts'
import {
  createCrossDeviceCode,
  createMatchPairs,
  normalizeCrossDeviceCode,
  formatCrossDeviceCode,
} from './cross-device-code.ts'
import {
  addCrossDeviceChallenge,
  parseCrossDeviceAnswer,
  updateCrossDeviceRequest,
  endCrossDeviceRequest,
  findCrossDeviceRequestByDevice,
  findCrossDeviceRequestByCode,
  findCrossDeviceRequestByBrowser,
  insertCrossDeviceRequest,
  isCrossDeviceRequestEnded,
  listChangedCrossDeviceRequests,
  getCrossDeviceState,
  hasCrossDeviceChallenge,
} from './cross-device-request-store.ts'
import type { CrossDeviceRequest } from './cross-device-request-store.ts'
import { createCrossDeviceLongPoll } from './cross-device-long-poll.ts'
import type { CrossDeviceLongPoll } from './cross-device-long-poll.ts'

const createRequestEndedError = (why: string) => new ApiError('cross_device.over', { privateDetail: why })

export function registerCrossDeviceRoutes(app: ChallengeAppContext): void {
  const { limits } = app.settings
  const { queries } = app.database
  const longPoll = createCrossDeviceLongPoll({
    maxWaiting: limits.crossDeviceHeld,
    // Clocks of instances may differ by so much.
    listChanged: () => listChangedCrossDeviceRequests(queries, app.clock() - limits.clockToleranceSeconds * 1000),
    setTimer: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  app.http.addHook('preClose', async () => longPoll.stop())
  registerWaitingBrowserRoutes(app, longPoll)
  registerAnsweringDeviceRoutes(app, longPoll)
}

/** The browser that shows the code. */
function registerWaitingBrowserRoutes(app: ChallengeAppContext, longPoll: CrossDeviceLongPoll): void {
  const { settings, random, clock } = app
  const { queries } = app.database

  registerEndpoint(app, 'createCrossDevice', async ({ body, request, reply }) => {
    const anonymousCaller = createRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('crossDeviceCodes', anonymousCaller)
    const signedIn = body.purpose === 'sign-in' ? null : await requireSession(app, request)
    if (signedIn !== null && body.interaction !== undefined)
      throw new ApiError('interaction.unusable', { privateDetail: `an interaction for the purpose ${body.purpose}` })
    const browserHash = ensureBrowserBindingHash(app, request, reply)
    const interaction = body.interaction ?? null
    await readInteractionApplicationName(app, { browserHash, interaction })
    await app.rateLimiter.consumeSharedBudget(
      'crossDeviceCodes',
      signedIn === null ? anonymousCaller : createSignedInRateLimitCaller(request),
    )
    const now = clock()
    const id = createId(random)
    const code = createCrossDeviceCode(random)
    const { pair, pairs } = createMatchPairs(random)
    const expiresAt = now + settings.limits.crossDeviceCodeSeconds * 1000
    await insertCrossDeviceRequest(queries, {
      id,
      code_hash: hashBearerSecret(code),
      purpose: body.purpose,
      person_id: signedIn?.person.id ?? null,
      interaction_id: interaction,
      browser_hash: browserHash,
      user_agent: readUserAgent(request),
      network_prefix: toNetworkPrefix(request.ip),
      pair,
      pairs: pairs.join(' '),
      created_at: now,
      expires_at: expiresAt,
    })
    return {
      id,
      code: formatCrossDeviceCode(code),
      link: buildDeviceLink(app, code),
      pair,
      expiresAt: formatTimestamp(expiresAt),
    }
  })

  registerEndpoint(app, 'watchCrossDevice', async ({ params, query, request, reply }) => {
    const read = async () => {
      const found = await findCrossDeviceRequestByBrowser(queries, params.id, requireBrowserBindingHash(app, request))
      if (found === undefined) throw createRequestEndedError('none of this browser')
      return found
    }
    const found = await waitForStateChange(app, longPoll, { read, known: query.state, request, reply })
    const state = getCrossDeviceState(found, clock())
    return {
      state,
      expiresAt: formatTimestamp(found.expires_at),
      answer: state === 'answered' ? parseCrossDeviceAnswer(found) : null,
    }
  })

  registerEndpoint(app, 'cancelCrossDevice', async ({ params, query, request }) => {
    const found = await findCrossDeviceRequestByBrowser(queries, params.id, requireBrowserBindingHash(app, request))
    if (found === undefined) throw createRequestEndedError('none of this browser')
    if (await endCrossDeviceRequest(queries, found.id, 'cancelled', clock(), query.unless))
      longPoll.notifyChanged(found.id)
    return undefined
  })
}

/** The device that opens it. */
function registerAnsweringDeviceRoutes(app: ChallengeAppContext, longPoll: CrossDeviceLongPoll): void {
  const { settings, random, clock } = app
  const { queries } = app.database

  registerEndpoint(app, 'openCrossDevice', async ({ body, request, reply }) => {
    const anonymousCaller = createRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('crossDeviceTries', anonymousCaller)
    const code = normalizeCrossDeviceCode(body.code)
    if (code === null) throw createRequestEndedError('no such code')
    const answeringHash = ensureBrowserBindingHash(app, request, reply)
    await app.rateLimiter.consumeSharedBudget('crossDeviceTries', anonymousCaller)
    return describeRequest(await openRequest(code, body.pass, answeringHash, request), code, answeringHash, request)
  })

  /** Opens it for this browser, or ends it where another one has. */
  async function openRequest(
    code: string,
    pass: string | undefined,
    answeringHash: string,
    request: FastifyRequest,
  ): Promise<CrossDeviceRequest> {
    const now = clock()
    const found = await findCrossDeviceRequestByCode(queries, code)
    if (found === undefined) throw createRequestEndedError('unknown')
    const isOwn = found.answering_hash === answeringHash
    // Who loads the page again after it was done still reads that, and can end what began so.
    if (isCrossDeviceRequestEnded(found, now) && !(isOwn && found.state === 'taken'))
      throw createRequestEndedError('over already')
    if (isOwn) return found
    if (found.state === 'shown') {
      // Whoever scans in the last second still has the time that it takes to answer.
      const expiresAt = now + settings.limits.challengeLifeSeconds * 1000
      const change = { state: 'opened', answering_hash: answeringHash, expires_at: expiresAt } as const
      if (await updateCrossDeviceRequest(queries, found, change, now)) return notifyWaiters({ ...found, ...change })
      // Another one was faster: it is a second device now.
      return openRequest(code, pass, answeringHash, request)
    }
    if (pass !== undefined && found.pass_hash === hashBearerSecret(pass)) {
      // It begins anew there: who opens a link with a pass has seen neither what is asked nor the other screen (THREATS P16).
      const change = { state: 'opened', answering_hash: answeringHash, pass_hash: null, challenges: '' } as const
      if (await updateCrossDeviceRequest(queries, found, change, now)) return notifyWaiters({ ...found, ...change })
    }
    await endRequestWithEvent(found, 'second-device', 'second-device', request)
    throw createRequestEndedError('opened by a second device')
  }

  registerEndpoint(app, 'pickCrossDevice', async ({ body, request }) => {
    const found = await findOwnRequest(body.code, request)
    const now = clock()
    // Of one whose answer was lost on the way, the same is said again.
    if (found.state !== 'opened' && !(found.state === 'picked' && body.pair === found.pair))
      throw createRequestEndedError('not to be picked now')
    if (body.pair !== found.pair) {
      await endRequestWithEvent(found, 'wrong-pair', 'wrong-pair', request)
      return { state: 'wrong-pair', expiresAt: formatTimestamp(found.expires_at) }
    }
    if (found.state === 'opened') {
      if (!(await updateCrossDeviceRequest(queries, found, { state: 'picked' }, now)))
        throw createRequestEndedError('changed meanwhile')
      notifyWaiters(found)
    }
    return { state: 'picked', expiresAt: formatTimestamp(found.expires_at) }
  })

  registerEndpoint(app, 'createCrossDeviceChallenge', async ({ body, request }) => {
    const budgets = getChallengeRateLimitBudgets(body.walletKind)
    const anonymousCaller = createRateLimitCaller(app, request)
    for (const budget of budgets) await app.rateLimiter.consumeNetworkBudget(budget, anonymousCaller)
    const found = await findPickedRequest(body.code, request)
    requireConfiguredChain(app, body.walletKind)
    const asked = { ...getChallengeBinding(found), walletKind: body.walletKind ?? 'key' } as const
    const applicationName = await readInteractionApplicationName(app, asked)
    for (const budget of budgets) await app.rateLimiter.consumeSharedBudget(budget, anonymousCaller)
    const issued = await issueRequestedChallenge(app, { ...asked, applicationName })
    // Owners of a contract wallet take their time, and so does what waits for them.
    await recordIssuedChallenge(found, issued.id, body.walletKind === 'contract' ? Date.parse(issued.expiresAt) : null)
    return issued
  })

  registerEndpoint(app, 'createCrossDevicePasskey', async ({ body, request }) => {
    const anonymousCaller = createRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('challenges', anonymousCaller)
    const found = await findPickedRequest(body.code, request)
    const { purpose, ...binding } = getChallengeBinding(found)
    if (purpose !== 'sign-in' && purpose !== 'step-up')
      throw createRequestEndedError(`no passkey answers for the purpose ${purpose}`)
    await app.rateLimiter.consumeSharedBudget('challenges', anonymousCaller)
    // Which passkeys somebody has is not told to whoever scans their screen: any of this site is offered, and theirs will do.
    const issued = createPasskeyChallenge(app, { ...binding, purpose: `passkey-${purpose}` })
    await recordIssuedChallenge(found, extractChallengeId(issued.challenge), null)
    return { ...issued, allow: [] }
  })

  registerEndpoint(app, 'answerCrossDevice', async ({ body, request }) => {
    const { answer } = body
    if ('signature' in answer && answer.signature.length > settings.limits.signatureBytes)
      throw new ApiError('signature.too_long')
    const found = await findOwnRequest(body.code, request)
    const now = clock()
    // What was signed for another request of the same browser counts for that one, and not beside it once it was refused.
    const challenge = decodeChallenge(app, extractNonce(answer), now)
    if (challenge === null || !hasCrossDeviceChallenge(found, challenge.id))
      throw new ApiError('challenge.unusable', { privateDetail: 'none that this device was given' })
    // Of one whose answer was lost on the way, the same is said again.
    if ((found.state === 'answered' || found.state === 'taken') && found.challenge_id === challenge.id) return undefined
    if (found.state !== 'picked') throw createRequestEndedError('not to be signed now')
    const change = { state: 'answered', answer: JSON.stringify(answer), challenge_id: challenge.id } as const
    if (!(await updateCrossDeviceRequest(queries, found, change, now)))
      throw createRequestEndedError('changed meanwhile')
    notifyWaiters(found)
    return undefined
  })

  registerEndpoint(app, 'followCrossDevice', async ({ body, request, reply }) => {
    const read = () => findOwnRequest(body.code, request)
    const found = await waitForStateChange(app, longPoll, { read, known: body.state, request, reply })
    const until = found.session_id === null ? null : await readActiveSessionExpiry(queries, found.session_id, clock())
    return { state: getCrossDeviceState(found, clock()), until: until === null ? null : formatTimestamp(until) }
  })

  registerEndpoint(app, 'passOnCrossDevice', async ({ body, request }) => {
    const anonymousCaller = createRateLimitCaller(app, request)
    await app.rateLimiter.consumeNetworkBudget('crossDeviceTries', anonymousCaller)
    const found = await findOwnRequest(body.code, request)
    await app.rateLimiter.consumeSharedBudget('crossDeviceTries', anonymousCaller)
    const pass = createId(random)
    const now = clock()
    if (
      (found.state !== 'opened' && found.state !== 'picked') ||
      !(await updateCrossDeviceRequest(queries, found, { pass_hash: hashBearerSecret(pass) }, now))
    )
      throw createRequestEndedError('not to be passed on now')
    return { link: buildDeviceLink(app, normalizeCrossDeviceCode(body.code) ?? '', pass) }
  })

  registerEndpoint(app, 'refuseCrossDevice', async ({ body, request }) => {
    const found = await findOwnRequest(body.code, request)
    if (!(await endRequestWithEvent(found, 'refused', body.isReported ? 'reported' : 'refused', request)))
      throw createRequestEndedError('over already')
    return undefined
  })

  registerEndpoint(app, 'endCrossDevice', async ({ body, request }) => {
    const found = await findOwnRequest(body.code, request)
    if (found.session_id === null) throw createRequestEndedError('no session began')
    const ended = await endSessions({ queries, random }, { sessionIds: [found.session_id] }, 'revoked', clock())
    if (ended === 0) throw createRequestEndedError('the session had ended')
    return undefined
  })

  /** What this browser has opened, be it over. */
  async function findOwnRequest(code: string, request: FastifyRequest): Promise<CrossDeviceRequest> {
    const found = await findCrossDeviceRequestByDevice(
      queries,
      normalizeCrossDeviceCode(code),
      requireBrowserBindingHash(app, request),
    )
    if (found === undefined) throw createRequestEndedError('none that this browser has opened')
    return { ...found, state: getCrossDeviceState(found, clock()) }
  }

  /** The same, where it can be signed now. */
  async function findPickedRequest(code: string, request: FastifyRequest): Promise<CrossDeviceRequest> {
    const found = await findOwnRequest(code, request)
    if (found.state !== 'picked') throw createRequestEndedError('not to be signed now')
    return found
  }

  /** What a wallet or passkey signs; of a passkey the browser has written it into what is signed. */
  const extractNonce = (answer: CrossDeviceResponse): string =>
    'assertion' in answer
      ? (parseWebauthnClientData(answer.assertion.clientDataJSON)?.challenge ?? '')
      : parseSignInMessage(settings, answer.message).message.nonce

  /** Notes that this device was given a challenge. */
  async function recordIssuedChallenge(
    found: CrossDeviceRequest,
    challengeId: string,
    until: number | null,
  ): Promise<void> {
    if (!(await addCrossDeviceChallenge(queries, found, { challengeId, until, now: clock() })))
      throw createRequestEndedError('changed meanwhile, or too many were given')
  }

  function notifyWaiters(request: CrossDeviceRequest): CrossDeviceRequest {
    longPoll.notifyChanged(request.id)
    return request
  }

  /** Ends it before anything came of it, and writes down why. @returns whether it was still open */
  async function endRequestWithEvent(
    found: CrossDeviceRequest,
    state: 'refused' | 'wrong-pair' | 'second-device',
    reason: string,
    request: FastifyRequest,
  ): Promise<boolean> {
    const now = clock()
    const currentSession = await findSession(app, request)
    const hasEnded = await queries.transaction().execute(async (transaction) => {
      if (!(await endCrossDeviceRequest(transaction, found.id, state, now))) return false
      await appendAuditEvents(transaction, random, now, [
        {
          type: 'cross_device.ended',
          outcome: 'refused',
          details: { reason, purpose: found.purpose },
          evidence: {
            // Whose line it is: who waits for a proof of their own; at a sign-in, who is signed in where it was refused.
            personId: found.person_id ?? currentSession?.person.id ?? null,
            content: {
              networkPrefix: found.network_prefix,
              userAgent: found.user_agent,
              answeringNetwork: toNetworkPrefix(request.ip),
              answeringUserAgent: readUserAgent(request),
            },
          },
        },
      ])
      return true
    })
    if (hasEnded) notifyWaiters(found)
    return hasEnded
  }

  async function describeRequest(
    found: CrossDeviceRequest,
    code: string,
    answeringHash: string,
    request: FastifyRequest,
  ): Promise<EndpointOutput<'openCrossDevice'>> {
    const { interaction_id: id, browser_hash: browserHash } = found
    const now = clock()
    const interaction = id === null ? undefined : await findInteraction(queries, { id, browserHash, now })
    const application = interaction && (await findInteractionApplication(queries, interaction))
    if (id !== null && application === undefined && !isCrossDeviceRequestEnded(found, now))
      throw createRequestEndedError("the application's sign-in is over")
    const currentSession = await findSession(app, request)
    return {
      code: formatCrossDeviceCode(code),
      purpose: found.purpose,
      application: application === undefined ? null : describeApplication(application),
      state: getCrossDeviceState(found, now),
      pairs: found.pairs.split(' '),
      userAgent: found.user_agent,
      networkPrefix: found.network_prefix,
      sameNetwork: isSameNetwork(found.network_prefix, toNetworkPrefix(request.ip)),
      isKnown: currentSession !== null && (await isBrowserTrusted(queries, currentSession.person.id, browserHash)),
      isHere: browserHash === answeringHash,
      requestedAt: formatTimestamp(found.created_at),
      expiresAt: formatTimestamp(found.expires_at),
    }
  }
}

/** Whether two networks are the same; null where that cannot be told, because one is of IPv4 and the other of IPv6: a home has both. */
const isSameNetwork = (one: string, other: string): boolean | null =>
  one.includes(':') === other.includes(':') ? one === other : null

/** What the challenge is bound to: all of it the waiting browser's. */
const getChallengeBinding = (found: CrossDeviceRequest) => ({
  purpose: found.purpose,
  isCrossDevice: true,
  personId: found.person_id,
  browserHash: found.browser_hash,
  interaction: found.interaction_id,
})

/** The address that the other device opens. */
function buildDeviceLink({ settings }: ChallengeAppContext, code: string, pass?: string): string {
  const link = new URL('/device', settings.origin)
  link.searchParams.set('user_code', formatCrossDeviceCode(code))
  if (pass !== undefined) link.searchParams.set('pass', pass)
  return link.href
}

/** Reads it, and holds the request as long as it is as the caller knows it. */
async function waitForStateChange(
  { clock }: ChallengeAppContext,
  longPoll: CrossDeviceLongPoll,
  {
    read,
    known: knownState,
    request,
    reply,
  }: {
    read: () => Promise<CrossDeviceRequest>
    known: CrossDeviceRequest['state'] | undefined
    request: FastifyRequest
    reply: FastifyReply
  },
): Promise<CrossDeviceRequest> {
  const found = await read()
  const now = clock()
  // Who has hung up by now is never told that they have.
  if (
    knownState === undefined ||
    reply.raw.destroyed ||
    getCrossDeviceState(found, now) !== knownState ||
    isCrossDeviceRequestEnded(found, now)
  )
    return found
  const gone = new AbortController()
  const abortWait = () => gone.abort()
  reply.raw.once('close', abortWait)
  await longPoll.waitForChange(
    { id: found.id, known: knownState, mostMs: found.expires_at - now, address: request.ip },
    gone.signal,
  )
  reply.raw.off('close', abortWait)
  return read()
}
