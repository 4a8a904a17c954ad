// Redirect URIs and origins of applications with a metadata document (THREATS O4, O14, N2).
import { mcpClientMetadataExamples } from '@countersign/testing/mcp-client-metadata-examples'
import { expect, test } from 'vitest'
import {
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import {
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  createOidcTestServerWithRsaKey,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  metadataClientTestEnvironment,
  createMetadataClient,
  requestOidcAuthorizationRedirect,
} from '../../../testing/metadata-document-client-fixtures.ts'

test('O4 O14: loopback redirects need consent each time, and any port works except for web clients', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
  const serve = (path: string, changes: object) =>
    site.serve(path, (address) =>
      createJsonDocumentResponder({
        ...createTestClientMetadata(address),
        redirect_uris: ['http://127.0.0.1/callback'],
        ...changes,
      }),
    )
  const browser = app.openBrowser()
  const native = createMetadataClient(
    serve('/native.json', { application_type: 'native' }),
    'http://127.0.0.1:49152/callback',
  )
  const plain = createMetadataClient(serve('/plain.json', {}), 'http://127.0.0.1:49152/callback')
  const web = createMetadataClient(serve('/web.json', { application_type: 'web' }), 'http://127.0.0.1/callback')
  for (const agent of [native, plain, web]) {
    expect((await runOidcAuthorizationUntilCallback(browser, agent)).searchParams.has('code')).toBe(true)
    const again = await browser.send('GET', createAuthorizationUrl(agent))
    expect(getRedirectLocation(again)).toMatch(/^\/consent/)
    expect(
      (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(again)}`)).json(),
    ).toMatchObject({
      isDeviceRedirect: true,
    })
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(agent, { prompt: 'none' })))).toContain(
      'error=',
    )
  }
  for (const [agent, redirectUri] of [
    [web, 'http://127.0.0.1:49152/callback'],
    [plain, 'http://127.0.0.1:49152/other'],
    [plain, 'http://evil.localhost:1/callback'],
    [plain, 'http://localhost:1/callback'],
    [plain, 'http://127.0.0.1:49152@evil.example/callback'],
  ] as const)
    expect([
      redirectUri,
      await requestOidcAuthorizationRedirect(app, createMetadataClient(agent.id, redirectUri)),
    ]).toEqual([redirectUri, expect.stringMatching(/^\/error\?code=application\.redirect_uri_not_registered/)])
  const code = getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, plain))
  expect(
    summarizeOAuthResponse(
      await exchangeCodeAsApplication(app, createMetadataClient(plain.id, 'http://127.0.0.1:49153/callback'), code),
    ),
  ).toBe('400 invalid_grant')
  expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, plain, code))).toBe('200')
})

test('O4 O14: an unusable redirect URI in a document is refused and does not affect the others', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
  const id = site.serve('/agent.json', (address) =>
    createJsonDocumentResponder({
      ...createTestClientMetadata(address),
      redirect_uris: ['agent://callback', 'https://agent.example/callback', 7],
    }),
  )
  expect(await requestOidcAuthorizationRedirect(app, createMetadataClient(id))).toMatch(/^\/sign-in/)
  expect(await requestOidcAuthorizationRedirect(app, createMetadataClient(id, 'agent://callback'))).toMatch(
    /^\/error\?code=application\.redirect_uri_not_registered/,
  )
})

test.each(mcpClientMetadataExamples)(
  'O4 O14: sign-in works with the client metadata document of $program',
  async ({ document, redirectUri, usesAnyPort }) => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServerWithRsaKey({ environment: metadataClientTestEnvironment })
    const id = site.serve('/client.json', (address) => createJsonDocumentResponder(document(address)))
    const browser = app.openBrowser()
    for (const uri of new Set([redirectUri(58_135), redirectUri(usesAnyPort ? 49_152 : 58_135)])) {
      const back = await runOidcAuthorizationUntilCallback(browser, createMetadataClient(id, uri))
      expect(back.href.startsWith(`${uri}?code=`), back.href).toBe(true)
    }
    for (const wrong of ['http://evil.localhost:1/callback', `${redirectUri(58_135)}/more`])
      expect(await requestOidcAuthorizationRedirect(app, createMetadataClient(id, wrong))).toMatch(
        /^\/error\?code=application\.redirect_uri_not_registered/,
      )
  },
)

test('O14 N2: only the origins of an unregistered application can read its tokens', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServerWithRsaKey({ environment: metadataClientTestEnvironment })
  const agent = createMetadataClient(
    site.serve('/agent.json', (address) => createJsonDocumentResponder(createTestClientMetadata(address))),
  )
  const browser = app.openBrowser()
  const answers = []
  for (const origin of ['https://agent.example', site.origin, 'https://evil.example']) {
    const form = {
      grant_type: 'authorization_code',
      code: getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, agent)),
      redirect_uri: agent.redirectUri,
      code_verifier: 'test-verifier-test-verifier-test-verifier-test',
    }
    const { headers } = await postFormAsApplication(app, '/token', agent, form, { origin })
    answers.push(headers['access-control-allow-origin'])
  }
  expect(answers).toEqual(['https://agent.example', site.origin, undefined])
  const { headers } = await app.http.inject({
    url: '/.well-known/oauth-authorization-server',
    headers: { origin: 'https://agent.example' },
  })
  expect(headers['access-control-allow-origin']).toBe('https://agent.example')
})
