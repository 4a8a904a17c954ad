// Resource servers: who may request their tokens, and what the tokens contain (THREATS O15).
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { FastifyBaseLogger } from 'fastify'
import { decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import { addTestGroup } from '../../../testing/group-and-token-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  addTestResource,
  changeTestResourceDefinition,
  testResourceUri,
} from '../../../testing/oauth-resource-fixtures.ts'
import {
  getAuthorizationCodeFromRedirect,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'
import { warnAboutShortTokenLifetimes } from '../../../store/resources/warn-short-token-lifetimes.ts'
import {
  addResourceClient,
  obtainResourceTokens,
  resourceAuthorizationParameters,
} from '../../../testing/resource-token-test-steps.ts'

describe('resource tokens', () => {
  testOnBothDatabases('O7: have the configured token type, and both types can be introspected', async (database) => {
    const app = await createOidcTestServer({ database })
    const application = await addResourceClient(app, 'one', {
      resources: [{ resource: testResourceUri, scopes: ['read'] }],
    })
    const browser = app.openBrowser()
    const obtained: string[] = []
    for (const tokenType of ['at+jwt', 'JWT'] as const) {
      await changeTestResourceDefinition(app, { tokenType })
      const { access_token } = await obtainResourceTokens(app, browser, application)
      expect(decodeProtectedHeader(access_token).typ).toBe(tokenType)
      obtained.push(access_token)
    }
    for (const token of obtained)
      expect((await postFormAsApplication(app, '/introspect', application, { token })).json()).toMatchObject({
        active: true,
      })
    const { id_token } = await obtainResourceTokens(app, browser, application)
    expect((await postFormAsApplication(app, '/introspect', application, { token: id_token })).json()).toEqual({
      active: false,
    })
    expect(summarizeOAuthResponse(await requestUserinfo(app, obtained[1] ?? ''))).toBe('401 invalid_token')
  })

  test('O15: a machine gets tokens of the type configured for the resource', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app, { tokenType: 'JWT' })
    const machine = await addTestClientApplication(app, {
      id: 'machine',
      kind: 'machine',
      resources: [{ resource: testResourceUri, scopes: ['read'] }],
    })
    const answer = await postFormAsApplication(app, '/token', machine, {
      grant_type: 'client_credentials',
      scope: 'read',
    })
    expect(decodeProtectedHeader(answer.json<TokenResponse>().access_token).typ).toBe('JWT')
  })

  testOnBothDatabases(
    'a stored lifetime below the minimum is raised to it, with a warning at startup',
    async (database) => {
      const app = await createOidcTestServer({ database })
      await addTestResource(app, { openTo: 'applications', tokenLifetimeSeconds: 120 })
      await app.database.queries
        .updateTable('resources')
        .set(({ fn, val }) => ({ definition: fn('replace', ['definition', val(':120'), val(':60')]) }))
        .execute()
      const { claims } = await obtainResourceTokens(app, app.openBrowser(), await addResourceClient(app, 'one'))
      expect(Number(claims['exp']) - Number(claims['iat'])).toBe(120)
      const said: unknown[] = []
      const warn = (details: object): void => void said.push(details)
      await warnAboutShortTokenLifetimes(app.database.queries, { warn } as unknown as FastifyBaseLogger)
      expect(said).toEqual([expect.objectContaining({ resource: testResourceUri, tokenLifetimeSeconds: 60 })])
      await changeTestResourceDefinition(app, { openTo: 'applications', tokenLifetimeSeconds: 121 })
      await warnAboutShortTokenLifetimes(app.database.queries, { warn } as unknown as FastifyBaseLogger)
      expect(said).toHaveLength(1)
    },
  )

  testOnBothDatabases(
    'O15 O11: contain wallet and groups only if the resource may have them and the person agrees',
    async (database) => {
      const app = await createOidcTestServer({ database })
      await addTestGroup(app, 'friends', { type: 'wallets', wallets: [ethereumTestKeys.alice.address] })
      await addTestResource(app, { openTo: 'applications' })
      // The application itself may not request groups, but the resource gets them.
      const client = await addResourceClient(app, 'one', { scopes: ['openid', 'wallet', 'offline_access'] })
      const browser = app.openBrowser()
      const none = await obtainResourceTokens(app, browser, client, {
        ...resourceAuthorizationParameters,
        scope: 'openid wallet read',
      })
      expect(Object.keys(none.claims)).not.toContain('wallet')
      expect(Object.keys(none.claims)).not.toContain('wallet_kind')
      await changeTestResourceDefinition(app, { openTo: 'applications', claims: ['wallet', 'groups'] })
      const interaction = getInteractionIdFromRedirect(
        await browser.send('GET', createAuthorizationUrl(client, resourceAuthorizationParameters)),
      )
      const asked = (await browser.send('GET', `/api/interactions/${interaction}`)).json<{
        items: { scope: string }[]
        resources: object[]
        groups: string[]
      }>()
      expect(asked.items.map(({ scope }) => scope)).toEqual(['openid', 'wallet', 'groups'])
      expect(asked.groups).toEqual(['Group friends (friends)'])
      expect(asked.resources).toEqual([
        {
          resource: testResourceUri,
          scopes: ['read'],
          name: 'mcp.example/mcp',
          descriptions: [{ scope: 'read', description: 'Read your notes' }],
          claims: ['wallet', 'groups'],
        },
      ])
      const withheld = await obtainResourceTokens(app, browser, client, resourceAuthorizationParameters, ['wallet'])
      expect(withheld.claims).toMatchObject({ groups: ['friends'] })
      expect(Object.keys(withheld.claims)).not.toContain('wallet')
      const url = getRedirectLocation(
        await browser.send('GET', createAuthorizationUrl(client, resourceAuthorizationParameters)),
      )
      expect(url).toMatch(/^https:\/\/one\.example\/callback\?code=/)
      const both = await obtainResourceTokens(app, browser, client, {
        ...resourceAuthorizationParameters,
        prompt: 'consent',
      })
      expect(both.claims).toMatchObject({
        wallet: `eip155:1:${ethereumTestKeys.alice.address}`,
        wallet_kind: 'key',
        groups: ['friends'],
      })
      const lasting = { ...resourceAuthorizationParameters, scope: 'openid read offline_access', prompt: 'consent' }
      const family = await obtainResourceTokens(app, browser, client, lasting)
      const again = (
        await sendRefreshTokenRequest(app, client, family.refresh_token, { resource: testResourceUri })
      ).json<TokenResponse>()
      expect(decodeTokenPayload(again.access_token)).toMatchObject({ groups: ['friends'], sub: both.claims['sub'] })
      await obtainResourceTokens(app, browser, client, { ...resourceAuthorizationParameters, prompt: 'consent' }, [
        'groups',
      ])
      const later = (
        await sendRefreshTokenRequest(app, client, again.refresh_token, { resource: testResourceUri })
      ).json<TokenResponse>()
      expect(Object.keys(decodeTokenPayload(later.access_token))).not.toContain('groups')
      // The application can read the token, so its disclosures include the claims.
      const grants = (await browser.send('GET', '/api/grants')).json<{
        items: { disclosures: { scope: string }[] }[]
      }>()
      expect(grants.items[0]?.disclosures.map(({ scope }) => scope)).toEqual(
        expect.arrayContaining(['wallet', 'groups']),
      )
    },
  )
})

