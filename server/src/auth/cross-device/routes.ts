// HTTP for signing in by another device (cross-device flow, QR sign-in, remote approval): the browser that waits and shows a code, and the device
// that opens it. The device judges nothing and is given nothing: it signs what this server asks the waiting browser, which hands it in itself
// (decision 0051, THREATS P16).
import type { CallAnswer, CrossDeviceAnswer } from '@countersign/api/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { appendEvents } from '../../audit-log/append.ts'
import { describeApplication } from '../../store/applications/store.ts'
import { askingApplication, findInteraction } from '../../store/interactions/store.ts'
import { ensureBrowserHash, requireBrowserHash } from '../../platform/browser-secret.ts'
import { registerCall } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashSecret } from '../../platform/secret.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { openChallenge } from '../challenges/answer.ts'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { readClientData } from '../challenges/client-data.ts'
import { budgetsOf, issueAsked, readApplicationName, requireChain } from '../challenges/issue-asked.ts'
import { challengeIdOf } from '../challenges/nonce.ts'
import { makePasskeyChallenge } from '../challenges/passkey-challenge.ts'
import { readOwnMessage } from '../../chains/families/namespaces.ts'
import { isBrowserKnown } from '../../store/sessions/browsers.ts'
import { callerOf, signedInCaller } from '../session-guard/caller.ts'
import { endSessions } from '../../store/sessions/end.ts'
import { findSession, requireSession } from '../session-guard/require-session.ts'
import { readLiveUntil } from '../../store/sessions/store.ts'
import { createCode, createPairs, normalizeCode, showCode } from './code.ts'
import {
  addChallenge,
  answerOf,
  changeRequest,
  endRequest,
  findAnswering,
  findByCode,
  findWaiting,
  insertRequest,
  isOver,
  listChanged,
  stateOf,
  wasGiven,
} from './store.ts'
import type { CrossDeviceRequest } from './store.ts'
import { createWatch } from './watch.ts'
import type { Watch } from './watch.ts'

const over = (why: string) => new Refusal('cross_device.over', { privateDetail: why })

