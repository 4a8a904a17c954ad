// Interactions in several tabs, and finished ones that are opened again.
import { describe, expect, test } from 'vitest'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  startOidcInteraction,
  removeRequestIdParameter,
  createErrorPagePath,
} from '../../../testing/oidc-interaction-test-steps.ts'

describe('OIDC interactions', () => {
  test('tabs of two applications each return to their own application', async () => {
    const app = await createOidcTestServer()
    const [one, two] = [
      await addTestClientApplication(app, { id: 'one', redirectUris: ['https://one.example/'] }),
      await addTestClientApplication(app, { id: 'two', redirectUris: ['https://two.example/'] }),
    ]
    const browser = app.openBrowser()
    const [first, second] = [
      await startOidcInteraction(browser, one, { state: 'first' }),
      await startOidcInteraction(browser, two, { state: 'second' }),
    ]
    const [firstAsks, secondAsks] = [
      await signInToOidcInteraction(browser, first),
      await signInToOidcInteraction(browser, second),
    ].map(getInteractionIdFromRedirect)
    const secondBack = new URL(getRedirectLocation(await submitOidcConsent(browser, secondAsks ?? '')))
    const firstBack = new URL(getRedirectLocation(await submitOidcConsent(browser, firstAsks ?? '')))
    expect([firstBack.host, firstBack.searchParams.get('state')]).toEqual(['one.example', 'first'])
    expect([secondBack.host, secondBack.searchParams.get('state')]).toEqual(['two.example', 'second'])
    expect(
      summarizeOAuthResponse(await exchangeCodeAsApplication(app, two, getAuthorizationCodeFromRedirect(firstBack))),
    ).toBe('400 invalid_grant')
    const [ofOne, ofTwo] = [
      await exchangeCodeAsApplication(app, one, getAuthorizationCodeFromRedirect(firstBack)),
      await exchangeCodeAsApplication(app, two, getAuthorizationCodeFromRedirect(secondBack)),
    ]
    expect([summarizeOAuthResponse(ofOne), summarizeOAuthResponse(ofTwo)]).toEqual(['200', '200'])
    expect([
      decodeTokenPayload(ofOne.json<TokenResponse>().id_token)['aud'],
      decodeTokenPayload(ofTwo.json<TokenResponse>().id_token)['aud'],
    ]).toEqual(['one', 'two'])
  })

  testOnBothDatabases('concurrent tabs of one application all complete', async (kind) => {
    const app = await createOidcTestServer({ database: kind })
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    await browser.signIn()
    const tabs = await Promise.all(
      ['one', 'two', 'three'].map((state) => startOidcInteraction(browser, application, { state })),
    )
    const answers = await Promise.all(tabs.map((tab) => submitOidcConsent(browser, tab)))
    expect(answers.map((answer) => new URL(getRedirectLocation(answer)).searchParams.get('state'))).toEqual([
      'one',
      'two',
      'three',
    ])
    const exchanges = await Promise.all(
      answers.map((answer) =>
        exchangeCodeAsApplication(
          app,
          application,
          getAuthorizationCodeFromRedirect(new URL(getRedirectLocation(answer))),
        ),
      ),
    )
    expect(exchanges.map(summarizeOAuthResponse)).toEqual(['200', '200', '200'])
    const { queries } = app.database
    expect(
      [
        await queries.selectFrom('grants').selectAll().execute(),
        await queries.selectFrom('authorizations').selectAll().execute(),
      ].map((rows) => rows.length),
    ).toEqual([1, 1])
  })

  testOnBothDatabases(
    'a completed interaction cannot be reused: by back button, retry, or concurrently',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const application = await addTestClientApplication(app)
      const browser = app.openBrowser()
      const first = await startOidcInteraction(browser, application)
      const consent = getInteractionIdFromRedirect(await signInToOidcInteraction(browser, first))
      expect((await browser.send('GET', `/api/interactions/${first}`)).json()).toMatchObject({
        code: 'interaction.invalid',
      })
      expect(
        (await browser.send('POST', '/api/challenges', { purpose: 'sign-in', interaction: first })).json(),
      ).toMatchObject({ code: 'interaction.invalid' })
      expect(removeRequestIdParameter(getRedirectLocation(await browser.send('GET', `/authorize/${first}`)))).toBe(
        createErrorPagePath('interaction.invalid'),
      )
      const { next } = (await browser.send('POST', `/api/interactions/${consent}/consent`, { withheld: [] })).json<{
        next: string
      }>()
      const visits = await Promise.all(Array.from({ length: 8 }, () => browser.send('GET', next)))
      const codes = visits.map(getRedirectLocation).filter((location) => location.startsWith(application.redirectUri))
      expect(codes).toHaveLength(1)
      expect(
        new Set(
          visits
            .map(getRedirectLocation)
            .filter((location) => !codes.includes(location))
            .map(removeRequestIdParameter),
        ),
      ).toEqual(new Set([createErrorPagePath('interaction.invalid')]))
      expect(
        (await browser.send('POST', `/api/interactions/${consent}/consent`, { withheld: [] })).json(),
      ).toMatchObject({ code: 'interaction.invalid' })
      expect((await browser.send('POST', `/api/interactions/${consent}/deny`)).json()).toMatchObject({
        code: 'interaction.invalid',
      })
    },
  )
})
