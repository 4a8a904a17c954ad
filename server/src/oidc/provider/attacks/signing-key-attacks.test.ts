import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { describe, expect, test } from 'vitest'
import { rotateSigningKeys, rotateDueSigningKeys } from '../../../store/signing-keys/rotate-signing-keys.ts'
import type { TestServer } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import { createTestSigningKeyContext } from '../../../testing/signing-key-context-fixtures.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  getRedirectLocation,
  obtainTokens,
} from '../../../testing/oidc-application-test-steps.ts'
import { createTwoOidcServerInstances } from '../../../testing/oauth-token-test-steps.ts'

const jwksOf = async (app: Pick<TestServer, 'http'>): Promise<JSONWebKeySet> =>
  (await app.http.inject('/jwks')).json<JSONWebKeySet>()
const idsOf = async (app: Pick<TestServer, 'http'>) => (await jwksOf(app)).keys.map(({ kid }) => kid)
const kidOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: unknown }).kid

const day = 86_400_000

/** A client that caches keys for their `max-age` and does not refetch them for an unknown key. */
function createCachingClient(app: Pick<TestServer, 'http' | 'clock'>) {
  let cached: { keys: JSONWebKeySet; until: number } | undefined
  return async (token: string): Promise<string> => {
    if (cached === undefined || cached.until <= app.clock.now) {
      const answer = await app.http.inject('/jwks')
      const [, seconds] = /^public, max-age=(\d+)$/.exec(String(answer.headers['cache-control'])) ?? []
      cached = { keys: answer.json<JSONWebKeySet>(), until: app.clock.now + Number(seconds) * 1000 }
    }
    return jwtVerify(token, createLocalJWKSet(cached.keys), { currentDate: new Date(app.clock.now) }).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    )
  }
}

