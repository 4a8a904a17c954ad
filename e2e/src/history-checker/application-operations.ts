// What applications do on behalf of a person, an operation each: authorization, tokens, userinfo, and the withdrawal of a grant.
import { createHash } from 'node:crypto'
import { headlessApplicationSettings } from '../headless-application.ts'
import { testClientSecret } from '../clients/apply-applications.ts'
import type { AppliedApplication } from '../clients/apply-applications.ts'
import { readEndpointOutput } from './operation-browser.ts'
import type { HistoryOperation } from './history-operation.ts'
import {
  performOperation,
  readWithoutRecording,
  createApplicationClient,
  performInSession,
} from './operation-context.ts'
import type { OperationContext, SignedInBrowser, TokenChain } from './operation-context.ts'

const redirectUriOf = ({ redirectUris }: AppliedApplication): string => (redirectUris as string[])[0] ?? ''
const verifier = 'v'.repeat(43)

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
  `Basic ${Buffer.from(`${id}:${testClientSecret}`).toString('base64')}`

/** Presents a code or a refresh token. */
export async function presentToken(
  scene: OperationContext,
  chain: TokenChain,
  { kind, value, spends }: NonNullable<TokenChain['next']>,
): Promise<HistoryOperation> {
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

export const readUserinfo = (scene: OperationContext, chain: TokenChain): Promise<HistoryOperation> =>
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
): Promise<HistoryOperation | null> {
  const answer = await readWithoutRecording(scene, visit.browser, { method: 'GET', path: '/api/grants' })
  const grant =
    answer && readEndpointOutput<'listGrants'>(answer).items.find((one) => one.application.id === application)
  if (grant == null) return null
  return performInSession(
    scene,
    visit,
    'withdraw',
    { application },
    { method: 'DELETE', path: `/api/grants/${grant.id}` },
  )
}
