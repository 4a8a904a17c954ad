// Errors of unregistered applications cause no open redirect (RFC 9700 §4.11.2).
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  clientMetadataEnvironmentVariables,
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'

const callback = 'https://agent.example/callback'

async function createStrangers(kind: 'sqlite' | 'postgres', changes: object = {}) {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ database: kind, environment: clientMetadataEnvironmentVariables })
  const id = site.serve('/agent.json', (address) =>
    createJsonDocumentResponder({ ...createTestClientMetadata(address), ...changes }),
  )
  const named = (redirectUri = callback): TestClientApplication => ({ id, secret: null, redirectUri })
  return { app, named, host: new URL(id).host }
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);|&amp;/g, (_, code) => (code ? String.fromCodePoint(Number(code)) : '&'))

function linkOn(response: LightMyRequestResponse): URL {
  expect([response.statusCode, response.headers.location, response.headers['content-type']]).toEqual([
    400,
    undefined,
    'text/html; charset=utf-8',
  ])
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/)
  expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.body).not.toMatch(/<script|http-equiv/)
  const links = [...response.body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => unescaped(href ?? ''))
  expect(links).toHaveLength(1)
  return new URL(links[0] ?? '')
}

const errorIn = (url: URL): [string, string | null] => [
  `${url.protocol}//${url.host}${url.pathname}`,
  url.searchParams.get('error') ?? new URLSearchParams(url.hash.slice(1)).get('error'),
]

