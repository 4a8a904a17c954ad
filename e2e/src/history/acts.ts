// What people, applications and administrators do to a site, an operation each: sent to one instance, and recorded with what came back.
import type { Role } from '@countersign/api/permissions'
import { createTestKey } from '@countersign/testing/test-keys'
import type { TestKey } from '@countersign/testing/test-keys'
import { createHash } from 'node:crypto'
import { headlessApplication } from '../application-client.ts'
import { clientSecret } from '../clients/apply.ts'
import type { AppliedApplication } from '../clients/apply.ts'
import { signChallenge } from '../client.ts'
import type { SignedMessage } from '../client.ts'
import { Unanswered, ask, createBrowser, outcomeOf, read } from './browser.ts'
import type { Answer, Answerer, Browser, Request } from './browser.ts'
import { userAgentOf } from './operation.ts'
import type { Facts, Kind, Operation } from './operation.ts'
import type { Random } from './randomness.ts'
import type { Recorder } from './recorder.ts'

/** Who acts, and where. */
export interface Scene {
  site: {
    origin: string
    instances: readonly Answerer[]
    /** An application that lets in a group alone, where there is one. */
    club?: AppliedApplication
  }
  recorder: Recorder
  random: Random
  /** The number of the process. */
  process: number
  /** Lets so many milliseconds pass. */
  wait: (milliseconds: number) => Promise<unknown>
}

/** A browser in which somebody has signed in. */
export interface Visit {
  browser: Browser
  person: string
  session: string
  wallet: string
  chains: Chain[]
  /** Whether it was refused as nobody's. */
  isOver: boolean
}

/** The codes and tokens that an application was given once, one after the other. */
export interface Chain {
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
  spent: { kind: 'redeem' | 'refresh'; value: string; spends: string }[]
}

const redirectUriOf = ({ redirectUris }: AppliedApplication): string => (redirectUris as string[])[0] ?? ''
const verifier = 'v'.repeat(43)

const anyInstance = ({ site, random }: Scene): Answerer => random.of(site.instances) as Answerer

/** Carries out one operation at one instance. */
function perform(
  scene: Scene,
  kind: Kind,
  facts: Facts,
  browser: Browser,
  request: Request,
  learn?: (answer: Answer) => Facts | null,
): Promise<Operation> {
  const instance = anyInstance(scene)
  return scene.recorder.run(scene.process, kind, { instance: instance.name, ...facts }, (id) => {
    const headers = { ...request.headers, 'user-agent': userAgentOf(id) }
    return ask(browser, instance, { ...request, headers }, learn)
  })
}

/** Asks for what changes nothing, and is no operation; null where it was not answered well. */
async function look(scene: Scene, browser: Browser, request: Request): Promise<Answer | null> {
  try {
    const answer = await browser.send(anyInstance(scene), request)
    return outcomeOf(answer) === 'ok' ? answer : null
  } catch (error) {
    if (error instanceof Unanswered) return null
    throw error
  }
}

/** A wallet in the one spelling that a history and the database have. */
const walletOf = (key: TestKey): string => key.address.toLowerCase()

/** A browser in a network of this process. */
const newBrowser = (scene: Scene): Browser => createBrowser(scene.site.origin, networkOf(scene))

/** The application itself, which asks without a browser. */
const newProgram = (scene: Scene): Browser => createBrowser(null, networkOf(scene))

const networkOf = ({ process, random }: Scene): string => `10.${process}.${random.below(256)}.${1 + random.below(254)}`

/** A challenge and its signature. */
interface Proof {
  signed: SignedMessage
  spends: string
}

async function prove(
  scene: Scene,
  browser: Browser,
  purpose: 'sign-in' | 'step-up' | 'link',
  key: TestKey,
): Promise<Proof | null> {
  const answer = await look(scene, browser, { method: 'POST', path: '/api/challenges', body: { purpose } })
  if (answer === null) return null
  const challenge = read<'createChallenge'>(answer)
  return { signed: signChallenge(challenge, key), spends: challenge.message.nonce }
}

const learnLetIn = (answer: Answer): Facts => {
  const { person, session } = read<'signIn'>(answer)
  return { person: person.id, made: session.id }
}

/**
 * Signs in in a new browser.
 * @param times how often the same proof is sent, at once
 * @returns the visit, or null where nobody was let in
 */
