// Metadata documents that are refused, or whose URL is also a resource (THREATS O7, O9, O14).
import { describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../../platform/database/open-sqlite-or-postgres-database.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import type { ClientMetadataResponder } from '../../../testing/client-metadata-test-server.ts'
import { addTestResource, changeTestResourceDefinition } from '../../../testing/oauth-resource-fixtures.ts'
import {
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  createOidcTestServerWithRsaKey,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  metadataClientTestEnvironment,
  requestOidcAuthorizationRedirect,
  createMetadataClient,
  selectAllApplicationRows,
} from '../../../testing/metadata-document-client-fixtures.ts'

describe('O14: refuses a client metadata document', () => {
  const secretKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }
  const faulty: readonly (readonly [string, (id: string) => ClientMetadataResponder])[] = [
    [
      'with the client_id of another client',
      (id) => createJsonDocumentResponder({ ...createTestClientMetadata(id), client_id: id.replace('agent', 'other') }),
    ],
    ['that is not JSON', () => createJsonDocumentResponder('<html>')],
    ['that is an array', () => createJsonDocumentResponder([])],
    [
      'with a duplicate member',
      (id) => createJsonDocumentResponder(`{"client_id":"x",${JSON.stringify(createTestClientMetadata(id)).slice(1)}`),
    ],
    [
      'with a client secret',
      (id) => createJsonDocumentResponder({ ...createTestClientMetadata(id), client_secret: 'x' }),
    ],
    [
      'that authenticates with a shared secret',
      (id) =>
        createJsonDocumentResponder({
          ...createTestClientMetadata(id),
          token_endpoint_auth_method: 'client_secret_post',
        }),
    ],
    [
      'with a private key',
      (id) =>
        createJsonDocumentResponder({
          ...createTestClientMetadata(id),
          token_endpoint_auth_method: 'private_key_jwt',
          jwks: { keys: [secretKey] },
        }),
    ],
    [
      'with a jwks_uri on another host',
      (id) =>
        createJsonDocumentResponder({
          ...createTestClientMetadata(id),
          token_endpoint_auth_method: 'private_key_jwt',
          jwks_uri: 'https://evil.example/jwks',
        }),
    ],
    [
      'without redirect URIs',
      (id) => createJsonDocumentResponder({ ...createTestClientMetadata(id), redirect_uris: [] }),
    ],
    [
      'with a redirect URI in a private network',
      (id) =>
        createJsonDocumentResponder({
          ...createTestClientMetadata(id),
          redirect_uris: ['https://192.168.0.1/callback'],
        }),
    ],
    [
      'with a javascript: redirect URI',
      (id) => createJsonDocumentResponder({ ...createTestClientMetadata(id), redirect_uris: ['javascript:alert(1)'] }),
    ],
    [
      'with a content type other than JSON',
      (id) => createJsonDocumentResponder(createTestClientMetadata(id), { 'content-type': 'text/html' }),
    ],
    [
      'that is too large',
      (id) => createJsonDocumentResponder({ ...createTestClientMetadata(id), padding: 'x'.repeat(6000) }),
    ],
    [
      'behind an HTTP redirect',
      () => (_request, response) => response.writeHead(302, { location: '/other.json' }).end(),
    ],
    [
      'with a status other than 200',
      (id) => (_request, response) => {
        response
          .writeHead(203, { 'content-type': 'application/json' })
          .end(JSON.stringify(createTestClientMetadata(id)))
      },
    ],
  ]
  test.each(faulty)('%s', async (_, answer) => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServerWithRsaKey({ environment: metadataClientTestEnvironment })
    site.serve('/other.json', (address) => createJsonDocumentResponder(createTestClientMetadata(address)))
    const id = site.serve('/agent.json', answer)
    expect(await requestOidcAuthorizationRedirect(app, createMetadataClient(id))).toMatch(
      /^\/error\?code=application\.metadata_document_invalid/,
    )
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/par', createMetadataClient(id), {}))).toBe(
      '400 invalid_client',
    )
    expect(await app.database.queries.selectFrom('client_metadata_documents').select('client_id').execute()).toEqual([])
  })

  test('O9: from an internal or unlisted host, without fetching it', async () => {
    const site = await startClientMetadataSite()
    const id = site.serve('/agent.json', (address) => createJsonDocumentResponder(createTestClientMetadata(address)))
    for (const [hosts, code] of [
      ['', 'application.not_registered'],
      ['agent.example', 'application.not_registered'],
      ['*', 'application.not_registered'],
      ['*,localhost', ''],
    ] as const) {
      const app = await createOidcTestServerWithRsaKey({
        environment: { ...metadataClientTestEnvironment, COUNTERSIGN_CLIENT_METADATA_HOSTS: hosts },
      })
      expect([
        hosts,
        /code=([\w.]+)/.exec(await requestOidcAuthorizationRedirect(app, createMetadataClient(id)))?.[1] ?? '',
      ]).toEqual([hosts, code])
    }
    expect(site.countRequests()).toBe(1)
    // `*` allows public hosts only, whatever the operator allows for other applications.
    const app = await createOidcTestServerWithRsaKey({
      environment: { ...metadataClientTestEnvironment, COUNTERSIGN_CLIENT_METADATA_HOSTS: '*' },
    })
    expect(
      await requestOidcAuthorizationRedirect(
        app,
        createMetadataClient('https://localhost.localdomain.invalid/agent.json'),
      ),
    ).toContain('metadata_document_invalid')
    for (const address of [
      'https://127.0.0.1/agent.json',
      'https://[::1]/agent.json',
      'https://169.254.169.254/latest',
    ])
      expect(await requestOidcAuthorizationRedirect(app, createMetadataClient(address))).toContain(
        'application.not_registered',
      )
    expect(site.countRequests()).toBe(1)
  })
})

