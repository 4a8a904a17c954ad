import { describe, expect, test } from 'vitest'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'
import { tallyResponses, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'

type App = Awaited<ReturnType<typeof createOidcTestServer>>

const push = (app: App, application: TestClientApplication) =>
  postFormAsApplication(
    app,
    '/par',
    application,
    Object.fromEntries(new URL(createAuthorizationUrl(application), 'https://sign-in.example').searchParams),
  )

const countStored = async ({ database }: App): Promise<number> =>
  (await database.queries.selectFrom('provider_records').select('kind').execute()).length

describe('pushed authorization requests', () => {
  test('N7: are limited per network for public clients, before they are stored', async () => {
    const app = await createOidcTestServer({
      environment: { COUNTERSIGN_CLIENT_REQUESTS_PER_NETWORK_PER_MINUTE: '3' },
    })
    const [open, proved] = [
      await addTestClientApplication(app, { id: 'open', kind: 'single-page' }),
      await addTestClientApplication(app),
    ]
    const pushed = []
    for (let count = 0; count < 5; count++) pushed.push(await push(app, open))
    expect(tallyResponses(pushed)).toEqual({ '201': 3, '429 temporarily_unavailable': 2 })
    expect(Number(pushed.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await countStored(app)).toBe(3)
    for (let count = 0; count < 5; count++) expect(summarizeOAuthResponse(await push(app, proved))).toBe('201')
  })

  test('N7: have a global limit that counts only authenticated clients', async () => {
    const app = await createOidcTestServer({
      environment: { COUNTERSIGN_CLIENT_REQUESTS_PER_MINUTE: '10' },
    })
    const proved = await addTestClientApplication(app)
    for (let count = 0; count < 15; count++)
      expect(summarizeOAuthResponse(await push(app, { ...proved, secret: 'wrong' }))).toBe('401 invalid_client')
    const pushed = []
    for (let count = 0; count < 12; count++) pushed.push(await push(app, proved))
    expect(tallyResponses(pushed)).toEqual({ '201': 10, '429 temporarily_unavailable': 2 })
    expect(await countStored(app)).toBe(10)
  })

  testOnBothDatabases('O2: are answered once, even if two tabs use the same one after it expired', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const { request_uri } = (await push(app, application)).json<{ request_uri: string }>()
    const address = `/authorize?${new URLSearchParams({ client_id: application.id, request_uri })}`
    const browser = app.openBrowser()
    const tabs = [await browser.send('GET', address), await browser.send('GET', address)]
    const wait = async (): Promise<void> => {
      app.pass(3_000_000)
      await app.pruneExpired()
    }
    await wait()
    // Sign-in and consent are two interactions, each with its own lifetime.
    const asked = []
    for (const tab of tabs) asked.push(await signInToOidcInteraction(browser, getInteractionIdFromRedirect(tab)))
    await wait()
    const answers = []
    for (const question of asked) {
      answers.push(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(question))))
      await app.pruneExpired()
    }
    expect(answers).toEqual([
      expect.stringMatching(/^https:\/\/app\.example\/callback\?code=/),
      expect.stringContaining('error=invalid_request_uri'),
    ])
  })
})
