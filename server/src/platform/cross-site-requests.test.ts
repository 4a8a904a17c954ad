// Requests from other sites that would change something are refused (CSRF).
import { apiRoutes } from '@countersign/api/api-route-paths'
import { describe, expect, test } from 'vitest'
import { createTestServer } from '../testing/countersign-test-server.ts'

const changing = Object.values(apiRoutes).filter(({ method }) => method !== 'GET')

describe('N1: state-changing request', () => {
  const foreign: [string, Record<string, string>][] = [
    ['from another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from a sandboxed page', { origin: 'null' }],
    ['from a sibling origin on the same site', { origin: 'https://app.example', 'sec-fetch-site': 'same-site' }],
    ['from another origin in an old browser', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
    ['with the right origin but marked cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['from the same host with another scheme', { origin: 'http://sign-in.example' }],
  ]
  test.each(foreign)('%s is refused by every endpoint', async (_what, headers) => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    for (const { method, path } of changing) {
      const response = await browser.send(method, path.replace(':id', '0'.repeat(26)), undefined, headers)
      expect(response.json()).toMatchObject({ code: 'request.cross_origin', status: 403 })
    }
  })

  test('without Origin and Sec-Fetch-Site headers is refused', async () => {
    const { http } = await createTestServer()
    const response = await http.inject({ method: 'POST', url: '/api/challenges', payload: { purpose: 'sign-in' } })
    expect(response.json()).toMatchObject({ code: 'request.cross_origin' })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/vnd.api+json',
  ])('with content type %s is refused', async (type) => {
    const app = await createTestServer()
    const response = await app
      .openBrowser()
      .send('POST', '/api/challenges', '{"purpose":"sign-in"}', { 'content-type': type })
    expect(response.json()).toMatchObject({ code: 'request.not_json', status: 415 })
  })

  test('is not possible with GET', async () => {
    const app = await createTestServer()
    for (const path of ['/api/challenges', '/api/sign-in', '/api/sign-out']) {
      expect((await app.openBrowser().send('GET', path)).statusCode).toBe(404)
    }
  })
})
