import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readEvents } from '../../../testing/read-all.ts'
import {
  addTestApplication,
  authorize,
  authorizeUrl,
  createOpenIdApp,
  exchange,
  goesTo,
  post,
  testVerifier,
} from '../../../testing/test-openid.ts'
import type { Tokens } from '../../../testing/test-openid.ts'
import { codeIn, createInstances, stillWork, tally, told, withRefresh } from '../../../testing/test-tokens.ts'
import { databaseKinds, testOnBoth } from '../../../testing/test-databases.ts'

describe('an authorization code', () => {
  testOnBoth('O1 works once; a second use ends what came of the first', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addTestApplication(app)
    const code = codeIn(await authorize(app.openBrowser(), application, withRefresh))
    const tokens = (await exchange(app, application, code)).json<Tokens>()
    expect(await stillWork(app, application, tokens)).toEqual([true, true])
    expect(told(await exchange(app, application, code))).toBe('400 invalid_grant')
    expect(await stillWork(app, application, tokens)).toEqual([false, false])
    expect((await readEvents(app.database.queries)).at(-1)).toBe('token.reused refused {"applicationId":"test-app"}')
    expect(told(await exchange(app, application, code))).toBe('400 invalid_grant')
  })

  describe.each(databaseKinds)('on %s', (kind) => {
    test.each([8, 64])('O1 of %i uses at the same time over two instances one succeeds, and is ended', async (uses) => {
      const { one, two } = await createInstances(kind)
      const application = await addTestApplication(one)
      const code = codeIn(await authorize(one.openBrowser(), application, withRefresh))
      const responses = await Promise.all(
        Array.from({ length: uses }, (_, index) => exchange(index % 2 === 0 ? one : two, application, code)),
      )
      expect(tally(responses)).toEqual({ '200': 1, '400 invalid_grant': uses - 1 })
      const winner = responses.find(({ statusCode }) => statusCode === 200)?.json<Tokens>() as Tokens
      expect(await stillWork(two, application, winner)).toEqual([false, false])
      const rows = await one.database.queries
        .selectFrom('provider_records')
        .select('kind')
        .where('authorization_id', 'is not', null)
        .execute()
      expect(rows).toEqual([])
    })
  })

  testOnBoth('O1 that was used is refused after a restart, and on another instance', async (kind) => {
    const { one, two, startAnother } = await createInstances(kind)
    const application = await addTestApplication(one)
    const browser = one.openBrowser()
    const code = codeIn(await authorize(browser, application))
    expect(told(await exchange(one, application, code))).toBe('200')
    await one.http.close()
    expect(told(await exchange(two, application, code))).toBe('400 invalid_grant')
    expect(told(await exchange(await startAnother(), application, code))).toBe('400 invalid_grant')
  })

  testOnBoth('O1 that was not used survives a restart', async (kind) => {
    const { one, startAnother } = await createInstances(kind)
    const application = await addTestApplication(one)
    const code = codeIn(await authorize(one.openBrowser(), application))
    await one.http.close()
    expect(told(await exchange(await startAnother(), application, code))).toBe('200')
  })

  test('O1 is refused to another application, with another address, and with another verifier', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, {
      redirectUris: ['https://app.example/callback', 'https://app.example/other'],
    })
    const thief = await addTestApplication(app, { id: 'thief' })
    const open = await addTestApplication(app, { id: 'open-thief', kind: 'single-page' })
    const code = codeIn(await authorize(app.openBrowser(), application))
    expect(told(await exchange(app, thief, code))).toBe('400 invalid_grant')
    expect(told(await exchange(app, open, code))).toBe('400 invalid_grant')
    // With the name of the one and the secret of the other.
    expect(told(await exchange(app, { ...thief, id: application.id }, code))).toBe('401 invalid_client')
    expect(told(await exchange(app, { ...application, secret: null }, code))).toBe('401 invalid_client')
    expect(told(await exchange(app, application, code, { redirect_uri: 'https://app.example/other' }))).toBe(
      '400 invalid_grant',
    )
    expect(told(await exchange(app, application, code, { code_verifier: `${testVerifier}x` }))).toBe(
      '400 invalid_grant',
    )
    // None of these has the right to spend it, or to end it.
    expect(told(await exchange(app, application, code))).toBe('200')
  })

  test('O1 is refused when its time is over', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const [late, later] = [
      await authorize(app.openBrowser(), application),
      await authorize(app.openBrowser(), application),
    ].map(codeIn)
    app.pass(59_000)
    expect(told(await exchange(app, application, late ?? ''))).toBe('200')
    app.pass(1000)
    expect(told(await exchange(app, application, later ?? ''))).toBe('400 invalid_grant')
    app.pass(120_000)
    await app.sweep()
    expect(told(await exchange(app, application, later ?? ''))).toBe('400 invalid_grant')
  })

  testOnBoth('O1 stands nowhere in the database, nor do the tokens', async (kind) => {
    const app = await createOpenIdApp({ database: kind })
    const application = await addTestApplication(app)
    const code = codeIn(await authorize(app.openBrowser(), application, withRefresh))
    const tokens = (await exchange(app, application, code)).json<Tokens>()
    const records = JSON.stringify(await app.database.queries.selectFrom('provider_records').selectAll().execute())
    for (const value of [code, tokens.access_token, tokens.refresh_token, tokens.id_token]) {
      expect(records).not.toContain(value)
      expect(app.log.join('\n')).not.toContain(value)
    }
  })
})

