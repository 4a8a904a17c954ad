import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { countRowsPerTable, listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import type { TestBrowser } from '../../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect } from '../../../testing/oauth-token-test-steps.ts'
import {
  startOidcInteraction,
  removeRequestIdParameter,
  createErrorPagePath,
} from '../../../testing/oidc-interaction-test-steps.ts'

async function proveInteraction(browser: TestBrowser, asked: string | undefined, answered: string | undefined) {
  const { message: issued } = await browser.requestChallenge({
    purpose: 'sign-in',
    ...(asked !== undefined && { interaction: asked }),
  })
  expect(issued.requestId).toBe(asked)
  const message = formatSignInMessage({ ...issued, address: ethereumTestKeys.alice.address, chainId: '1' })
  return browser.send('POST', '/api/sign-in', {
    message,
    signature: signEthereumMessage(ethereumTestKeys.alice, message),
    ...(answered !== undefined && { interaction: answered }),
  })
}

describe('OIDC interaction', () => {
  test('M5: a sign-in message is accepted only for the interaction it was issued for', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const other = await addTestClientApplication(app, { id: 'other' })
    const browser = app.openBrowser()
    const [one, same, elsewhere] = [
      await startOidcInteraction(browser, application),
      await startOidcInteraction(browser, application),
      await startOidcInteraction(browser, other),
    ]
    for (const [asked, answered] of [
      [one, same],
      [one, elsewhere],
      [one, undefined],
      [undefined, one],
    ] as const) {
      expect((await proveInteraction(browser, asked, answered)).json()).toMatchObject({ code: 'challenge.invalid' })
    }
    expect((await listSequencedAuditEntryTexts(app.database.queries)).slice(-4)).toEqual(
      Array(4).fill('sign_in.refused refused {"reason":"another interaction"}'),
    )
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 0, sessions: 0 })
    expect((await proveInteraction(browser, one, one)).json()).toMatchObject({ next: `/authorize/${one}` })
  })

  test('M5: cannot be read, signed in to, answered, or resumed in another browser', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const [victim, stranger] = [app.openBrowser(), app.openBrowser()]
    const planted = await startOidcInteraction(stranger, application)
    await victim.signIn(ethereumTestKeys.bob)
    for (const [method, path, body] of [
      ['GET', `/api/interactions/${planted}`, undefined],
      ['POST', `/api/interactions/${planted}/consent`, { withheld: [] }],
      ['POST', `/api/interactions/${planted}/deny`, undefined],
      ['POST', '/api/challenges', { purpose: 'sign-in', interaction: planted }],
    ] as const) {
      expect((await victim.send(method, path, body)).json()).toMatchObject({ code: 'interaction.invalid' })
      expect((await app.openBrowser().send(method, path, body)).json()).toMatchObject({
        code: expect.stringMatching(/^(browser\.no_cookie|interaction\.invalid|session\.required)$/) as string,
      })
    }
    expect(removeRequestIdParameter(getRedirectLocation(await victim.send('GET', `/authorize/${planted}`)))).toBe(
      createErrorPagePath('interaction.invalid'),
    )
    const signed = await proveInteraction(victim, undefined, planted)
    expect(signed.json()).toMatchObject({ code: 'challenge.invalid' })
    expect(getRedirectLocation(await signInToOidcInteraction(stranger, planted))).toMatch(/^\/consent/)
  })

  test('M5: cannot continue after its cookie is lost', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const first = await startOidcInteraction(browser, application)
    browser.cookies.clear()
    for (const [method, path] of [
      ['GET', `/api/interactions/${first}`],
      ['POST', `/api/interactions/${first}/deny`],
    ] as const) {
      const refusal = await browser.send(method, path)
      expect([refusal.statusCode, refusal.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'browser.no_cookie' }),
      ])
    }
    expect(
      (await browser.send('POST', '/api/challenges', { purpose: 'sign-in', interaction: first })).json(),
    ).toMatchObject({ code: 'interaction.invalid' })
    const consent = getInteractionIdFromRedirect(
      await signInToOidcInteraction(browser, await startOidcInteraction(browser, application)),
    )
    expect((await browser.send('POST', `/api/interactions/${consent}/consent`, { withheld: [] })).statusCode).toBe(200)
    browser.cookies.clear()
    expect(removeRequestIdParameter(getRedirectLocation(await browser.send('GET', `/authorize/${consent}`)))).toBe(
      createErrorPagePath('interaction.invalid'),
    )
    const codes = await app.database.queries
      .selectFrom('provider_records')
      .select('kind')
      .where('kind', '=', 'AuthorizationCode')
      .execute()
    expect(codes).toEqual([])
  })

  test('is refused after it expires or its application is disabled', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const late = getInteractionIdFromRedirect(
      await signInToOidcInteraction(browser, await startOidcInteraction(browser, application)),
    )
    app.pass(3_700_000)
    expect((await browser.send('POST', `/api/interactions/${late}/consent`, { withheld: [] })).json()).toMatchObject({
      code: 'interaction.invalid',
    })
    expect(removeRequestIdParameter(getRedirectLocation(await browser.send('GET', `/authorize/${late}`)))).toBe(
      createErrorPagePath('interaction.invalid'),
    )
    const open = await startOidcInteraction(browser, application)
    await disableApplication(
      { queries: app.database.queries, random: systemRandomBytes },
      application.id,
      app.clock.now,
    )
    expect((await browser.send('POST', `/api/interactions/${open}/consent`, { withheld: [] })).json()).toMatchObject({
      code: 'interaction.invalid',
    })
    // The interaction is treated as if it had expired.
    expect(removeRequestIdParameter(getRedirectLocation(await browser.send('GET', `/authorize/${open}`)))).toBe(
      createErrorPagePath('interaction.invalid'),
    )
    expect(
      removeRequestIdParameter(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))),
    ).toBe(createErrorPagePath('application.disabled'))
    expect(await app.database.queries.selectFrom('grants').selectAll().execute()).toEqual([])
  })

  test('asks again after a sign-out, and never uses the consent of one person for another', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const asks = getInteractionIdFromRedirect(
      await signInToOidcInteraction(browser, await startOidcInteraction(browser, application)),
    )
    await browser.send('POST', '/api/sign-out')
    expect((await browser.send('POST', `/api/interactions/${asks}/consent`, { withheld: [] })).json()).toMatchObject({
      code: 'session.required',
    })
    await browser.signIn()
    const { next } = (await browser.send('POST', `/api/interactions/${asks}/consent`, { withheld: [] })).json<{
      next: string
    }>()
    await browser.signIn(ethereumTestKeys.bob)
    const resumed = getRedirectLocation(await browser.send('GET', next))
    expect(resumed).toMatch(/^\/consent\?interaction=/)
    const consent = new URL(resumed, 'https://sign-in.example').searchParams.get('interaction') ?? ''
    const back = new URL(getRedirectLocation(await submitOidcConsent(browser, consent)))
    const { id_token } = (
      await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
    ).json<TokenResponse>()
    const alice = (
      await exchangeCodeAsApplication(
        app,
        application,
        getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(app.openBrowser(), application)),
      )
    ).json<TokenResponse>()
    expect(decodeTokenPayload(id_token)['sub']).not.toBe(decodeTokenPayload(alice.id_token)['sub'])
  })

  test('prompt=login and max_age=0 require a new proof from a signed-in person', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    await runOidcAuthorizationUntilCallback(browser, application)
    for (const parameters of [{ prompt: 'login' }, { max_age: '0' }]) {
      const id = await startOidcInteraction(browser, application, parameters)
      const skipped = await browser.send('GET', `/authorize/${id}`)
      expect(getRedirectLocation(skipped)).toMatch(/^\/sign-in\?interaction=/)
      await browser.signIn()
      expect(
        getRedirectLocation(await browser.send('GET', `/authorize/${getInteractionIdFromRedirect(skipped)}`)),
      ).toMatch(parameters.prompt === 'login' ? /^\/sign-in/ : /^(\/sign-in|https:)/)
    }
  })
})

