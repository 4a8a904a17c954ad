import { describe, expect, test } from 'vitest'
import { testKeys } from '../../testing/test-app.ts'
import {
  addTestApplication,
  allow,
  authorize,
  authorizeUrl,
  createOpenIdApp,
  exchange,
  goesTo,
  interactionOf,
  obtainTokens,
  post,
  readToken,
  signInTo,
} from '../../testing/test-openid.ts'
import type { Tokens } from '../../testing/test-openid.ts'

const minute = 60_000

describe('what an application may ask for', () => {
  test('the age of a sign-in is bounded by the operator, whatever the request says', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { maximumAgeSeconds: 600 })
    const browser = app.openBrowser()
    await obtainTokens(app, browser, application)
    app.pass(9 * minute)
    expect(goesTo(await browser.send('GET', authorizeUrl(application)))).toMatch(/^https:\/\/app\.example\//)
    app.pass(2 * minute)
    for (const max_age of [undefined, '999999']) {
      expect(goesTo(await browser.send('GET', authorizeUrl(application, { max_age })))).toMatch(/^\/sign-in/)
    }
    expect(
      goesTo(await browser.send('GET', authorizeUrl(application, { max_age: '999999', prompt: 'none' }))),
    ).toContain('error=login_required')
  })

  test('a sign-in that was fresh does not stay so while its consent waits', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const browser = app.openBrowser()
    const proved = await signInTo(
      browser,
      interactionOf(await browser.send('GET', authorizeUrl(application, { max_age: '60' }))),
    )
    app.pass(4 * minute)
    const inTime = await allow(browser, interactionOf(proved))
    expect(goesTo(inTime)).toMatch(/^https:\/\/app\.example\//)
    const again = await signInTo(
      browser,
      interactionOf(await browser.send('GET', authorizeUrl(application, { max_age: '60', prompt: 'consent' }))),
    )
    app.pass(30 * minute)
    expect(goesTo(await allow(browser, interactionOf(again)))).toMatch(/^\/sign-in/)
  })

  test('the person of a hint, and nobody else', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const { id_token } = await obtainTokens(app, app.openBrowser(), application)
    const browser = app.openBrowser()
    const begin = async () =>
      interactionOf(await browser.send('GET', authorizeUrl(application, { id_token_hint: id_token })))
    const other = new URL(goesTo(await signInTo(browser, await begin(), testKeys.bob)))
    expect([other.searchParams.get('error'), other.searchParams.has('code')]).toEqual(['login_required', false])
    const same = new URL(goesTo(await signInTo(browser, await begin(), testKeys.alice)))
    expect(same.searchParams.has('code')).toBe(true)
  })

  test('that an account is chosen: the person proves a wallet again', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const browser = app.openBrowser()
    await obtainTokens(app, browser, application)
    const asked = await browser.send('GET', authorizeUrl(application, { prompt: 'select_account' }))
    expect(goesTo(asked)).toMatch(/^\/sign-in/)
    expect((await browser.send('GET', `/api/interactions/${interactionOf(asked)}`)).json()).toMatchObject({
      prompt: 'sign-in',
    })
    const proved = await signInTo(browser, interactionOf(asked), testKeys.bob)
    expect(goesTo(proved)).toMatch(/^\/consent/)
    expect(goesTo(await allow(browser, interactionOf(proved)))).toMatch(/^https:\/\/app\.example\/callback\?code=/)
  })

  test('that an account is created: the person proves a wallet, and is asked no second time', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const browser = app.openBrowser()
    const asked = await browser.send('GET', authorizeUrl(application, { prompt: 'create' }))
    expect(goesTo(asked)).toMatch(/^\/sign-in/)
    const proved = await signInTo(browser, interactionOf(asked), testKeys.bob)
    expect(goesTo(proved)).toMatch(/^\/consent/)
    expect(goesTo(await allow(browser, interactionOf(proved)))).toMatch(/^https:\/\/app\.example\/callback\?code=/)
    // Who is signed in already is asked once more, as for another account.
    expect(goesTo(await browser.send('GET', authorizeUrl(application, { prompt: 'create' })))).toMatch(/^\/sign-in/)
  })

  test('a prompt that is not known is refused with its name and those that are', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app)
    const describe = async (prompt: string) =>
      new URL(goesTo(await app.openBrowser().send('GET', authorizeUrl(application, { prompt })))).searchParams.get(
        'error_description',
      )
    const known = 'none, login, consent, select_account, create'
    expect(await describe('Welcome back!')).toBe(`unsupported prompt value 'Welcome': use ${known}`)
    expect(await describe('login "x\n')).toBe(`unsupported prompt value '?x?': use ${known}`)
    expect(await describe('none login')).toBe('prompt none must only be used alone')
  })

  test('O11 a proof that names it, and never one that was signed for another application', async () => {
    const app = await createOpenIdApp()
    const clinic = await addTestApplication(app, {
      id: 'clinic',
      name: 'Fertility Clinic',
      scopes: ['openid', 'wallet', 'proof'],
    })
    const shop = await addTestApplication(app, {
      id: 'shop',
      name: 'Shop',
      redirectUris: ['https://shop.example/'],
      scopes: ['openid', 'wallet', 'proof'],
    })
    const browser = app.openBrowser()
    const scope = 'openid wallet proof'
    const proofAt = async (tokens: Tokens): Promise<string> => {
      const told = await browser.send('GET', '/userinfo', undefined, { authorization: `Bearer ${tokens.access_token}` })
      return told.json<{ proof?: { message: string } }>().proof?.message ?? ''
    }
    const first = await obtainTokens(app, browser, clinic, { scope })
    expect(await proofAt(first)).toContain('to continue to Fertility Clinic')
    const asked = await browser.send('GET', authorizeUrl(shop, { scope }))
    expect(goesTo(asked)).toMatch(/^\/sign-in/)
    const second = await obtainTokens(app, browser, shop, { scope })
    expect(await proofAt(second)).toContain('to continue to Shop')
    expect(await proofAt(first)).toContain('to continue to Fertility Clinic')
    expect(
      new URL(goesTo(await browser.send('GET', authorizeUrl(clinic, { scope, prompt: 'none' })))).searchParams.has(
        'code',
      ),
    ).toBe(true)
  })

  test('O11 no address in a token of the time before it was withheld', async () => {
    const app = await createOpenIdApp()
    const application = await addTestApplication(app, { claimsIn: 'id-token' })
    const browser = app.openBrowser()
    const scope = 'openid profile wallet offline_access'
    const before = await obtainTokens(app, browser, application, { scope, prompt: 'consent' })
    expect(readToken(before.id_token)).toHaveProperty('wallet')
    await authorize(browser, application, { scope, prompt: 'consent' }, { withheld: ['wallet'] })
    const refreshed = await post(app, '/token', application, {
      grant_type: 'refresh_token',
      refresh_token: before.refresh_token ?? '',
    })
    const claims = readToken(refreshed.json<Tokens>().id_token)
    expect(JSON.stringify(claims)).not.toMatch(/0x[0-9a-f]{40}/i)
  })
})

test('a withheld wallet is in no answer of the exchange either', async () => {
  const app = await createOpenIdApp()
  const application = await addTestApplication(app, { claimsIn: 'id-token' })
  const back = await authorize(
    app.openBrowser(),
    application,
    { scope: 'openid profile wallet' },
    { withheld: ['wallet'] },
  )
  const answer = await exchange(app, application, back.searchParams.get('code') ?? '')
  expect(JSON.stringify(readToken(answer.json<Tokens>().id_token))).not.toMatch(/0x[0-9a-f]{40}/i)
})
