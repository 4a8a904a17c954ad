// Resource servers as things of their own: who may ask for their tokens, what these say, and of whom (THREATS O15).
import { testKeys } from '@countersign/testing/test-keys'
import type { FastifyBaseLogger } from 'fastify'
import { decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { testOnBothDatabases } from '../../../testing/test-databases.ts'
import { mergeInto, readPersonIdOrNobody, requestMergeUndo } from '../../../testing/test-merges.ts'
import { openSteppedUpBrowser } from '../../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'
import { addTestGroup } from '../../../testing/test-groups.ts'
import { relaxedChallengeLimits } from '../../../testing/test-passkeys.ts'
import {
  addTestApplication,
  completeAuthorization,
  createAuthorizationUrl,
  createOpenIdApp,
  exchangeCode,
  redirectLocationOf,
  interactionIdOf,
  postForm,
  decodeTokenPayload,
} from '../../../testing/test-openid.ts'
import type { TestApplication, TokenResponse } from '../../../testing/test-openid.ts'
import { addTestResource, changeTestResource, testResource } from '../../../testing/test-resources.ts'
import {
  authorizationCodeIn,
  refreshTokens,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/test-tokens.ts'
import { countResourceGrantees } from '../../../store/grants/count-resource-grantees.ts'
import { warnAboutShortTokenLifetimes } from '../../../store/resources/warn-short-token-lifetimes.ts'
import { findUsableResource, listUsableResources } from '../../../store/resources/usable-resources.ts'

const other = 'https://other.example/api'
const asks = { scope: 'openid read', resource: testResource }
const refusal = (url: string): string => {
  const { searchParams } = new URL(url)
  return `${searchParams.get('error')}: ${searchParams.get('error_description')}`
}

/** The tokens for a resource, whatever the person has to be asked for them. */
async function obtain(
  app: Pick<TestApp, 'http'>,
  browser: TestBrowser,
  application: TestApplication,
  parameters: Record<string, string> = asks,
  withheld: string[] = [],
): Promise<TokenResponse & { claims: Record<string, unknown> }> {
  const back = await completeAuthorization(browser, application, parameters, { withheld })
  const { resource = testResource } = parameters
  const tokens = (await exchangeCode(app, application, authorizationCodeIn(back), { resource })).json<TokenResponse>()
  return { ...tokens, claims: decodeTokenPayload(tokens.access_token) }
}

const addClient = (app: TestApp, id: string, input: object = {}): Promise<TestApplication> =>
  addTestApplication(app, { id, redirectUris: [`https://${id}.example/callback`], ...input })

describe('resources', () => {
  testOnBothDatabases(
    'O15 one person has one name at a resource whatever client asked, another at each other resource, and none that clients know',
    async (database) => {
      const app = await createOpenIdApp({ database })
      await addTestResource(app, { openTo: 'applications' })
      await addTestResource(app, { resource: other, openTo: 'applications' })
      const clients = [
        await addClient(app, 'one'),
        await addClient(app, 'two'),
        await addClient(app, 'three', { subjectType: 'public' }),
      ]
      const browser = app.openBrowser()
      const [at, elsewhere, clientsOwn] = [new Set(), new Set(), new Set()]
      for (const client of clients) {
        const tokens = await obtain(app, browser, client)
        expect(tokens.claims).toMatchObject({ aud: testResource, scope: 'read', client_id: client.id })
        at.add(tokens.claims['sub'])
        elsewhere.add((await obtain(app, browser, client, { ...asks, resource: other })).claims['sub'])
        clientsOwn.add(decodeTokenPayload(tokens.id_token)['sub'])
      }
      expect([at.size, elsewhere.size, clientsOwn.size]).toEqual([1, 1, 3])
      expect(new Set([...at, ...elsewhere, ...clientsOwn, await readPersonIdOrNobody(browser)]).size).toBe(5)
      // A token of a resource is no key to what this server itself tells.
      const { access_token } = await obtain(app, browser, clients[0] as TestApplication)
      expect(summarizeOAuthResponse(await requestUserinfo(app, access_token))).toBe('401 invalid_token')
      expect(
        (await postForm(app, '/introspect', clients[0] as TestApplication, { token: access_token })).json(),
      ).toMatchObject({ active: true, aud: testResource })
    },
  )

  testOnBothDatabases(
    'O15 a resource that applications have named keeps the names of its clients until the operator switches it',
    async (database) => {
      const app = await createOpenIdApp({ database })
      const listed = [{ resource: testResource, scopes: ['read'] }]
      const clients = [
        await addClient(app, 'one', { resources: listed }),
        await addClient(app, 'two', { resources: listed }),
      ]
      const browser = app.openBrowser()
      const subjects = async () => {
        const found = []
        for (const client of clients) {
          const { claims, id_token } = await obtain(app, browser, client)
          found.push([claims['sub'], decodeTokenPayload(id_token)['sub']])
        }
        return found
      }
      const before = await subjects()
      expect(before.every(([token, id]) => token === id)).toBe(true)
      expect(await countResourceGrantees(app.database.queries, testResource)).toBe(1)
      expect(await countResourceGrantees(app.database.queries, 'https://mcp.example/')).toBe(0)
      await changeTestResource(app, {})
      const after = await subjects()
      expect(new Set(after.map(([token]) => token)).size).toBe(1)
      expect(after.map(([, id]) => id)).toEqual(before.map(([, id]) => id))
      // And back: each is who they were.
      await changeTestResource(app, { subjects: 'by-application' })
      expect(await subjects()).toEqual(before)
    },
  )

  testOnBothDatabases(
    'O7 tokens of a resource have the type that it asks for, and both types can be introspected',
    async (database) => {
      const app = await createOpenIdApp({ database })
      const application = await addClient(app, 'one', { resources: [{ resource: testResource, scopes: ['read'] }] })
      const browser = app.openBrowser()
      const obtained: string[] = []
      for (const tokenType of ['at+jwt', 'JWT'] as const) {
        await changeTestResource(app, { tokenType })
        const { access_token } = await obtain(app, browser, application)
        expect(decodeProtectedHeader(access_token).typ).toBe(tokenType)
        obtained.push(access_token)
      }
      for (const token of obtained)
        expect((await postForm(app, '/introspect', application, { token })).json()).toMatchObject({ active: true })
      const { id_token } = await obtain(app, browser, application)
      expect((await postForm(app, '/introspect', application, { token: id_token })).json()).toEqual({ active: false })
      expect(summarizeOAuthResponse(await requestUserinfo(app, obtained[1] ?? ''))).toBe('401 invalid_token')
    },
  )

  test('O15 a machine gets tokens of the type of its resource', async () => {
    const app = await createOpenIdApp()
    await addTestResource(app, { tokenType: 'JWT' })
    const machine = await addTestApplication(app, {
      id: 'machine',
      kind: 'machine',
      resources: [{ resource: testResource, scopes: ['read'] }],
    })
    const answer = await postForm(app, '/token', machine, { grant_type: 'client_credentials', scope: 'read' })
    expect(decodeProtectedHeader(answer.json<TokenResponse>().access_token).typ).toBe('JWT')
  })

  testOnBothDatabases(
    'a life of tokens that is too short by now counts as the shortest, and the start says so',
    async (database) => {
      const app = await createOpenIdApp({ database })
      await addTestResource(app, { openTo: 'applications', tokenLifeSeconds: 120 })
      await app.database.queries
        .updateTable('resources')
        .set(({ fn, val }) => ({ definition: fn('replace', ['definition', val(':120'), val(':60')]) }))
        .execute()
      const { claims } = await obtain(app, app.openBrowser(), await addClient(app, 'one'))
      expect(Number(claims['exp']) - Number(claims['iat'])).toBe(120)
      const said: unknown[] = []
      const warn = (details: object): void => void said.push(details)
      await warnAboutShortTokenLifetimes(app.database.queries, { warn } as unknown as FastifyBaseLogger)
      expect(said).toEqual([expect.objectContaining({ resource: testResource, tokenLifeSeconds: 60 })])
      await changeTestResource(app, { openTo: 'applications', tokenLifeSeconds: 121 })
      await warnAboutShortTokenLifetimes(app.database.queries, { warn } as unknown as FastifyBaseLogger)
      expect(said).toHaveLength(1)
    },
  )

  test('O15 what is not open to an application is refused, by name and with what to do; what is closed later is in no token', async () => {
    const app = await createOpenIdApp()
    await addTestResource(app)
    const client = await addClient(app, 'one', {
      resources: [{ resource: testResource, scopes: ['read'] }],
      grantTypes: ['authorization_code', 'refresh_token'],
    })
    const stranger = await addClient(app, 'two')
    const browser = app.openBrowser()
    const ask = async (application: TestApplication, parameters: Record<string, string>) =>
      refusal(redirectLocationOf(await browser.send('GET', createAuthorizationUrl(application, parameters))))
    expect(await ask(client, { ...asks, resource: 'https://mcp.example/MCP' })).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/MCP is not known here: an operator adds it with countersign resource add, spelled exactly so"`,
    )
    expect(await ask(stranger, asks)).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/mcp is not open to this application: an operator opens it with countersign resource change --open-to applications"`,
    )
    expect(await ask(client, { ...asks, scope: 'openid write' })).toMatchInlineSnapshot(
      `"invalid_scope: scope write of resource https://mcp.example/mcp is not open to this application: an operator lists it with countersign application change --resource"`,
    )
    expect(await ask(client, { ...asks, scope: 'openid raed' })).toMatchInlineSnapshot(
      `"invalid_target: resource https://mcp.example/mcp needs at least one of its scopes beside it: read"`,
    )
    const strange = await ask(client, { ...asks, resource: 'https://mcp.example/"><b>\u202e' })
    expect(strange).toMatch(/^invalid_target: resource of the request is not known here/)
    // A code that was allowed for one resource gives no token of another.
    await addTestResource(app, { resource: other, openTo: 'everyone' })
    const back = await completeAuthorization(browser, client, {
      ...asks,
      scope: 'openid read offline_access',
      prompt: 'consent',
    })
    const elsewhere = await exchangeCode(app, client, authorizationCodeIn(back), { resource: other })
    expect(elsewhere.json()).toMatchObject({
      error: 'invalid_target',
      error_description: `resource ${other} is not among those that the person was asked for: name it in the authorization request too`,
    })
    const again = await completeAuthorization(browser, client, {
      ...asks,
      scope: 'openid read offline_access',
      prompt: 'consent',
    })
    const { refresh_token } = (
      await exchangeCode(app, client, authorizationCodeIn(again), { resource: testResource })
    ).json<TokenResponse>()
    await changeTestResource(app, { scopes: [{ scope: 'write', description: null }] })
    const after = (await refreshTokens(app, client, refresh_token, { resource: testResource })).json<
      Partial<TokenResponse>
    >()
    expect(decodeTokenPayload(after.access_token ?? '')['scope']).toBeUndefined()
  })

  test('O15 a client that nobody registered uses what the operator opened to everyone, and nothing else', async () => {
    const app = await createOpenIdApp()
    const { queries } = app.database
    const user = { definition: { resources: [] }, origin: 'metadata-document' }
    const outcomes = []
    for (const openTo of ['listed', 'applications', 'everyone'] as const) {
      const resource = `https://${openTo}.example/mcp`
      await addTestResource(app, { resource, openTo })
      outcomes.push([
        openTo,
        (await findUsableResource(queries, user, resource)).outcome,
        (await findUsableResource(queries, { ...user, origin: 'registration' }, resource)).outcome,
      ])
    }
    expect(outcomes).toEqual([
      ['listed', 'not-allowed', 'not-allowed'],
      ['applications', 'not-allowed', 'usable'],
      ['everyone', 'usable', 'usable'],
    ])
    expect((await listUsableResources(queries, user)).map(({ definition }) => definition.resource)).toEqual([
      'https://everyone.example/mcp',
    ])
    // What an operator lists for an application is the narrower word.
    const narrow = [{ resource: 'https://everyone.example/mcp', scopes: ['read'] }]
    const listed = await listUsableResources(queries, { definition: { resources: narrow }, origin: 'operator' })
    expect(listed.map(({ scopes }) => scopes.join(' '))).toEqual(['read write', 'read'])
  })

  testOnBothDatabases(
    'O15 O11 a token tells wallet and groups only where the resource may know and the person said yes',
    async (database) => {
      const app = await createOpenIdApp({ database })
      await addTestGroup(app, 'friends', { type: 'wallets', wallets: [testKeys.alice.address] })
      await addTestResource(app, { openTo: 'applications' })
      // It may not ask for groups itself: what the resource is told is the resource's.
      const client = await addClient(app, 'one', { scopes: ['openid', 'wallet', 'offline_access'] })
      const browser = app.openBrowser()
      const none = await obtain(app, browser, client, { ...asks, scope: 'openid wallet read' })
      expect(Object.keys(none.claims)).not.toContain('wallet')
      // The resource comes to know more: the person is asked, though everything else was allowed before.
      await changeTestResource(app, { openTo: 'applications', claims: ['wallet', 'groups'] })
      const interaction = interactionIdOf(await browser.send('GET', createAuthorizationUrl(client, asks)))
      const asked = (await browser.send('GET', `/api/interactions/${interaction}`)).json<{
        items: { scope: string }[]
        resources: object[]
        groups: string[]
      }>()
      expect(asked.items.map(({ scope }) => scope)).toEqual(['openid', 'wallet', 'groups'])
      expect(asked.groups).toEqual(['Group friends (friends)'])
      expect(asked.resources).toEqual([
        {
          resource: testResource,
          scopes: ['read'],
          name: 'mcp.example/mcp',
          descriptions: [{ scope: 'read', description: 'Read your notes' }],
          claims: ['wallet', 'groups'],
        },
      ])
      const withheld = await obtain(app, browser, client, asks, ['wallet'])
      expect(withheld.claims).toMatchObject({ groups: ['friends'] })
      expect(Object.keys(withheld.claims)).not.toContain('wallet')
      // Not asked a second time, and told once it is allowed.
      const url = redirectLocationOf(await browser.send('GET', createAuthorizationUrl(client, asks)))
      expect(url).toMatch(/^https:\/\/one\.example\/callback\?code=/)
      const both = await obtain(app, browser, client, { ...asks, prompt: 'consent' })
      expect(both.claims).toMatchObject({ wallet: `eip155:1:${testKeys.alice.address}`, groups: ['friends'] })
      // Looked at anew with each refresh: what is withheld since is in no later token.
      const lasting = { ...asks, scope: 'openid read offline_access', prompt: 'consent' }
      const family = await obtain(app, browser, client, lasting)
      const again = (
        await refreshTokens(app, client, family.refresh_token, { resource: testResource })
      ).json<TokenResponse>()
      expect(decodeTokenPayload(again.access_token)).toMatchObject({ groups: ['friends'], sub: both.claims['sub'] })
      await obtain(app, browser, client, { ...asks, prompt: 'consent' }, ['groups'])
      const later = (
        await refreshTokens(app, client, again.refresh_token, { resource: testResource })
      ).json<TokenResponse>()
      expect(Object.keys(decodeTokenPayload(later.access_token))).not.toContain('groups')
      // The application is known to have learned it: it carries the token.
      const grants = (await browser.send('GET', '/api/grants')).json<{ items: { learned: { scope: string }[] }[] }>()
      expect(grants.items[0]?.learned.map(({ scope }) => scope)).toEqual(expect.arrayContaining(['wallet', 'groups']))
    },
  )

  testOnBothDatabases(
    'O15 a name at a resource goes along in a merge, comes back when it is undone, and goes with an erased person',
    async (database) => {
      const app = await createOpenIdApp({ database, environment: relaxedChallengeLimits })
      await addTestResource(app, { openTo: 'applications' })
      const client = await addClient(app, 'one')
      const [bob, alice] = [
        await openSteppedUpBrowser(app, testKeys.bob),
        await openSteppedUpBrowser(app, testKeys.alice),
      ]
      const ofBob = (await obtain(app, bob, client)).claims['sub']
      const merged = await mergeInto(alice, testKeys.bob)
      expect((await obtain(app, alice, client)).claims['sub']).toBe(ofBob)
      expect((await requestMergeUndo(alice, merged)).statusCode).toBe(200)
      const back = await openSteppedUpBrowser(app, testKeys.bob)
      expect((await obtain(app, back, client)).claims['sub']).toBe(ofBob)
      expect((await obtain(app, alice, client)).claims['sub']).not.toBe(ofBob)
      const exported = (await back.send('GET', '/api/export')).json<{
        subjects: { sector: string; subject: string }[]
      }>()
      expect(exported.subjects).toContainEqual(
        expect.objectContaining({ sector: `resource:${testResource}`, subject: ofBob }),
      )
      expect((await back.send('DELETE', '/api/person')).statusCode).toBe(204)
      const left = await app.database.queries
        .selectFrom('subjects')
        .select('subject')
        .where('subject', '=', String(ofBob))
        .execute()
      expect(left).toEqual([])
    },
  )
})