export async function signIn(
  scene: Scene,
  key: TestKey,
  times: number,
): Promise<{ visit: Visit | null; code: string | null }> {
  const browser = newBrowser(scene)
  const proof = await prove(scene, browser, 'sign-in', key)
  if (proof === null) return { visit: null, code: null }
  const facts = { wallet: walletOf(key), spends: proof.spends }
  const request = { method: 'POST', path: '/api/sign-in', body: proof.signed }
  const operations = await Promise.all(
    Array.from({ length: times }, () => perform(scene, 'sign-in', facts, browser, request, learnLetIn)),
  )
  const entered = operations.find(({ outcome }) => outcome === 'ok')
  if (entered === undefined) return { visit: null, code: operations[0]?.code ?? null }
  const { person = '', made = '' } = entered.facts
  return { visit: { browser, person, session: made, wallet: walletOf(key), chains: [], isOver: false }, code: null }
}

const of = ({ session, person }: Visit): Facts => ({ session, person })

/** An operation in a session; what is refused as nobody's ends the visit. */
async function performIn(
  scene: Scene,
  visit: Visit,
  kind: Kind,
  facts: Facts,
  request: Request,
  learn?: (answer: Answer) => Facts | null,
): Promise<Operation> {
  const operation = await perform(scene, kind, { ...of(visit), ...facts }, visit.browser, request, learn)
  if (operation.code === 'session.required') visit.isOver = true
  return operation
}

export async function stepUp(scene: Scene, visit: Visit, key: TestKey): Promise<Operation | null> {
  const proof = await prove(scene, visit.browser, 'step-up', key)
  if (proof === null) return null
  const request = { method: 'POST', path: '/api/step-up', body: proof.signed }
  const facts = { wallet: walletOf(key), spends: proof.spends }
  return performIn(scene, visit, 'step-up', facts, request, (answer) => {
    const learned = learnLetIn(answer)
    Object.assign(visit, { session: learned.made, wallet: facts.wallet })
    return learned
  })
}

export async function link(scene: Scene, visit: Visit, key: TestKey): Promise<Operation | null> {
  const proof = await prove(scene, visit.browser, 'link', key)
  if (proof === null) return null
  const request = { method: 'POST', path: '/api/wallets', body: proof.signed }
  return performIn(scene, visit, 'link', { wallet: walletOf(key), spends: proof.spends }, request)
}

export async function unlink(scene: Scene, visit: Visit, key: TestKey): Promise<Operation | null> {
  const wallet = walletOf(key)
  const answer = await look(scene, visit.browser, { method: 'GET', path: '/api/wallets' })
  const found = answer && read<'listWallets'>(answer).items.find((one) => one.address.toLowerCase() === wallet)
  if (found == null) return null
  return performIn(scene, visit, 'unlink', { wallet }, { method: 'DELETE', path: `/api/wallets/${found.id}` })
}

export async function signOut(scene: Scene, visit: Visit): Promise<Operation> {
  const operation = await performIn(scene, visit, 'sign-out', {}, { method: 'POST', path: '/api/sign-out' })
  if (operation.outcome === 'ok') visit.isOver = true
  return operation
}

export const endSession = (scene: Scene, visit: Visit, target: string): Promise<Operation> =>
  performIn(scene, visit, 'end-session', { target }, { method: 'DELETE', path: `/api/sessions/${target}` })

export const endOtherSessions = (scene: Scene, visit: Visit): Promise<Operation> =>
  performIn(scene, visit, 'end-other-sessions', {}, { method: 'DELETE', path: '/api/sessions' })

export async function readSession(scene: Scene, visit: Visit): Promise<Operation> {
  const operation = await performIn(
    scene,
    visit,
    'read-session',
    {},
    { method: 'GET', path: '/api/session' },
    (answer) => ({
      found: read<'readSession'>(answer).person?.id ?? null,
    }),
  )
  if (operation.facts.found === null) visit.isOver = true
  return operation
}

/** Looks whether this person has a role. */
export const useRole = (scene: Scene, visit: Visit, role: Role): Promise<Operation> =>
  performIn(scene, visit, 'use-role', { role }, { method: 'GET', path: '/api/admin' }, (answer) => ({
    found: (answer.body['roles'] as string[]).includes(role) ? role : null,
  }))

export const erase = (scene: Scene, visit: Visit): Promise<Operation> =>
  performIn(scene, visit, 'erase', {}, { method: 'DELETE', path: '/api/person' })

