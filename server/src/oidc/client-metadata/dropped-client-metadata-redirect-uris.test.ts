// Redirect addresses of a client document that are unusable here: dropped and logged, without a reason to refuse the usable ones.
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

describe('a client document', () => {
  test('O14 works with its usable redirect addresses, and the log names those that were dropped', async () => {
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
    // The loopback addresses of a document that does not say it is a web application hold for any port.
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
          expect.objectContaining({ address: 'https://10.0.0.1/callback', reason: 'names a network and no host' }),
          expect.objectContaining({ address: callback, reason: 'must not be there twice' }),
          expect.objectContaining({
            address: expect.stringMatching(/^https:\/\/agent\.example\/\\u\{202e\}x+… \(623 characters\)$/),
          }),
          expect.objectContaining({ member: 'post_logout_redirect_uris', address: 'cursor://x/signed-out' }),
        ],
      }),
    ])
  })
})
