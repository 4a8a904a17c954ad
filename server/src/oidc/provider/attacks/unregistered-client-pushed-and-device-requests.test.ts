// Pushed authorization requests and the device flow of clients with only a metadata document.
import { describe, expect } from 'vitest'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import {
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  metadataClientTestEnvironment,
  createMetadataClient,
  selectAllApplicationRows,
} from '../../../testing/metadata-document-client-fixtures.ts'

describe('unregistered application', () => {
  testOnBothDatabases(
    'O14: can use pushed requests and device authorization before its first consent',
    async (kind) => {
      const site = await startClientMetadataSite()
      const app = await createOidcTestServer({ database: kind, environment: metadataClientTestEnvironment })
      const device = 'urn:ietf:params:oauth:grant-type:device_code'
      const agent = createMetadataClient(
        site.serve('/agent.json', (address) =>
          createJsonDocumentResponder({
            ...createTestClientMetadata(address),
            application_type: 'native',
            grant_types: ['authorization_code', device],
          }),
        ),
      )
      const parameters = Object.fromEntries(new URLSearchParams(createAuthorizationUrl(agent).split('?')[1]))
      const pushed = (await postFormAsApplication(app, '/par', agent, parameters)).json<{ request_uri: string }>()
      const browser = app.openBrowser()
      const sent = new URLSearchParams({ client_id: agent.id, request_uri: pushed.request_uri })
      const consent = await signInToOidcInteraction(
        browser,
        getInteractionIdFromRedirect(await browser.send('GET', `/authorize?${sent}`)),
      )
      expect(await selectAllApplicationRows(app)).toEqual([])
      const code = getAuthorizationCodeFromRedirect(
        new URL(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(consent)))),
      )
      expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, agent, code))).toBe('200')

      await app.database.queries.deleteFrom('applications').execute()
      const { device_code, user_code: userCode } = (
        await postFormAsApplication(app, '/device/authorize', agent, { scope: 'openid' })
      ).json<{ device_code: string; user_code: string }>()
      const ask = () => postFormAsApplication(app, '/token', agent, { grant_type: device, device_code })
      expect(summarizeOAuthResponse(await ask())).toBe('400 authorization_pending')
      expect((await browser.send('POST', '/api/device/read', { userCode })).json()).toMatchObject({
        application: { name: new URL(agent.id).host, unregistered: { claimedName: 'Helpful Agent' } },
      })
      expect((await browser.send('POST', '/api/device/approve', { userCode, withheld: [] })).statusCode).toBe(204)
      expect(summarizeOAuthResponse(await ask())).toBe('200')
      expect(await selectAllApplicationRows(app)).toHaveLength(1)
    },
  )
})
