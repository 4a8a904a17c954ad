// What people, applications and administrators do to a site, an operation each: sent to one instance, and recorded with what came back.
import type { Role } from '@countersign/api/role-permissions'
import { createTestKey } from '@countersign/testing/test-keys'
import type { TestKey } from '@countersign/testing/test-keys'
import { createHash } from 'node:crypto'
import { headlessApplicationSettings } from '../headless-application.ts'
import { clientSecret } from '../clients/apply-applications.ts'
import type { AppliedApplication } from '../clients/apply-applications.ts'
import { signChallenge } from '../headless-client.ts'
import type { SignedMessage } from '../headless-client.ts'
import {
  NoResponseError,
  performRequest,
  createOperationBrowser,
  classifyOutcome,
  readCallAnswer,
} from './operation-browser.ts'
import type { OperationResponse, RequestHandler, OperationBrowser, OperationRequest } from './operation-browser.ts'
import { buildOperationUserAgent } from './operation.ts'
import type { OperationFacts, OperationKind, Operation } from './operation.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { HistoryRecorder } from './history-recorder.ts'

/** Who acts, and where. */
export interface OperationContext {
  site: {
    origin: string
    instances: readonly RequestHandler[]
    /** An application that lets in a group alone, where there is one. */
    club?: AppliedApplication
  }
  recorder: HistoryRecorder
  random: SeededRandom
  /** The number of the process. */
  process: number
  /** Lets so many milliseconds pass. */
  wait: (milliseconds: number) => Promise<unknown>
}

/** A browser in which somebody has signed in. */
export interface SignedInBrowser {
  browser: OperationBrowser
  person: string
  session: string
  wallet: string
  chains: TokenChain[]
  /** Whether it was refused as nobody's. */
  isEnded: boolean
}

/** The codes and tokens that an application was given once, one after the other. */
export interface TokenChain {
  name: string
  /** Whom they were given to. */
  application: AppliedApplication
  person: string
  /** The session that they began in. */
  session: string
  /** The next thing that works once, and how a history calls it. */
  next: { kind: 'redeem' | 'refresh'; value: string; spends: string } | null
  accessToken: string | null
  /** What was presented before, to be presented again. */
  spentTokens: { kind: 'redeem' | 'refresh'; value: string; spends: string }[]
}

const redirectUriOf = ({ redirectUris }: AppliedApplication): string => (redirectUris as string[])[0] ?? ''
const verifier = 'v'.repeat(43)

const drawInstance = ({ site, random }: OperationContext): RequestHandler =>
  random.pick(site.instances) as RequestHandler

/** Carries out one operation at one instance. */
function performOperation(
  scene: OperationContext,
  kind: OperationKind,
  facts: OperationFacts,
  browser: OperationBrowser,
  request: OperationRequest,
  learn?: (answer: OperationResponse) => OperationFacts | null,
): Promise<Operation> {
  const instance = drawInstance(scene)
  return scene.recorder.run(scene.process, kind, { instance: instance.name, ...facts }, (id) => {
    const headers = { ...request.headers, 'user-agent': buildOperationUserAgent(id) }
    return performRequest(browser, instance, { ...request, headers }, learn)
  })
}

/** Asks for what changes nothing, and is no operation; null where it was not answered well. */
async function readWithoutRecording(
  scene: OperationContext,
  browser: OperationBrowser,
  request: OperationRequest,
): Promise<OperationResponse | null> {
  try {
    const answer = await browser.send(drawInstance(scene), request)
    return classifyOutcome(answer) === 'ok' ? answer : null
  } catch (error) {
    if (error instanceof NoResponseError) return null
    throw error
  }
}

/** A wallet in the one spelling that a history and the database have. */
const getWalletAddress = (key: TestKey): string => key.address.toLowerCase()

/** A browser in a network of this process. */
const openBrowser = (scene: OperationContext): OperationBrowser =>
  createOperationBrowser(scene.site.origin, drawNetworkAddress(scene))

/** The application itself, which asks without a browser. */
const createApplicationClient = (scene: OperationContext): OperationBrowser =>
  createOperationBrowser(null, drawNetworkAddress(scene))

