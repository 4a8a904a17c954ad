// Rules for the requests and responses of every endpoint.
import { errorCatalog } from '@countersign/api/error-catalog'
import { describe, expect, test } from 'vitest'
import { countRowsPerTable } from '../testing/inspect-test-database.ts'
import { createTestServer } from '../testing/countersign-test-server.ts'

test('N2: no response allows another origin to read it', async () => {
  const app = await createTestServer()
  for (const url of ['/api/session', '/api/openapi.json', '/health/live', '/api/nothing']) {
    const { headers } = await app.openBrowser().send('GET', url, undefined, { origin: 'https://evil.example' })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
  const preflight = await app.http.inject({
    method: 'OPTIONS',
    url: '/api/sign-in',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.statusCode).toBe(404)
})

test('N3 N4: every response forbids framing, inline scripts and styles, and loading from other hosts', async () => {
  const app = await createTestServer()
  for (const url of ['/api/session', '/api/nothing', '/health/live', '/api/%zz', `/api/sessions/${'a'.repeat(200)}`]) {
    const { headers, statusCode } = await app.openBrowser().send('GET', url)
    expect(statusCode).toBeLessThan(500)
    expect(headers['content-security-policy']).toMatchInlineSnapshot(
      `"default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';manifest-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none';report-to page"`,
    )
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
  }
})

test('API responses are never cached', async () => {
  const app = await createTestServer()
  const browser = app.openBrowser()
  const answers = [await browser.signIn()]
  for (const url of ['/api/session', '/api/sessions', '/api/wallets', '/api/nothing'])
    answers.push(await browser.send('GET', url))
  expect(new Set(answers.map(({ headers }) => headers['cache-control']))).toEqual(new Set(['no-store']))
})

describe('N5: cookies', () => {
  test('have the __Host- prefix, Secure, HttpOnly and SameSite on a production origin', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const challenge = await browser.send('POST', '/api/challenges', { purpose: 'sign-in' })
    expect(challenge.headers['set-cookie']).toMatch(
      /^__Host-countersign-browser=[0-9A-Za-z_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const signedIn = await browser.signIn()
    expect(signedIn.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-countersign-session=[0-9A-Za-z_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-countersign-browser=[0-9A-Za-z_-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  test('have a different name for each port of localhost', async () => {
    const app = await createTestServer({ environment: { COUNTERSIGN_ORIGIN: 'http://localhost:4321' } })
    const browser = app.openBrowser()
    await browser.signIn()
    expect([...browser.cookies.keys()].sort()).toEqual(['countersign-browser-4321', 'countersign-session-4321'])
  })
})

test('N6: the origin comes from the settings, never from request headers', async () => {
  const app = await createTestServer()
  const spoofed = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
  }
  const response = await app.openBrowser().send('POST', '/api/challenges', { purpose: 'sign-in' }, spoofed)
  expect(response.json()).toMatchObject({
    message: { domain: 'sign-in.example', uri: 'https://sign-in.example/sign-in' },
  })
  expect(response.body).not.toContain('evil')
  const refusal = await app.openBrowser().send('GET', '/api/nothing', undefined, spoofed)
  expect(refusal.json()).toMatchObject({ type: 'https://sign-in.example/error?code=request.not_found' })
})

test('N9: request parameters are never part of an SQL statement', async () => {
  const app = await createTestServer()
  const browser = app.openBrowser({ userAgent: `'); drop table people; --` })
  expect((await browser.signIn()).statusCode).toBe(200)
  for (const text of [`x' or '1'='1`, `0.${'0'.repeat(26)}' --`]) {
    expect((await browser.send('GET', `/api/sessions?cursor=${encodeURIComponent(text)}`)).json()).toMatchObject({
      code: 'request.invalid',
    })
    expect((await browser.send('DELETE', `/api/sessions/${encodeURIComponent(text)}`)).json()).toMatchObject({
      code: 'request.invalid',
    })
  }
  expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 1, sessions: 1 })
})

test('N10: request data cannot inject log lines or terminal control characters', async () => {
  const app = await createTestServer()
  const browser = app.openBrowser({ userAgent: 'x' })
  await browser.send('GET', '/api/%0a%1b[31m{"level":60}')
  await browser.send('POST', '/api/sign-in', { message: 'a\n{"level":60}\u001b[31m', signature: '0x' })
  await browser.send('POST', '/api/sign-out', undefined, { origin: 'https://\u009b31mRED\u0085' })
  expect(app.log.join('')).toContain('RED')
  for (const line of app.log) {
    expect(line.endsWith('\n')).toBe(true)
    // eslint-disable-next-line no-control-regex
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
    expect(JSON.parse(line)).not.toMatchObject({ level: 60 })
  }
})

test('refusals are problem documents with a code from the error catalog', async () => {
  const app = await createTestServer()
  const response = await app.openBrowser().send('GET', '/api/nothing')
  expect(response.headers['content-type']).toBe('application/problem+json')
  expect({ ...response.json<object>(), instance: '' }).toMatchInlineSnapshot(`
    {
      "code": "request.not_found",
      "detail": "Check the address, or start from the home page.",
      "instance": "",
      "retry": false,
      "status": 404,
      "title": "There is nothing at this address.",
      "type": "https://sign-in.example/error?code=request.not_found",
    }
  `)
  expect(Object.keys(errorCatalog)).toContain('request.not_found')
})