describe('redirects of an unregistered application', () => {
  test('O21: errors are shown on a page that names the host, signed in or not', async () => {
    const { app, named, host } = await createStrangers('sqlite')
    const stranger = app.openBrowser()
    const member = app.openBrowser()
    await member.signIn()
    for (const browser of [stranger, member])
      for (const [what, parameters, error] of [
        ['an implicit answer', { response_type: 'token' }, 'unsupported_response_type'],
        ['an unknown answer', { response_type: 'unknown' }, 'unsupported_response_type'],
        ['a scope that is not allowed', { scope: 'groups' }, 'invalid_scope'],
        ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
        ['a resource that is not allowed', { resource: 'https://elsewhere.example/' }, 'invalid_target'],
        ['no question', { prompt: 'none' }, browser === member ? 'consent_required' : 'login_required'],
      ] as const) {
        const response = await browser.send('GET', createAuthorizationUrl(named(), { state: 'kept', ...parameters }))
        const link = linkOn(response)
        expect([what, ...errorIn(link)]).toEqual([what, callback, error])
        expect(response.body).toContain('agent.example')
        expect(response.body).toContain(host)
        if (link.hash === '')
          expect([link.searchParams.get('state'), link.searchParams.get('iss')]).toEqual([
            'kept',
            'https://sign-in.example',
          ])
      }
  })

  test('O21: form_post errors need a form that the person submits', async () => {
    const { app, named } = await createStrangers('sqlite')
    const response = await app
      .openBrowser()
      .send(
        'GET',
        createAuthorizationUrl(named(), { response_mode: 'form_post', prompt: 'none', state: '"><script>x' }),
      )
    expect([response.statusCode, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(response.body).not.toContain('<script')
    expect(response.body).toContain(`<form method="post" action="${callback}">`)
    expect(response.body).toContain('name="error" value="login_required"')
    expect(response.body).toContain('<button')
    expect(response.headers['content-security-policy']).not.toMatch(/script-src|form-action/)
  })

  test('O21: errors are redirected only with consent, even after Deny and for pushed requests', async () => {
    const { app, named } = await createStrangers('sqlite')
    const browser = app.openBrowser()
    const consent = await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(named()))),
    )
    const denied = await browser.send('POST', `/api/interactions/${getInteractionIdFromRedirect(consent)}/deny`)
    const answered = await browser.send('GET', denied.json<{ next: string }>().next)
    expect(errorIn(linkOn(answered))).toEqual([callback, 'access_denied'])

    const form = Object.fromEntries(
      new URL(createAuthorizationUrl(named(), { prompt: 'none' }), 'https://x.example').searchParams,
    )
    const pushed = (await postFormAsApplication(app, '/par', named(), form)).json<{ request_uri: string }>()
    const parameters = new URLSearchParams({ client_id: named().id, request_uri: pushed.request_uri })
    expect(errorIn(linkOn(await browser.send('GET', `/authorize?${parameters}`)))).toEqual([
      callback,
      'consent_required',
    ])

    expect((await runOidcAuthorizationUntilCallback(browser, named())).searchParams.has('code')).toBe(true)
    const refused = await browser.send('GET', createAuthorizationUrl(named(), { response_type: 'token' }))
    expect([refused.statusCode, errorIn(new URL(getRedirectLocation(refused)))]).toEqual([
      303,
      [callback, 'unsupported_response_type'],
    ])
    linkOn(await app.openBrowser().send('GET', createAuthorizationUrl(named(), { prompt: 'none' })))
    const grants = (await browser.send('GET', '/api/grants')).json<{ items: { id: string }[] }>()
    await browser.stepUp()
    expect((await browser.send('DELETE', `/api/grants/${grants.items[0]?.id}`)).statusCode).toBe(204)
    linkOn(await browser.send('GET', createAuthorizationUrl(named(), { prompt: 'none' })))
  })

  test('O21: errors are not redirected to another URI than the one consented to', async () => {
    const elsewhere = 'https://evil.example/callback'
    const { app, named } = await createStrangers('sqlite', { redirect_uris: [callback, elsewhere] })
    const browser = app.openBrowser()
    await runOidcAuthorizationUntilCallback(browser, named())
    const response = await browser.send('GET', createAuthorizationUrl(named(elsewhere), { prompt: 'none' }))
    expect(errorIn(linkOn(response))).toEqual([elsewhere, 'consent_required'])
  })

  test('O21: errors link to a loopback or custom-scheme URI from the same page', async () => {
    const local = 'http://127.0.0.1:51004/callback'
    const { app, named } = await createStrangers('sqlite', {
      application_type: 'native',
      redirect_uris: [local, 'com.example.agent:/callback'],
    })
    const browser = app.openBrowser()
    for (const redirectUri of [local, 'com.example.agent:/callback']) {
      const response = await browser.send('GET', createAuthorizationUrl(named(redirectUri), { prompt: 'none' }))
      expect(linkOn(response).href).toContain(redirectUri)
      expect(response.body).toContain('on this device')
    }
  })

  test('O21: logout redirects only to addresses that the person has allowed', async () => {
    const out = 'https://agent.example/out'
    const { app, named } = await createStrangers('sqlite', {
      post_logout_redirect_uris: [out, 'https://evil.example/out'],
    })
    const signOut = async (browser: ReturnType<typeof app.openBrowser>, to = out): Promise<string | null> => {
      const parameters = new URLSearchParams({ client_id: named().id, post_logout_redirect_uri: to })
      const asked = getRedirectLocation(await browser.send('GET', `/end-session?${parameters}`))
      if (asked === '/signed-out') return null
      expect(asked).toMatch(/^\/sign-out\?request=/)
      const request = new URL(asked, 'https://sign-in.example').searchParams.get('request')
      const { next } = (await browser.send('POST', `/api/sign-out-requests/${request}/confirm`)).json<{
        next: string
      }>()
      return next === '/signed-out' ? null : next
    }
    const member = app.openBrowser()
    await member.send('GET', createAuthorizationUrl(named()))
    expect(await signOut(app.openBrowser())).toBe(null)
    await member.signIn()
    expect(await signOut(member)).toBe(null)
    await runOidcAuthorizationUntilCallback(member, named())
    expect(await signOut(member, 'https://evil.example/out')).toBe(null)
    await runOidcAuthorizationUntilCallback(member, named())
    expect(await signOut(member)).toBe(out)
    expect(await signOut(member)).toBe(null)
  })

  test('O21: errors of an application registered by an operator are redirected', async () => {
    const app = await createOidcTestServer({ environment: clientMetadataEnvironmentVariables })
    const application = await addTestClientApplication(app)
    for (const parameters of [{ prompt: 'none' }, { response_type: 'token' }]) {
      const response = await app.openBrowser().send('GET', createAuthorizationUrl(application, parameters))
      expect([response.statusCode, new URL(getRedirectLocation(response)).host]).toEqual([303, 'app.example'])
    }
  })
})
