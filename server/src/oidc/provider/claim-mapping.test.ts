// Claim mapping: names and places of claims, and that it discloses nothing without consent.
import { describe, expect, test } from 'vitest'
import type { ClaimMapping } from '../../store/applications/claim-mapping.ts'
import { applyApplicationsFileChanges } from '../../store/applications/apply-applications-file-changes.ts'
import { changeApplicationDefinition } from '../../store/applications/change-application-definition.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  obtainTokens,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import {
  getAuthorizationCodeFromRedirect,
  sendRefreshTokenRequest,
  requestUserinfo,
} from '../../testing/oauth-token-test-steps.ts'

const { alice } = ethereumTestKeys

type Claims = Record<string, unknown>

const nothing: ClaimMapping = { rename: {}, constants: {}, into: {}, roles: null }

const scopes = ['openid', 'profile', 'wallet', 'groups', 'offline_access'] as const

const protocol = ['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid']

async function createWorld(
  kind: 'sqlite' | 'postgres',
  claims: Partial<ClaimMapping>,
  claimsIn: 'userinfo' | 'id-token' = 'userinfo',
) {
  const app = await createOidcTestServer({ database: kind })
  for (const id of ['admins', 'staff']) await addTestGroup(app, id, { type: 'wallets', wallets: [alice.address] })
  const application = await addTestClientApplication(app, {
    scopes: [...scopes],
    claimsIn,
    claims: { ...nothing, ...claims },
  })
  return { app, application, browser: app.openBrowser() }
}

const own = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !protocol.includes(name) && name !== 'sub'))

async function redeemForClaims(
  app: TestServer,
  application: TestClientApplication,
  back: URL,
): Promise<{ idToken: Claims; userinfo: Claims; tokens: TokenResponse }> {
  const tokens = (
    await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
  ).json<TokenResponse>()
  return {
    idToken: decodeTokenPayload(tokens.id_token),
    userinfo: (await requestUserinfo(app, tokens.access_token)).json<Claims>(),
    tokens,
  }
}