test('O15 a resource without scopes is asked for as a whole, and is in no token before', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app, { openTo: 'applications', scopes: [] })
  const client = await addClient(app, 'one')
  const browser = app.openBrowser()
  await completeAuthorization(browser, client)
  const plain = { ...asks, scope: undefined, nonce: undefined }
  const silent = createAuthorizationUrl(client, { ...plain, prompt: 'none' })
  expect(new URL(redirectLocationOf(await browser.send('GET', silent))).searchParams.get('error')).toBe(
    'consent_required',
  )
  const interaction = interactionIdOf(await browser.send('GET', createAuthorizationUrl(client, plain)))
  const asked = (await browser.send('GET', `/api/interactions/${interaction}`)).json<{ resources: object[] }>()
  expect(asked.resources).toMatchObject([{ resource: testResource, scopes: [] }])
  const back = await completeAuthorization(browser, client, plain)
  const answer = await exchangeCode(app, client, authorizationCodeIn(back), { resource: testResource })
  const claims = decodeTokenPayload(answer.json<TokenResponse>().access_token)
  expect([claims['aud'], claims['scope']]).toEqual([testResource, undefined])
  // Once is enough.
  expect(redirectLocationOf(await browser.send('GET', silent))).toContain('code=')
})

test('tokens live and are signed as the resource wants it, and a machine is itself there', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app, { openTo: 'applications', tokenLifeSeconds: 3000 })
  const client = await addClient(app, 'one')
  const { claims, expires_in } = await obtain(app, app.openBrowser(), client)
  expect(expires_in).toBe(3000)
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3000)
  const resources = [{ resource: testResource, scopes: ['read'] }]
  const machine = await addTestApplication(app, { id: 'job', kind: 'machine', resources })
  const form = { grant_type: 'client_credentials', scope: 'read', resource: testResource }
  const own = decodeTokenPayload((await postForm(app, '/token', machine, form)).json<TokenResponse>().access_token)
  expect(own).toMatchObject({ sub: 'job', client_id: 'job', aud: testResource, scope: 'read' })
})

