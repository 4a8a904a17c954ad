// Unusable redirect URIs in client metadata documents are dropped and logged.
import { describe, expect, test } from 'vitest'
import {
  clientMetadataEnvironmentVariables,
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../testing/client-metadata-test-server.ts'
import {
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
} from '../../testing/oidc-application-test-steps.ts'

const callback = 'https://agent.example/callback'

describe('client metadata document', () => {
  test('O14: unusable redirect URIs are dropped and logged; the others work', async () => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServer({ environment: clientMetadataEnvironmentVariables })
    const id = site.serve('/agent.json', (address) =>
      createJsonDocumentResponder({
        ...createTestClientMetadata(address),
        redirect_uris: [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          callback,
          'https://10.0.0.1/callback',
          callback,
          `https://agent.example/\u202e${'x'.repeat(600)}`,
          'http://localhost:8787/callback',
        ],
        post_logout_redirect_uris: ['https://agent.example/', 'cursor://x/signed-out'],
      }),
    )
    const ask = async (redirectUri: string) =>
      getRedirectLocation(
        await app.openBrowser().send('GET', createAuthorizationUrl({ id, secret: null, redirectUri })),
      )
    expect(await ask(callback)).toMatch(/^\/sign-in\?/)
    // Loopback addresses match any port unless the document says it is a web application.
    expect(await ask('http://localhost:50123/callback')).toMatch(/^\/sign-in\?/)
    for (const dropped of ['cursor://anysphere.cursor-mcp/oauth/callback', 'https://10.0.0.1/callback'])
      expect(await ask(dropped)).toMatch(/^\/error\?code=application\.redirect_uri_not_registered/)
    const lines = app.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.filter(({ msg }) => msg === 'client_document.addresses_dropped')).toEqual([
      expect.objectContaining({
        application: id,
        help: 'docs/guides/troubleshooting.md#registration-address',
        dropped: [
          expect.objectContaining({ member: 'redirect_uris', address: 'cursor://anysphere.cursor-mcp/oauth/callback' }),
          expect.objectContaining({
            address: 'https://10.0.0.1/callback',
            reason: 'must have a host name; the only IP addresses allowed are loopback addresses',
          }),
          expect.objectContaining({ address: callback, reason: 'must not be listed twice' }),
          expect.objectContaining({
            address: expect.stringMatching(/^https:\/\/agent\.example\/\\u\{202e\}x+… \(623 characters\)$/),
          }),
          expect.objectContaining({ member: 'post_logout_redirect_uris', address: 'cursor://x/signed-out' }),
        ],
      }),
    ])
  })
})