test('a flooding network is rate limited: people see a page, applications get an OAuth error', async () => {
  const app = await createOidcTestServer({
    environment: { COUNTERSIGN_CLIENT_REQUESTS_PER_NETWORK_PER_MINUTE: '3' },
  })
  const application = await addTestClientApplication(app)
  const flood = await Promise.all(
    Array.from({ length: 8 }, () => app.openBrowser().send('GET', createAuthorizationUrl(application))),
  )
  expect(
    flood
      .map((visit) => removeRequestIdParameter(getRedirectLocation(visit)))
      .filter((place) => place === createErrorPagePath('rate.limited')),
  ).toHaveLength(5)
  const deviceResponse = await app.http.inject({
    method: 'POST',
    url: '/device/authorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'client_id=test-app',
  })
  expect([deviceResponse.statusCode, deviceResponse.headers['retry-after'], deviceResponse.json()]).toEqual([
    429,
    '60',
    {
      error: 'temporarily_unavailable',
      error_description: 'Too many attempts.',
      error_uri: 'https://sign-in.example/troubleshooting#too-many',
    },
  ])
  expect(
    getRedirectLocation(
      await app.openBrowser({ address: '203.0.113.7' }).send('GET', createAuthorizationUrl(application)),
    ),
  ).toMatch(/^\/sign-in/)
  const stored = await app.database.queries.selectFrom('provider_records').select('kind').execute()
  expect(stored).toHaveLength(4)
})
