// Attempts to enter an application by a sign-in method that it does not accept.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { changeApplicationDefinition } from '../../../store/applications/change-application-definition.ts'
import type { SignInMethod } from '../../../store/applications/application-definition-types.ts'
import { findApplicationById } from '../../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  postFormAsApplication,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import { openSteppedUpBrowser } from '../../../testing/countersign-test-server.ts'
import type { TestServer } from '../../../testing/countersign-test-server.ts'
import { addTestPasskey, signInWithPasskey, stepUpWithPasskey } from '../../../testing/passkey-test-steps.ts'
import {
  acceptsSignInMethod,
  getSessionSignInMethod,
} from '../../../store/applications/sign-in-methods-accepted-by-application.ts'

async function accept(
  { database, clock }: TestServer,
  id: string,
  changes: { signInMethods?: SignInMethod[]; chains?: string[] },
): Promise<void> {
  const record = await findApplicationById(database.queries, id)
  if (record === undefined) throw new Error('There is no such application')
  const changed = await changeApplicationDefinition(
    { queries: database.queries, random: systemRandomBytes },
    { definition: { ...record.definition, ...changes } },
    clock.now,
  )
  expect(changed.outcome).toBe('changed')
}

const key = { passkey_id: null, namespace: 'eip155', chain_reference: null } as const
const onBase = { passkey_id: null, namespace: 'eip155', chain_reference: '8453' } as const
const passkey = { passkey_id: 'a passkey', namespace: null, chain_reference: null } as const
const solana = { passkey_id: null, namespace: 'solana', chain_reference: null } as const
const bitcoin = { passkey_id: null, namespace: 'bip122', chain_reference: null } as const

test.each([
  [{ signInMethods: ['key', 'contract', 'passkey'], chains: [] }, [true, true, true, false, false]],
  [{ signInMethods: ['solana'], chains: [] }, [false, false, false, true, false]],
  [{ signInMethods: ['bitcoin', 'key'], chains: [] }, [true, false, false, false, true]],
  [{ signInMethods: ['passkey'], chains: [] }, [false, false, true, false, false]],
  [{ signInMethods: ['key', 'contract'], chains: [] }, [true, true, false, false, false]],
  [{ signInMethods: ['contract'], chains: ['8453'] }, [false, true, false, false, false]],
  [{ signInMethods: ['contract', 'key'], chains: ['1'] }, [true, false, false, false, false]],
  [{ signInMethods: [], chains: [] }, [false, false, false, false, false]],
] as const)('an application accepts only the sign-in methods and chains in %j', (policy, expected) => {
  const application = { definition: policy } as unknown as Parameters<typeof acceptsSignInMethod>[0]
  const all = [key, onBase, passkey, solana, bitcoin]
  expect(all.map((session) => acceptsSignInMethod(application, session))).toEqual(expected)
  expect(all.map(getSessionSignInMethod)).toEqual(['key', 'contract', 'passkey', 'solana', 'bitcoin'])
})