export function registerCrossDevice(app: ChallengeApp): void {
  const { limits } = app.settings
  const { queries } = app.database
  const watch = createWatch({
    most: limits.crossDeviceHeld,
    // Clocks of instances may differ by so much.
    listChanged: () => listChanged(queries, app.clock() - limits.clockToleranceSeconds * 1000),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  app.http.addHook('preClose', async () => watch.stop())
  registerWaiting(app, watch)
  registerAnswering(app, watch)
}

/** The browser that shows the code. */
function registerWaiting(app: ChallengeApp, watch: Watch): void {
  const { settings, random, clock } = app
  const { queries } = app.database

  registerCall(app, 'createCrossDevice', async ({ body, request, reply }) => {
    const stranger = callerOf(app, request)
    await app.rateLimits.enter('crossDeviceCodes', stranger)
    const signedIn = body.purpose === 'sign-in' ? null : await requireSession(app, request)
    if (signedIn !== null && body.interaction !== undefined)
      throw new Refusal('interaction.unusable', { privateDetail: `an interaction for the purpose ${body.purpose}` })
    const browserHash = ensureBrowserHash(app, request, reply)
    const interaction = body.interaction ?? null
    await readApplicationName(app, { browserHash, interaction })
    await app.rateLimits.share('crossDeviceCodes', signedIn === null ? stranger : signedInCaller(request))
    const now = clock()
    const id = createIdentifier(random)
    const code = createCode(random)
    const { pair, pairs } = createPairs(random)
    const expiresAt = now + settings.limits.crossDeviceCodeSeconds * 1000
    await insertRequest(queries, {
      id,
      code_hash: hashSecret(code),
      purpose: body.purpose,
      person_id: signedIn?.person.id ?? null,
      interaction_id: interaction,
      browser_hash: browserHash,
      user_agent: readUserAgent(request),
      network_prefix: networkPrefix(request.ip),
      pair,
      pairs: pairs.join(' '),
      created_at: now,
      expires_at: expiresAt,
    })
    return { id, code: showCode(code), link: linkOf(app, code), pair, expiresAt: formatTime(expiresAt) }
  })

  registerCall(app, 'watchCrossDevice', async ({ params, query, request, reply }) => {
    const read = async () => {
      const found = await findWaiting(queries, params.id, requireBrowserHash(app, request))
      if (found === undefined) throw over('none of this browser')
      return found
    }
    const found = await hold(app, watch, { read, known: query.state, request, reply })
    const state = stateOf(found, clock())
    return {
      state,
      expiresAt: formatTime(found.expires_at),
      answer: state === 'answered' ? answerOf(found) : null,
    }
  })

  registerCall(app, 'cancelCrossDevice', async ({ params, query, request }) => {
    const found = await findWaiting(queries, params.id, requireBrowserHash(app, request))
    if (found === undefined) throw over('none of this browser')
    if (await endRequest(queries, found.id, 'cancelled', clock(), query.unless)) watch.changed(found.id)
    return undefined
  })
}

/** The device that opens it. */
function registerAnswering(app: ChallengeApp, watch: Watch): void {
  const { settings, random, clock } = app
  const { queries } = app.database

  registerCall(app, 'openCrossDevice', async ({ body, request, reply }) => {
    const stranger = callerOf(app, request)
    await app.rateLimits.enter('crossDeviceTries', stranger)
    const code = normalizeCode(body.code)
    if (code === null) throw over('no such code')
    const answeringHash = ensureBrowserHash(app, request, reply)
    await app.rateLimits.share('crossDeviceTries', stranger)
    return describe(await open(code, body.pass, answeringHash, request), code, answeringHash, request)
  })

  /** Opens it for this browser, or ends it where another one has. */
  async function open(
    code: string,
    pass: string | undefined,
    answeringHash: string,
    request: FastifyRequest,
  ): Promise<CrossDeviceRequest> {
    const now = clock()
    const found = await findByCode(queries, code)
    if (found === undefined) throw over('unknown')
    const isOwn = found.answering_hash === answeringHash
    // Who loads the page again after it was done still reads that, and can end what began so.
    if (isOver(found, now) && !(isOwn && found.state === 'taken')) throw over('over already')
    if (isOwn) return found
    if (found.state === 'shown') {
      // Whoever scans in the last second still has the time that it takes to answer.
      const expiresAt = now + settings.limits.challengeLifeSeconds * 1000
      const change = { state: 'opened', answering_hash: answeringHash, expires_at: expiresAt } as const
      if (await changeRequest(queries, found, change, now)) return tell({ ...found, ...change })
      // Another one was faster: it is a second device now.
      return open(code, pass, answeringHash, request)
    }
    if (pass !== undefined && found.pass_hash === hashSecret(pass)) {
      // It begins anew there: who opens a link with a pass has seen neither what is asked nor the other screen (THREATS P16).
      const change = { state: 'opened', answering_hash: answeringHash, pass_hash: null, challenges: '' } as const
      if (await changeRequest(queries, found, change, now)) return tell({ ...found, ...change })
    }
    await end(found, 'second-device', 'second-device', request)
    throw over('opened by a second device')
  }

  registerCall(app, 'pickCrossDevice', async ({ body, request }) => {
    const found = await findOwn(body.code, request)
    const now = clock()
    // Of one whose answer was lost on the way, the same is said again.
    if (found.state !== 'opened' && !(found.state === 'picked' && body.pair === found.pair))
      throw over('not to be picked now')
    if (body.pair !== found.pair) {
      await end(found, 'wrong-pair', 'wrong-pair', request)
      return { state: 'wrong-pair', expiresAt: formatTime(found.expires_at) }
    }
    if (found.state === 'opened') {
      if (!(await changeRequest(queries, found, { state: 'picked' }, now))) throw over('changed meanwhile')
      tell(found)
    }
    return { state: 'picked', expiresAt: formatTime(found.expires_at) }
  })

  registerCall(app, 'createCrossDeviceChallenge', async ({ body, request }) => {
    const budgets = budgetsOf(body.walletKind)
    const stranger = callerOf(app, request)
    for (const budget of budgets) await app.rateLimits.enter(budget, stranger)
    const found = await findPicked(body.code, request)
    requireChain(app, body.walletKind)
    const asked = { ...bindingOf(found), walletKind: body.walletKind ?? 'key' } as const
    const applicationName = await readApplicationName(app, asked)
    for (const budget of budgets) await app.rateLimits.share(budget, stranger)
    const issued = await issueAsked(app, { ...asked, applicationName })
    // Owners of a contract wallet take their time, and so does what waits for them.
    await give(found, issued.id, body.walletKind === 'contract' ? Date.parse(issued.expiresAt) : null)
    return issued
  })

  registerCall(app, 'createCrossDevicePasskey', async ({ body, request }) => {
    const stranger = callerOf(app, request)
    await app.rateLimits.enter('challenges', stranger)
    const found = await findPicked(body.code, request)
    const { purpose, ...binding } = bindingOf(found)
    if (purpose !== 'sign-in' && purpose !== 'step-up') throw over(`no passkey answers for the purpose ${purpose}`)
    await app.rateLimits.share('challenges', stranger)
    // Which passkeys somebody has is not told to whoever scans their screen: any of this site is offered, and theirs will do.
    const issued = makePasskeyChallenge(app, { ...binding, purpose: `passkey-${purpose}` })
    await give(found, challengeIdOf(issued.challenge), null)
    return { ...issued, allow: [] }
  })

  registerCall(app, 'answerCrossDevice', async ({ body, request }) => {
    const { answer } = body
    if ('signature' in answer && answer.signature.length > settings.limits.signatureBytes)
      throw new Refusal('signature.too_long')
    const found = await findOwn(body.code, request)
    const now = clock()
    // What was signed for another request of the same browser counts for that one, and not beside it once it was refused.
    const challenge = openChallenge(app, nonceOf(answer), now)
    if (challenge === null || !wasGiven(found, challenge.id))
      throw new Refusal('challenge.unusable', { privateDetail: 'none that this device was given' })
    // Of one whose answer was lost on the way, the same is said again.
    if ((found.state === 'answered' || found.state === 'taken') && found.challenge_id === challenge.id) return undefined
    if (found.state !== 'picked') throw over('not to be signed now')
    const change = { state: 'answered', answer: JSON.stringify(answer), challenge_id: challenge.id } as const
    if (!(await changeRequest(queries, found, change, now))) throw over('changed meanwhile')
    tell(found)
    return undefined
  })

  registerCall(app, 'followCrossDevice', async ({ body, request, reply }) => {
    const read = () => findOwn(body.code, request)
    const found = await hold(app, watch, { read, known: body.state, request, reply })
    const until = found.session_id === null ? null : await readLiveUntil(queries, found.session_id, clock())
    return { state: stateOf(found, clock()), until: until === null ? null : formatTime(until) }
  })

  registerCall(app, 'passOnCrossDevice', async ({ body, request }) => {
    const stranger = callerOf(app, request)
    await app.rateLimits.enter('crossDeviceTries', stranger)
    const found = await findOwn(body.code, request)
    await app.rateLimits.share('crossDeviceTries', stranger)
    const pass = createIdentifier(random)
    const now = clock()
    if (
      (found.state !== 'opened' && found.state !== 'picked') ||
      !(await changeRequest(queries, found, { pass_hash: hashSecret(pass) }, now))
    )
      throw over('not to be passed on now')
    return { link: linkOf(app, normalizeCode(body.code) ?? '', pass) }
  })

  registerCall(app, 'refuseCrossDevice', async ({ body, request }) => {
    const found = await findOwn(body.code, request)
    if (!(await end(found, 'refused', body.isReported ? 'reported' : 'refused', request))) throw over('over already')
    return undefined
  })

  registerCall(app, 'endCrossDevice', async ({ body, request }) => {
    const found = await findOwn(body.code, request)
    if (found.session_id === null) throw over('no session began')
    const ended = await endSessions({ queries, random }, { sessionIds: [found.session_id] }, 'revoked', clock())
    if (ended === 0) throw over('the session had ended')
    return undefined
  })

  /** What this browser has opened, be it over. */
  async function findOwn(code: string, request: FastifyRequest): Promise<CrossDeviceRequest> {
    const found = await findAnswering(queries, normalizeCode(code), requireBrowserHash(app, request))
    if (found === undefined) throw over('none that this browser has opened')
    return { ...found, state: stateOf(found, clock()) }
  }

  /** The same, where it can be signed now. */
  async function findPicked(code: string, request: FastifyRequest): Promise<CrossDeviceRequest> {
    const found = await findOwn(code, request)
    if (found.state !== 'picked') throw over('not to be signed now')
    return found
  }

  /** What a wallet or passkey signs; of a passkey the browser has written it into what is signed. */
  const nonceOf = (answer: CrossDeviceAnswer): string =>
    'assertion' in answer
      ? (readClientData(answer.assertion.clientDataJSON)?.challenge ?? '')
      : readOwnMessage(settings, answer.message).message.nonce

  /** Notes that this device was given a challenge. */
  async function give(found: CrossDeviceRequest, challengeId: string, until: number | null): Promise<void> {
    if (!(await addChallenge(queries, found, { challengeId, until, now: clock() })))
      throw over('changed meanwhile, or too many were given')
  }

  function tell(request: CrossDeviceRequest): CrossDeviceRequest {
    watch.changed(request.id)
    return request
  }

  /** Ends it before anything came of it, and writes down why. @returns whether it was still open */
  async function end(
    found: CrossDeviceRequest,
    state: 'refused' | 'wrong-pair' | 'second-device',
    reason: string,
    request: FastifyRequest,
  ): Promise<boolean> {
    const now = clock()
    const here = await findSession(app, request)
    const hasEnded = await queries.transaction().execute(async (transaction) => {
      if (!(await endRequest(transaction, found.id, state, now))) return false
      await appendEvents(transaction, random, now, [
        {
          type: 'cross_device.ended',
          outcome: 'refused',
          details: { reason, purpose: found.purpose },
          evidence: {
            // Whose line it is: who waits for a proof of their own; at a sign-in, who is signed in where it was refused.
            personId: found.person_id ?? here?.person.id ?? null,
            content: {
              networkPrefix: found.network_prefix,
              userAgent: found.user_agent,
              answeringNetwork: networkPrefix(request.ip),
              answeringUserAgent: readUserAgent(request),
            },
          },
        },
      ])
      return true
    })
    if (hasEnded) tell(found)
    return hasEnded
  }

  async function describe(
    found: CrossDeviceRequest,
    code: string,
    answeringHash: string,
    request: FastifyRequest,
  ): Promise<CallAnswer<'openCrossDevice'>> {
    const { interaction_id: id, browser_hash: browserHash } = found
    const now = clock()
    const interaction = id === null ? undefined : await findInteraction(queries, { id, browserHash, now })
    const application = interaction && (await askingApplication(queries, interaction))
    if (id !== null && application === undefined && !isOver(found, now)) throw over("the application's sign-in is over")
    const here = await findSession(app, request)
    return {
      code: showCode(code),
      purpose: found.purpose,
      application: application === undefined ? null : describeApplication(application),
      state: stateOf(found, now),
      pairs: found.pairs.split(' '),
      userAgent: found.user_agent,
      networkPrefix: found.network_prefix,
      sameNetwork: compareNetworks(found.network_prefix, networkPrefix(request.ip)),
      isKnown: here !== null && (await isBrowserKnown(queries, here.person.id, browserHash)),
      isHere: browserHash === answeringHash,
      requestedAt: formatTime(found.created_at),
      expiresAt: formatTime(found.expires_at),
    }
  }
}

/** Whether two networks are the same; null where that cannot be told, because one is of IPv4 and the other of IPv6: a home has both. */
const compareNetworks = (one: string, other: string): boolean | null =>
  one.includes(':') === other.includes(':') ? one === other : null

/** What the challenge is bound to: all of it the waiting browser's. */
const bindingOf = (found: CrossDeviceRequest) => ({
  purpose: found.purpose,
  isElsewhere: true,
  personId: found.person_id,
  browserHash: found.browser_hash,
  interaction: found.interaction_id,
})

/** The address that the other device opens. */
function linkOf({ settings }: ChallengeApp, code: string, pass?: string): string {
  const link = new URL('/device', settings.origin)
  link.searchParams.set('user_code', showCode(code))
  if (pass !== undefined) link.searchParams.set('pass', pass)
  return link.href
}

/** Reads it, and holds the request as long as it is as the caller knows it. */
async function hold(
  { clock }: ChallengeApp,
  watch: Watch,
  {
    read,
    known,
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
  if (known === undefined || reply.raw.destroyed || stateOf(found, now) !== known || isOver(found, now)) return found
  const gone = new AbortController()
  const leave = () => gone.abort()
  reply.raw.once('close', leave)
  await watch.wait({ id: found.id, known, mostMs: found.expires_at - now, address: request.ip }, gone.signal)
  reply.raw.off('close', leave)
  return read()
}