describe('claim mapping', () => {
  test('applies the configured names, destinations, constants, and roles', async () => {
    const { app, application, browser } = await createWorld('sqlite', {
      rename: { wallet: 'https://app.example/address' },
      constants: { tenant: 'acme', internal: true, plans: ['a', 'b'] },
      into: { tenant: 'both', roles: 'id-token', wallet: 'both', wallets: 'id-token' },
      roles: { claim: 'roles', map: { staff: 'Viewer', admins: 'Admin', nobody: 'Root' }, form: 'list' },
    })
    const parameters = { scope: 'openid wallet groups offline_access', prompt: 'consent' }
    const first = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, parameters),
    )
    const address = `eip155:1:${alice.address}`
    const idToken = {
      'https://app.example/address': address,
      wallets: [address],
      roles: ['Viewer', 'Admin'],
      tenant: 'acme',
    }
    expect(own(first.idToken)).toEqual(idToken)
    expect(own(first.userinfo)).toEqual({
      'https://app.example/address': address,
      wallet_kind: 'key',
      groups: ['admins', 'staff'],
      tenant: 'acme',
      internal: true,
      plans: ['a', 'b'],
    })
    const again = (await sendRefreshTokenRequest(app, application, first.tokens.refresh_token)).json<TokenResponse>()
    expect(own(decodeTokenPayload(again.id_token))).toEqual(idToken)
    expect(decodeTokenPayload(again.id_token)).toMatchObject({ sub: first.idToken['sub'], aud: application.id })
    expect(first.userinfo['sub']).toBe(first.idToken['sub'])
  })

  test('O11: never discloses what was withheld or not requested, under any name or as a role', async () => {
    const { app, application, browser } = await createWorld(
      'sqlite',
      {
        rename: { wallet: 'address', groups: 'teams', preferred_username: 'login' },
        constants: { tenant: 'acme' },
        into: { wallet: 'both', groups: 'both', roles: 'both' },
        roles: { claim: 'roles', map: { admins: 'Admin' }, form: 'list' },
      },
      'id-token',
    )
    const unasked = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid' }),
    )
    const parameters = { scope: 'openid profile wallet groups', prompt: 'consent' }
    const withheld = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, parameters, { withheld: ['wallet', 'groups'] }),
    )
    for (const { idToken, userinfo: claims, tokens } of [unasked, withheld]) {
      expect([own(idToken), own(claims)]).toEqual([{ tenant: 'acme' }, { tenant: 'acme' }])
      const introspected = (
        await postFormAsApplication(app, '/introspect', application, { token: tokens.access_token })
      ).body
      expect(JSON.stringify([idToken, claims, introspected]).toLowerCase()).not.toContain(
        alice.address.slice(2).toLowerCase(),
      )
    }
  })

  test('with a single-value role, returns the first match in map order, or none', async () => {
    const roles = { claim: 'groups', map: { nobody: 'Root', staff: 'Editor', admins: 'Admin' }, form: 'first' } as const
    const { app, application, browser } = await createWorld('sqlite', { roles }, 'id-token')
    const { idToken } = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid groups' }),
    )
    expect(own(idToken)).toEqual({ groups: 'Editor' })
    const none = await addTestClientApplication(app, {
      id: 'none',
      scopes: [...scopes],
      claims: { ...nothing, roles: { ...roles, map: { nobody: 'Root' } } },
    })
    expect(
      own(
        (
          await redeemForClaims(
            app,
            none,
            await runOidcAuthorizationUntilCallback(browser, none, { scope: 'openid groups' }),
          )
        ).userinfo,
      ),
    ).toEqual({})
  })

  test('a stored application without a claim mapping keeps its claims', async () => {
    const { app, application, browser } = await createWorld('sqlite', {})
    const before = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid wallet' }),
    )
    const { definition } = await app.database.queries
      .selectFrom('applications')
      .select('definition')
      .executeTakeFirstOrThrow()
    const { claims: _, ...older } = JSON.parse(definition) as Claims
    await app.database.queries
      .updateTable('applications')
      .set({ definition: JSON.stringify(older) })
      .execute()
    const after = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid wallet' }),
    )
    expect([own(after.idToken), own(after.userinfo)]).toEqual([own(before.idToken), own(before.userinfo)])
    expect((await app.http.inject('/.well-known/openid-configuration')).json()).toMatchObject({
      claims_supported: expect.arrayContaining(['sub', 'wallet', 'groups']) as string[],
    })
  })

  testOnBothDatabases(
    'a subject type change after sign-ins must be confirmed, and then revokes all tokens',
    async (kind) => {
      const { app, application, browser } = await createWorld(kind, {})
      const context = { queries: app.database.queries, random: systemRandomBytes }
      const change = async (subjectType: 'public' | 'pairwise', isSubjectChangeConfirmed = false) => {
        const { definition } = (await findApplicationById(context.queries, application.id)) ?? {}
        if (definition === undefined) throw new Error('It is gone')
        return changeApplicationDefinition(
          context,
          { definition: { ...definition, subjectType }, isSubjectChangeConfirmed },
          app.clock.now,
        )
      }
      expect(await change('public')).toMatchObject({ outcome: 'changed' })
      expect(await change('pairwise')).toMatchObject({ outcome: 'changed' })
      const parameters = { scope: 'openid offline_access', prompt: 'consent' }
      const tokens = await obtainTokens(app, browser, application, parameters)
      expect(await change('public')).toMatchObject({
        outcome: 'invalid',
        errors: [
          {
            path: 'subjectType',
            message: expect.stringContaining('everyone who has signed in (1): the application') as string,
          },
        ],
      })
      const { definition } = (await findApplicationById(context.queries, application.id)) ?? {}
      if (definition === undefined) throw new Error('It is gone')
      const wanted = [{ path: 'applications[0]', definition: { ...definition, subjectType: 'public' as const } }]
      expect(
        await applyApplicationsFileChanges(
          context,
          wanted,
          { prune: false, confirmedSubjectChanges: ['other'] },
          app.clock.now,
        ),
      ).toMatchObject({
        outcome: 'invalid',
        errors: [{ path: 'applications[0].subjectType' }],
      })
      expect((await requestUserinfo(app, tokens.access_token)).statusCode).toBe(200)
      expect(
        await applyApplicationsFileChanges(
          context,
          wanted,
          { prune: false, confirmedSubjectChanges: [application.id] },
          app.clock.now,
        ),
      ).toMatchObject({ outcome: 'applied' })
      expect((await requestUserinfo(app, tokens.access_token)).statusCode).toBe(401)
      expect(await change('pairwise', true)).toMatchObject({ outcome: 'changed' })
      expect(await change('public', true)).toMatchObject({ outcome: 'changed' })
      const back = await obtainTokens(app, browser, application)
      expect(decodeTokenPayload(back.id_token)['sub']).not.toBe(decodeTokenPayload(tokens.id_token)['sub'])
    },
  )
})