describe('metadata document URL that is also a resource', () => {
  const prepare = async (resource: object, database: DatabaseKind = 'sqlite') => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServer({ database, environment: metadataClientTestEnvironment })
    const id = site.serve('/agent.json', (address) =>
      createJsonDocumentResponder({
        ...createTestClientMetadata(address),
        post_logout_redirect_uris: ['https://agent.example/out'],
      }),
    )
    await addTestResource(app, { resource: id, openTo: 'everyone', subjects: 'by-application', ...resource })
    return { app, id, agent: createMetadataClient(id), browser: app.openBrowser() }
  }

  test('O7: its access tokens are not accepted as id_token_hint', async () => {
    const { app, id, agent, browser } = await prepare({})
    const back = await runOidcAuthorizationUntilCallback(browser, agent, { scope: 'openid read', resource: id })
    const tokens = (
      await exchangeCodeAsApplication(app, agent, getAuthorizationCodeFromRedirect(back), { resource: id })
    ).json<TokenResponse>()
    expect(decodeTokenPayload(tokens.access_token)).toMatchObject({
      aud: id,
      sub: decodeTokenPayload(tokens.id_token)['sub'],
    })
    const ask = async (hint: string) => {
      const url = createAuthorizationUrl(agent, {
        prompt: 'none',
        scope: 'openid read',
        resource: id,
        id_token_hint: hint,
      })
      return new URL(getRedirectLocation(await browser.send('GET', url))).searchParams.get('error')
    }
    expect([await ask(tokens.id_token), await ask(tokens.access_token)]).toEqual([null, 'invalid_request'])
    const signOut = async (hint: string) =>
      getRedirectLocation(await browser.send('GET', `/end-session?${new URLSearchParams({ id_token_hint: hint })}`))
    expect(await signOut(tokens.access_token)).toMatch(/^\/error\?/)
    expect(await signOut(tokens.id_token)).toMatch(/^\/sign-out/)
  })

  testOnBothDatabases('O7: is refused as a client ID if the resource uses tokens of type JWT', async (kind) => {
    const { app, agent } = await prepare({ tokenType: 'JWT' }, kind)
    expect(await requestOidcAuthorizationRedirect(app, agent)).toMatch(
      /^\/error\?code=application\.metadata_document_invalid/,
    )
    expect(await selectAllApplicationRows(app)).toEqual([])
  })

  testOnBothDatabases('O7: prevents switching the resource to tokens of type JWT', async (kind) => {
    const { app, id, agent, browser } = await prepare({}, kind)
    await runOidcAuthorizationUntilCallback(browser, agent)
    await expect(
      changeTestResourceDefinition(app, { resource: id, openTo: 'everyone', tokenType: 'JWT' }),
    ).rejects.toThrow('names-client')
    const other = 'https://localhost:1/agent.json'
    await addTestResource(app, { resource: other, tokenType: 'JWT' })
  })
})