const plainChallenge = { code_challenge: testVerifier, code_challenge_method: 'plain' }

describe('O3 the proof that a code is with whom asked for it (PKCE)', () => {
  test('O3 a request is refused whose challenge is not one', async () => {
    const app = await createOpenIdApp()
    const challenges: [string, Record<string, string | undefined>][] = [
      ['absent', { code_challenge: undefined, code_challenge_method: undefined }],
      ['empty', { code_challenge: '', code_challenge_method: '' }],
      ['plain', plainChallenge],
      ['plain by default', { code_challenge: testVerifier, code_challenge_method: undefined }],
      ['of an unknown method', { code_challenge_method: 's256' }],
      ['only a method', { code_challenge: undefined }],
      ['too short', { code_challenge: 'short' }],
      ['of other characters', { code_challenge: '='.repeat(43) }],
    ]
    for (const kind of ['web', 'single-page', 'native'] as const) {
      const application = await addTestApplication(app, { id: `app-${kind}`, kind, pkce: 'required' })
      for (const [what, parameters] of challenges) {
        const back = new URL(goesTo(await app.openBrowser().send('GET', authorizeUrl(application, parameters))))
        expect([what, back.origin + back.pathname, back.searchParams.get('error')]).toEqual([
          what,
          application.redirectUri,
          'invalid_request',
        ])
      }
    }
  })

  test('O3 a code is refused without a verifier, and with the challenge in its place', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const code = codeIn(await authorize(app.openBrowser(), application))
    const form = { grant_type: 'authorization_code', code, redirect_uri: application.redirectUri }
    expect(told(await post(app, '/token', application, form))).toBe('400 invalid_grant')
    const challenge = createHash('sha256').update(testVerifier).digest('base64url')
    expect(told(await exchange(app, application, code, { code_verifier: challenge }))).toBe('400 invalid_grant')
    expect(told(await exchange(app, application, code, { code_verifier: '' }))).toBe('400 invalid_grant')
    expect(told(await exchange(app, application, code))).toBe('200')
  })

  test('O3 an old application may leave it out, but not do it badly, and not go back on it', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { pkce: 'optional' })
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    const browser = app.openBrowser()
    const without = { grant_type: 'authorization_code', redirect_uri: application.redirectUri }
    expect(
      told(
        await post(app, '/token', application, {
          ...without,
          code: codeIn(await authorize(browser, application, none)),
        }),
      ),
    ).toBe('200')
    const refused = new URL(goesTo(await browser.send('GET', authorizeUrl(application, plainChallenge))))
    expect(refused.searchParams.get('error')).toBe('invalid_request')
    // RFC 9700 §4.8.2: a verifier for a code that was asked for without a challenge, and none for one with.
    expect(told(await exchange(app, application, codeIn(await authorize(browser, application, none))))).toBe(
      '400 invalid_grant',
    )
    expect(
      told(await post(app, '/token', application, { ...without, code: codeIn(await authorize(browser, application)) })),
    ).toBe('400 invalid_grant')
  })

  test('O3 a confidential client may send an OpenID Connect nonce instead of PKCE, but not neither, and PKCE cannot be stripped', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    const browser = app.openBrowser()
    const form = { grant_type: 'authorization_code', redirect_uri: application.redirectUri }
    const redeem = async (code: string, more: Record<string, string> = {}) =>
      told(await post(app, '/token', application, { ...form, code, ...more }))
    expect(await redeem(codeIn(await authorize(browser, application, none)))).toBe('200')
    // RFC 9700 §4.8.2: the challenge of a client that uses PKCE was removed on the way.
    expect(await redeem(codeIn(await authorize(browser, application, none)), { code_verifier: testVerifier })).toBe(
      '400 invalid_grant',
    )
    expect(await redeem(codeIn(await authorize(browser, application)))).toBe('400 invalid_grant')
    for (const neither of [
      { ...none, nonce: undefined },
      { ...none, nonce: '' },
      { ...none, nonce: undefined, scope: undefined },
      { ...none, nonce: undefined, code_challenge_method: 'S256' },
    ]) {
      const refused = new URL(goesTo(await browser.send('GET', authorizeUrl(application, neither))))
      expect([JSON.stringify(neither), refused.searchParams.get('error')]).toEqual([
        JSON.stringify(neither),
        'invalid_request',
      ])
    }
  })

  test('O3 a pushed request without PKCE and without a nonce is refused, and a nonce of a request without openid does not count', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const form = {
      client_id: application.id,
      response_type: 'code',
      redirect_uri: application.redirectUri,
      scope: 'openid',
    }
    expect(told(await post(app, '/par', application, form))).toBe('400 invalid_request')
    expect(told(await post(app, '/par', application, { ...form, scope: 'profile', nonce: 'a' }))).toBe(
      '400 invalid_request',
    )
    expect(told(await post(app, '/par', application, { ...form, nonce: 'a' }))).toMatch(/^201/)
  })

  test('O3 an application without a secret can have no exception', async () => {
    const app = await createOpenIdApp()
    await expect(addTestApplication(app, { kind: 'single-page', pkce: 'nonce' })).rejects.toThrow('pkce')
    await expect(addTestApplication(app, { kind: 'single-page', pkce: 'optional' })).rejects.toThrow('pkce')
  })
})
