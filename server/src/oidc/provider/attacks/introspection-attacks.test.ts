// Introspection (RFC 7662) by services, of opaque and signed tokens (THREATS O19).
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { validateGroupDefinition } from '../../../groups/membership/validate-group-definition.ts'
import { changeGroupDefinition } from '../../../groups/membership/manage-groups.ts'
import { addTestGroup } from '../../../testing/group-and-token-fixtures.ts'
import {
  addTestResource,
  changeTestResourceDefinition,
  testResourceUri,
} from '../../../testing/oauth-resource-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  obtainTokens,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import type { TestServer } from '../../../testing/countersign-test-server.ts'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { enableApplication } from '../../../store/applications/enable-application.ts'
import { changeApplicationDefinition } from '../../../store/applications/change-application-definition.ts'
import { findApplicationById } from '../../../store/applications/application-store.ts'
import {
  addResourceReadingApplication,
  addIntrospectingMachineApplication,
  introspectionAuthorizationParameters,
  introspectToken,
  testResourceReadAccess,
  inactiveIntrospectionResponse,
  unrelatedResourceUri,
  obtainResourceAccessToken,
} from '../../../testing/token-introspection-test-steps.ts'
import type { IntrospectionResponse } from '../../../testing/token-introspection-test-steps.ts'

async function obtainMachineToken(app: Pick<TestServer, 'http'>, machine: TestClientApplication): Promise<string> {
  const form = { grant_type: 'client_credentials', scope: 'read', resource: testResourceUri }
  return (await postFormAsApplication(app, '/token', machine, form)).json<TokenResponse>().access_token
}