test('O15: a resource without scopes needs consent as a whole', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app, { openTo: 'applications', scopes: [] })
  const client = await addResourceClient(app, 'one')
  const browser = app.openBrowser()
  await runOidcAuthorizationUntilCallback(browser, client)
  const plain = { ...resourceAuthorizationParameters, scope: undefined, nonce: undefined }
  const silent = createAuthorizationUrl(client, { ...plain, prompt: 'none' })
  expect(new URL(getRedirectLocation(await browser.send('GET', silent))).searchParams.get('error')).toBe(
    'consent_required',
  )
  const interaction = getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(client, plain)))
  const asked = (await browser.send('GET', `/api/interactions/${interaction}`)).json<{ resources: object[] }>()
  expect(asked.resources).toMatchObject([{ resource: testResourceUri, scopes: [] }])
  const back = await runOidcAuthorizationUntilCallback(browser, client, plain)
  const answer = await exchangeCodeAsApplication(app, client, getAuthorizationCodeFromRedirect(back), {
    resource: testResourceUri,
  })
  const claims = decodeTokenPayload(answer.json<TokenResponse>().access_token)
  expect([claims['aud'], claims['scope']]).toEqual([testResourceUri, undefined])
  expect(getRedirectLocation(await browser.send('GET', silent))).toContain('code=')
})

test('resource tokens have the configured lifetime, and a machine is its own subject', async () => {
  const app = await createOidcTestServer()
  await addTestResource(app, { openTo: 'applications', tokenLifetimeSeconds: 3000 })
  const client = await addResourceClient(app, 'one')
  const { claims, expires_in } = await obtainResourceTokens(app, app.openBrowser(), client)
  expect(expires_in).toBe(3000)
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3000)
  const resources = [{ resource: testResourceUri, scopes: ['read'] }]
  const machine = await addTestClientApplication(app, { id: 'job', kind: 'machine', resources })
  const form = { grant_type: 'client_credentials', scope: 'read', resource: testResourceUri }
  const own = decodeTokenPayload(
    (await postFormAsApplication(app, '/token', machine, form)).json<TokenResponse>().access_token,
  )
  expect(own).toMatchObject({ sub: 'job', client_id: 'job', aud: testResourceUri, scope: 'read' })
})
