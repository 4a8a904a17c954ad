// Client metadata documents that change: the current version applies, within the operator's limits.
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { changeApplicationDefinition } from '../../../store/applications/change-application-definition.ts'
import type { ApplicationDefinition } from '../../../store/applications/application-definition-types.ts'
import { findApplicationById } from '../../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import type { DatabaseKind } from '../../../platform/database/open-sqlite-or-postgres-database.ts'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  clientMetadataEnvironmentVariables,
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import {
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'

async function createAgent(kind: DatabaseKind, first: Record<string, unknown>) {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ database: kind, environment: clientMetadataEnvironmentVariables })
  const serve = (changes: Record<string, unknown>) =>
    site.serve('/agent.json', (address) =>
      createJsonDocumentResponder(
        { ...createTestClientMetadata(address), ...changes },
        { 'cache-control': 'no-store' },
      ),
    )
  const agent = { id: serve(first), secret: null, redirectUri: 'https://agent.example/callback' }
  const browser = app.openBrowser()
  await runOidcAuthorizationUntilCallback(browser, agent)
  const { queries } = app.database
  const inForce = async (changes: Record<string, unknown>): Promise<ApplicationDefinition> => {
    serve(changes)
    await app.openBrowser().send('GET', createAuthorizationUrl(agent))
    return (await stored()).definition
  }
  const stored = async () => {
    const record = await findApplicationById(queries, agent.id)
    if (record === undefined) throw new Error('nobody let it in')
    return record
  }
  const operate = async (changes: Partial<ApplicationDefinition>) => {
    const { definition } = await stored()
    const context = { queries, random: systemRandomBytes }
    return changeApplicationDefinition(context, { definition: { ...definition, ...changes } }, app.clock.now)
  }
  const obtain = async (parameters: Record<string, string>, headers: Record<string, string> = {}) => {
    const form = {
      grant_type: 'authorization_code',
      code: getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, agent, parameters)),
      redirect_uri: agent.redirectUri,
      code_verifier: 'test-verifier-test-verifier-test-verifier-test',
    }
    return postFormAsApplication(app, '/token', agent, form, headers)
  }
  return { app, agent, browser, queries, serve, inForce, stored, operate, obtain }
}

const codeAlone = { grant_types: ['authorization_code'] }
const offline = { scope: 'openid offline_access', prompt: 'consent' }