test('O15 a program without a person that has several resources has to name one, and is told which', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app)
  await addTestResource(app, { resource: other })
  const job = await addTestApplication(app, {
    id: 'job',
    kind: 'machine',
    resources: [
      { resource: testResource, scopes: ['read'] },
      { resource: other, scopes: ['read'] },
    ],
  })
  const reason = `resource is missing: send resource=${testResource} or resource=${other}`
  for (const form of [{}, { scope: 'read' }]) {
    const answer = await postForm(app, '/token', job, { grant_type: 'client_credentials', ...form })
    expect(summarizeOAuthResponse(answer)).toBe('400 invalid_target')
    expect(answer.json()).toMatchObject({ error_description: reason })
  }
  expect(app.log.filter((line) => line.includes(reason))).toHaveLength(2)
  // Only the authenticated client is told.
  const stranger = await postForm(app, '/token', { ...job, secret: 'another' }, { grant_type: 'client_credentials' })
  expect(stranger.body).not.toContain(other)
})

test('O15 what is open to applications that people let in is not open to one that comes without anybody', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app, { openTo: 'everyone' })
  const client = await addClient(app, 'one', {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  expect((await obtain(app, app.openBrowser(), client)).claims).toMatchObject({ aud: testResource, scope: 'read' })
  const form = { grant_type: 'client_credentials', scope: 'read write', resource: testResource }
  const answer = await postForm(app, '/token', client, form)
  expect(summarizeOAuthResponse(answer)).toBe('400 invalid_target')
  expect(answer.json()).toMatchObject({ error_description: expect.stringContaining('application change --resource') })
})

