// Token introspection (RFC 7662) by services: each sees the tokens that are for it, and no others, signed or not (THREATS O19).
import { testKeys } from '@countersign/testing/test-keys'
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { validateGroup } from '../../../groups/membership/group-definition.ts'
import { changeGroup } from '../../../groups/membership/manage-groups.ts'
import { addTestGroup } from '../../../testing/test-groups.ts'
import { addTestResource, changeTestResource, testResource } from '../../../testing/test-resources.ts'
import {
  addTestApplication,
  completeAuthorization,
  createOpenIdApp,
  exchangeCode,
  obtainTokens,
  postForm,
  decodeTokenPayload,
} from '../../../testing/test-openid.ts'
import type { TestApplication, TokenResponse } from '../../../testing/test-openid.ts'
import {
  authorizationCodeIn,
  obtainTokenFamily,
  refreshTokens,
  summarizeOAuthResponse,
} from '../../../testing/test-tokens.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { enableApplication } from '../../../store/applications/enable-application.ts'
import { changeApplication } from '../../../store/applications/change-application.ts'
import { findApplication } from '../../../store/applications/application-store.ts'

const other = 'https://other.example/api'
const asks = { scope: 'openid read', resource: testResource }
const resources = [{ resource: testResource, scopes: ['read'] }]
const inactive = { active: false }

type Introspected = Record<string, unknown> & { active: boolean }

/** Asks as a service does: the answer is never an error. */
async function introspect(
  app: Pick<TestApp, 'http'>,
  service: TestApplication,
  token: string,
  form: Record<string, string> = {},
): Promise<Introspected> {
  const answer = await postForm(app, '/introspect', service, { token, ...form })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return answer.json<Introspected>()
}

const addService = (app: TestApp, id: string, introspection: string[] | 'own', input: object = {}) =>
  addTestApplication(app, {
    id,
    kind: 'machine',
    introspection,
    ...(introspection === 'own' && { resources }),
    ...input,
  })

const addClient = (app: TestApp, id: string, input: object = {}): Promise<TestApplication> =>
  addTestApplication(app, { id, redirectUris: [`https://${id}.example/callback`], ...input })

async function tokenFor(
  app: Pick<TestApp, 'http'>,
  browser: TestBrowser,
  client: TestApplication,
  resource = testResource,
): Promise<TokenResponse> {
  const back = await completeAuthorization(browser, client, { ...asks, resource })
  return (await exchangeCode(app, client, authorizationCodeIn(back), { resource })).json<TokenResponse>()
}

async function machineToken(app: Pick<TestApp, 'http'>, machine: TestApplication): Promise<string> {
  const form = { grant_type: 'client_credentials', scope: 'read', resource: testResource }
  return (await postForm(app, '/token', machine, form)).json<TokenResponse>().access_token
}