/** Signs in to an application, up to the code; whoever asks calls what comes from it by a name. */
export async function authorize(
  scene: Scene,
  visit: Visit,
  name: string,
  application = headlessApplication,
): Promise<Chain | null> {
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
  const begun = await look(scene, visit.browser, { method: 'GET', path: `/authorize?${query}` })
  const interaction = /^[^?]*\/consent\?.*\binteraction=([^&]+)/.exec(begun?.location ?? '')?.[1]
  if (interaction === undefined) return null
  let next = ''
  const path = `/api/interactions/${interaction}/consent`
  const consented = await performIn(
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
  const given = await performIn(
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
  const chain: Chain = {
    name,
    application,
    person: visit.person,
    session: visit.session,
    next: { kind: 'redeem', value: code, spends: `${name} code` },
    accessToken: null,
    spent: [],
  }
  visit.chains.push(chain)
  return chain
}

const basicOf = ({ id }: AppliedApplication): string =>
  `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`

/** Presents a code or a refresh token. */
export async function present(
  scene: Scene,
  chain: Chain,
  { kind, value, spends }: NonNullable<Chain['next']>,
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
  const request = { method: 'POST', path: '/token', form, headers: { authorization: basicOf(chain.application) } }
  const facts = { application: chain.application.id, person: chain.person, chain: chain.name, spends }
  return perform(scene, kind, facts, newProgram(scene), request, ({ body }) => {
    const { access_token: accessToken, refresh_token: refreshToken } = body
    const given = createHash('sha256').update(String(refreshToken)).digest('base64url').slice(0, 12)
    chain.accessToken = String(accessToken)
    chain.next = { kind: 'refresh', value: String(refreshToken), spends: `${chain.name} refresh ${given}` }
    return kind === 'refresh' ? { given: refreshToken === value ? 'kept' : given } : {}
  })
}

/** Presents what works once, so many times at once, and keeps what came of it. */
export async function goOn(scene: Scene, chain: Chain, times: number): Promise<void> {
  const { next } = chain
  if (next === null) return
  chain.spent.push(next)
  const operations = await Promise.all(Array.from({ length: times }, () => present(scene, chain, next)))
  // Where nobody knows, it may be spent: it is presented again, as an application does.
  if (operations.some(({ outcome }) => outcome === 'ok')) return
  if (operations.every(({ outcome, code }) => outcome === 'fail' && code === 'invalid_grant')) chain.next = null
  else if (operations.every(({ outcome }) => outcome === 'fail')) chain.spent.pop()
}

export const userinfo = (scene: Scene, chain: Chain): Promise<Operation> =>
  perform(
    scene,
    'userinfo',
    { application: chain.application.id, person: chain.person, chain: chain.name },
    newProgram(scene),
    {
      method: 'GET',
      path: '/userinfo',
      headers: { authorization: `Bearer ${chain.accessToken}` },
    },
  )

export async function withdraw(
  scene: Scene,
  visit: Visit,
  { id: application } = headlessApplication,
): Promise<Operation | null> {
  const answer = await look(scene, visit.browser, { method: 'GET', path: '/api/grants' })
  const grant = answer && read<'listGrants'>(answer).items.find((one) => one.application.id === application)
  if (grant == null) return null
  return performIn(scene, visit, 'withdraw', { application }, { method: 'DELETE', path: `/api/grants/${grant.id}` })
}

const reason = 'as the history has it'

/** What an administrator does to a person. */
export function administer(
  scene: Scene,
  visit: Visit,
  act: 'suspend' | 'restore' | 'erase' | 'grant-role' | 'revoke-role',
  person: string,
  role: Role,
): Promise<Operation> {
  const path = `/api/admin/people/${person}`
  const requests = {
    suspend: { method: 'POST', path: `${path}/suspend`, body: { reason } },
    restore: { method: 'POST', path: `${path}/restore` },
    erase: { method: 'DELETE', path, body: { reason } },
    'grant-role': { method: 'PUT', path: `${path}/roles/${role}` },
    'revoke-role': { method: 'DELETE', path: `${path}/roles/${role}` },
  }
  const isAboutRole = act === 'grant-role' || act === 'revoke-role'
  return performIn(scene, visit, act, { person, ...(isAboutRole && { role }) }, requests[act])
}

/** The key with this number of a process. */
export const keyOf = (process: number, number: number): TestKey => createTestKey(process * 1000 + number)
