// Bodies and queries that are refused, and media types that are accepted.
import { describe, expect, test } from 'vitest'
import { createTestServer } from '../testing/countersign-test-server.ts'

describe('N8: request body', () => {
  test.each([
    ['with an unknown field', '{"purpose":"sign-in","admin":true}'],
    ['with a duplicate field', '{"purpose":"sign-in","purpose":"sign-in"}'],
    ['with __proto__', '{"purpose":"sign-in","__proto__":{"admin":true}}'],
    ['with a number instead of a string', '{"purpose":1}'],
    ['with a huge number', '{"purpose":1e400}'],
    ['with null', '{"purpose":null}'],
    ['with 5000 nested arrays', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['that is an array', '["sign-in"]'],
    ['that is not JSON', '{purpose}'],
    ['that is empty', ''],
    ['with invalid characters in the interaction', '{"purpose":"sign-in","interaction":"a b"}'],
  ])('%s is refused', async (_what, body) => {
    const app = await createTestServer()
    const response = await app
      .openBrowser()
      .send('POST', '/api/challenges', body, { 'content-type': 'application/json' })
    expect(response.json()).toMatchObject({ code: 'request.invalid', status: 400 })
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  test('is refused by an endpoint that expects none', async () => {
    const app = await createTestServer()
    for (const [method, path] of [
      ['POST', '/api/sign-out'],
      ['DELETE', '/api/sessions'],
    ] as const) {
      expect((await app.openBrowser().send(method, path, { everything: true })).json()).toMatchObject({
        code: 'request.invalid',
      })
    }
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ;charset=utf-8',
  ])('is accepted as %s', async (type) => {
    const app = await createTestServer()
    const response = await app
      .openBrowser()
      .send('POST', '/api/challenges', '{"purpose":"sign-in"}', { 'content-type': type })
    expect(response.statusCode).toBe(200)
  })

  test('an unknown query parameter is refused like an unknown body member', async () => {
    const app = await createTestServer()
    expect((await app.openBrowser().send('GET', '/api/session?admin=1')).json()).toMatchObject({
      code: 'request.invalid',
    })
  })
})
