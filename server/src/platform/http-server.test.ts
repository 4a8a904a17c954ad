// What stands before every call: where requests may come from, what they may hold, how often, and what answers carry.
import { errorCatalog } from '@countersign/api/error-catalog'
import { apiRoutes } from '@countersign/api/api-routes'
import { Agent, get } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { countTableRows } from '../testing/read-database-state.ts'
import { createTestApp, testKeys } from '../testing/test-app.ts'

const changing = Object.values(apiRoutes).filter(({ method }) => method !== 'GET')

describe('N1 a request that changes something', () => {
  const foreign: [string, Record<string, string>][] = [
    ['of another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of a sandboxed page', { origin: 'null' }],
    ['of a neighbour on the same site', { origin: 'https://app.example', 'sec-fetch-site': 'same-site' }],
    ['of another origin in an old browser', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
    ['that claims the origin but is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['of the origin with another scheme', { origin: 'http://sign-in.example' }],
  ]
  test.each(foreign)('%s is refused by every call', async (_what, headers) => {
    const app = await createTestApp()
    const browser = app.openBrowser()
    for (const { method, path } of changing) {
      const response = await browser.send(method, path.replace(':id', '0'.repeat(26)), undefined, headers)
      expect(response.json()).toMatchObject({ code: 'request.foreign_origin', status: 403 })
    }
  })

  test('without a word about where it comes from is refused', async () => {
    const { http } = await createTestApp()
    const response = await http.inject({ method: 'POST', url: '/api/challenges', payload: { purpose: 'sign-in' } })
    expect(response.json()).toMatchObject({ code: 'request.foreign_origin' })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/vnd.api+json',
  ])('with a body of %s is refused', async (type) => {
    const app = await createTestApp()
    const response = await app
      .openBrowser()
      .send('POST', '/api/challenges', '{"purpose":"sign-in"}', { 'content-type': type })
    expect(response.json()).toMatchObject({ code: 'request.not_json', status: 415 })
  })

  test('by GET does not exist', async () => {
    const app = await createTestApp()
    for (const path of ['/api/challenges', '/api/sign-in', '/api/sign-out']) {
      expect((await app.openBrowser().send('GET', path)).statusCode).toBe(404)
    }
  })
})

test('N2 no answer allows another origin to read it', async () => {
  const app = await createTestApp()
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

test('N3 N4 every answer forbids framing, inline scripts and styles, and other hosts', async () => {
  const app = await createTestApp()
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

test('no answer of a call is kept by any cache', async () => {
  const app = await createTestApp()
  const browser = app.openBrowser()
  const answers = [await browser.signIn()]
  for (const url of ['/api/session', '/api/sessions', '/api/wallets', '/api/nothing'])
    answers.push(await browser.send('GET', url))
  expect(new Set(answers.map(({ headers }) => headers['cache-control']))).toEqual(new Set(['no-store']))
})

describe('N5 cookies', () => {
  test('are __Host-, Secure, HttpOnly and SameSite on a production origin', async () => {
    const app = await createTestApp()
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

  test('have names of their own for each port of localhost', async () => {
    const app = await createTestApp({ environment: { COUNTERSIGN_ORIGIN: 'http://localhost:4321' } })
    const browser = app.openBrowser()
    await browser.signIn()
    expect([...browser.cookies.keys()].sort()).toEqual(['countersign-browser-4321', 'countersign-session-4321'])
  })
})

test('N6 the origin comes from the configuration alone', async () => {
  const app = await createTestApp()
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

describe('N7 rate limits', () => {
  const environment = { COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '2' }
  const ask = { purpose: 'sign-in' }

  test('M6 count a network, say when to come back, and let others pass', async () => {
    const app = await createTestApp({ environment })
    const browser = app.openBrowser({ address: '203.0.113.1' })
    await browser.requestChallenge()
    await browser.requestChallenge()
    const refused = await browser.send('POST', '/api/challenges', ask)
    expect(refused.json()).toMatchObject({ code: 'rate.limited', status: 429, retry: true })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await app.openBrowser({ address: '198.51.100.1' }).send('POST', '/api/challenges', ask)).statusCode).toBe(
      200,
    )
  })

  test('are not fooled by X-Forwarded-For, and believe it from a listed proxy', async () => {
    const app = await createTestApp({ environment })
    const statuses = []
    for (let index = 1; index <= 3; index++) {
      statuses.push(
        (await app.openBrowser().send('POST', '/api/challenges', ask, { 'x-forwarded-for': `203.0.${index}.1` }))
          .statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 429])

    const behind = await createTestApp({ environment: { ...environment, COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1' } })
    for (let index = 1; index <= 3; index++) {
      const response = await behind
        .openBrowser()
        .send('POST', '/api/challenges', ask, { 'x-forwarded-for': `9.9.9.9, 203.0.${index}.1` })
      expect(response.statusCode).toBe(200)
    }
  })

  test('count the address that a listed proxy writes, also with a port', async () => {
    const app = await createTestApp({
      environment: { ...environment, COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' },
    })
    const statuses = []
    for (const from of [
      '203.0.113.1:4711',
      '203.0.113.1:4712',
      '203.0.113.1',
      '[2001:db8:1:2::1]:4711',
      '[2001:db8:1:2::2]:4711, 10.1.1.1:80',
      '2001:db8:1:2::3',
    ]) {
      statuses.push(
        (await app.openBrowser().send('POST', '/api/challenges', ask, { 'x-forwarded-for': from })).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
    expect(app.log.filter((line) => line.includes('"level":40'))).toEqual([])
    // Of those whose address nobody can read many may come, and one of them is said.
    for (let index = 0; index < 20; index++)
      expect(
        (await app.openBrowser().send('POST', '/api/challenges', ask, { 'x-forwarded-for': '_hidden' })).statusCode,
      ).toBe(200)
    expect(
      app.log.filter((line) => line.includes('"level":40')).map((line) => (JSON.parse(line) as { msg: string }).msg),
    ).toEqual([expect.stringMatching(/^a listed proxy writes no IP address into X-Forwarded-For/)])
  })

  test('behind a proxy that is not listed are said to be those of one network, once, with the setting', async () => {
    const app = await createTestApp()
    for (const address of ['10.1.1.1', '10.1.1.2', '8.8.8.8', '8.8.4.4']) {
      await app.openBrowser({ address }).send('GET', '/api/session', undefined, { 'x-forwarded-for': '203.0.113.1' })
    }
    const warnings = app.log
      .map((line) => JSON.parse(line) as { level: number; msg: string; peer?: string })
      .filter(({ level }) => level >= 40)
    expect(warnings.map(({ msg, peer }) => [msg.includes('COUNTERSIGN_TRUSTED_PROXIES'), peer])).toEqual([
      [true, '10.1.1.1'],
      [true, undefined],
    ])
  })

  test('count an IPv6 /64 as one', async () => {
    const app = await createTestApp({ environment })
    const statuses = []
    for (let index = 1; index <= 3; index++) {
      statuses.push(
        (await app.openBrowser({ address: `2001:db8:1:2::${index}` }).send('POST', '/api/challenges', ask)).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  test('M6 bound challenges in all, a part of them for who is signed in', async () => {
    const app = await createTestApp({ environment: { COUNTERSIGN_CHALLENGES_PER_MINUTE: '11' } })
    const signedIn = app.openBrowser({ address: '198.51.100.1' })
    await signedIn.signIn()
    const statuses = []
    for (let index = 1; index <= 9; index++) {
      statuses.push(
        (await app.openBrowser({ address: `203.${index}.113.1` }).send('POST', '/api/challenges', ask)).statusCode,
      )
    }
    expect(statuses).toEqual([...Array<number>(8).fill(200), 429])
    for (let index = 1; index <= 3; index++) {
      statuses.push((await signedIn.send('POST', '/api/challenges', { purpose: 'step-up' })).statusCode)
    }
    expect(statuses.slice(9)).toEqual([200, 429, 429])
    expect(await app.database.queries.selectFrom('awaited_challenges').selectAll().execute()).toEqual([])
    expect(await app.database.queries.selectFrom('spent_challenges').selectAll().execute()).toHaveLength(1)
  })

  test('count sign-ins of a wallet, in any network; failures lock nobody out elsewhere', async () => {
    const app = await createTestApp({ environment: { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '2' } })
    const attacker = app.openBrowser({ address: '203.0.113.1' })
    const statuses = []
    for (let index = 0; index < 3; index++) {
      const signed = await attacker.signChallenge()
      statuses.push(
        (await attacker.send('POST', '/api/sign-in', { ...signed, signature: `0x${'1'.repeat(128)}1b` })).statusCode,
      )
    }
    expect(statuses[2]).toBe(429)
    const owner = app.openBrowser({ address: '198.51.100.1' })
    expect((await owner.signIn()).statusCode).toBe(200)
    expect((await owner.signIn()).statusCode).toBe(200)
    expect((await app.openBrowser({ address: '198.51.101.1' }).signIn()).statusCode).toBe(429)
  })

  test.each(['sqlite', 'postgres'] as const)('on %s refuse when nothing can be counted any more', async (kind) => {
    const app = await createTestApp({ database: kind })
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    await app.database.close()
    expect((await browser.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
      code: 'database.unavailable',
      status: 503,
    })
  })

  test('are shared by instances on PostgreSQL', async () => {
    const shared = { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '2' }
    const one = await createTestApp({ database: 'postgres', environment: shared })
    const two = await createTestApp({ database: one.database, environment: shared })
    expect((await one.openBrowser().signIn()).statusCode).toBe(200)
    expect((await two.openBrowser().signIn()).statusCode).toBe(200)
    expect((await one.openBrowser().signIn()).statusCode).toBe(429)
    // Whatever came of it.
    expect((await two.openBrowser().signIn(testKeys.bob)).statusCode).toBe(429)
  })
})

describe('N8 a body', () => {
  test.each([
    ['with an unknown field', '{"purpose":"sign-in","admin":true}'],
    ['with a field twice', '{"purpose":"sign-in","purpose":"sign-in"}'],
    ['with __proto__', '{"purpose":"sign-in","__proto__":{"admin":true}}'],
    ['with a number for a text', '{"purpose":1}'],
    ['with a huge number', '{"purpose":1e400}'],
    ['with null', '{"purpose":null}'],
    ['that nests without end', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['that is a list', '["sign-in"]'],
    ['that is not JSON', '{purpose}'],
    ['that is empty', ''],
    ['with an interaction of other characters', '{"purpose":"sign-in","interaction":"a b"}'],
  ])('%s is refused', async (_what, body) => {
    const app = await createTestApp()
    const response = await app
      .openBrowser()
      .send('POST', '/api/challenges', body, { 'content-type': 'application/json' })
    expect(response.json()).toMatchObject({ code: 'request.invalid', status: 400 })
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
  })

  test('where none is expected is refused', async () => {
    const app = await createTestApp()
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
  ])('is read as %s', async (type) => {
    const app = await createTestApp()
    const response = await app
      .openBrowser()
      .send('POST', '/api/challenges', '{"purpose":"sign-in"}', { 'content-type': type })
    expect(response.statusCode).toBe(200)
  })

  test('and a query with what is not known is refused', async () => {
    const app = await createTestApp()
    expect((await app.openBrowser().send('GET', '/api/session?admin=1')).json()).toMatchObject({
      code: 'request.invalid',
    })
  })
})

test('N9 parameters are never part of a statement', async () => {
  const app = await createTestApp()
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
  expect(await countTableRows(app.database.queries)).toMatchObject({ people: 1, sessions: 1 })
})

test('N10 what a stranger sends cannot start a line in the log, nor steer a terminal', async () => {
  const app = await createTestApp()
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

describe('N15 a client', () => {
  async function talk(bytes: string): Promise<string> {
    const { http } = await createTestApp()
    await http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = http.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += String(chunk)
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
      setTimeout(() => socket.end(), 1500)
    })
  }

  test.each([
    ['two hosts', ['host: sign-in.example', 'host: evil.example']],
    ['two hosts in other letters', ['Host: sign-in.example', 'HOST: evil.example']],
    ['the same host twice', ['host: sign-in.example', 'host: sign-in.example']],
    ['no host', []],
  ])('N6 N15 that names %s is refused, wherever it asks', async (_what, hosts) => {
    for (const path of ['/health/live', '/api/session', '/.well-known/openid-configuration', '/nothing', '/']) {
      const answer = await talk([`GET ${path} HTTP/1.1`, ...hosts, 'connection: close', '', ''].join('\r\n'))
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  test('N6 that names one host is answered', async () => {
    expect(await talk('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('that hangs up in the middle of its request is no fault, of nobody', async () => {
    const app = await createTestApp()
    await app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.http.server.address() as AddressInfo
    const answered = new Promise<void>((resolve) =>
      app.http.server.on('request', (_request, response) => response.on('close', resolve)),
    )
    const head = [
      'POST /api/challenges HTTP/1.1',
      'host: a',
      'origin: https://sign-in.example',
      'content-type: application/json',
      'content-length: 30',
      '',
      '{"purpose":',
    ].join('\r\n')
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    app.http.server.once('request', () => socket.destroy())
    await answered
    await vi.waitFor(() => expect(app.log.join('')).toContain('hung up'))
    expect(app.log.filter((line) => line.includes('database.unavailable') || line.includes('"level":50'))).toEqual([])
  })

  test('over which nothing was asked does not hold up a stop', async () => {
    const { http } = await createTestApp()
    await http.listen({ host: '127.0.0.1', port: 0 })
    // Without these the stop would never end.
    http.server.headersTimeout = 0
    http.server.requestTimeout = 0
    const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    await new Promise<void>((resolve) => http.server.once('connection', () => resolve()))
    await Promise.all([http.close(), closed])
    expect(socket.destroyed).toBe(true)
  })

  test('whose response ends during a stop does not hold it up', async () => {
    const { http } = await createTestApp()
    const answering = Promise.withResolvers<ServerResponse>()
    http.server.removeAllListeners('request').on('request', (_request, response: ServerResponse) => {
      response.flushHeaders()
      answering.resolve(response)
    })
    await http.listen({ host: '127.0.0.1', port: 0 })
    // The stop would never end.
    http.server.keepAliveTimeout = 0
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const { port } = http.server.address() as AddressInfo
    const ended = new Promise((resolve) => get({ agent, port }, (response) => response.resume().on('end', resolve)))
    const response = await answering.promise
    const stopped = http.close()
    await new Promise<void>((resolve) => setImmediate(resolve))
    response.end('whole')
    await Promise.all([ended, stopped])
    expect(http.server.listening).toBe(false)
  })

  test('that is slow is looked for each second, and not only each half a minute', async () => {
    const { http } = await createTestApp()
    await http.listen({ host: '127.0.0.1', port: 0 })
    const kept = Object.getOwnPropertySymbols(http.server).find(
      (symbol) => symbol.description === 'http.server.connectionsCheckingInterval',
    )
    const timer = (http.server as unknown as Record<symbol, object>)[kept ?? expect.fail()]
    expect([
      http.server.headersTimeout,
      http.server.requestTimeout,
      new Map<string, unknown>(Object.entries(timer ?? {})).get('_repeat'),
    ]).toEqual([15_000, 15_000, 1000])
  })

  test('with huge headers is cut off', async () => {
    expect(await talk(`GET /health/live HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    )
  })

  test('with both a length and chunks is refused', async () => {
    const smuggled =
      'POST /api/challenges HTTP/1.1\r\nhost: a\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\nhost: a\r\n\r\n'
    const answer = await talk(smuggled)
    expect(answer).toMatch(/^HTTP\/1\.1 400/)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

test('every refusal is a problem document with a code of the catalogue', async () => {
  const app = await createTestApp()
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

test('the description of the calls lists each, with what it refuses', async () => {
  const app = await createTestApp()
  const description = (await app.openBrowser().send('GET', '/api/openapi.json')).json<{
    openapi: string
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
  }>()
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, responses }]) =>
        `${operationId} ${method.toUpperCase()} ${path} ${Object.keys(responses).join(' ')}`,
    ),
  )
  expect(described.sort()).toMatchInlineSnapshot(`
    [
      "acceptMerge POST /api/merges/{id}/accept 200 400 401 403 404 409 413 415 500 503",
      "addPasskey POST /api/passkeys 200 400 401 403 404 409 413 415 429 500 503",
      "answerCrossDevice POST /api/cross-device/answer 204 400 401 403 404 413 415 429 500 503",
      "applyApplications POST /api/admin/applications/apply 200 400 401 403 404 409 413 415 429 500 503",
      "applyGroups POST /api/admin/groups/apply 200 400 401 403 404 413 415 429 500 503",
      "applyResources POST /api/admin/resources/apply 200 400 401 403 404 409 413 415 429 500 503",
      "approveDevice POST /api/device/approve 204 400 401 403 404 409 413 415 429 500 503",
      "cancelCrossDevice DELETE /api/cross-device/{id} 204 400 403 404 413 415 500 503",
      "changeApplication PUT /api/admin/applications/{application} 200 400 401 403 404 409 413 415 429 500 503",
      "changeBranding PUT /api/admin/settings/branding 200 400 401 403 404 413 415 429 500 503",
      "changeGrantWallet PATCH /api/grants/{id} 204 400 401 403 404 413 415 500 503",
      "changeGroup PUT /api/admin/groups/{group} 200 400 401 403 404 409 413 415 429 500 503",
      "changePasskey PATCH /api/passkeys/{id} 200 400 401 403 404 413 415 500 503",
      "changePerson PATCH /api/person 200 400 401 403 404 413 415 500 503",
      "changeResource PUT /api/admin/resources/{id} 200 400 401 403 404 409 413 415 429 500 503",
      "changeUserName PUT /api/person/user-name 200 400 401 403 404 409 413 415 429 500 503",
      "changeView PATCH /api/admin/views/{id} 200 400 401 403 404 409 413 415 429 500 503",
      "changeWallet PATCH /api/wallets/{id} 200 400 401 403 404 413 415 500 503",
      "checkApplication POST /api/admin/applications/check 200 400 401 403 404 413 415 429 500 503",
      "checkResource POST /api/admin/resources/check 200 400 401 403 404 413 415 429 500 503",
      "checkUserName POST /api/person/user-name/check 200 400 401 403 404 413 415 429 500 503",
      "chooseUserName POST /api/person/user-name 200 400 401 403 404 409 413 415 429 500 503",
      "claimOwnership POST /api/setup 204 400 401 403 404 409 413 415 429 500 503",
      "confirmEmail POST /api/person/email/confirm 200 400 401 403 404 413 415 429 500 503",
      "confirmMerge POST /api/merges/{id}/confirm 204 400 401 403 404 409 413 415 500 503",
      "confirmSignOut POST /api/sign-out-requests/{id}/confirm 200 400 403 404 413 415 500 503",
      "confirmWallet POST /api/wallets/{id}/confirm 200 400 401 403 404 409 413 415 500 503",
      "consent POST /api/interactions/{id}/consent 200 400 401 403 404 409 413 415 500 503",
      "createApplication POST /api/admin/applications 200 400 401 403 404 409 413 415 429 500 503",
      "createChallenge POST /api/challenges 200 400 401 403 404 413 415 429 500 503",
      "createCrossDevice POST /api/cross-device 200 400 401 403 404 413 415 429 500 503",
      "createCrossDeviceChallenge POST /api/cross-device/challenge 200 400 403 404 413 415 429 500 503",
      "createCrossDevicePasskey POST /api/cross-device/passkey 200 400 403 404 413 415 429 500 503",
      "createGroup POST /api/admin/groups 200 400 401 403 404 409 413 415 429 500 503",
      "createPasskeyOptions POST /api/passkeys/options 200 400 401 403 404 409 413 415 429 500 503",
      "createPasskeySignIn POST /api/sign-in/passkey/options 200 400 403 404 413 415 429 500 503",
      "createPasskeySignUp POST /api/sign-up/passkey/options 200 400 403 404 413 415 429 500 503",
      "createPasskeyStepUp POST /api/step-up/passkey/options 200 400 401 403 404 413 415 429 500 503",
      "createRegistrationToken POST /api/admin/registration-tokens 200 400 401 403 404 413 415 429 500 503",
      "createResource POST /api/admin/resources 200 400 401 403 404 409 413 415 429 500 503",
      "createToken POST /api/admin/tokens 200 400 401 403 404 409 413 415 429 500 503",
      "deletePerson DELETE /api/admin/people/{id} 204 400 401 403 404 409 413 415 429 500 503",
      "deny POST /api/interactions/{id}/deny 200 400 403 404 413 415 500 503",
      "denyDevice POST /api/device/deny 204 400 401 403 404 413 415 429 500 503",
      "disableApplication POST /api/admin/applications/{application}/disable 204 400 401 403 404 413 415 429 500 503",
      "dismissSetupStep DELETE /api/admin/setup-steps/{step} 204 400 401 403 404 413 415 429 500 503",
      "disownBrowser DELETE /api/browsers/{id} 200 400 401 403 404 409 413 415 500 503",
      "enableApplication POST /api/admin/applications/{application}/enable 204 400 401 403 404 413 415 429 500 503",
      "endCrossDevice POST /api/cross-device/end 204 400 403 404 413 415 500 503",
      "endOtherSessions DELETE /api/sessions 200 400 401 403 404 413 415 500 503",
      "endPersonSession DELETE /api/admin/people/{id}/sessions/{session} 204 400 401 403 404 413 415 429 500 503",
      "endPersonSessions DELETE /api/admin/people/{id}/sessions 200 400 401 403 404 413 415 429 500 503",
      "endPreviousSecret DELETE /api/admin/applications/{application}/previous-secret 204 400 401 403 404 413 415 429 500 503",
      "endRegistrationToken DELETE /api/admin/registration-tokens/{id} 204 400 401 403 404 413 415 429 500 503",
      "endSession DELETE /api/sessions/{id} 204 400 401 403 404 409 413 415 500 503",
      "erasePerson DELETE /api/person 204 400 401 403 404 409 413 415 500 503",
      "explainMembership POST /api/admin/groups/{group}/explain 200 400 401 403 404 413 415 429 500 503",
      "exportActivity GET /api/activity/export 200 400 401 403 404 429 500 503",
      "exportData GET /api/export 200 400 401 403 404 429 500 503",
      "exportEvents GET /api/admin/events/export 200 400 401 403 404 429 500 503",
      "exportPeople POST /api/admin/bulk/export 200 400 401 403 404 413 415 429 500 503",
      "followCrossDevice POST /api/cross-device/follow 200 400 403 404 413 415 429 500 503",
      "grantRole PUT /api/admin/people/{id}/roles/{role} 204 400 401 403 404 409 413 415 429 500 503",
      "groupEvents GET /api/admin/events/groups 200 400 401 403 404 429 500 503",
      "linkWallet POST /api/wallets 200 400 401 403 404 409 413 415 429 500 503",
      "listActivity GET /api/activity 200 400 401 404 500 503",
      "listApplications GET /api/admin/applications 200 400 401 403 404 429 500 503",
      "listEvents GET /api/admin/events 200 400 401 403 404 429 500 503",
      "listGrants GET /api/grants 200 400 401 404 500 503",
      "listGroupMembers GET /api/admin/groups/{group}/members 200 400 401 403 404 429 500 503",
      "listGroups GET /api/admin/groups 200 400 401 403 404 429 500 503",
      "listLiveSessions GET /api/admin/sessions 200 400 401 403 404 429 500 503",
      "listMerges GET /api/merges 200 400 401 404 500 503",
      "listNewBrowsers GET /api/browsers/new 200 400 401 404 500 503",
      "listPasskeys GET /api/passkeys 200 400 401 404 500 503",
      "listPendingMerges GET /api/merges/pending 200 400 401 404 500 503",
      "listPeople GET /api/admin/people 200 400 401 403 404 429 500 503",
      "listPersonSessions GET /api/admin/people/{id}/sessions 200 400 401 403 404 429 500 503",
      "listReadableChains GET /api/admin/chains 200 400 401 403 404 429 500 503",
      "listRecent GET /api/admin/recent 200 400 401 403 404 429 500 503",
      "listRegistrationTokens GET /api/admin/registration-tokens 200 400 401 403 404 429 500 503",
      "listResources GET /api/admin/resources 200 400 401 403 404 429 500 503",
      "listSessions GET /api/sessions 200 400 401 404 500 503",
      "listTokens GET /api/admin/tokens 200 400 401 403 404 429 500 503",
      "listViews GET /api/admin/views 200 400 401 403 404 429 500 503",
      "listWallets GET /api/wallets 200 400 401 404 500 503",
      "noteOpened PUT /api/admin/recent 204 400 401 403 404 413 415 429 500 503",
      "offerMerge POST /api/merges 200 400 401 403 404 409 413 415 429 500 503",
      "openCrossDevice POST /api/cross-device/open 200 400 403 404 413 415 429 500 503",
      "passOnCrossDevice POST /api/cross-device/pass-on 200 400 403 404 413 415 429 500 503",
      "pickCrossDevice POST /api/cross-device/pick 200 400 403 404 413 415 500 503",
      "previewBulk POST /api/admin/bulk/preview 200 400 401 403 404 409 413 415 429 500 503",
      "previewRule POST /api/admin/groups/preview 200 400 401 403 404 413 415 429 500 503",
      "readAdmin GET /api/admin 200 400 401 403 404 429 500 503",
      "readApplication GET /api/admin/applications/{application} 200 400 401 403 404 429 500 503",
      "readApplicationHome GET /api/application-home 200 400 404 500 503",
      "readChainOfEvents GET /api/admin/events/chain 200 400 401 403 404 429 500 503",
      "readChallenge GET /api/challenges/{id} 200 400 401 404 500 503",
      "readDeviceRequest POST /api/device/read 200 400 401 403 404 413 415 429 500 503",
      "readEmail GET /api/person/email 200 400 401 404 500 503",
      "readEvent GET /api/admin/events/{sequence} 200 400 401 403 404 429 500 503",
      "readFigures GET /api/admin/figures 200 400 401 403 404 429 500 503",
      "readFirstWays GET /api/first-ways 200 400 404 500 503",
      "readGroup GET /api/admin/groups/{group} 200 400 401 403 404 429 500 503",
      "readInteraction GET /api/interactions/{id} 200 400 404 500 503",
      "readLogCheckpoint GET /api/admin/log/checkpoint 200 400 401 403 404 429 500 503",
      "readLogTile GET /api/admin/log/tile/{*} 200 400 401 403 404 429 500 503",
      "readNews GET /api/admin/news 200 400 401 403 404 429 500 503",
      "readPerson GET /api/admin/people/{id} 200 400 401 403 404 429 500 503",
      "readPresets GET /api/admin/presets 200 400 401 403 404 429 500 503",
      "readResource GET /api/admin/resources/{id} 200 400 401 403 404 429 500 503",
      "readRetention GET /api/retention 200 400 404 500 503",
      "readSession GET /api/session 200 400 404 500 503",
      "readSettings GET /api/admin/settings 200 400 401 403 404 429 500 503",
      "readSetup GET /api/setup 200 400 401 403 404 429 500 503",
      "readSetupSteps GET /api/admin/setup-steps 200 400 401 403 404 429 500 503",
      "readSignOutRequest GET /api/sign-out-requests/{id} 200 400 404 500 503",
      "readToken POST /api/admin/rules/token 200 400 401 403 404 413 415 429 500 503",
      "readTry GET /api/admin/tries/{id} 200 400 401 403 404 429 500 503",
      "readUserNames GET /api/person/user-name 200 400 401 404 429 500 503",
      "recogniseBrowser POST /api/browsers/{id}/recognise 204 400 401 403 404 413 415 500 503",
      "refuseCrossDevice POST /api/cross-device/refuse 204 400 403 404 413 415 500 503",
      "refuseMerge DELETE /api/merges/{id} 204 400 401 403 404 413 415 500 503",
      "removeApplication DELETE /api/admin/applications/{application} 204 400 401 403 404 413 415 429 500 503",
      "removeApplicationLogo DELETE /api/admin/applications/{application}/logo 204 400 401 403 404 413 415 429 500 503",
      "removeEmail DELETE /api/person/email 200 400 401 403 404 413 415 500 503",
      "removeGroup DELETE /api/admin/groups/{group} 204 400 401 403 404 409 413 415 429 500 503",
      "removeMark DELETE /api/admin/settings/mark 200 400 401 403 404 413 415 429 500 503",
      "removePasskey DELETE /api/passkeys/{id} 200 400 401 403 404 409 413 415 500 503",
      "removePicture DELETE /api/person/picture 200 400 401 403 404 413 415 500 503",
      "removeResource DELETE /api/admin/resources/{id} 204 400 401 403 404 409 413 415 429 500 503",
      "removeView DELETE /api/admin/views/{id} 204 400 401 403 404 413 415 429 500 503",
      "restorePerson POST /api/admin/people/{id}/restore 204 400 401 403 404 409 413 415 429 500 503",
      "revokeRole DELETE /api/admin/people/{id}/roles/{role} 204 400 401 403 404 409 413 415 429 500 503",
      "revokeToken DELETE /api/admin/tokens/{id} 204 400 401 403 404 413 415 429 500 503",
      "rotateApplicationSecret POST /api/admin/applications/{application}/secret 200 400 401 403 404 409 413 415 429 500 503",
      "rotateKeys POST /api/admin/settings/keys 200 400 401 403 404 413 415 429 500 503",
      "runBulk POST /api/admin/bulk 200 400 401 403 404 409 413 415 429 500 503",
      "saveView POST /api/admin/views 200 400 401 403 404 409 413 415 429 500 503",
      "searchAdmin GET /api/admin/search 200 400 401 403 404 429 500 503",
      "sendEmailCode POST /api/person/email 200 400 401 403 404 413 415 429 500 503",
      "setApplicationLogo PUT /api/admin/applications/{application}/logo 204 400 401 403 404 413 415 429 500 503",
      "setMark PUT /api/admin/settings/mark 200 400 401 403 404 413 415 429 500 503",
      "setPicture PUT /api/person/picture 200 400 401 403 404 413 415 429 500 503",
      "signIn POST /api/sign-in 200 400 401 403 404 409 413 415 429 500 503",
      "signInWithPasskey POST /api/sign-in/passkey 200 400 401 403 404 413 415 429 500 503",
      "signOut POST /api/sign-out 204 400 403 404 413 415 500 503",
      "signUpWithPasskey POST /api/sign-up/passkey 200 400 401 403 404 413 415 429 500 503",
      "stepUp POST /api/step-up 200 400 401 403 404 409 413 415 429 500 503",
      "stepUpWithPasskey POST /api/step-up/passkey 200 400 401 403 404 413 415 429 500 503",
      "suspendPerson POST /api/admin/people/{id}/suspend 200 400 401 403 404 409 413 415 429 500 503",
      "testChain POST /api/admin/settings/chains/{chain}/test 200 400 401 403 404 413 415 429 500 503",
      "tryApplication POST /api/admin/applications/{application}/try 200 400 401 403 404 409 413 415 429 500 503",
      "tryRule POST /api/admin/rules/try 200 400 401 403 404 413 415 429 500 503",
      "undoMerge POST /api/merges/{id}/undo 200 400 401 403 404 409 413 415 500 503",
      "unlinkWallet DELETE /api/wallets/{id} 200 400 401 403 404 409 413 415 500 503",
      "watchCrossDevice GET /api/cross-device/{id} 200 400 404 429 500 503",
      "withdrawGrant DELETE /api/grants/{id} 204 400 401 403 404 413 415 500 503",
    ]
  `)
})
