import { createHash } from 'node:crypto'
import { oidcRelyingPartyTestDefinition } from '../relying-party-test-client.ts'
import { testClientSecret } from '../clients/apply-test-application-definitions.ts'
import type { TestApplicationDefinition } from '../clients/apply-test-application-definitions.ts'
import { getTypedApiResponseBody } from './consistency-test-browser.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import {
  performRecordedOperation,
  sendUnrecordedReadRequest,
  createApplicationTestClient,
  performRecordedSessionOperation,
} from './perform-recorded-consistency-test-operation.ts'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
  TokenRotationChain,
} from './perform-recorded-consistency-test-operation.ts'

const redirectUriOf = ({ redirectUris }: TestApplicationDefinition): string => (redirectUris as string[])[0] ?? ''
const verifier = 'v'.repeat(43)

/** Signs in to an application until it has a code. The caller names the resulting token chain. */
export async function performRecordedAuthorization(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  name: string,
  application = oidcRelyingPartyTestDefinition,
): Promise<TokenRotationChain | null> {
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
  const authorizationResponse = await sendUnrecordedReadRequest(scene, visit.browser, {
    method: 'GET',
    path: `/authorize?${query}`,
  })
  const interaction = /^[^?]*\/consent\?.*\binteraction=([^&]+)/.exec(authorizationResponse?.location ?? '')?.[1]
  if (interaction === undefined) return null
  let next = ''
  const path = `/api/interactions/${interaction}/consent`
  const consented = await performRecordedSessionOperation(
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
  const given = await performRecordedSessionOperation(
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
  const chain: TokenRotationChain = {
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

const createBasicAuthorization = ({ id }: TestApplicationDefinition): string =>
  `Basic ${Buffer.from(`${id}:${testClientSecret}`).toString('base64')}`

export async function performRecordedTokenRequest(
  scene: ConsistencyTestOperationContext,
  chain: TokenRotationChain,
  { kind, value, spends }: NonNullable<TokenRotationChain['next']>,
): Promise<ConsistencyTestOperation> {
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
  return performRecordedOperation(scene, kind, facts, createApplicationTestClient(scene), request, ({ body }) => {
    const { access_token: accessToken, refresh_token: refreshToken } = body
    const given = createHash('sha256').update(String(refreshToken)).digest('base64url').slice(0, 12)
    chain.accessToken = String(accessToken)
    chain.next = { kind: 'refresh', value: String(refreshToken), spends: `${chain.name} refresh ${given}` }
    return kind === 'refresh' ? { given: refreshToken === value ? 'kept' : given } : {}
  })
}

/** Presents a one-time token several times concurrently, and records the outcome in the chain. */
export async function performConcurrentTokenRequests(
  scene: ConsistencyTestOperationContext,
  chain: TokenRotationChain,
  times: number,
): Promise<void> {
  const { next } = chain
  if (next === null) return
  chain.spentTokens.push(next)
  const operations = await Promise.all(
    Array.from({ length: times }, () => performRecordedTokenRequest(scene, chain, next)),
  )
  // If the outcome is unknown, the token is kept to be presented again, as by a real application.
  if (operations.some(({ outcome }) => outcome === 'ok')) return
  if (operations.every(({ outcome, code }) => outcome === 'fail' && code === 'invalid_grant')) chain.next = null
  else if (operations.every(({ outcome }) => outcome === 'fail')) chain.spentTokens.pop()
}

export const performRecordedUserinfoRead = (
  scene: ConsistencyTestOperationContext,
  chain: TokenRotationChain,
): Promise<ConsistencyTestOperation> =>
  performRecordedOperation(
    scene,
    'userinfo',
    { application: chain.application.id, person: chain.person, chain: chain.name },
    createApplicationTestClient(scene),
    {
      method: 'GET',
      path: '/userinfo',
      headers: { authorization: `Bearer ${chain.accessToken}` },
    },
  )

export async function performRecordedGrantRevocation(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  { id: application } = oidcRelyingPartyTestDefinition,
): Promise<ConsistencyTestOperation | null> {
  const answer = await sendUnrecordedReadRequest(scene, visit.browser, { method: 'GET', path: '/api/grants' })
  const grant =
    answer && getTypedApiResponseBody<'listGrants'>(answer).items.find((one) => one.application.id === application)
  if (grant == null) return null
  return performRecordedSessionOperation(
    scene,
    visit,
    'withdraw',
    { application },
    { method: 'DELETE', path: `/api/grants/${grant.id}` },
  )
}
