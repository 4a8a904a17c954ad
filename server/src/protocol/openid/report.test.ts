// What the provider refuses stands in the log with its reason, and with the paragraph of the guides that says what to change.
import { expect, test } from 'vitest'
import { addTestApplication, authorizeUrl, createOpenIdApp, post } from '../../testing/test-openid.ts'

test('a refusal is logged with its reason and what to do', async () => {
  const app = await createOpenIdApp()
  const application = await addTestApplication(app)
  await app
    .openBrowser()
    .send('GET', authorizeUrl(application, { code_challenge: undefined, code_challenge_method: undefined }))
  await post(app, '/token', { ...application, secret: 'another' }, { grant_type: 'authorization_code', code: 'none' })
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
