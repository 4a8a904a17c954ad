// How somebody signed in, as applications learn it and may ask for it.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { testKeys } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import {
  addTestApplication,
  allowConsent,
  completeAuthorization,
  createAuthorizationUrl,
  createOpenIdApp,
  exchangeCode,
  redirectLocationOf,
  interactionIdOf,
  postForm,
  decodeTokenPayload,
  signInToInteraction,
} from '../../testing/test-openid.ts'
import type { TestApplication, TokenResponse } from '../../testing/test-openid.ts'
import {
  addPasskey,
  requestPasskeySignIn,
  relaxedChallengeLimits,
  summarizeApiResponse,
  signInWithPasskey,
  stepUpWithPasskey,
} from '../../testing/test-passkeys.ts'
import {
  authorizationCodeIn,
  obtainTokenFamily,
  refreshTokens,
  checkTokensWork,
  requestUserinfo,
} from '../../testing/test-tokens.ts'

const minute = 60_000
const seconds = (time: number): number => Math.floor(time / 1000)
const wallet = 'urn:countersign:wallet'
const byPasskey = 'urn:countersign:passkey'

type OpenIdApp = Awaited<ReturnType<typeof createOpenIdApp>>

interface Person {
  app: OpenIdApp
  application: TestApplication
  /** Where Alice has signed in with her wallet, and confirmed it. */
  browser: TestBrowser
  passkey: VirtualPasskey
  id: string
}

async function createPerson(
  kind: DatabaseKind,
  { scopes, ...options }: { scopes?: string[]; isSynced?: boolean } = {},
): Promise<Person> {
  const app = await createOpenIdApp({ database: kind, environment: relaxedChallengeLimits })
  const application = await addTestApplication(app, {
    grantTypes: ['authorization_code', 'refresh_token'],
    preferredUsername: 'display-name',
    ...(scopes && { scopes: scopes as never }),
  })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, application, browser, ...(await addPasskey(browser, options)) }
}

/** Signs in to an application with a passkey, and follows to where it goes on. */
async function signInToBy(
  browser: TestBrowser,
  interaction: string,
  passkey: VirtualPasskey,
): Promise<LightMyRequestResponse> {
  const answer = await signInWithPasskey(browser, passkey, {}, interaction)
  return answer.statusCode === 200
    ? browser.send('GET', answer.json<EndpointOutput<'signInWithPasskey'>>().next)
    : answer
}

/** Follows an answer to the application, through consent where it is asked for. */
async function finish(browser: TestBrowser, answer: LightMyRequestResponse): Promise<URL> {
  return new URL(
    redirectLocationOf(
      redirectLocationOf(answer).startsWith('/consent') ? await allowConsent(browser, interactionIdOf(answer)) : answer,
    ),
  )
}

const idTokenOf = async ({ app, application }: Person, back: URL): Promise<Record<string, unknown>> => {
  const response = await exchangeCode(app, application, authorizationCodeIn(back))
  if (response.statusCode !== 200) throw new Error(`No tokens: ${response.body} for ${back.href}`)
  return decodeTokenPayload(response.json<TokenResponse>().id_token)
}

const wantedBy = async (browser: TestBrowser, asked: LightMyRequestResponse): Promise<unknown> =>
  (await browser.send('GET', `/api/interactions/${interactionIdOf(asked)}`)).json<EndpointOutput<'readInteraction'>>()
    .wanted

const ask = (
  person: Pick<Person, 'application'>,
  browser: TestBrowser,
  parameters: Record<string, string | undefined>,
) => browser.send('GET', createAuthorizationUrl(person.application, parameters))

const demanding = (acr: object): string => JSON.stringify({ id_token: { acr } })