const drawNetworkAddress = ({ process, random }: OperationContext): string =>
  `10.${process}.${random.below(256)}.${1 + random.below(254)}`

/** A challenge and its signature. */
interface SignedChallenge {
  signed: SignedMessage
  spends: string
}

async function signNewChallenge(
  scene: OperationContext,
  browser: OperationBrowser,
  purpose: 'sign-in' | 'step-up' | 'link',
  key: TestKey,
): Promise<SignedChallenge | null> {
  const answer = await readWithoutRecording(scene, browser, {
    method: 'POST',
    path: '/api/challenges',
    body: { purpose },
  })
  if (answer === null) return null
  const challenge = readCallAnswer<'createChallenge'>(answer)
  return { signed: signChallenge(challenge, key), spends: challenge.message.nonce }
}

const readSignInFacts = (answer: OperationResponse): OperationFacts => {
  const { person, session } = readCallAnswer<'signIn'>(answer)
  return { person: person.id, made: session.id }
}

/**
 * Signs in in a new browser.
 * @param times how often the same proof is sent, at once
 * @returns the visit, or null where nobody was let in
 */
export async function signIn(
  scene: OperationContext,
  key: TestKey,
  times: number,
): Promise<{ visit: SignedInBrowser | null; code: string | null }> {
  const browser = openBrowser(scene)
  const proof = await signNewChallenge(scene, browser, 'sign-in', key)
  if (proof === null) return { visit: null, code: null }
  const facts = { wallet: getWalletAddress(key), spends: proof.spends }
  const request = { method: 'POST', path: '/api/sign-in', body: proof.signed }
  const operations = await Promise.all(
    Array.from({ length: times }, () => performOperation(scene, 'sign-in', facts, browser, request, readSignInFacts)),
  )
  const entered = operations.find(({ outcome }) => outcome === 'ok')
  if (entered === undefined) return { visit: null, code: operations[0]?.code ?? null }
  const { person = '', made = '' } = entered.facts
  return {
    visit: { browser, person, session: made, wallet: getWalletAddress(key), chains: [], isEnded: false },
    code: null,
  }
}

const getSessionFacts = ({ session, person }: SignedInBrowser): OperationFacts => ({ session, person })

/** An operation in a session; what is refused as nobody's ends the visit. */
async function performInSession(
  scene: OperationContext,
  visit: SignedInBrowser,
  kind: OperationKind,
  facts: OperationFacts,
  request: OperationRequest,
  learn?: (answer: OperationResponse) => OperationFacts | null,
): Promise<Operation> {
  const operation = await performOperation(
    scene,
    kind,
    { ...getSessionFacts(visit), ...facts },
    visit.browser,
    request,
    learn,
  )
  if (operation.code === 'session.required') visit.isEnded = true
  return operation
}

export async function stepUp(scene: OperationContext, visit: SignedInBrowser, key: TestKey): Promise<Operation | null> {
  const proof = await signNewChallenge(scene, visit.browser, 'step-up', key)
  if (proof === null) return null
  const request = { method: 'POST', path: '/api/step-up', body: proof.signed }
  const facts = { wallet: getWalletAddress(key), spends: proof.spends }
  return performInSession(scene, visit, 'step-up', facts, request, (answer) => {
    const learned = readSignInFacts(answer)
    Object.assign(visit, { session: learned.made, wallet: facts.wallet })
    return learned
  })
}

export async function linkWallet(
  scene: OperationContext,
  visit: SignedInBrowser,
  key: TestKey,
): Promise<Operation | null> {
  const proof = await signNewChallenge(scene, visit.browser, 'link', key)
  if (proof === null) return null
  const request = { method: 'POST', path: '/api/wallets', body: proof.signed }
  return performInSession(scene, visit, 'link', { wallet: getWalletAddress(key), spends: proof.spends }, request)
}

