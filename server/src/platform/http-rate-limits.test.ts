// Rate limits over HTTP.
import { describe, expect, test } from 'vitest'
import { createTestServer, ethereumTestKeys } from '../testing/countersign-test-server.ts'

describe('N7: HTTP rate limits', () => {
  const environment = { COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '2' }
  const ask = { purpose: 'sign-in' }

  test('M6: count per network, send Retry-After and do not affect other networks', async () => {
    const app = await createTestServer({ environment })
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

  test('ignore X-Forwarded-For unless it comes from a trusted proxy', async () => {
    const app = await createTestServer({ environment })
    const statuses = []
    for (let index = 1; index <= 3; index++) {
      statuses.push(
        (await app.openBrowser().send('POST', '/api/challenges', ask, { 'x-forwarded-for': `203.0.${index}.1` }))
          .statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 429])

    const behind = await createTestServer({ environment: { ...environment, COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1' } })
    for (let index = 1; index <= 3; index++) {
      const response = await behind
        .openBrowser()
        .send('POST', '/api/challenges', ask, { 'x-forwarded-for': `9.9.9.9, 203.0.${index}.1` })
      expect(response.statusCode).toBe(200)
    }
  })

  test('use the address from a trusted proxy, with or without a port, and warn once if it is invalid', async () => {
    const app = await createTestServer({
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
    // Many callers with an unparsable address are accepted, but only one warning is logged.
    for (let index = 0; index < 20; index++)
      expect(
        (await app.openBrowser().send('POST', '/api/challenges', ask, { 'x-forwarded-for': '_hidden' })).statusCode,
      ).toBe(200)
    expect(
      app.log.filter((line) => line.includes('"level":40')).map((line) => (JSON.parse(line) as { msg: string }).msg),
    ).toEqual([expect.stringMatching(/^a trusted proxy sends no IP address in X-Forwarded-For/)])
  })

  test('warn once about private and once about public untrusted proxies, naming the setting', async () => {
    const app = await createTestServer()
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

  test('count an IPv6 /64 as one network', async () => {
    const app = await createTestServer({ environment })
    const statuses = []
    for (let index = 1; index <= 3; index++) {
      statuses.push(
        (await app.openBrowser({ address: `2001:db8:1:2::${index}` }).send('POST', '/api/challenges', ask)).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  test('M6: limit challenges in total and reserve a share for signed-in callers', async () => {
    const app = await createTestServer({ environment: { COUNTERSIGN_CHALLENGES_PER_MINUTE: '11' } })
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
    expect(await app.database.queries.selectFrom('pending_challenges').selectAll().execute()).toEqual([])
    expect(await app.database.queries.selectFrom('spent_challenges').selectAll().execute()).toHaveLength(1)
  })

  test('count sign-ins per wallet across networks; failures do not lock out the owner elsewhere', async () => {
    const app = await createTestServer({ environment: { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '2' } })
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

  test.each(['sqlite', 'postgres'] as const)('on %s, refuse sign-ins if the database is unavailable', async (kind) => {
    const app = await createTestServer({ database: kind })
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    await app.database.close()
    expect((await browser.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
      code: 'database.unavailable',
      status: 503,
    })
  })

  test('are shared between instances on PostgreSQL', async () => {
    const shared = { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '2' }
    const one = await createTestServer({ database: 'postgres', environment: shared })
    const two = await createTestServer({ database: one.database, environment: shared })
    expect((await one.openBrowser().signIn()).statusCode).toBe(200)
    expect((await two.openBrowser().signIn()).statusCode).toBe(200)
    expect((await one.openBrowser().signIn()).statusCode).toBe(429)
    // Every attempt counts, whatever its outcome.
    expect((await two.openBrowser().signIn(ethereumTestKeys.bob)).statusCode).toBe(429)
  })
})