describe('changed client metadata document', () => {
  test('O14: adds refresh tokens and scopes once the person allows them', async () => {
    const { app, agent, browser, serve, inForce, obtain } = await createAgent('sqlite', {
      ...codeAlone,
      scope: 'openid',
    })
    expect((await obtain(offline)).json<TokenResponse>().refresh_token).toBeUndefined()
    expect((await inForce({ scope: 'openid wallet offline_access' })).scopes).toEqual([
      'openid',
      'wallet',
      'offline_access',
    ])
    const asked = await browser.send('GET', createAuthorizationUrl(agent, { scope: 'openid wallet' }))
    expect(getRedirectLocation(asked)).toMatch(/^\/consent/)
    const { items } = (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json<{
      items: { scope: string }[]
    }>()
    expect(items.map(({ scope }) => scope)).toEqual(['openid', 'wallet'])
    const tokens = (await obtain({ scope: 'openid wallet offline_access', prompt: 'consent' })).json<TokenResponse>()
    expect(tokens.scope).toBe('openid wallet offline_access')
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, agent, tokens.refresh_token))).toBe('200')
    serve({ scope: 'openid' })
    await app.openBrowser().send('GET', createAuthorizationUrl(agent))
    expect((await requestUserinfo(app, tokens.access_token)).json()).toEqual({ sub: expect.any(String) })
  })

  test('O14: keeps the stored ID token algorithm until it names another supported one', async () => {
    const { inForce } = await createAgent('sqlite', { id_token_signed_response_alg: 'ES256' })
    expect((await inForce({ id_token_signed_response_alg: undefined })).idTokenAlgorithm).toBe('ES256')
    expect((await inForce({ id_token_signed_response_alg: 'PS256' })).idTokenAlgorithm).toBe('ES256')
    expect((await inForce({ id_token_signed_response_alg: 'RS256' })).idTokenAlgorithm).toBe('RS256')
    expect((await inForce({ id_token_signed_response_alg: undefined })).idTokenAlgorithm).toBe('RS256')
  })

  testOnBothDatabases(
    'O14: never restores what an operator removed, even if it is no longer requested in between',
    async (kind) => {
      const { inForce, stored, operate } = await createAgent(kind, { scope: 'openid profile wallet offline_access' })
      const { definition } = await stored()
      expect(
        await operate({ scopes: ['openid', 'profile'], grantTypes: ['authorization_code'], maxAgeSeconds: 600 }),
      ).toMatchObject({ outcome: 'changed' })
      const wide = { scope: 'openid profile wallet offline_access' }
      for (const document of [wide, { ...codeAlone, scope: 'openid' }, wide, { ...wide, default_max_age: 3600 }])
        expect(await inForce(document)).toMatchObject({ grantTypes: ['authorization_code'], maxAgeSeconds: 600 })
      expect((await inForce(wide)).scopes).toEqual(['openid', 'profile'])
      expect((await inForce({ ...wide, default_max_age: 60 })).maxAgeSeconds).toBe(60)
      await operate({ signInMethods: ['passkey'] })
      await operate({ signInMethods: definition.signInMethods })
      expect((await inForce(wide)).maxAgeSeconds).toBe(600)
      await inForce(wide)
      expect(await operate(definition)).toMatchObject({ outcome: 'changed' })
      expect((await inForce(codeAlone)).scopes).toEqual(['openid', 'profile', 'wallet'])
      expect(await inForce(wide)).toEqual(definition)
    },
  )

  test('O14: keeps scopes added by an operator and operator-only settings', async () => {
    const { inForce, stored, operate } = await createAgent('sqlite', { scope: 'openid' })
    await operate({ scopes: ['openid', 'groups'], signInMethods: ['passkey'] })
    expect(await inForce({ scope: 'openid wallet' })).toMatchObject({
      scopes: ['openid', 'wallet', 'groups'],
      signInMethods: ['passkey'],
    })
    expect((await stored()).narrowing).toMatchObject({ addedScopes: ['groups'], withheldScopes: [] })
  })

  test('O14: controls the DPoP and PAR requirements unless an operator requires them', async () => {
    const required = { dpop_bound_access_tokens: true, require_pushed_authorization_requests: true }
    const members = ({ dpopRequired, pushedRequestRequired }: ApplicationDefinition) => [
      dpopRequired,
      pushedRequestRequired,
    ]
    const { inForce, operate, stored } = await createAgent('sqlite', {})
    expect(members(await inForce(required))).toEqual([true, true])
    expect(members(await inForce({}))).toEqual([false, false])
    await operate({ dpopRequired: true, pushedRequestRequired: true })
    expect(members(await inForce(required))).toEqual([true, true])
    expect(members(await inForce({}))).toEqual([true, true])
    await operate({ dpopRequired: false, pushedRequestRequired: false })
    expect(members(await inForce({}))).toEqual([false, false])
    await inForce(required)
    for (const changes of [{ dpopRequired: false }, { redirectUris: ['https://agent.example/other'] }])
      expect(await operate(changes)).toMatchObject({
        outcome: 'invalid',
        errors: [{ path: Object.keys(changes)[0], message: expect.stringContaining('as in the application’s') }],
      })
    expect(members((await stored()).definition)).toEqual([true, true])
  })

  test('O7 O14: dropping the DPoP requirement does not unbind tokens issued with a key', async () => {
    const { app, agent, serve, inForce, obtain } = await createAgent('sqlite', { dpop_bound_access_tokens: true })
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const prove = () =>
      new SignJWT({ htu: 'https://sign-in.example/token', htm: 'POST', jti: crypto.randomUUID() })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setIssuedAt()
        .sign(privateKey)
    const bound = (await obtain(offline, { dpop: await prove() })).json<TokenResponse>()
    expect(bound.token_type).toBe('DPoP')
    expect((await inForce({})).dpopRequired).toBe(false)
    expect(summarizeOAuthResponse(await requestUserinfo(app, bound.access_token))).toBe('401 invalid_token')
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, agent, bound.refresh_token))).toBe(
      '400 invalid_grant',
    )
    const form = { grant_type: 'refresh_token', refresh_token: bound.refresh_token ?? '' }
    const again = await postFormAsApplication(app, '/token', agent, form, { dpop: await prove() })
    expect([summarizeOAuthResponse(again), again.json<TokenResponse>().token_type]).toEqual(['200', 'DPoP'])
    expect((await obtain(offline)).json<TokenResponse>().token_type).toBe('Bearer')
    serve({ dpop_bound_access_tokens: true })
    await app.openBrowser().send('GET', createAuthorizationUrl(agent))
    expect(summarizeOAuthResponse(await obtain(offline))).toBe('400 invalid_grant')
  })

  testOnBothDatabases('O14 N18: an application that an operator restricted is not pruned', async (kind) => {
    const { app, browser, operate, stored } = await createAgent(kind, {})
    await operate({ scopes: ['openid'] })
    const { items } = (await browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
    for (const { id } of items) expect((await browser.send('DELETE', `/api/grants/${id}`)).statusCode).toBe(204)
    app.pass(25 * 3_600_000)
    await app.pruneExpired()
    expect((await stored()).definition.scopes).toEqual(['openid'])
  })

  testOnBothDatabases(
    'O14: keeps operator restrictions written by an instance of the previous release',
    async (kind) => {
      const { queries, inForce, stored } = await createAgent(kind, { scope: 'openid wallet' })
      const { definition } = await stored()
      await queries
        .updateTable('applications')
        .set({ definition: JSON.stringify({ ...definition, scopes: ['openid'], maxAgeSeconds: 60 }) })
        .execute()
      expect(await inForce({ scope: 'openid wallet profile' })).toMatchObject({
        scopes: ['openid', 'profile'],
        maxAgeSeconds: 60,
      })
    },
  )

  test('O14: writes no row or audit log entry for changes without effect', async () => {
    const { queries, inForce, operate, stored } = await createAgent('sqlite', { scope: 'openid' })
    await inForce({ scope: 'openid wallet' })
    await operate({ scopes: ['openid'] })
    const count = async () =>
      (await listSequencedAuditEntryTexts(queries)).filter((line) => line.startsWith('application.changed'))
    const before = await count()
    await inForce({ scope: 'openid' })
    await inForce({ scope: 'openid wallet' })
    const { changedAt } = await stored()
    await inForce({ scope: 'openid wallet' })
    expect([(await stored()).changedAt, await count()]).toEqual([changedAt, before])
  })
})