describe('introspection', () => {
  test('O19 a service sees signed tokens for its resource with every claim, and {"active":false} for each other token', async () => {
    const app = await createOpenIdApp()
    await addTestResource(app, { openTo: 'applications' })
    await addTestResource(app, { resource: other, openTo: 'applications' })
    const [one, two] = [await addClient(app, 'one'), await addClient(app, 'two')]
    const api = await addService(app, 'api', [testResource])
    const browser = app.openBrowser()
    const mine = await tokenFor(app, browser, one)
    const claims = decodeTokenPayload(mine.access_token)
    for (const form of [{}, { token_type_hint: 'access_token' }, { token_type_hint: 'refresh_token' }])
      expect(await introspect(app, api, mine.access_token, form)).toEqual({
        ...claims,
        active: true,
        token_type: 'Bearer',
      })
    expect(claims).toMatchObject({ aud: testResource, client_id: 'one', scope: 'read', iss: 'https://sign-in.example' })
    expect((await introspect(app, api, (await tokenFor(app, browser, two)).access_token)).client_id).toBe('two')
    const hidden = {
      'a sign-in token of another application': (await obtainTokens(app, browser, one)).access_token,
      'a token for another resource': (await tokenFor(app, browser, one, other)).access_token,
      'a refresh token': (await obtainTokenFamily(app, browser, one)).refresh_token ?? '',
      'an ID token': mine.id_token,
      'no token': 'nonsense',
      'no token with dots': 'a.b.c',
      'a header alone': `${mine.access_token.split('.')[0]}.e30.`,
    }
    for (const [what, token] of Object.entries(hidden))
      expect([what, await introspect(app, api, token)]).toEqual([what, inactive])
    // Its application sees its own, of either kind.
    for (const token of [mine.access_token, hidden['a token for another resource'], hidden['a refresh token']])
      expect(await introspect(app, one, token)).toMatchObject({ active: true, client_id: 'one' })
    expect(await introspect(app, two, mine.access_token)).toEqual(inactive)
  })

  test('O19 a service sees tokens of an application that is named for it, by its audience; none that it got for a resource, nor its refresh tokens', async () => {
    const app = await createOpenIdApp()
    await addTestResource(app, { openTo: 'applications' })
    const [mail, wiki] = [await addClient(app, 'mail-program'), await addClient(app, 'wiki')]
    const imap = await addService(app, 'imap', ['application:mail-program'])
    const browser = app.openBrowser()
    const { access_token, refresh_token = '', id_token } = await obtainTokenFamily(app, browser, mail)
    expect(await introspect(app, imap, access_token)).toMatchObject({
      active: true,
      aud: 'mail-program',
      client_id: 'mail-program',
      sub: decodeTokenPayload(id_token)['sub'],
      iss: 'https://sign-in.example',
      scope: 'openid offline_access',
      token_type: 'Bearer',
    })
    expect(await introspect(app, imap, refresh_token)).toEqual(inactive)
    expect(await introspect(app, imap, (await tokenFor(app, browser, mail)).access_token)).toEqual(inactive)
    expect(await introspect(app, imap, (await obtainTokens(app, browser, wiki)).access_token)).toEqual(inactive)
    // A resource that is called like the entry of an application is none.
    await addTestResource(app, { resource: 'application:mail-program', openTo: 'applications' })
    const disguised = await tokenFor(app, browser, wiki, 'application:mail-program')
    expect(await introspect(app, imap, disguised.access_token)).toEqual(inactive)
  })

  test('O19 a signed token is over for a service once what it hangs on is: sign-out, revocation, a code used twice, withdrawal, the resource, the clock', async () => {
    const app = await createOpenIdApp()
    await addTestResource(app, { openTo: 'applications' })
    const client = await addClient(app, 'one')
    const api = await addService(app, 'api', [testResource])
    const begin = async () => {
      const browser = app.openBrowser()
      const asked = { ...asks, scope: 'openid read offline_access', prompt: 'consent' }
      const back = await completeAuthorization(browser, client, asked)
      const tokens = (
        await exchangeCode(app, client, authorizationCodeIn(back), { resource: testResource })
      ).json<TokenResponse>()
      expect(await introspect(app, api, tokens.access_token)).toMatchObject({ active: true })
      return { browser, code: authorizationCodeIn(back), ...tokens }
    }
    const isActive = async ({ access_token }: TokenResponse) => (await introspect(app, api, access_token)).active
    const kept = await begin()
    const signedOut = await begin()
    expect((await signedOut.browser.send('POST', '/api/sign-out')).statusCode).toBe(204)
    expect(await isActive(signedOut)).toBe(false)
    const revoked = await begin()
    expect(summarizeOAuthResponse(await postForm(app, '/revoke', client, { token: revoked.refresh_token ?? '' }))).toBe(
      '200',
    )
    expect(await isActive(revoked)).toBe(false)
    const reused = await begin()
    expect(summarizeOAuthResponse(await exchangeCode(app, client, reused.code, { resource: testResource }))).toBe(
      '400 invalid_grant',
    )
    expect(await isActive(reused)).toBe(false)
    // Another session of the same person and application goes on.
    expect(await isActive(kept)).toBe(true)
    await changeTestResource(app, { openTo: 'listed' })
    expect(await isActive(kept)).toBe(false)
    await changeTestResource(app, { openTo: 'applications' })
    expect(await isActive(kept)).toBe(true)
    const { items } = (await kept.browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
    expect((await kept.browser.send('DELETE', `/api/grants/${items[0]?.id}`)).statusCode).toBe(204)
    expect(await isActive(kept)).toBe(false)
    const last = await begin()
    app.pass(299_000)
    expect(await isActive(last)).toBe(true)
    app.pass(1000)
    expect(await isActive(last)).toBe(false)
  })

  test('O19 N14 the token of a program is over for a service once the program is disabled, also when it is enabled again, or may no longer use the resource', async () => {
    const app = await createOpenIdApp()
    const context = { queries: app.database.queries, random: systemRandomBytes }
    await addTestResource(app, { openTo: 'everyone' })
    const job = await addTestApplication(app, { id: 'job', kind: 'machine', resources })
    const api = await addService(app, 'api', [testResource])
    const first = await machineToken(app, job)
    expect(await introspect(app, api, first)).toMatchObject({
      active: true,
      aud: testResource,
      client_id: 'job',
      sub: 'job',
      scope: 'read',
    })
    await disableApplication(context, 'job', app.clock.now)
    expect(await introspect(app, api, first)).toEqual(inactive)
    await enableApplication(context, 'job', app.clock.now)
    expect(await introspect(app, api, first)).toEqual(inactive)
    const second = await machineToken(app, job)
    const { definition } = (await findApplication(app.database.queries, 'job'))!
    const elsewhere = [{ resource: other, scopes: ['read'] }]
    await changeApplication(context, { definition: { ...definition, resources: elsewhere } }, app.clock.now)
    expect(await introspect(app, api, second)).toEqual(inactive)
  })

  test('O19 O2 a person who lost the group of an application is lost to the services that ask, also by a service with a key', async () => {
    const app = await createOpenIdApp()
    await addTestGroup(app, 'staff', { type: 'wallets', wallets: [testKeys.alice.address] })
    await addTestResource(app, { openTo: 'applications' })
    const client = await addClient(app, 'one', { allowedGroups: ['staff'] })
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const service = await addService(app, 'api', [testResource, 'application:one'], {
      authentication: 'private_key_jwt',
      jwks: { keys: [await exportJWK(publicKey)] },
    })
    const asks = async (token: string) => {
      const assertion = { iss: service.id, sub: service.id, aud: 'https://sign-in.example', jti: crypto.randomUUID() }
      const client_assertion = await new SignJWT({ ...assertion, exp: app.clock.now / 1000 + 60 })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(privateKey)
      const answer = await postForm(app, '/introspect', null, {
        token,
        client_assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      })
      return answer.json<Introspected>().active
    }
    const browser = app.openBrowser()
    const [signed, opaque] = [await tokenFor(app, browser, client), await obtainTokens(app, browser, client)]
    expect([await asks(signed.access_token), await asks(opaque.access_token)]).toEqual([true, true])
    const rule = { type: 'wallets', wallets: [testKeys.bob.address] }
    const checked = validateGroup({ id: 'staff', name: 'Group staff', rule })
    if (checked.outcome !== 'valid') throw new Error(JSON.stringify(checked))
    await changeGroup({ queries: app.database.queries, random: systemRandomBytes }, checked.definition, app.clock.now)
    expect([await asks(signed.access_token), await asks(opaque.access_token)]).toEqual([false, false])
  })

  test('O11 O19 a service learns the user name where the person allowed it to the application, and never a display name', async () => {
    const app = await createOpenIdApp()
    const [named, shown] = [
      await addClient(app, 'named'),
      await addClient(app, 'shown', { preferredUsername: 'display-name' }),
    ]
    const imap = await addService(app, 'imap', ['application:named', 'application:shown'])
    const browser = app.openBrowser()
    await browser.signIn()
    expect((await browser.send('PATCH', '/api/person', { displayName: 'Root Admin' })).statusCode).toBeLessThan(300)
    expect((await browser.send('POST', '/api/person/user-name', { name: 'alice' })).statusCode).toBeLessThan(300)
    const of = async (client: TestApplication, scope: string, withheld: string[] = []) => {
      const back = await completeAuthorization(browser, client, { scope, prompt: 'consent' }, { withheld })
      const { access_token } = (await exchangeCode(app, client, authorizationCodeIn(back))).json<TokenResponse>()
      return [
        (await introspect(app, imap, access_token)).username,
        (await introspect(app, client, access_token)).username,
      ]
    }
    expect(await of(named, 'openid profile')).toEqual(['alice', 'alice'])
    expect(await of(named, 'openid profile', ['user_name'])).toEqual([undefined, undefined])
    expect(await of(shown, 'openid profile')).toEqual([undefined, undefined])
  })

  test('O7 O19 a token with a signature, key, algorithm, type, issuer or end of its own is none for a service', async () => {
    const app = await createOpenIdApp()
    await addTestResource(app, { openTo: 'applications' })
    const client = await addClient(app, 'one')
    const api = await addService(app, 'api', [testResource])
    const { access_token } = await tokenFor(app, app.openBrowser(), client)
    expect(await introspect(app, api, access_token)).toMatchObject({ active: true })
    const [header = '', payload = '', signature = ''] = access_token.split('.')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
    const stranger = await generateKeyPair('ES256')
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forge = (changes: object, head: object = {}): Promise<string> =>
      new SignJWT({ ...decodeTokenPayload(access_token), ...changes })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt', ...head })
        .sign(stranger.privateKey)
    const forged = [
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${encode({ ...decodeTokenPayload(access_token), scope: 'read write' })}.${signature}`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encode({ alg: 'HS256', kid, typ: 'at+jwt' })}.${payload}.${signature}`,
      `${encode({ alg: 'ES256', kid: 'none', typ: 'at+jwt' })}.${payload}.${signature}`,
      await forge({}),
      await forge({}, { jwk: await exportJWK(stranger.publicKey) }),
      await forge({}, { jku: 'https://evil.example/jwks' }),
      await forge({ iss: 'https://evil.example' }),
      // The id of a token is in it, and is no token.
      String(decodeTokenPayload(access_token)['jti']),
    ]
    for (const token of forged) {
      expect(await introspect(app, api, token)).toEqual(inactive)
      expect(await introspect(app, client, token)).toEqual(inactive)
    }
    const stolen = { url: '/userinfo', headers: { authorization: `Bearer ${forged.at(-1)}` } }
    expect(summarizeOAuthResponse(await app.http.inject(stolen))).toBe('401 invalid_token')
  })
})

test('O19 an application without a secret sees its own tokens alone, and who does not prove to be one sees none', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app, { openTo: 'applications' })
  const page = await addTestApplication(app, { id: 'page', kind: 'single-page' })
  const { access_token } = await tokenFor(app, app.openBrowser(), page)
  expect(await introspect(app, page, access_token)).toMatchObject({ active: true, aud: testResource })
  const api = await addService(app, 'api', [testResource])
  expect(
    summarizeOAuthResponse(await postForm(app, '/introspect', { id: 'api', secret: 'wrong' }, { token: access_token })),
  ).toBe('401 invalid_client')
  expect(
    summarizeOAuthResponse(await postForm(app, '/introspect', { id: 'api', secret: null }, { token: access_token })),
  ).toBe('401 invalid_client')
  expect(summarizeOAuthResponse(await postForm(app, '/introspect', api, {}))).toBe('400 invalid_request')
})