test('O15 a program without a person is told its scopes: what it may not have is left out, and without a resource or any scope nothing is given', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app)
  await addTestResource(app, { resource: other, openTo: 'everyone' })
  const job = await addTestApplication(app, {
    id: 'job',
    kind: 'machine',
    resources: [{ resource: testResource, scopes: ['read'] }],
  })
  const ask = async (form: Record<string, string>) => {
    const answer = await postForm(app, '/token', job, { grant_type: 'client_credentials', ...form })
    const { access_token, scope, error_description } = answer.json<
      Partial<TokenResponse> & { error_description?: string }
    >()
    const inToken = access_token === undefined ? undefined : decodeTokenPayload(access_token)['scope']
    return { told: summarizeOAuthResponse(answer), scope, inToken, error_description }
  }
  const resource = testResource
  expect(await ask({ resource, scope: 'read' })).toMatchObject({ told: '200', scope: 'read', inToken: 'read' })
  for (const scope of ['nonsense read', 'read write', 'openid read profile'])
    expect(await ask({ resource, scope })).toMatchObject({ told: '200', scope: 'read', inToken: 'read' })
  for (const scope of ['nonsense', 'openid', 'nonsense openid'])
    expect(await ask({ resource, scope })).toMatchObject({
      told: '400 invalid_scope',
      error_description: `none of these scopes of resource ${testResource} is open to this application: read`,
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
  const answer = await postForm(app, '/token', job, { grant_type: 'client_credentials' })
  expect(decodeTokenPayload(answer.json<TokenResponse>().access_token)).toMatchObject({
    aud: testResource,
    client_id: 'job',
  })
  expect((await ask({ scope: 'openid' })).told).toBe('400 invalid_scope')
  const web = await addClient(app, 'one', { grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'] })
  expect(summarizeOAuthResponse(await postForm(app, '/token', web, { grant_type: 'client_credentials' }))).toBe(
    '400 invalid_target',
  )
})