describe('introspection', () => {
  test('O19: a signed token becomes inactive on sign-out, revocation, code reuse, or expiry', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app, { openTo: 'applications' })
    const client = await addResourceReadingApplication(app, 'one')
    const api = await addIntrospectingMachineApplication(app, 'api', [testResourceUri])
    const obtainTokensInNewBrowser = async () => {
      const browser = app.openBrowser()
      const asked = { ...introspectionAuthorizationParameters, scope: 'openid read offline_access', prompt: 'consent' }
      const back = await runOidcAuthorizationUntilCallback(browser, client, asked)
      const tokens = (
        await exchangeCodeAsApplication(app, client, getAuthorizationCodeFromRedirect(back), {
          resource: testResourceUri,
        })
      ).json<TokenResponse>()
      expect(await introspectToken(app, api, tokens.access_token)).toMatchObject({ active: true })
      return { browser, code: getAuthorizationCodeFromRedirect(back), ...tokens }
    }
    const isActive = async ({ access_token }: TokenResponse) => (await introspectToken(app, api, access_token)).active
    const kept = await obtainTokensInNewBrowser()
    const signedOut = await obtainTokensInNewBrowser()
    expect((await signedOut.browser.send('POST', '/api/sign-out')).statusCode).toBe(204)
    expect(await isActive(signedOut)).toBe(false)
    const revoked = await obtainTokensInNewBrowser()
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(app, '/revoke', client, { token: revoked.refresh_token ?? '' }),
      ),
    ).toBe('200')
    expect(await isActive(revoked)).toBe(false)
    const reused = await obtainTokensInNewBrowser()
    expect(
      summarizeOAuthResponse(await exchangeCodeAsApplication(app, client, reused.code, { resource: testResourceUri })),
    ).toBe('400 invalid_grant')
    expect(await isActive(reused)).toBe(false)
    expect(await isActive(kept)).toBe(true)
    await changeTestResourceDefinition(app, { openTo: 'listed' })
    expect(await isActive(kept)).toBe(false)
    await changeTestResourceDefinition(app, { openTo: 'applications' })
    expect(await isActive(kept)).toBe(true)
    const { items } = (await kept.browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
    expect((await kept.browser.send('DELETE', `/api/grants/${items[0]?.id}`)).statusCode).toBe(204)
    expect(await isActive(kept)).toBe(false)
    const last = await obtainTokensInNewBrowser()
    app.pass(299_000)
    expect(await isActive(last)).toBe(true)
    app.pass(1000)
    expect(await isActive(last)).toBe(false)
  })

  test('O19 N14: a machine token is inactive after its client is disabled or loses the resource', async () => {
    const app = await createOidcTestServer()
    const context = { queries: app.database.queries, random: systemRandomBytes }
    await addTestResource(app, { openTo: 'everyone' })
    const job = await addTestClientApplication(app, { id: 'job', kind: 'machine', resources: testResourceReadAccess })
    const api = await addIntrospectingMachineApplication(app, 'api', [testResourceUri])
    const first = await obtainMachineToken(app, job)
    expect(await introspectToken(app, api, first)).toMatchObject({
      active: true,
      aud: testResourceUri,
      client_id: 'job',
      sub: 'job',
      scope: 'read',
    })
    await disableApplication(context, 'job', app.clock.now)
    expect(await introspectToken(app, api, first)).toEqual(inactiveIntrospectionResponse)
    await enableApplication(context, 'job', app.clock.now)
    expect(await introspectToken(app, api, first)).toEqual(inactiveIntrospectionResponse)
    const second = await obtainMachineToken(app, job)
    const { definition } = (await findApplicationById(app.database.queries, 'job'))!
    const elsewhere = [{ resource: unrelatedResourceUri, scopes: ['read'] }]
    await changeApplicationDefinition(context, { definition: { ...definition, resources: elsewhere } }, app.clock.now)
    expect(await introspectToken(app, api, second)).toEqual(inactiveIntrospectionResponse)
  })

  test('O19 O2: tokens of a person who lost the required group are inactive', async () => {
    const app = await createOidcTestServer()
    await addTestGroup(app, 'staff', { type: 'wallets', wallets: [ethereumTestKeys.alice.address] })
    await addTestResource(app, { openTo: 'applications' })
    const client = await addResourceReadingApplication(app, 'one', { allowedGroups: ['staff'] })
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const service = await addIntrospectingMachineApplication(app, 'api', [testResourceUri, 'application:one'], {
      authentication: 'private_key_jwt',
      jwks: { keys: [await exportJWK(publicKey)] },
    })
    const asks = async (token: string) => {
      const assertion = { iss: service.id, sub: service.id, aud: 'https://sign-in.example', jti: crypto.randomUUID() }
      const client_assertion = await new SignJWT({ ...assertion, exp: app.clock.now / 1000 + 60 })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(privateKey)
      const answer = await postFormAsApplication(app, '/introspect', null, {
        token,
        client_assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      })
      return answer.json<IntrospectionResponse>().active
    }
    const browser = app.openBrowser()
    const [signed, opaque] = [
      await obtainResourceAccessToken(app, browser, client),
      await obtainTokens(app, browser, client),
    ]
    expect([await asks(signed.access_token), await asks(opaque.access_token)]).toEqual([true, true])
    const rule = { type: 'wallets', wallets: [ethereumTestKeys.bob.address] }
    const checked = validateGroupDefinition({ id: 'staff', name: 'Group staff', rule })
    if (checked.outcome !== 'valid') throw new Error(JSON.stringify(checked))
    await changeGroupDefinition(
      { queries: app.database.queries, random: systemRandomBytes },
      checked.definition,
      app.clock.now,
    )
    expect([await asks(signed.access_token), await asks(opaque.access_token)]).toEqual([false, false])
  })

  test('O11 O19: discloses the username only if shared with the application, never a display name', async () => {
    const app = await createOidcTestServer()
    const [named, shown] = [
      await addResourceReadingApplication(app, 'named'),
      await addResourceReadingApplication(app, 'shown', { preferredUsername: 'display-name' }),
    ]
    const imap = await addIntrospectingMachineApplication(app, 'imap', ['application:named', 'application:shown'])
    const browser = app.openBrowser()
    await browser.signIn()
    expect((await browser.send('PATCH', '/api/person', { displayName: 'Root Admin' })).statusCode).toBeLessThan(300)
    expect((await browser.send('POST', '/api/person/username', { name: 'alice' })).statusCode).toBeLessThan(300)
    const of = async (client: TestClientApplication, scope: string, withheld: string[] = []) => {
      const back = await runOidcAuthorizationUntilCallback(browser, client, { scope, prompt: 'consent' }, { withheld })
      const { access_token } = (
        await exchangeCodeAsApplication(app, client, getAuthorizationCodeFromRedirect(back))
      ).json<TokenResponse>()
      return [
        (await introspectToken(app, imap, access_token)).username,
        (await introspectToken(app, client, access_token)).username,
      ]
    }
    expect(await of(named, 'openid profile')).toEqual(['alice', 'alice'])
    expect(await of(named, 'openid profile', ['user_name'])).toEqual([undefined, undefined])
    expect(await of(shown, 'openid profile')).toEqual([undefined, undefined])
  })

  test('O7 O19: a token with a forged signature, key, algorithm, type, or issuer is inactive', async () => {
    const app = await createOidcTestServer()
    await addTestResource(app, { openTo: 'applications' })
    const client = await addResourceReadingApplication(app, 'one')
    const api = await addIntrospectingMachineApplication(app, 'api', [testResourceUri])
    const { access_token } = await obtainResourceAccessToken(app, app.openBrowser(), client)
    expect(await introspectToken(app, api, access_token)).toMatchObject({ active: true })
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
      String(decodeTokenPayload(access_token)['jti']),
    ]
    for (const token of forged) {
      expect(await introspectToken(app, api, token)).toEqual(inactiveIntrospectionResponse)
      expect(await introspectToken(app, client, token)).toEqual(inactiveIntrospectionResponse)
    }
    const stolen = { url: '/userinfo', headers: { authorization: `Bearer ${forged.at(-1)}` } }
    expect(summarizeOAuthResponse(await app.http.inject(stolen))).toBe('401 invalid_token')
  })
})