test('a refreshed token of a resource is seen by its service', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app, { openTo: 'applications' })
  const client = await addClient(app, 'one')
  const api = await addService(app, 'api', [testResource])
  const scope = 'openid read offline_access'
  const back = await completeAuthorization(app.openBrowser(), client, { ...asks, scope, prompt: 'consent' })
  const { refresh_token } = (
    await exchangeCode(app, client, authorizationCodeIn(back), { resource: testResource })
  ).json<TokenResponse>()
  const again = (await refreshTokens(app, client, refresh_token, { resource: testResource })).json<TokenResponse>()
  expect(await introspect(app, api, again.access_token)).toMatchObject({ active: true, scope: 'read' })
})

test('a service learns which key a token works with (RFC 9449 §6.2)', async () => {
  const app = await createOpenIdApp()
  await addTestResource(app)
  const job = await addTestApplication(app, { id: 'job', kind: 'machine', resources, dpopRequired: true })
  const api = await addService(app, 'api', [testResource])
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const dpop = await new SignJWT({ htu: 'https://sign-in.example/token', htm: 'POST', jti: 'once' })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .setIssuedAt()
    .sign(privateKey)
  const form = { grant_type: 'client_credentials', scope: 'read', resource: testResource }
  const { access_token } = (await postForm(app, '/token', job, form, { dpop })).json<TokenResponse>()
  expect(await introspect(app, api, access_token)).toMatchObject({
    active: true,
    token_type: 'DPoP',
    cnf: { jkt: await calculateJwkThumbprint(jwk) },
  })
})