describe('application with restricted sign-in methods', () => {
  test('O2: asks for an accepted method each time, and issues nothing for any other', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, {
      signInMethods: ['passkey', 'contract'],
      chains: ['8453'],
    })
    const browser = app.openBrowser()
    await browser.signIn(ethereumTestKeys.alice)
    let answer = await browser.send('GET', createAuthorizationUrl(application))
    for (let tries = 0; tries < 3; tries++) {
      expect(getRedirectLocation(answer)).toMatch(/^\/sign-in\?interaction=/)
      const asked = (
        await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(answer)}`)
      ).json<object>()
      expect(asked).toMatchObject({
        prompt: 'sign-in',
        requestedMethod: 'any',
        accepts: { signInMethods: ['passkey', 'contract'], chains: ['Base'] },
      })
      const early = await browser.send('POST', `/api/interactions/${getInteractionIdFromRedirect(answer)}/consent`, {
        withheld: [],
      })
      expect(early.json()).toMatchObject({ code: 'interaction.invalid' })
      answer = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(answer))
    }
    const silent = new URL(
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))),
    )
    expect([silent.searchParams.get('error'), silent.searchParams.get('code')]).toEqual(['login_required', null])
    const { queries } = app.database
    expect(await queries.selectFrom('authorizations').selectAll().execute()).toEqual([])
    expect(
      await queries
        .selectFrom('provider_records')
        .select('kind')
        .where('kind', 'in', ['AuthorizationCode', 'AccessToken'])
        .execute(),
    ).toEqual([])
  })

  test('O2: refuses codes and tokens issued before the method was excluded', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const tokens = await obtainTokens(app, browser, application, { scope: 'openid offline_access', prompt: 'consent' })
    const code = (await runOidcAuthorizationUntilCallback(browser, application)).searchParams.get('code') ?? ''
    const userinfo = () =>
      app.http.inject({ method: 'GET', url: '/userinfo', headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect((await userinfo()).statusCode).toBe(200)
    await accept(app, application.id, { signInMethods: ['passkey'] })
    expect((await exchangeCodeAsApplication(app, application, code)).json()).toMatchObject({ error: 'invalid_grant' })
    const refresh = await postFormAsApplication(app, '/token', application, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    })
    expect(refresh.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await userinfo()).statusCode).toBe(401)
    await accept(app, application.id, { signInMethods: ['passkey', 'key'] })
    expect((await userinfo()).statusCode).toBe(401)
    expect(
      (
        await exchangeCodeAsApplication(
          app,
          application,
          (await runOidcAuthorizationUntilCallback(browser, application)).searchParams.get('code') ?? '',
        )
      ).statusCode,
    ).toBe(200)
  })

  testOnBothDatabases(
    'O2: queues logouts immediately when methods are narrowed, only for affected sessions',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const logsOut = { backchannelLogoutUri: 'https://app.example/logout' }
      const application = await addTestClientApplication(app, logsOut)
      const other = await addTestClientApplication(app, { ...logsOut, id: 'other' })
      const [byWallet, byPasskey] = [app.openBrowser(), app.openBrowser()]
      await obtainTokens(app, byWallet, application)
      await obtainTokens(app, byWallet, other)
      const confirmed = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
      const { passkey: authenticator } = await addTestPasskey(confirmed)
      await signInWithPasskey(byPasskey, authenticator)
      const kept = await obtainTokens(app, byPasskey, application)
      await accept(app, application.id, { signInMethods: ['passkey'] })
      const queued = await app.database.queries
        .selectFrom('logout_deliveries')
        .select(['application_id', 'uri', 'next_attempt_at'])
        .execute()
      expect(queued.map((one) => ({ ...one, next_attempt_at: Number(one.next_attempt_at) }))).toEqual([
        { application_id: application.id, uri: 'https://app.example/logout', next_attempt_at: app.clock.now },
      ])
      const left = await app.database.queries.selectFrom('authorizations').select('application_id').execute()
      expect(left.map((one) => one.application_id).toSorted()).toEqual(['other', application.id].toSorted())
      const userinfo = await app.http.inject({
        method: 'GET',
        url: '/userinfo',
        headers: { authorization: `Bearer ${kept.access_token}` },
      })
      expect(userinfo.statusCode).toBe(200)
    },
  )

  test('O2: ends access when the session continues with a method that is not accepted', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { signInMethods: ['key'] })
    const browser = await openSteppedUpBrowser(app)
    app.pass(0)
    const { passkey } = await addTestPasskey(browser)
    const tokens = await obtainTokens(app, browser, application, { scope: 'openid offline_access', prompt: 'consent' })
    expect((await stepUpWithPasskey(browser, passkey)).statusCode).toBe(200)
    const refresh = await postFormAsApplication(app, '/token', application, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    })
    expect(refresh.json()).toMatchObject({ error: 'invalid_grant' })
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))).toMatch(
      /^\/sign-in\?interaction=/,
    )
  })

  test('O2: accepts a passkey where it is required, and reports it as acr', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { signInMethods: ['passkey'] })
    const browser = await openSteppedUpBrowser(app)
    app.pass(0)
    const { passkey } = await addTestPasskey(browser)
    const asked = await browser.send('GET', createAuthorizationUrl(application))
    expect(
      (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json(),
    ).toMatchObject({
      requestedMethod: 'passkey',
      accepts: { signInMethods: ['passkey'], chains: [] },
    })
    expect((await signInWithPasskey(browser, passkey, {}, getInteractionIdFromRedirect(asked))).statusCode).toBe(200)
    const back = await runOidcAuthorizationUntilCallback(browser, application)
    const claims = decodeTokenPayload(
      (await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')).json<{
        id_token: string
      }>().id_token,
    )
    expect(claims['acr']).toBe('urn:countersign:passkey')
  })

  test('O2: refuses device approval by a person who used another method', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { kind: 'device', signInMethods: ['contract', 'passkey'] })
    const started = (await postFormAsApplication(app, '/device/authorize', application, { scope: 'openid' })).json<{
      device_code: string
      user_code: string
    }>()
    const browser = app.openBrowser()
    await browser.signIn(ethereumTestKeys.alice)
    const refused = await browser.send('POST', '/api/device/approve', { userCode: started.user_code, withheld: [] })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      403,
      'application.sign_in_method_not_accepted',
    ])
    const poll = await postFormAsApplication(app, '/token', application, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: started.device_code,
    })
    expect(poll.json()).toMatchObject({ error: 'authorization_pending' })
  })
})
