// Unregistered applications with a client metadata document: consent, and attacks through
// documents.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import {
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  metadataClientTestEnvironment,
  createMetadataClient,
  selectAllApplicationRows,
  requestOidcAuthorizationRedirect,
} from '../../../testing/metadata-document-client-fixtures.ts'
import type { OidcTestServer } from '../../../testing/metadata-document-client-fixtures.ts'

describe('unregistered application', () => {
  testOnBothDatabases(
    'O14: is stored on first consent, shown by its host, and cached as its headers say',
    async (kind) => {
      const site = await startClientMetadataSite()
      const app = await createOidcTestServer({ database: kind, environment: metadataClientTestEnvironment })
      const id = site.serve('/agent.json', (address) =>
        createJsonDocumentResponder({
          ...createTestClientMetadata(address),
          logo_uri: `${site.origin}/logo.png`,
          scope: 'openid profile wallet groups',
        }),
      )
      const agent = createMetadataClient(id)
      const browser = app.openBrowser()
      const consent = await signInToOidcInteraction(
        browser,
        getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(agent))),
      )
      expect(getRedirectLocation(consent)).toMatch(/^\/consent/)
      const interaction = getInteractionIdFromRedirect(consent)
      const shown = (await browser.send('GET', `/api/interactions/${interaction}`)).json<
        ApiEndpointOutput<'readInteraction'>
      >()
      const host = new URL(id).host
      expect(shown.application).toEqual({
        id,
        name: host,
        logo: null,
        uri: null,
        unregistered: { claimedName: 'Helpful Agent' },
      })
      expect([shown.destination, shown.isDeviceRedirect]).toEqual(['agent.example', false])
      expect(await selectAllApplicationRows(app)).toEqual([])
      const tokens = (
        await exchangeCodeAsApplication(
          app,
          agent,
          getAuthorizationCodeFromRedirect(new URL(getRedirectLocation(await submitOidcConsent(browser, interaction)))),
        )
      ).json<TokenResponse>()
      expect(await selectAllApplicationRows(app)).toMatchObject([
        { id, name: host, claimed_name: 'Helpful Agent', origin: 'metadata-document', sector: `application:${id}` },
      ])
      expect((await listSequencedAuditEntryTexts(app.database.queries)).join('\n')).toContain(
        `application.approved success`,
      )
      expect(decodeTokenPayload(tokens.id_token)).toMatchObject({
        aud: id,
        sub: expect.stringMatching(/^[0-9a-z]{26}$/),
      })
      expect(
        (
          await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${tokens.access_token}` } })
        ).json(),
      ).toEqual({ sub: decodeTokenPayload(tokens.id_token)['sub'] })
      expect(site.countRequests()).toBe(1)
      expect((await runOidcAuthorizationUntilCallback(browser, agent)).searchParams.has('code')).toBe(true)
      expect(site.countRequests()).toBe(1)
      app.pass(301_000)
      expect((await runOidcAuthorizationUntilCallback(browser, agent)).searchParams.has('code')).toBe(true)
      expect(site.countRequests()).toBe(2)
      const { items } = (await browser.send('GET', '/api/grants')).json<ApiEndpointOutput<'listGrants'>>()
      expect(items.map(({ application }) => application.name)).toEqual([host])
      expect(
        (await runOidcAuthorizationUntilCallback(browser, agent, { scope: 'groups' })).searchParams.get('error'),
      ).toBe('invalid_scope')
      expect(JSON.stringify(await selectAllApplicationRows(app))).not.toContain('logo.png')
    },
  )

  test('O14: needs new consent when its document changes the name or the redirect URI', async () => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
    const serve = (changes: object) =>
      site.serve('/agent.json', (address) =>
        createJsonDocumentResponder(
          { ...createTestClientMetadata(address), ...changes },
          { 'cache-control': 'no-store' },
        ),
      )
    const agent = createMetadataClient(serve({}))
    const browser = app.openBrowser()
    const { refresh_token } = (
      await exchangeCodeAsApplication(
        app,
        agent,
        getAuthorizationCodeFromRedirect(
          await runOidcAuthorizationUntilCallback(browser, agent, {
            prompt: 'consent',
            scope: 'openid offline_access',
          }),
        ),
      )
    ).json<TokenResponse>()
    const asks = async (redirectUri?: string): Promise<string> =>
      getRedirectLocation(
        await browser.send('GET', createAuthorizationUrl(createMetadataClient(agent.id, redirectUri))),
      ).replace(/\?.*/, '')
    expect(await asks()).toBe('https://agent.example/callback')
    serve({ client_name: 'Your Bank' })
    expect(await asks()).toBe('/consent')
    serve({ redirect_uris: ['https://agent.example/callback', 'https://evil.example/callback'] })
    expect([await asks(), await asks('https://evil.example/callback')]).toEqual([
      'https://agent.example/callback',
      '/consent',
    ])
    serve({ redirect_uris: ['https://evil.example/callback'] })
    expect(await asks()).toBe('/error')
    expect((await selectAllApplicationRows(app))[0]?.definition).not.toContain('agent.example/callback')
    expect((await listSequencedAuditEntryTexts(app.database.queries)).join('\n')).toContain('claimed name changed')
    const refreshed = await postFormAsApplication(app, '/token', agent, {
      grant_type: 'refresh_token',
      refresh_token: refresh_token ?? '',
    })
    expect(summarizeOAuthResponse(refreshed)).toBe('200')
  })

  test('O14: consent covers what the person was shown, and fails if the document has changed since then', async () => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
    const serve = (changes: object) =>
      site.serve('/agent.json', (address) =>
        createJsonDocumentResponder(
          { ...createTestClientMetadata(address), ...changes },
          { 'cache-control': 'no-store' },
        ),
      )
    const wide = { scope: 'openid profile wallet' }
    const agent = createMetadataClient(serve(wide))
    const browser = app.openBrowser()
    const consent = await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(
        await browser.send('GET', createAuthorizationUrl(agent, { scope: 'openid profile wallet' })),
      ),
    )
    const path = `/api/interactions/${getInteractionIdFromRedirect(consent)}`
    const shown = async () => (await browser.send('GET', path)).json<ApiEndpointOutput<'readInteraction'>>()
    for (const [before, after] of [
      [{ scope: 'openid' }, wide],
      [{ ...wide, client_name: 'Your Bank' }, wide],
    ] as const) {
      serve(before)
      await requestOidcAuthorizationRedirect(app, agent)
      const { consentFingerprint } = await shown()
      serve(after)
      await requestOidcAuthorizationRedirect(app, agent)
      expect(
        (await browser.send('POST', `${path}/consent`, { withheld: [], consentFingerprint })).json(),
      ).toMatchObject({
        code: 'interaction.invalid',
      })
      expect(await selectAllApplicationRows(app)).toEqual([])
    }
    const { consentFingerprint } = await shown()
    expect((await browser.send('POST', `${path}/consent`, { withheld: [], consentFingerprint })).statusCode).toBe(200)
  })

  testOnBothDatabases(
    'O14: can be disabled individually, or by removing its host from the allow-list',
    async (kind) => {
      const site = await startClientMetadataSite()
      const app = await createOidcTestServer({ database: kind, environment: metadataClientTestEnvironment })
      const agent = createMetadataClient(
        site.serve('/agent.json', (address) => createJsonDocumentResponder(createTestClientMetadata(address))),
      )
      const browser = app.openBrowser()
      const tokens = async () =>
        (
          await exchangeCodeAsApplication(
            app,
            agent,
            getAuthorizationCodeFromRedirect(
              await runOidcAuthorizationUntilCallback(browser, agent, {
                prompt: 'consent',
                scope: 'openid offline_access',
              }),
            ),
          )
        ).json<TokenResponse>()
      const refresh = (server: OidcTestServer, { refresh_token = '' }: TokenResponse) =>
        postFormAsApplication(server, '/token', agent, { grant_type: 'refresh_token', refresh_token })
      const unlisted = await createOidcTestServer({ database: app.database, environment: {} })
      expect(summarizeOAuthResponse(await refresh(unlisted, await tokens()))).toBe('401 invalid_client')
      expect(await requestOidcAuthorizationRedirect(unlisted, agent)).toMatch(
        /^\/error\?code=application\.not_registered/,
      )
      const authorizationResponse = await browser.send('GET', createAuthorizationUrl(agent, { prompt: 'consent' }))
      const held = await tokens()
      await disableApplication({ queries: app.database.queries, random: systemRandomBytes }, agent.id, app.clock.now)
      expect(summarizeOAuthResponse(await refresh(app, held))).toBe('401 invalid_client')
      expect(await requestOidcAuthorizationRedirect(app, agent)).toMatch(/^\/error\?code=application\.disabled/)
      expect(
        (await submitOidcConsent(browser, getInteractionIdFromRedirect(authorizationResponse))).json(),
      ).toMatchObject({
        code: 'interaction.invalid',
      })
      expect(site.countRequests()).toBe(1)
    },
  )

  testOnBothDatabases('O14 N18: is pruned a day after the last consent is revoked, unless disabled', async (kind) => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServer({ database: kind, environment: metadataClientTestEnvironment })
    const browser = app.openBrowser()
    const letIn = async (path: string): Promise<string> => {
      const id = site.serve(path, (address) => createJsonDocumentResponder(createTestClientMetadata(address)))
      await runOidcAuthorizationUntilCallback(browser, createMetadataClient(id))
      return id
    }
    const [kept, left, disabled] = [await letIn('/kept.json'), await letIn('/left.json'), await letIn('/disabled.json')]
    const { items } = (await browser.send('GET', '/api/grants')).json<ApiEndpointOutput<'listGrants'>>()
    for (const { id, application } of items)
      if (application.id !== kept) expect((await browser.send('DELETE', `/api/grants/${id}`)).statusCode).toBe(204)
    await disableApplication({ queries: app.database.queries, random: systemRandomBytes }, disabled, app.clock.now)
    const ids = async () => (await selectAllApplicationRows(app)).map(({ id }) => id).toSorted()
    await app.pruneExpired()
    expect(await ids()).toEqual([kept, left, disabled].toSorted())
    app.pass(25 * 3_600_000)
    await app.pruneExpired()
    expect(await ids()).toEqual([kept, disabled].toSorted())
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((event) =>
        event.includes('application.removed'),
      ),
    ).toHaveLength(1)
  })
})