export async function unlinkWallet(
  scene: OperationContext,
  visit: SignedInBrowser,
  key: TestKey,
): Promise<Operation | null> {
  const wallet = getWalletAddress(key)
  const answer = await readWithoutRecording(scene, visit.browser, { method: 'GET', path: '/api/wallets' })
  const found =
    answer && readCallAnswer<'listWallets'>(answer).items.find((one) => one.address.toLowerCase() === wallet)
  if (found == null) return null
  return performInSession(scene, visit, 'unlink', { wallet }, { method: 'DELETE', path: `/api/wallets/${found.id}` })
}

export async function signOut(scene: OperationContext, visit: SignedInBrowser): Promise<Operation> {
  const operation = await performInSession(scene, visit, 'sign-out', {}, { method: 'POST', path: '/api/sign-out' })
  if (operation.outcome === 'ok') visit.isEnded = true
  return operation
}

export const endSession = (scene: OperationContext, visit: SignedInBrowser, target: string): Promise<Operation> =>
  performInSession(scene, visit, 'end-session', { target }, { method: 'DELETE', path: `/api/sessions/${target}` })

export const endOtherSessions = (scene: OperationContext, visit: SignedInBrowser): Promise<Operation> =>
  performInSession(scene, visit, 'end-other-sessions', {}, { method: 'DELETE', path: '/api/sessions' })

export async function readSession(scene: OperationContext, visit: SignedInBrowser): Promise<Operation> {
  const operation = await performInSession(
    scene,
    visit,
    'read-session',
    {},
    { method: 'GET', path: '/api/session' },
    (answer) => ({
      found: readCallAnswer<'readSession'>(answer).person?.id ?? null,
    }),
  )
  if (operation.facts.found === null) visit.isEnded = true
  return operation
}

/** Looks whether this person has a role. */
export const checkRole = (scene: OperationContext, visit: SignedInBrowser, role: Role): Promise<Operation> =>
  performInSession(scene, visit, 'use-role', { role }, { method: 'GET', path: '/api/admin' }, (answer) => ({
    found: (answer.body['roles'] as string[]).includes(role) ? role : null,
  }))

export const erasePerson = (scene: OperationContext, visit: SignedInBrowser): Promise<Operation> =>
  performInSession(scene, visit, 'erase', {}, { method: 'DELETE', path: '/api/person' })

