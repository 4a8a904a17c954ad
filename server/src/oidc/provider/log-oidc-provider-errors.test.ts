// The log has the provider's errors with their reason and a link to the guide.
import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'

test('a refused OIDC request is logged with its reason and a help link', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, { pkce: 'required' })
  await app
    .openBrowser()
    .send('GET', createAuthorizationUrl(application, { code_challenge: undefined, code_challenge_method: undefined }))
  await postFormAsApplication(
    app,
    '/token',
    { ...application, secret: 'another' },
    { grant_type: 'authorization_code', code: 'none' },
  )
  const lines = app.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.find(({ msg }) => msg === 'authorization.error')).toMatchObject({
    application: 'test-app',
    error: 'invalid_request',
    reason: 'Authorization Server policy requires PKCE to be used for this request',
    help: 'docs/guides/troubleshooting.md#pkce-missing',
  })
  expect(lines.find(({ msg }) => msg === 'grant.error')).toMatchObject({
    error: 'invalid_client',
    detail: 'invalid secret provided',
    help: 'docs/guides/troubleshooting.md#secret-wrong',
  })
})

describe('OIDC errors', () => {
  const errorsIn = (app: { log: string[] }, msg: string) =>
    app.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.msg === msg)

  test('a wrong redirect URI, client ID, and scope are logged as received, without secrets', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { scopes: ['openid'] })
    const browser = app.openBrowser()
    const wrong = 'https://app.example/callback/'
    await browser.send('GET', createAuthorizationUrl({ ...application, redirectUri: wrong }))
    await browser.send('GET', createAuthorizationUrl({ ...application, id: 'another-app' }))
    await browser.send('GET', createAuthorizationUrl({ ...application, id: `x\n\u202e${'y'.repeat(3000)}` }))
    await browser.send('GET', createAuthorizationUrl(application, { scope: 'groups' }))
    expect(errorsIn(app, 'authorization.error').map(({ error, received }) => ({ error, received }))).toEqual([
      {
        error: 'invalid_redirect_uri',
        received: { clientId: 'test-app', redirectUri: wrong, scope: 'openid' },
      },
      { error: 'invalid_client', received: expect.objectContaining({ clientId: 'another-app' }) },
      {
        error: 'invalid_client',
        received: expect.objectContaining({
          clientId: expect.stringMatching(/^x\\u\{a\}\\u\{202e\}y{297}… \(3003 characters\)$/),
        }),
      },
      { error: 'invalid_scope', received: expect.objectContaining({ clientId: 'test-app', scope: 'groups' }) },
    ])
    await postFormAsApplication(
      app,
      '/token',
      { id: 'unknown', secret: 'top-secret' },
      { grant_type: 'authorization_code', code: 'x' },
    )
    expect(errorsIn(app, 'grant.error')).toEqual([
      expect.objectContaining({ received: { clientId: 'unknown' }, help: expect.stringMatching(/#client-/) }),
    ])
    await browser.send(
      'GET',
      `/end-session?${new URLSearchParams({ client_id: 'test-app', post_logout_redirect_uri: wrong })}`,
    )
    expect(errorsIn(app, 'end_session.error')).toEqual([
      expect.objectContaining({ received: { clientId: 'test-app', postLogoutRedirectUri: wrong } }),
    ])
    expect(app.log.join('')).not.toContain('top-secret')
  })

  test('a disabled application is distinguished from an unknown one, for people and in the log', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const authorizationResponse = await browser.send('GET', createAuthorizationUrl(application))
    expect(getRedirectLocation(authorizationResponse)).toMatch(/^\/sign-in\?/)
    await disableApplication(
      { queries: app.database.queries, random: systemRandomBytes },
      application.id,
      app.clock.now,
    )
    const seen = async (id: string) =>
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl({ ...application, id })))
    expect(await seen('test-app')).toMatch(/^\/error\?code=application\.disabled&/)
    expect(await seen('unknown-app')).toMatch(/^\/error\?code=application\.not_registered&/)
    expect(errorsIn(app, 'authorization.error').map(({ reason, help }) => ({ reason, help }))).toEqual([
      { reason: 'the application is disabled', help: 'docs/guides/troubleshooting.md#client-disabled' },
      { reason: 'client is invalid', help: 'docs/guides/troubleshooting.md#client-unknown' },
    ])
    const silent = await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))
    expect(getRedirectLocation(silent)).toMatch(/^\/error\?code=application\.disabled&/)
    const signOut = await browser.send('GET', `/end-session?${new URLSearchParams({ client_id: 'test-app' })}`)
    expect(getRedirectLocation(signOut)).toMatch(/^\/error\?code=application\.disabled&/)
    const answers = []
    for (const id of ['test-app', 'unknown-app']) {
      const answer = await postFormAsApplication(
        app,
        '/token',
        { id, secret: 'x' },
        { grant_type: 'authorization_code', code: 'x' },
      )
      answers.push([answer.statusCode, answer.body])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(errorsIn(app, 'grant.error').map(({ detail, help }) => ({ detail, help }))).toEqual([
      { detail: 'the application is disabled', help: 'docs/guides/troubleshooting.md#client-disabled' },
      { detail: expect.any(String), help: 'docs/guides/troubleshooting.md#client-unknown' },
    ])
  })
})
