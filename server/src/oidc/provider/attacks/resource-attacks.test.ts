import { expect, test } from 'vitest'
import {
  addTestApplication,
  authorize,
  authorizeUrl,
  createOpenIdApp,
  exchange,
  goesTo,
  post,
  readToken,
} from '../../../testing/test-openid.ts'
import type { Tokens } from '../../../testing/test-openid.ts'
import { codeIn, told } from '../../../testing/test-tokens.ts'

const service = 'https://service.example/'
const resources = [{ resource: service, scopes: ['read', 'write'] }]
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

test('O6 a token for a service is given for scopes that the person was shown, and not without any', async () => {
  const app = await createOpenIdApp()
  const application = await addTestApplication(app, {
    resources,
    grantTypes: ['authorization_code', 'refresh_token', deviceGrant],
  })
  const browser = app.openBrowser()
  const errorOf = (url: string) => new URL(url).searchParams.get('error')
  for (const scope of ['openid', 'openid delete']) {
    const parameters = { scope, resource: service }
    expect(errorOf(goesTo(await browser.send('GET', authorizeUrl(application, parameters))))).toBe('invalid_target')
    expect(told(await post(app, '/device/authorize', application, parameters))).toBe('400 invalid_target')
    const pushed = Object.fromEntries(
      new URL(authorizeUrl(application, parameters), 'https://sign-in.example').searchParams,
    )
    expect(told(await post(app, '/par', application, pushed))).toBe('400 invalid_target')
  }
  const back = await authorize(browser, application, { scope: 'openid read', resource: service })
  const { access_token } = (await exchange(app, application, codeIn(back), { resource: service })).json<Tokens>()
  expect(readToken(access_token)).toMatchObject({ aud: service, scope: 'read' })
})

test('a machine is not told that it has what only people can give', async () => {
  const app = await createOpenIdApp()
  const machine = await addTestApplication(app, { id: 'job', kind: 'machine', resources })
  const web = await addTestApplication(app, {
    resources,
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  for (const application of [machine, web]) {
    const ask = (form: Record<string, string>) =>
      post(app, '/token', application, { grant_type: 'client_credentials', ...form })
    expect(told(await ask({ scope: 'openid wallet' }))).toBe('400 invalid_scope')
    const forService = await ask({ scope: 'openid wallet read', resource: service })
    expect([told(forService), forService.json<Tokens>().scope]).toEqual(['200', 'read'])
    const plain = await ask({})
    // For its only resource, without any scope.
    expect([told(plain), plain.json<Tokens>().scope]).toEqual(['200', undefined])
    expect(readToken(plain.json<Tokens>().access_token)).toMatchObject({ aud: service, client_id: application.id })
  }
})