describe('how somebody signed in', () => {
  test('is told: a wallet proves a key, a passkey also who holds it', async () => {
    const person = await createPerson('sqlite')
    const { app, browser, passkey } = person
    expect(await idTokenOf(person, await completeAuthorization(browser, person.application))).toMatchObject({
      acr: wallet,
      amr: ['pop'],
      auth_time: seconds(app.clock.now),
    })
    app.pass(minute)
    const other = app.openBrowser()
    const asked = await ask(person, other, {})
    expect(await wantedBy(other, asked)).toBe('any')
    const back = await finish(other, await signInToBy(other, interactionIdOf(asked), passkey))
    const { sub, ...claims } = await idTokenOf(person, back)
    expect(claims).toMatchObject({ acr: byPasskey, amr: ['pop', 'user', 'mfa'], auth_time: seconds(app.clock.now) })
    expect(sub).toBe((await idTokenOf(person, await completeAuthorization(browser, person.application)))['sub'])
  })

  test('says of a synchronised passkey that software holds its key', async () => {
    const person = await createPerson('sqlite', { isSynced: true })
    await signInWithPasskey(person.browser, person.passkey)
    expect(await idTokenOf(person, await completeAuthorization(person.browser, person.application))).toMatchObject({
      acr: byPasskey,
      amr: ['pop', 'user', 'mfa', 'swk'],
    })
  })

  test('is told to a device as well', async () => {
    const { app, browser, passkey } = await createPerson('sqlite')
    const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
    const television = await addTestApplication(app, { id: 'television', kind: 'device' })
    await signInWithPasskey(browser, passkey)
    const { device_code, user_code } = (
      await postForm(app, '/device/authorize', television, { scope: 'openid' })
    ).json<{
      device_code: string
      user_code: string
    }>()
    expect(
      summarizeApiResponse(await browser.send('POST', '/api/device/approve', { userCode: user_code, withheld: [] })),
    ).toBe('204')
    const demand = await postForm(app, '/device/authorize', television, {
      scope: 'openid',
      claims: demanding({ value: byPasskey, essential: true }),
    })
    expect([demand.statusCode, demand.json()]).toMatchObject([
      400,
      { error: 'invalid_request', error_description: 'a device cannot demand a way of signing in' },
    ])
    const tokens = (
      await postForm(app, '/token', television, { grant_type: deviceGrant, device_code })
    ).json<TokenResponse>()
    expect(decodeTokenPayload(tokens.id_token)).toMatchObject({
      acr: byPasskey,
      amr: ['pop', 'user', 'mfa'],
      auth_time: seconds(app.clock.now),
    })
  })

  test('a step-up makes it fresh: `max_age` counts from it, and nothing is asked again or lost', async () => {
    const person = await createPerson('sqlite')
    const { app, application, browser, passkey } = person
    const begun = seconds(app.clock.now)
    const family = await obtainTokenFamily(app, browser, application)
    app.pass(2 * minute)
    expect(redirectLocationOf(await ask(person, browser, { max_age: '60' }))).toMatch(/^\/sign-in/)
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey))).toBe('200')
    app.pass(30_000)
    const claims = await idTokenOf(
      person,
      new URL(redirectLocationOf(await ask(person, browser, { max_age: '60', prompt: 'none' }))),
    )
    expect(claims).toMatchObject({ acr: byPasskey, auth_time: seconds(app.clock.now) - 30 })
    expect(await checkTokensWork(app, application, family)).toEqual([true, true])
    // Core §12.2: a refreshed token tells of the sign-in that it goes back to.
    const refreshed = await refreshTokens(app, application, family.refresh_token)
    expect(decodeTokenPayload(refreshed.json<TokenResponse>().id_token)).toMatchObject({
      sub: claims['sub'],
      acr: wallet,
      auth_time: begun,
    })
    app.pass(31_000)
    expect(redirectLocationOf(await ask(person, browser, { max_age: '60' }))).toMatch(/^\/sign-in/)
  })

  testOnBothDatabases(
    'P4 everything that a removed passkey gave to applications ends with it, at once',
    async (kind) => {
      const { app, application, browser, passkey, id } = await createPerson(kind)
      const other = app.openBrowser()
      await signInWithPasskey(other, passkey)
      const [lost, kept] = [
        await obtainTokenFamily(app, other, application),
        await obtainTokenFamily(app, browser, application),
      ]
      expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${id}`))).toBe('200')
      expect([await checkTokensWork(app, application, lost), await checkTokensWork(app, application, kept)]).toEqual([
        [false, false],
        [true, true],
      ])
      expect(
        redirectLocationOf(await other.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))),
      ).toContain('error=login_required')
    },
  )
})

describe('a way of signing in that an application asks for', () => {
  test.each([
    ['`acr_values`', { acr_values: byPasskey }],
    ['the claim `acr`', { claims: demanding({ value: byPasskey }) }],
    ['the claim `acr` with several values', { claims: demanding({ values: ['urn:example:other', byPasskey] }) }],
  ])('by %s is a wish: it is asked for once, and then goes on as the person chose', async (_how, parameters) => {
    const person = await createPerson('sqlite')
    const { browser, passkey } = person
    const first = await ask(person, browser, parameters)
    expect(redirectLocationOf(first)).toMatch(/^\/sign-in/)
    expect(await wantedBy(browser, first)).toBe('passkey')
    const unheard = await finish(browser, await signInToInteraction(browser, interactionIdOf(first)))
    expect(await idTokenOf(person, unheard)).toMatchObject({ acr: wallet })
    // Where nothing may be asked, the way of now is told (Core §5.5.1.1).
    expect(
      await idTokenOf(
        person,
        new URL(redirectLocationOf(await ask(person, browser, { ...parameters, prompt: 'none' }))),
      ),
    ).toMatchObject({ acr: wallet })
    const again = await ask(person, browser, parameters)
    const heard = await finish(browser, await signInToBy(browser, interactionIdOf(again), passkey))
    expect(await idTokenOf(person, heard)).toMatchObject({ acr: byPasskey })
    expect(await idTokenOf(person, new URL(redirectLocationOf(await ask(person, browser, parameters))))).toMatchObject({
      acr: byPasskey,
    })
  })

  test('disturbs nobody where the way of now will do, or where they or we have no such way', async () => {
    const person = await createPerson('sqlite')
    const { browser } = person
    const bob = person.app.openBrowser()
    await completeAuthorization(bob, person.application, {}, { key: testKeys.bob })
    expect(redirectLocationOf(await ask(person, bob, { acr_values: byPasskey }))).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    )
    await completeAuthorization(browser, person.application)
    for (const acr_values of [wallet, `${byPasskey} ${wallet}`, 'urn:example:other']) {
      expect(
        await idTokenOf(person, new URL(redirectLocationOf(await ask(person, browser, { acr_values })))),
      ).toMatchObject({
        acr: wallet,
      })
    }
    const stranger = person.app.openBrowser()
    expect(await wantedBy(stranger, await ask(person, stranger, { acr_values: wallet }))).toBe('wallet')
    expect(await wantedBy(stranger, await ask(person, stranger, { acr_values: `${byPasskey} ${wallet}` }))).toBe('any')
    expect(await wantedBy(stranger, await ask(person, stranger, { acr_values: 'urn:example:other' }))).toBe('any')
  })

  test.each([
    ['one value', { value: byPasskey, essential: true }],
    ['several', { values: [byPasskey, 'urn:example:other'], essential: true }],
  ])('essentially, with %s, is a demand: who does not meet it is not signed in there', async (_how, acr) => {
    const person = await createPerson('sqlite')
    const { browser, passkey } = person
    await completeAuthorization(browser, person.application)
    const claims = demanding(acr)
    expect(redirectLocationOf(await ask(person, browser, { claims, prompt: 'none' }))).toContain('error=login_required')
    const first = await ask(person, browser, { claims })
    expect(redirectLocationOf(first)).toMatch(/^\/sign-in/)
    expect(await wantedBy(browser, first)).toBe('passkey')
    const unmet = new URL(redirectLocationOf(await signInToInteraction(browser, interactionIdOf(first))))
    expect([unmet.origin, unmet.searchParams.get('error'), unmet.searchParams.has('code')]).toEqual([
      'https://app.example',
      'unmet_authentication_requirements',
      false,
    ])
    const again = await ask(person, browser, { claims })
    const met = await finish(browser, await signInToBy(browser, interactionIdOf(again), passkey))
    expect(await idTokenOf(person, met)).toMatchObject({ acr: byPasskey })
    expect(
      await idTokenOf(person, new URL(redirectLocationOf(await ask(person, browser, { claims, prompt: 'none' })))),
    ).toMatchObject({ acr: byPasskey })
  })

  test('can be demanded by a pushed request as well', async () => {
    const { app, application, browser, passkey } = await createPerson('sqlite')
    const parameters = Object.fromEntries(
      new URL(
        createAuthorizationUrl(application, { claims: demanding({ value: byPasskey, essential: true }) }),
        'https://sign-in.example',
      ).searchParams,
    )
    const pushed = (await postForm(app, '/par', application, parameters)).json<{ request_uri: string }>()
    const asked = await browser.send(
      'GET',
      `/authorize?${new URLSearchParams({ client_id: application.id, request_uri: pushed.request_uri })}`,
    )
    expect(redirectLocationOf(asked)).toMatch(/^\/sign-in/)
    expect(await wantedBy(browser, asked)).toBe('passkey')
    expect(
      (await finish(browser, await signInToBy(browser, interactionIdOf(asked), passkey))).searchParams.has('code'),
    ).toBe(true)
  })

  test('M5 a passkey answers the sign-in of an application that it was asked for, and none that is over', async () => {
    const person = await createPerson('sqlite')
    const { app, passkey } = person
    const browser = app.openBrowser()
    const [one, two] = [
      interactionIdOf(await ask(person, browser, {})),
      interactionIdOf(await ask(person, browser, {})),
    ]
    const send = async (asked: string, given: string) => {
      const assertion = passkey.getAssertion(await requestPasskeySignIn(browser, { interaction: asked }))
      return () => browser.send('POST', '/api/sign-in/passkey', { assertion, interaction: given })
    }
    expect(summarizeApiResponse(await (await send(one, two))())).toBe('401 challenge.unusable')
    const late = await send(one, one)
    await browser.send(
      'GET',
      (await browser.send('POST', `/api/interactions/${one}/deny`)).json<EndpointOutput<'deny'>>().next,
    )
    expect(summarizeApiResponse(await late())).toBe('404 interaction.unusable')
    expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
    expect(
      summarizeApiResponse(await app.openBrowser().send('POST', '/api/sign-in/passkey/options', { interaction: two })),
    ).toBe('404 interaction.unusable')
    expect((await (await send(two, two))()).json()).toMatchObject({ next: `/authorize/${two}` })
  })

  test('a step-up meets a demand without leaving the account', async () => {
    const person = await createPerson('sqlite')
    await completeAuthorization(person.browser, person.application)
    const claims = demanding({ value: byPasskey, essential: true })
    await stepUpWithPasskey(person.browser, person.passkey)
    expect(
      await idTokenOf(
        person,
        new URL(redirectLocationOf(await ask(person, person.browser, { claims, prompt: 'none' }))),
      ),
    ).toMatchObject({ acr: byPasskey })
  })

  test('`claims` widens nothing, and names a person whom nobody else can stand in for', async () => {
    const person = await createPerson('sqlite')
    const { app, browser, application } = person
    const claims = JSON.stringify({
      id_token: { wallet: { essential: true }, name: null },
      userinfo: { wallet: null, proof: null },
    })
    const back = await completeAuthorization(browser, application, { claims, scope: 'openid' })
    const tokens = (await exchangeCode(app, application, authorizationCodeIn(back))).json<TokenResponse>()
    expect(
      JSON.stringify([decodeTokenPayload(tokens.id_token), (await requestUserinfo(app, tokens.access_token)).json()]),
    ).not.toMatch(/0x[0-9a-f]{40}|"proof"/i)

    const { sub } = decodeTokenPayload(tokens.id_token)
    const named = JSON.stringify({ id_token: { sub: { value: sub } } })
    expect(redirectLocationOf(await ask(person, browser, { claims: named }))).toContain('code=')
    const asked = await ask(person, app.openBrowser(), { claims: named })
    expect(redirectLocationOf(asked)).toMatch(/^\/sign-in/)
    const bob = app.openBrowser()
    const other = new URL(
      redirectLocationOf(
        await signInToInteraction(bob, interactionIdOf(await ask(person, bob, { claims: named })), testKeys.bob),
      ),
    )
    expect(other.searchParams.get('error')).toBe('login_required')
    for (const faulty of [
      '{',
      '{"id_token":7}',
      '{"id_token":null}',
      '{"id_token":{"acr":"one"}}',
      '{"id_token":{"acr":{"essential":true,"values":"one"}}}',
    ]) {
      expect(redirectLocationOf(await ask(person, browser, { claims: faulty }))).toContain('error=invalid_request')
    }
    for (const acr of ['null', '{}', '{"value":7}', '{"values":"one"}', '{"values":[null]}']) {
      expect(redirectLocationOf(await ask(person, browser, { claims: `{"id_token":{"acr":${acr}}}` }))).toContain(
        'code=',
      )
    }
  })
})

describe('what applications learn of who came with a passkey', () => {
  const scopes = ['openid', 'profile', 'wallet', 'proof']
  const scope = scopes.join(' ')
  const told = async ({ app, application }: Person, back: URL): Promise<Record<string, unknown>> => {
    const tokens = (await exchangeCode(app, application, authorizationCodeIn(back))).json<TokenResponse>()
    return (await requestUserinfo(app, tokens.access_token)).json<Record<string, unknown>>()
  }

  testOnBothDatabases('is their primary wallet, and no proof, for which they are asked once', async (kind) => {
    const person = await createPerson(kind, { scopes })
    const { app, passkey } = person
    const browser = app.openBrowser()
    await signInWithPasskey(browser, passkey)
    app.pass(1000)
    const asked = await ask(person, browser, { scope })
    expect(redirectLocationOf(asked)).toMatch(/^\/sign-in/)
    expect(await wantedBy(browser, asked)).toBe('wallet')
    const claims = await told(person, await finish(browser, await signInToBy(browser, interactionIdOf(asked), passkey)))
    expect(claims).toMatchObject({
      wallet: `eip155:1:${testKeys.alice.address}`,
      wallets: [`eip155:1:${testKeys.alice.address}`],
      preferred_username: testKeys.alice.address,
    })
    expect(claims).not.toHaveProperty('proof')
    app.pass(1000)
    expect(await told(person, new URL(redirectLocationOf(await ask(person, browser, { scope }))))).not.toHaveProperty(
      'proof',
    )
    // A sign-in with the wallet still gives it.
    const again = await ask(person, browser, { scope, prompt: 'login' })
    const proved = await told(person, await finish(browser, await signInToInteraction(browser, interactionIdOf(again))))
    expect(proved['proof']).toMatchObject({ message: expect.stringContaining(testKeys.alice.address) as string })
  })

  test('asks nobody for a proof where the application demands a passkey', async () => {
    const person = await createPerson('sqlite', { scopes })
    await signInWithPasskey(person.browser, person.passkey)
    const claims = demanding({ value: byPasskey, essential: true })
    const asked = await ask(person, person.browser, { scope, claims })
    expect(redirectLocationOf(asked)).toMatch(/^\/consent/)
    expect(await told(person, await finish(person.browser, asked))).not.toHaveProperty('proof')
  })

  test('a step-up by a passkey takes neither wallet nor proof away', async () => {
    const person = await createPerson('sqlite', { scopes })
    const { app, application, browser, passkey } = person
    const tokens = (
      await exchangeCode(
        app,
        application,
        authorizationCodeIn(await completeAuthorization(browser, application, { scope, prompt: 'login' })),
      )
    ).json<TokenResponse>()
    const before = (await requestUserinfo(app, tokens.access_token)).json<Record<string, unknown>>()
    expect(before).toMatchObject({
      wallet: `eip155:1:${testKeys.alice.address}`,
      proof: { message: expect.stringContaining('to continue to Test Application') as string },
    })
    await stepUpWithPasskey(browser, passkey)
    expect((await requestUserinfo(app, tokens.access_token)).json()).toEqual(before)
    expect(await told(person, new URL(redirectLocationOf(await ask(person, browser, { scope }))))).toEqual(before)
  })

  testOnBothDatabases('is no proof and no address of a wallet that was unlinked', async (kind) => {
    const person = await createPerson(kind, { scopes })
    const { app, application, browser, passkey } = person
    const tokens = (
      await exchangeCode(
        app,
        application,
        authorizationCodeIn(await completeAuthorization(browser, application, { scope, prompt: 'login' })),
      )
    ).json<TokenResponse>()
    await stepUpWithPasskey(browser, passkey)
    const [linked] = (await browser.send('GET', '/api/wallets')).json<EndpointOutput<'listWallets'>>().items
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/wallets/${linked?.id}`))).toBe('200')
    const after = await requestUserinfo(app, tokens.access_token)
    expect([after.statusCode, Object.keys(after.json())]).toEqual([200, ['sub']])
    // And who has no wallet at all is not asked to prove one.
    app.pass(1000)
    const other = app.openBrowser()
    await signInWithPasskey(other, passkey)
    expect(await told(person, new URL(redirectLocationOf(await ask(person, other, { scope }))))).toEqual({
      sub: after.json<{ sub: string }>().sub,
    })
  })

  test('is the whole address of their picture', async () => {
    const person = await createPerson('sqlite', { scopes })
    await person.app.database.queries
      .updateTable('people')
      .set({ picture_url: '/pictures/abc.webp', display_name: 'Alice' })
      .execute()
    expect(
      await told(person, await completeAuthorization(person.browser, person.application, { scope: 'openid profile' })),
    ).toMatchObject({
      name: 'Alice',
      preferred_username: 'Alice',
      picture: 'https://sign-in.example/pictures/abc.webp',
    })
  })
})