describe('signing keys', () => {
  test('O12: a client that caches keys for 300 seconds accepts every token during a rotation', async () => {
    const { one: app } = await createTwoOidcServerInstances('sqlite')
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const clients = [createCachingClient(app), createCachingClient(app)]
    const [verify, late] = clients
    await verify?.((await obtainTokens(app, browser, application)).id_token)
    app.pass(150_000)
    await late?.((await obtainTokens(app, browser, application)).id_token)
    await rotateSigningKeys(createTestSigningKeyContext(app.database), app.clock.now)
    const rotated = app.clock.now
    const moments = [2, 149, 151, 299, 301, day / 1000 - 301, day / 1000 - 1, day / 1000, day / 1000 + 1]
    for (const moment of [...moments, day / 1000 + 149, day / 1000 + 151, day / 1000 + 301]) {
      app.pass(rotated + moment * 1000 - app.clock.now)
      const { id_token } = await obtainTokens(app, browser, application)
      for (const client of clients) expect([moment, await client(id_token)]).toEqual([moment, 'accepted'])
    }
    expect((await app.http.inject('/.well-known/openid-configuration')).headers['cache-control']).toBe(
      'public, max-age=300',
    )
    expect((await app.http.inject('/userinfo')).headers['cache-control']).not.toContain('public')
  })

  test('O12: rotation refuses no valid token and accepts no retired key, on any instance', async () => {
    const { one, two } = await createTwoOidcServerInstances('sqlite')
    const pass = (milliseconds: number): void => {
      one.pass(milliseconds)
      two.clock.now = one.clock.now
    }
    const application = await addTestClientApplication(one, {
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
    })
    const browser = one.openBrowser()
    const hinted = async (app: Pick<TestServer, 'http'>, hint: string) => {
      const { headers } = await app.http.inject({
        url: createAuthorizationUrl(application, { prompt: 'none', id_token_hint: hint }),
        cookies: Object.fromEntries(browser.cookies),
      })
      return new URL(String(headers.location)).searchParams.get('error')
    }
    const verify = async (app: Pick<TestServer, 'http'>, token: string) =>
      (
        await jwtVerify(token, createLocalJWKSet(await jwksOf(app)), {
          issuer: 'https://sign-in.example',
          audience: application.id,
          currentDate: new Date(one.clock.now),
        })
      ).payload

    const before = (await obtainTokens(one, browser, application)).id_token
    const [first] = await idsOf(one)
    expect(kidOf(before)).toBe(first)

    // Both instances publish the new key long before it signs, so that cached key sets stay valid.
    const [rotation] = await rotateSigningKeys(createTestSigningKeyContext(one.database), one.clock.now)
    const second = rotation?.keyId
    pass(2000)
    for (const app of [one, two]) expect(await idsOf(app)).toEqual([first, second])
    expect(kidOf((await obtainTokens(one, browser, application)).id_token)).toBe(first)

    pass(day - 2001)
    const last = (await obtainTokens(two, browser, application)).id_token
    expect(kidOf(last)).toBe(first)
    pass(1)
    const after = (await obtainTokens(two, browser, application)).id_token
    expect(kidOf(after)).toBe(second)
    for (const app of [one, two]) {
      expect(await idsOf(app)).toEqual([second, first])
      for (const token of [last, after]) {
        expect(await verify(app, token)).toMatchObject({ aud: application.id })
        expect(await hinted(app, token)).toBe(null)
      }
    }

    pass(3_600_000 + 60_000)
    for (const app of [one, two]) {
      expect(await idsOf(app)).toEqual([second])
      expect(await hinted(app, last)).toBe('invalid_request')
      expect(await hinted(app, after)).toBe(null)
      await expect(verify(app, last)).rejects.toThrow('no applicable key')
    }
    await one.pruneExpired()
    pass(-2 * 3_600_000)
    for (const app of [one, two]) expect(await idsOf(app)).not.toContain(first)
  })

  test('O12: after a theft, immediate rotation signs with the new key and refuses the old one', async () => {
    const { one, two } = await createTwoOidcServerInstances('sqlite')
    const application = await addTestClientApplication(one)
    const browser = one.openBrowser()
    const stolen = (await obtainTokens(one, browser, application)).id_token
    const [rotation] = await rotateSigningKeys(createTestSigningKeyContext(two.database), one.clock.now, {
      immediately: true,
    })
    one.pass(2000)
    two.clock.now = one.clock.now
    for (const app of [one, two]) {
      expect(await idsOf(app)).toEqual([rotation?.keyId])
      const { headers } = await app.http.inject({
        url: createAuthorizationUrl(application, { prompt: 'none', id_token_hint: stolen }),
        cookies: Object.fromEntries(browser.cookies),
      })
      expect(new URL(String(headers.location)).searchParams.get('error')).toBe('invalid_request')
    }
    expect(kidOf((await obtainTokens(one, browser, application)).id_token)).toBe(rotation?.keyId)
  })

  testOnBothDatabases('O12: are rotated automatically, once across all instances', async (kind) => {
    const { one, two } = await createTwoOidcServerInstances(kind)
    await addTestClientApplication(one)
    one.pass(89 * day)
    two.clock.now = one.clock.now
    const made = await Promise.all(
      [one, two, one, two].map((app) => rotateDueSigningKeys(createTestSigningKeyContext(app.database), app.clock.now)),
    )
    expect(made.toSorted()).toEqual([0, 0, 0, 1])
    one.pass(2000)
    expect(await idsOf(one)).toHaveLength(2)
    expect(
      getRedirectLocation(
        await one
          .openBrowser()
          .send(
            'GET',
            createAuthorizationUrl({ id: 'test-app', secret: null, redirectUri: 'https://app.example/callback' }),
          ),
      ),
    ).toMatch(/^\/sign-in/)
  })
})

test('O12: private keys appear in no response, plain-text table, or log line', async () => {
  const { one } = await createTwoOidcServerInstances('sqlite')
  const application = await addTestClientApplication(one)
  await obtainTokens(one, one.openBrowser(), application)
  const { keys } = await jwksOf(one)
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  const rows =
    JSON.stringify(await one.database.queries.selectFrom('signing_keys').selectAll().execute()) + one.log.join('')
  expect(rows).not.toMatch(/\\?"d\\?":/)
  expect(rows).not.toContain('PRIVATE KEY')
})
