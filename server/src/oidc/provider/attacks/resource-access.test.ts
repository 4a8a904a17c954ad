// Which resources and scopes an application may have, and what its errors reveal (THREATS O15).
import { describe, expect, test } from 'vitest'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  addTestResource,
  changeTestResourceDefinition,
  testResourceUri,
} from '../../../testing/oauth-resource-fixtures.ts'
import {
  getAuthorizationCodeFromRedirect,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
} from '../../../testing/oauth-token-test-steps.ts'
import {
  findAccessibleResourceServer,
  listAccessibleResourceServers,
} from '../../../store/resources/resource-servers-accessible-to-client.ts'
import {
  addResourceClient,
  resourceAuthorizationParameters,
  secondTestResourceUri,
  obtainResourceTokens,
} from '../../../testing/resource-token-test-steps.ts'

const describeRefusal = (url: string): string => {
  const { searchParams } = new URL(url)
  return `${searchParams.get('error')}: ${searchParams.get('error_description')}`
}

describe('resource access', () => {
  test('O15: refusals name the resource or scope and the fix; removed scopes are not issued', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app)
    const client = await addResourceClient(app, 'one', {
      resources: [{ resource: testResourceUri, scopes: ['read'] }],
      grantTypes: ['authorization_code', 'refresh_token'],
    })
    const stranger = await addResourceClient(app, 'two')
    const browser = app.openBrowser()
    const ask = async (application: TestClientApplication, parameters: Record<string, string>) =>
      describeRefusal(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, parameters))))
    expect(
      await ask(client, { ...resourceAuthorizationParameters, resource: 'https://mcp.example/MCP' }),
    ).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/MCP is not known here: an operator can add it, spelled exactly like this, with npx countersign resource add"`,
    )
    expect(await ask(stranger, resourceAuthorizationParameters)).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/mcp is not open to this application: an operator can open it with npx countersign resource change --open-to applications"`,
    )
    expect(await ask(client, { ...resourceAuthorizationParameters, scope: 'openid write' })).toMatchInlineSnapshot(
      `"invalid_scope: scope write of resource https://mcp.example/mcp is not open to this application: an operator can add it with npx countersign application change --resource"`,
    )
    expect(await ask(client, { ...resourceAuthorizationParameters, scope: 'openid raed' })).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/mcp requires at least one of its scopes in the request: read"`,
    )
    const strange = await ask(client, {
      ...resourceAuthorizationParameters,
      resource: 'https://mcp.example/"><b>\u202e',
    })
    expect(strange).toMatch(/^invalid_target: resource in the request is not known here/)
    await addTestResource(app, { resource: secondTestResourceUri, openTo: 'everyone' })
    const back = await runOidcAuthorizationUntilCallback(browser, client, {
      ...resourceAuthorizationParameters,
      scope: 'openid read offline_access',
      prompt: 'consent',
    })
    const elsewhere = await exchangeCodeAsApplication(app, client, getAuthorizationCodeFromRedirect(back), {
      resource: secondTestResourceUri,
    })
    expect(elsewhere.json()).toMatchObject({
      error: 'invalid_target',
      error_description: `resource ${secondTestResourceUri} is not covered by the consent: include it in the authorization request too`,
    })
    const again = await runOidcAuthorizationUntilCallback(browser, client, {
      ...resourceAuthorizationParameters,
      scope: 'openid read offline_access',
      prompt: 'consent',
    })
    const { refresh_token } = (
      await exchangeCodeAsApplication(app, client, getAuthorizationCodeFromRedirect(again), {
        resource: testResourceUri,
      })
    ).json<TokenResponse>()
    await changeTestResourceDefinition(app, { scopes: [{ scope: 'write', description: null }] })
    const after = (await sendRefreshTokenRequest(app, client, refresh_token, { resource: testResourceUri })).json<
      Partial<TokenResponse>
    >()
    expect(decodeTokenPayload(after.access_token ?? '')['scope']).toBeUndefined()
  })

  test('O15: an unregistered client can use only resources that are open to everyone', async () => {
    const app = await createOidcTestServer()
    const { queries } = app.database
    const user = { definition: { resources: [] }, origin: 'metadata-document' }
    const outcomes = []
    for (const openTo of ['listed', 'applications', 'everyone'] as const) {
      const resource = `https://${openTo}.example/mcp`
      await addTestResource(app, { resource, openTo })
      outcomes.push([
        openTo,
        (await findAccessibleResourceServer(queries, user, resource)).outcome,
        (await findAccessibleResourceServer(queries, { ...user, origin: 'registration' }, resource)).outcome,
      ])
    }
    expect(outcomes).toEqual([
      ['listed', 'not-allowed', 'not-allowed'],
      ['applications', 'not-allowed', 'usable'],
      ['everyone', 'usable', 'usable'],
    ])
    expect((await listAccessibleResourceServers(queries, user)).map(({ definition }) => definition.resource)).toEqual([
      'https://everyone.example/mcp',
    ])
    const narrow = [{ resource: 'https://everyone.example/mcp', scopes: ['read'] }]
    const listed = await listAccessibleResourceServers(queries, {
      definition: { resources: narrow },
      origin: 'operator',
    })
    expect(listed.map(({ scopes }) => scopes.join(' '))).toEqual(['read write', 'read'])
  })
})