/** Signs in to an application, up to the code; whoever asks calls what comes from it by a name. */
export async function authorizeApplication(
  scene: OperationContext,
  visit: SignedInBrowser,
  name: string,
  application = headlessApplicationSettings,
): Promise<TokenChain | null> {
  const query = new URLSearchParams({
    client_id: application.id,
    redirect_uri: redirectUriOf(application),
    response_type: 'code',
    scope: 'openid offline_access',
    prompt: 'consent',
    state: name,
    nonce: name,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const begun = await readWithoutRecording(scene, visit.browser, { method: 'GET', path: `/authorize?${query}` })
  const interaction = /^[^?]*\/consent\?.*\binteraction=([^&]+)/.exec(begun?.location ?? '')?.[1]
  if (interaction === undefined) return null
  let next = ''
  const path = `/api/interactions/${interaction}/consent`
  const consented = await performInSession(
    scene,
    visit,
    'consent',
    { application: application.id },
    { method: 'POST', path, body: { withheld: [] } },
    (answer) => {
      next = String(answer.body['next'])
      return {}
    },
  )
  if (consented.outcome !== 'ok') return null
  let code: string | null = null
  const given = await performInSession(
    scene,
    visit,
    'authorize',
    { application: application.id, chain: name },
    { method: 'GET', path: next },
    ({ location }) => {
      code = location === null ? null : new URL(location, scene.site.origin).searchParams.get('code')
      return code === null ? null : {}
    },
  )
  if (given.outcome !== 'ok' || code === null) return null
  const chain: TokenChain = {
    name,
    application,
    person: visit.person,
    session: visit.session,
    next: { kind: 'redeem', value: code, spends: `${name} code` },
    accessToken: null,
    spentTokens: [],
  }
  visit.chains.push(chain)
  return chain
}

const createBasicAuthorization = ({ id }: AppliedApplication): string =>
  `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`

/** Presents a code or a refresh token. */
export async function presentToken(
  scene: OperationContext,
  chain: TokenChain,
  { kind, value, spends }: NonNullable<TokenChain['next']>,
): Promise<Operation> {
  const form: Record<string, string> =
    kind === 'redeem'
      ? {
          grant_type: 'authorization_code',
          code: value,
          redirect_uri: redirectUriOf(chain.application),
          code_verifier: verifier,
        }
      : { grant_type: 'refresh_token', refresh_token: value }
  const request = {
    method: 'POST',
    path: '/token',
    form,
    headers: { authorization: createBasicAuthorization(chain.application) },
  }
  const facts = { application: chain.application.id, person: chain.person, chain: chain.name, spends }
  return performOperation(scene, kind, facts, createApplicationClient(scene), request, ({ body }) => {
    const { access_token: accessToken, refresh_token: refreshToken } = body
    const given = createHash('sha256').update(String(refreshToken)).digest('base64url').slice(0, 12)
    chain.accessToken = String(accessToken)
    chain.next = { kind: 'refresh', value: String(refreshToken), spends: `${chain.name} refresh ${given}` }
    return kind === 'refresh' ? { given: refreshToken === value ? 'kept' : given } : {}
  })
}

/** Presents what works once, so many times at once, and keeps what came of it. */
export async function presentNextToken(scene: OperationContext, chain: TokenChain, times: number): Promise<void> {
  const { next } = chain
  if (next === null) return
  chain.spentTokens.push(next)
  const operations = await Promise.all(Array.from({ length: times }, () => presentToken(scene, chain, next)))
  // Where nobody knows, it may be spent: it is presented again, as an application does.
  if (operations.some(({ outcome }) => outcome === 'ok')) return
  if (operations.every(({ outcome, code }) => outcome === 'fail' && code === 'invalid_grant')) chain.next = null
  else if (operations.every(({ outcome }) => outcome === 'fail')) chain.spentTokens.pop()
}

export const readUserinfo = (scene: OperationContext, chain: TokenChain): Promise<Operation> =>
  performOperation(
    scene,
    'userinfo',
    { application: chain.application.id, person: chain.person, chain: chain.name },
    createApplicationClient(scene),
    {
      method: 'GET',
      path: '/userinfo',
      headers: { authorization: `Bearer ${chain.accessToken}` },
    },
  )

export async function revokeGrant(
  scene: OperationContext,
  visit: SignedInBrowser,
  { id: application } = headlessApplicationSettings,
): Promise<Operation | null> {
  const answer = await readWithoutRecording(scene, visit.browser, { method: 'GET', path: '/api/grants' })
  const grant = answer && readCallAnswer<'listGrants'>(answer).items.find((one) => one.application.id === application)
  if (grant == null) return null
  return performInSession(
    scene,
    visit,
    'withdraw',
    { application },
    { method: 'DELETE', path: `/api/grants/${grant.id}` },
  )
}

const adminReason = 'as the history has it'

/** What an administrator does to a person. */
export function administerPerson(
  scene: OperationContext,
  visit: SignedInBrowser,
  act: 'suspend' | 'restore' | 'erase' | 'grant-role' | 'revoke-role',
  person: string,
  role: Role,
): Promise<Operation> {
  const path = `/api/admin/people/${person}`
  const requests = {
    suspend: { method: 'POST', path: `${path}/suspend`, body: { reason: adminReason } },
    restore: { method: 'POST', path: `${path}/restore` },
    erase: { method: 'DELETE', path, body: { reason: adminReason } },
    'grant-role': { method: 'PUT', path: `${path}/roles/${role}` },
    'revoke-role': { method: 'DELETE', path: `${path}/roles/${role}` },
  }
  const isAboutRole = act === 'grant-role' || act === 'revoke-role'
  return performInSession(scene, visit, act, { person, ...(isAboutRole && { role }) }, requests[act])
}

/** The key with this number of a process. */
export const createProcessKey = (process: number, number: number): TestKey => createTestKey(process * 1000 + number)
