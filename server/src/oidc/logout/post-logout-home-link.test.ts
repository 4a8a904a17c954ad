// Logout without a redirect URI: the last page links to the application's home page.
import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import {
  clientMetadataEnvironmentVariables,
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../testing/client-metadata-test-server.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  getRedirectLocation,
  obtainTokens,
} from '../../testing/oidc-application-test-steps.ts'

const home = 'https://app.example/'

describe('logout without a redirect URI', () => {
  test('O13: ends on a page that links to the application home page, signed in or not', async () => {
    const app = await createOidcTestServer()
    const withHome = await addTestClientApplication(app, { uri: home })
    const without = await addTestClientApplication(app, { id: 'without' })
    const browser = app.openBrowser()
    const ask = async (parameters: Record<string, string>) =>
      getRedirectLocation(await browser.send('GET', `/end-session?${new URLSearchParams(parameters)}`))
    const signOut = async (parameters: Record<string, string>) => {
      const id = (await ask(parameters)).replace('/sign-out?request=', '')
      return (await browser.send('POST', `/api/sign-out-requests/${id}/confirm`)).json<{ next: string }>().next
    }
    const { id_token } = await obtainTokens(app, browser, withHome)
    expect(await signOut({ client_id: 'test-app' })).toBe('/signed-out?application=test-app')
    expect(await ask({ client_id: 'test-app' })).toBe('/signed-out?application=test-app')
    expect(await ask({ id_token_hint: id_token })).toBe('/signed-out?application=test-app')
    expect(await ask({ client_id: 'without' })).toBe('/signed-out')
    expect(await ask({})).toBe('/signed-out')
    await runOidcAuthorizationUntilCallback(browser, without)
    expect(await signOut({ client_id: 'without' })).toBe('/signed-out')
    await runOidcAuthorizationUntilCallback(browser, withHome)
    expect(await signOut({})).toBe('/signed-out')

    const read = async (id: string) =>
      (await app.http.inject(`/api/application-home?${new URLSearchParams({ application: id })}`)).json()
    expect(await read('test-app')).toEqual({
      application: { id: 'test-app', name: 'Test Application', logo: null, uri: home },
    })
    for (const id of ['without', 'unknown-app', 'a\0b', 'https://app.example', home])
      expect([id, await read(id)]).toEqual([id, { application: null }])
    await disableApplication({ queries: app.database.queries, random: systemRandomBytes }, 'test-app', app.clock.now)
    expect(await read('test-app')).toEqual({ application: null })
  })

  test('O21: shows no home page link of an unregistered application before consent', async () => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServer({ environment: clientMetadataEnvironmentVariables })
    const id = site.serve('/agent.json', (address) =>
      createJsonDocumentResponder({
        ...createTestClientMetadata(address),
        client_uri: `${site.origin}/`,
        redirect_uris: ['https://agent.example/callback'],
      }),
    )
    const stranger = { id, secret: null, redirectUri: 'https://agent.example/callback' }
    const ask = async () =>
      getRedirectLocation(await app.openBrowser().send('GET', `/end-session?${new URLSearchParams({ client_id: id })}`))
    const read = async () =>
      (await app.http.inject(`/api/application-home?${new URLSearchParams({ application: id })}`)).json()
    expect([await ask(), await read()]).toEqual([
      expect.not.stringContaining('application=http'),
      { application: null },
    ])
    await runOidcAuthorizationUntilCallback(app.openBrowser(), stranger)
    expect(await read()).toMatchObject({ application: { id, uri: `${site.origin}/` } })
  })
})