test('O15: client_credentials must name one of several resources, and the error lists them', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app)
  await addTestResource(app, { resource: secondTestResourceUri })
  const job = await addTestClientApplication(app, {
    id: 'job',
    kind: 'machine',
    resources: [
      { resource: testResourceUri, scopes: ['read'] },
      { resource: secondTestResourceUri, scopes: ['read'] },
    ],
  })
  const reason = `resource is missing: send resource=${testResourceUri} or resource=${secondTestResourceUri}`
  for (const form of [{}, { scope: 'read' }]) {
    const answer = await postFormAsApplication(app, '/token', job, { grant_type: 'client_credentials', ...form })
    expect(summarizeOAuthResponse(answer)).toBe('400 invalid_target')
    expect(answer.json()).toMatchObject({ error_description: reason })
  }
  expect(app.log.filter((line) => line.includes(reason))).toHaveLength(2)
  const stranger = await postFormAsApplication(
    app,
    '/token',
    { ...job, secret: 'another' },
    { grant_type: 'client_credentials' },
  )
  expect(stranger.body).not.toContain(secondTestResourceUri)
})

test('O15: a resource open to everyone still needs an explicit entry for client_credentials', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app, { openTo: 'everyone' })
  const client = await addResourceClient(app, 'one', {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  expect((await obtainResourceTokens(app, app.openBrowser(), client)).claims).toMatchObject({
    aud: testResourceUri,
    scope: 'read',
  })
  const form = { grant_type: 'client_credentials', scope: 'read write', resource: testResourceUri }
  const answer = await postFormAsApplication(app, '/token', client, form)
  expect(summarizeOAuthResponse(answer)).toBe('400 invalid_target')
  expect(answer.json()).toMatchObject({ error_description: expect.stringContaining('application change --resource') })
})

test('O15: client_credentials drops scopes that are not permitted, and fails if none remain', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app)
  await addTestResource(app, { resource: secondTestResourceUri, openTo: 'everyone' })
  const job = await addTestClientApplication(app, {
    id: 'job',
    kind: 'machine',
    resources: [{ resource: testResourceUri, scopes: ['read'] }],
  })
  const ask = async (form: Record<string, string>) => {
    const answer = await postFormAsApplication(app, '/token', job, { grant_type: 'client_credentials', ...form })
    const { access_token, scope, error_description } = answer.json<
      Partial<TokenResponse> & { error_description?: string }
    >()
    const inToken = access_token === undefined ? undefined : decodeTokenPayload(access_token)['scope']
    return { told: summarizeOAuthResponse(answer), scope, inToken, error_description }
  }
  const resource = testResourceUri
  expect(await ask({ resource, scope: 'read' })).toMatchObject({ told: '200', scope: 'read', inToken: 'read' })
  for (const scope of ['nonsense read', 'read write', 'openid read profile'])
    expect(await ask({ resource, scope })).toMatchObject({ told: '200', scope: 'read', inToken: 'read' })
  for (const scope of ['nonsense', 'openid', 'nonsense openid'])
    expect(await ask({ resource, scope })).toMatchObject({
      told: '400 invalid_scope',
      error_description: `none of these scopes of resource ${testResourceUri} is open to this application; available: read`,
    })
  expect(await ask({ resource, scope: 'write' })).toMatchObject({
    told: '400 invalid_scope',
    error_description: expect.stringContaining('application change --resource'),
  })
  // The only listed resource is the default (RFC 8707 §2), with the same rules as if it were named.
  expect(await ask({ scope: 'read' })).toMatchObject({ told: '200', scope: 'read', inToken: 'read' })
  for (const form of [{}, { scope: 'nonsense' }, { scope: 'write' }])
    expect(await ask(form as Record<string, string>)).toEqual(
      await ask({ ...(form as Record<string, string>), resource }),
    )
  const answer = await postFormAsApplication(app, '/token', job, { grant_type: 'client_credentials' })
  expect(decodeTokenPayload(answer.json<TokenResponse>().access_token)).toMatchObject({
    aud: testResourceUri,
    client_id: 'job',
  })
  expect((await ask({ scope: 'openid' })).told).toBe('400 invalid_scope')
  const web = await addResourceClient(app, 'one', {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  expect(
    summarizeOAuthResponse(await postFormAsApplication(app, '/token', web, { grant_type: 'client_credentials' })),
  ).toBe('400 invalid_target')
})
