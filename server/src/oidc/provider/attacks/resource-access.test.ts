// Which resources and scopes an application may have, and what it is told of the rest (THREATS O15).
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

describe('resources', () => {
  test('O15 what is not open to an application is refused, by name and with what to do; what is closed later is in no token', async () => {
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
      `"invalid_target: resource https://mcp.example/MCP is not known here: an operator adds it with countersign resource add, spelled exactly so"`,
    )
    expect(await ask(stranger, resourceAuthorizationParameters)).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/mcp is not open to this application: an operator opens it with countersign resource change --open-to applications"`,
    )
    expect(await ask(client, { ...resourceAuthorizationParameters, scope: 'openid write' })).toMatchInlineSnapshot(
      `"invalid_scope: scope write of resource https://mcp.example/mcp is not open to this application: an operator lists it with countersign application change --resource"`,
    )
    expect(await ask(client, { ...resourceAuthorizationParameters, scope: 'openid raed' })).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/mcp needs at least one of its scopes beside it: read"`,
    )
    const strange = await ask(client, {
      ...resourceAuthorizationParameters,
      resource: 'https://mcp.example/"><b>\u202e',
    })
    expect(strange).toMatch(/^invalid_target: resource of the request is not known here/)
    // A code that was allowed for one resource gives no token of another.
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
      error_description: `resource ${secondTestResourceUri} is not among those that the person was asked for: name it in the authorization request too`,
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

  test('O15 a client that nobody registered uses what the operator opened to everyone, and nothing else', async () => {
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
    // What an operator lists for an application is the narrower word.
    const narrow = [{ resource: 'https://everyone.example/mcp', scopes: ['read'] }]
    const listed = await listAccessibleResourceServers(queries, {
      definition: { resources: narrow },
      origin: 'operator',
    })
    expect(listed.map(({ scopes }) => scopes.join(' '))).toEqual(['read write', 'read'])
  })
})

test('O15 a program without a person that has several resources has to name one, and is told which', async () => {
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
  // Only the authenticated client is told.
  const stranger = await postFormAsApplication(
    app,
    '/token',
    { ...job, secret: 'another' },
    { grant_type: 'client_credentials' },
  )
  expect(stranger.body).not.toContain(secondTestResourceUri)
})

test('O15 what is open to applications that people let in is not open to one that comes without anybody', async () => {
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

test('O15 a program without a person is told its scopes: what it may not have is left out, and without a resource or any scope nothing is given', async () => {
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
      error_description: `none of these scopes of resource ${testResourceUri} is open to this application: read`,
    })
  // It is said how the operator opens a scope that there is.
  expect(await ask({ resource, scope: 'write' })).toMatchObject({
    told: '400 invalid_scope',
    error_description: expect.stringContaining('application change --resource'),
  })
  // The only resource that is listed for it is the default (RFC 8707 §2), by the same rules as where it is named.
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
